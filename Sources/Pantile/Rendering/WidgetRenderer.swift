public import PantileCore
public import PantileJSON
public import PantileRender

/// Renders widgets to payload bytes in compact mode.
///
/// The renderer keeps its tree and its writer, so a warm one allocates nothing. It serves one
/// widget at a time; a thread has its own.
///
///     var renderer = WidgetRenderer()
///     var bytes = ByteBuffer()
///     try renderer.render(Weather(report: report), families: .home, into: &bytes)
public struct WidgetRenderer: ~Copyable {
  /// The bounds of a payload.
  public var limits = CompactWriter.Limits()
  /// Whether equal parts are written once, where it makes the payload shorter.
  public var sharing = CompactWriter.Sharing.whenShorter

  private(set) var builder: TreeBuilder
  private var writer = CompactWriter()
  private var encoder = PushEncoder()

  /// Creates a renderer.
  ///
  /// - Parameters:
  ///   - treeLimit: The bytes that the tree of a widget may take.
  ///   - stackLimit: The bytes of the thread's stack that views within views may take.
  public init(treeLimit: Int = 64 << 20, stackLimit: Int = 160 << 10) {
    builder = TreeBuilder(limit: treeLimit)
    builder.stackLimit = UInt(Swift.max(stackLimit, 0))
  }

  /// Appends a widget's payload to `output`.
  ///
  /// - Parameters:
  ///   - widget: The widget.
  ///   - families: The families to draw; the body is asked once for each.
  ///   - environment: What the widget can know; its family is set for each one.
  ///   - output: Where the bytes go.
  /// - Throws: ``RenderError``; `output` is as it was then.
  /// - Note: No heap allocation when the renderer and `output` are warm, beyond what the widget's
  ///   own code allocates.
  public mutating func render<Content: Widget>(
    _ widget: Content, families: FamilySet, environment: WidgetEnvironment = WidgetEnvironment(),
    into output: inout ByteBuffer
  ) throws(RenderError) {
    try build(widget, families: families, environment: environment)
    try write(to: &output)
  }

  /// Builds a widget's tree and writes nothing.
  ///
  /// - Throws: ``RenderError`` when the tree's limit is reached or a value is refused.
  public mutating func build<Content: Widget>(
    _ widget: Content, families: FamilySet, environment: WidgetEnvironment = WidgetEnvironment()
  ) throws(RenderError) {
    begin(environment)
    do throws(ArenaFull) {
      for family in Family.allCases where families.contains(family) {
        beginFamily(family)
        try widget.write(into: &builder)
        try endFamily(family)
      }
    } catch { throw failure() }
  }

  /// Appends a Live Activity's payload to `output`.
  ///
  /// - Parameters:
  ///   - activity: The activity.
  ///   - environment: What the activity can know.
  ///   - output: Where the bytes go.
  /// - Throws: ``RenderError``; `output` is as it was then.
  public mutating func render<Content: LiveActivity>(
    _ activity: Content, environment: WidgetEnvironment = WidgetEnvironment(),
    into output: inout ByteBuffer
  ) throws(RenderError) {
    try build(activity, environment: environment)
    try write(to: &output)
  }

  /// Appends the text that a push carries of a Live Activity, `uiJsonData`: its payload compressed
  /// with brotli, as base64.
  ///
  /// - Parameters:
  ///   - activity: The activity.
  ///   - environment: What the activity can know.
  ///   - output: Where the text goes.
  /// - Returns: How much of a push it takes.
  /// - Throws: ``RenderError``, with code `.push` when a push cannot carry the text; `output` is as
  ///   it was then.
  @discardableResult
  public mutating func renderPush<Content: LiveActivity>(
    _ activity: Content, environment: WidgetEnvironment = WidgetEnvironment(),
    into output: inout ByteBuffer
  ) throws(RenderError) -> PushSize {
    try build(activity, environment: environment)
    if !builder.problems.isEmpty { throw RenderError(.refused, builder.problems) }
    writer.limits = limits
    do throws(PushError) {
      return try encoder.encode(builder.tree, with: &writer, into: &output)
    } catch {
      if error.code == .refused { throw RenderError(.refused, problems(.error)) }
      throw RenderError(.push(error))
    }
  }

  /// Builds a Live Activity's tree and writes nothing.
  ///
  /// - Throws: ``RenderError`` when the tree's limit is reached or a value is refused.
  public mutating func build<Content: LiveActivity>(
    _ activity: Content, environment: WidgetEnvironment = WidgetEnvironment()
  ) throws(RenderError) {
    begin(environment)
    builder.tree.form = .liveActivity
    do throws(ArenaFull) { try activity.write(into: &builder) } catch { throw failure() }
  }

  /// Appends the payload of the tree that was built last to `output`.
  public mutating func write(to output: inout ByteBuffer) throws(RenderError) {
    if !builder.problems.isEmpty { throw RenderError(.refused, builder.problems) }
    writer.limits = limits
    do throws(PayloadError) {
      try writer.write(builder.tree, sharing: sharing, to: &output)
    } catch { throw RenderError(.refused, problems(.error)) }
  }

  /// What is worth a look in the widget that was rendered last.
  public var warnings: [RenderError.Problem] { problems(.warning) }
}

// MARK: - Steps

extension WidgetRenderer {
  private mutating func begin(_ environment: WidgetEnvironment) {
    builder.reset()
    builder.environment = environment
  }

  private mutating func beginFamily(_ family: Family) {
    builder.family = family
    builder.environment.family = family
  }

  private mutating func endFamily(_ family: Family) throws(ArenaFull) {
    let name = try builder.tree.text(plain: family.name)
    try builder.tree.addRoot(name, builder.takeList())
  }

  /// The error of a tree that was not completed.
  private func failure() -> RenderError {
    builder.problems.isEmpty
      ? RenderError(.treeLimit) : RenderError(.refused, builder.problems)
  }

  private func problems(_ severity: Finding.Severity) -> [RenderError.Problem] {
    var problems: [RenderError.Problem] = []
    for finding in writer.findings where finding.severity == severity {
      problems.append(problem(of: finding))
    }
    return problems
  }

  private func problem(of finding: Finding) -> RenderError.Problem {
    var family: Family?
    if let root = finding.root, root < builder.tree.rootCount, builder.tree.form == .widget {
      let name = builder.tree.string(builder.tree.root(root).name)
      family = Family.allCases.first { $0.name.description == name }
    }
    // A finding's own message begins with its code.
    let message = finding.message(in: builder.tree, limits: limits)
      .dropFirst(finding.code.rawValue.utf8.count + 2)
    return RenderError.Problem(
      code: finding.code.rawValue, severity: finding.severity, message: String(message),
      family: family)
  }
}
