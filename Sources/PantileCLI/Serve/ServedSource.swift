internal import PantileHost
internal import PantileRender
internal import PantileServer
internal import PantileTemplate
internal import Synchronization

/// A widget of `pantile serve`: what it shows now, and the files that it comes from.
///
/// A change is compiled and tried off to the side, and takes the place of what is shown only if
/// every slot renders with it. What is shown is also kept in a folder, so that a process that starts
/// over broken files shows what was good last.
final class ServedSource: Sendable {
  /// What is shown.
  struct Live: Sendable {
    /// The widget; nil while only payloads of an earlier process are known to be good.
    var template: Template?
    /// Props and payload by slot: an instance key, or empty for all placements.
    var slots: [String: LastGoodValue] = [:]
  }

  let widget: ServeConfiguration.Widget
  /// The folder that keeps what was good last; nil where nothing is kept.
  let state: String?
  let live = Mutex(Live())
  let files = Mutex(SourceFiles())

  init(_ widget: ServeConfiguration.Widget, state: String?) {
    self.widget = widget
    // What is good for one mode says nothing of the other.
    let name = widget.mode == .props ? widget.id + ".props" : widget.id
    self.state = state.map { FilePath.join($0, name) }
  }

  /// Whether there is anything to show.
  var isReady: Bool { live.withLock { !$0.slots.isEmpty } }
}

// MARK: - Rendering

extension ServedSource {
  /// Why a request could not be answered, for the log.
  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  /// The widget as the server knows it.
  var served: ServedWidget {
    let renderer = Renderer.immediate { [self] context, output in
      try render(context, &output)
    }
    // The payload of a TSX widget is one for iOS; props are for any platform.
    return ServedWidget(
      id: widget.id, mode: widget.mode, timeToLive: widget.timeToLive, ios: renderer,
      android: widget.mode == .props ? renderer : nil)
  }

  private func render(
    _ context: borrowing RenderContext, _ output: inout RenderOutput
  ) throws -> Outcome {
    let instance = context.instance ?? ""
    let (template, value, isEmpty) = live.withLock { live in
      (live.template, live.slots[instance] ?? live.slots[""], live.slots.isEmpty)
    }
    guard let value else {
      if isEmpty { throw Failure(description: "nothing of it was good so far") }
      return .nothing
    }
    if widget.mode == .props {
      output.body.append(value.props.span)
    } else if let template {
      var request = request(environment: RenderEnvironment.text(context), now: context.now)
      request.props = value.props
      do throws(TemplateError) { try template.render(request, into: &output.body) } catch {
        throw Failure(description: error.report)
      }
    } else {
      output.body.append(value.payload.span)
    }
    return .content(maxAge: widget.maxAge)
  }

  /// A request of the widget without props.
  private func request(environment: [UInt8], now: Int64) -> RenderRequest {
    var request = RenderRequest()
    request.form = widget.mode == .props ? .entry : .automatic
    request.export = widget.export
    request.families = widget.families
    request.environment = environment
    request.now = Double(now)
    return request
  }

  /// A trial of a template.
  func trial(_ template: Template, propsName: String) -> TemplateTrial {
    let now = Int64(Process.now())
    var trial = TemplateTrial(
      template, request(environment: RenderEnvironment.trial(now: now), now: now))
    trial.propsName = propsName
    return trial
  }
}
