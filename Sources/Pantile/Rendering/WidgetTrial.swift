public import PantileCore
public import PantileJSON
public import PantileRender

/// A widget in Swift for trials of props: they are decoded and drawn before anybody sees them.
///
///     let report = WidgetTrial(Weather.self, families: .home).trial(props)
///     if report.isAccepted { send(report.payload) } else { log(report.reason ?? "") }
///
/// Each family is tried by itself, then all together. Props are refused when they do not decode, when
/// a family shows nothing, or when a device would not take the payload.
public struct WidgetTrial<Content: Widget & Decodable & SendableMetatype>: TrialRender {
  /// The families that the widget must draw.
  public var families: FamilySet
  /// What the widget can know; its family is set for each one.
  public var environment = WidgetEnvironment()
  /// How props are decoded.
  public var decoder = PropsDecoder()
  /// What places in the props call them, such as the name of their file.
  public var propsName = "props"

  /// Creates a trial.
  ///
  /// - Parameters:
  ///   - type: The type of the widget.
  ///   - families: The families that it must draw.
  public init(_ type: Content.Type, families: FamilySet) { self.families = families }

  /// One drawing a family, then one of all.
  public func scope(of props: [UInt8]) -> TrialScope {
    .families(Family.allCases.filter { families.contains($0) }.map(\.name.description))
  }

  /// Draws one family, or all.
  ///
  /// - Parameters:
  ///   - props: The props as JSON text; empty text means no props, that is an empty object.
  ///   - part: What to draw.
  ///   - limit: The longest payload that is written, in bytes.
  ///   - payload: Where it is appended.
  ///   - inspect: Called with the complete tree before it is written.
  /// - Throws: `TrialFailure`; `payload` is unchanged then.
  public func draw(
    _ props: [UInt8], _ part: TrialPart, limit: Int, into payload: inout ByteBuffer,
    inspecting inspect: (borrowing Tree) -> Void
  ) throws(TrialFailure) -> TrialCost {
    var families = families
    if case .family(let name) = part {
      families = Family.allCases.reduce([]) {
        $1.name.description == name ? $0.union(FamilySet($1)) : $0
      }
    }
    let widget = try decode(props)
    var renderer = WidgetRenderer()
    // The trial measures nodes and depth itself.
    renderer.limits.nodes = .max
    renderer.limits.depth = .max
    renderer.limits.byteCount = limit
    do throws(RenderError) {
      try renderer.build(widget, families: families, environment: environment)
      inspect(renderer.builder.tree)
      try renderer.write(to: &payload)
    } catch {
      // That a family shows nothing is a verdict of the trial.
      if error.hasOnly(["no_content", "empty_root"]) { return TrialCost() }
      throw failure(error)
    }
    return TrialCost(warnings: renderer.warnings.map { "\($0.code): \($0.message)" })
  }

  private func decode(_ props: [UInt8]) throws(TrialFailure) -> Content {
    do throws(PropsError) {
      return try decoder.decode(Content.self, from: props.isEmpty ? Array("{}".utf8) : props)
    } catch {
      let place = TrialFailure.Place(
        path: propsName, line: error.position.line, column: error.position.column)
      throw TrialFailure(
        .props, name: "PropsError", message: error.message, place: place,
        report:
          "error: \(error.message)\n  at \(propsName):\(error.position.line):\(error.position.column)"
      )
    }
  }

  private func failure(_ error: RenderError) -> TrialFailure {
    if error.code == .treeLimit {
      return TrialFailure(.limit, name: "RenderError", message: error.description)
    }
    let isTooLong = error.hasOnly(["body_over_limit"])
    return TrialFailure(
      isTooLong ? .tooLong : .threw, name: "RenderError", message: error.description)
  }
}

extension RenderError {
  fileprivate func hasOnly(_ codes: [String]) -> Bool {
    code == .refused && !problems.isEmpty && problems.allSatisfy { codes.contains($0.code) }
  }
}
