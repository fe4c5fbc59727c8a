public import PantileCore
public import PantileJSON
public import PantileRender

/// A template and what it is rendered with, for trials of props.
///
///     let trial = TemplateTrial(template)
///     let report = trial.trial(props)
///     if report.isAccepted { send(report.payload) }
///
/// A function is tried family by family, then all families together; an object of families, a Live
/// Activity and a snippet are rendered once. The form `entry` is tried family by family, and the
/// payload is the one of the first.
public struct TemplateTrial: TrialRender {
  /// The template.
  public let template: Template
  /// What it is rendered with. The props are those of the trial, and the output limit is its budget.
  public var request: RenderRequest
  /// What places in the props call them, such as the name of their file.
  public var propsName = "props"
  /// What places in the environment call it.
  public var environmentName = "env"

  /// Creates a trial of a template.
  public init(_ template: Template, _ request: RenderRequest = RenderRequest()) {
    self.template = template
    self.request = request
  }

  public func scope(of props: [UInt8]) throws(TrialFailure) -> TrialScope {
    if template.isSnippet { return .payload }
    switch request.form {
    case .function: return .families(request.families)
    case .entry: return .separateFamilies(request.families)
    case .variants, .variantsFunction, .live: return .payload
    case .automatic:
      do throws(TemplateError) {
        return try template.isFunction(request) ? .families(request.families) : .payload
      } catch {
        throw failure(error)
      }
    }
  }

  public func draw(
    _ props: [UInt8], _ part: TrialPart, limit: Int, into payload: inout ByteBuffer,
    inspecting inspect: (borrowing Tree) -> Void
  ) throws(TrialFailure) -> TrialCost {
    var request = request
    request.props = props
    request.limits.output = limit
    if case .family(let name) = part { request.families = [name] }
    do throws(TemplateError) {
      let summary = try template.render(request, into: &payload, inspecting: inspect)
      return TrialCost(steps: summary.steps, warnings: summary.warnings)
    } catch {
      throw failure(error)
    }
  }

  /// What ended a render.
  private func failure(_ error: TemplateError) -> TrialFailure {
    var error = error
    var code = TrialFailure.Code.threw
    if error.code == .limit { code = .limit }
    if error.isTooLong { code = .tooLong }
    if error.code == .input {
      let isProps = error.place?.path == "props"
      if isProps { code = .props }
      error.place?.path = isProps ? propsName : environmentName
    }
    return TrialFailure(
      code, name: error.name, message: error.message,
      place: error.place.map {
        TrialFailure.Place(path: $0.path, line: $0.line, column: $0.column)
      },
      report: error.report)
  }
}
