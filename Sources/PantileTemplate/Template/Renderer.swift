internal import PantileCore
internal import PantileJSON
internal import PantileRender

/// One machine of a template, used by one render at a time.
///
/// Not `Sendable` by itself: the template hands it to one thread at a time.
final class Renderer: @unchecked Sendable {
  private let program: ProgramBox
  private var machine: Machine
  private var tree: Tree
  private var writer = PayloadWriter()
  private var compactWriter = CompactWriter()
  private var limitWarnings = LimitWarnings()
  private var push = PushEncoder()
  private var pushed = ByteBuffer(capacity: 64)
  private var pushSize: PushSize?

  init(_ program: ProgramBox, _ budget: MemoryBudget?) {
    self.program = program
    machine = Machine(copying: program.program.machine)
    machine.heap.budget = budget
    tree = Tree(limit: Self.treeLimit(RenderRequest()))
    machine.keepForms(in: &tree)
  }

  /// What a tree may take: a payload within its limit needs no more.
  private static func treeLimit(_ request: borrowing RenderRequest) -> Int {
    (256 << 10) + 8 * min(drawnLimit(request), 64 << 20)
  }

  /// The length of what is drawn; compact output can be much shorter.
  private static func drawnLimit(_ request: borrowing RenderRequest) -> Int {
    request.mode == .compact ? max(request.limits.output, 1 << 20) : request.limits.output
  }

  /// Renders a payload and appends it to `output`.
  ///
  /// - Parameters:
  ///   - isInspected: Whether `inspect` reads the tree. If not, the tree is made for the writer
  ///     alone, which takes less time.
  ///   - inspect: Called with the tree before it is written.
  func render(
    _ request: borrowing RenderRequest, into output: inout ByteBuffer,
    isInspected: Bool, inspecting inspect: (borrowing Tree) -> Void
  ) throws(TemplateError) -> RenderSummary {
    let start = output.count
    do throws(TemplateError) {
      try draw(request, isInspected: isInspected)
      inspect(tree)
      let warnings = try write(request, to: &output)
      let summary = summary(request, output, from: start, warnings)
      finish()
      return summary
    } catch {
      output.truncate(to: start)
      throw finish(after: error)
    }
  }

  /// Draws a Live Activity and measures what it takes in a push.
  func report(
    _ request: borrowing RenderRequest
  ) throws(TemplateError) -> (SizeReport, RenderSummary) {
    do throws(TemplateError) {
      try draw(request, isInspected: true)
      compactWriter.limits.byteCount = request.limits.output
      let report: SizeReport
      do throws(PushError) {
        report = try SizeReport(
          of: tree, isCompact: request.mode == .compact, with: &compactWriter)
      } catch {
        throw refusal(error)
      }
      var summary = RenderSummary()
      summary.steps = request.limits.steps - machine.fuel
      summary.warnings = messages(.warning)
      summary.push = report.forms[report.sent].size
      summary.console = consoleLines
      finish()
      return (report, summary)
    } catch {
      throw finish(after: error)
    }
  }

  private func draw(
    _ request: borrowing RenderRequest, isInspected: Bool
  ) throws(TemplateError) {
    // Compact mode needs the elements that an instance of a form stands for.
    machine.usesForms =
      !isInspected && request.mode == .reference && request.patternUse == .automatic
    machine.usesPatterns = request.patternUse != .elements
    let treeLimit = Self.treeLimit(request)
    if tree.limit != treeLimit {
      tree = Tree(limit: treeLimit)
      machine.keepForms(in: &tree)
    }
    machine.metOpenPattern = false
    do throws(TemplateError) {
      try Self.draw(request, program.program, &machine, &tree)
      guard machine.metOpenPattern else { return }
    } catch {
      guard machine.metOpenPattern else { throw error }
    }
    // Patterns do not show all that happened.
    machine.reset()
    machine.usesForms = false
    machine.usesPatterns = false
    try Self.draw(request, program.program, &machine, &tree)
  }

  /// Whether the export of a request is a function.
  func isFunction(_ request: borrowing RenderRequest) throws(TemplateError) -> Bool {
    do throws(TemplateError) {
      let isFunction = try Self.isFunction(request, program.program, &machine)
      finish()
      return isFunction
    } catch {
      finish()
      throw error
    }
  }

  private func finish(after error: TemplateError) -> TemplateError {
    var error = error
    if error.code == .refused { error.console = consoleLines }
    finish()
    return error
  }

  /// Bytes of the blocks that grow with what is rendered.
  var heldBytes: Int { machine.heap.capacity + machine.stack.capacity + tree.capacity }

  private func finish() {
    machine.reset()
    if tree.byteCount > 1 << 20 {
      tree.reset()
      tree.shrink(to: 64 << 10)
    }
  }

  /// Writes the tree and returns the warnings about it.
  private func write(
    _ request: borrowing RenderRequest, to output: inout ByteBuffer
  ) throws(TemplateError) -> [String] {
    pushSize = nil
    switch (request.encoding, request.mode) {
    case (.json, .reference): return try writeReference(request, to: &output)
    case (.json, .compact): return try writeCompact(request, to: &output)
    case (.push, .reference):
      pushed.removeAll()
      let warnings = try writeReference(request, to: &pushed)
      let size: PushSize
      do throws(PushError) { size = try push.encode(pushed, into: &output) } catch {
        throw refusal(error)
      }
      return warnings + note(size)
    case (.push, .compact):
      compactWriter.limits.byteCount = request.limits.output
      let size: PushSize
      do throws(PushError) {
        size = try push.encode(tree, with: &compactWriter, into: &output)
      } catch {
        throw refusal(error)
      }
      return messages(.warning) + note(size)
    }
  }

  private func note(_ size: PushSize) -> [String] {
    pushSize = size
    return push.warning(of: size).map { [$0] } ?? []
  }

  private func writeReference(
    _ request: borrowing RenderRequest, to output: inout ByteBuffer
  ) throws(TemplateError) -> [String] {
    let start = output.count
    writer.limit = request.limits.output
    do throws(PayloadError) {
      try writer.write(tree, to: &output)
    } catch {
      var failure = TemplateError(
        .limit, name: "LimitError",
        message: "output limit of \(request.limits.output) bytes reached")
      failure.isTooLong = true
      throw failure
    }
    let warnings = limitWarnings.warnings(
      of: tree, payload: output, from: start, levels: machine.render.levels)
    guard request.isStrict, !limitWarnings.errors.isEmpty else { return warnings }
    throw TemplateError(
      findings: limitWarnings.errors,
      warnings: warnings.filter { !limitWarnings.errors.contains($0) })
  }

  private func writeCompact(
    _ request: borrowing RenderRequest, to output: inout ByteBuffer
  ) throws(TemplateError) -> [String] {
    compactWriter.limits.byteCount = request.limits.output
    do throws(PayloadError) {
      try compactWriter.write(tree, to: &output)
    } catch {
      throw refusal(PushError(.refused))
    }
    return messages(.warning)
  }

  private func refusal(_ error: PushError) -> TemplateError {
    guard error.code == .refused else {
      return TemplateError(findings: [error.message], warnings: messages(.warning))
    }
    var failure = TemplateError(findings: messages(.error), warnings: messages(.warning))
    failure.isTooLong = compactWriter.findings.contains { $0.code == .bodyOverLimit }
    return failure
  }

  private func messages(_ severity: Finding.Severity) -> [String] {
    var messages: [String] = []
    for finding in compactWriter.findings where finding.severity == severity {
      messages.append(finding.message(in: tree, limits: compactWriter.limits))
    }
    return messages
  }

  private func summary(
    _ request: borrowing RenderRequest, _ output: borrowing ByteBuffer, from start: Int,
    _ warnings: [String]
  ) -> RenderSummary {
    var summary = RenderSummary()
    summary.byteCount = output.count - start
    summary.steps = request.limits.steps - machine.fuel
    summary.push = pushSize
    summary.warnings = warnings
    if request.countsNodes { summary.nodes = limitWarnings.nodeCount(of: tree) }
    summary.console = consoleLines
    return summary
  }

  private var consoleLines: [String] {
    machine.console.lines.isEmpty ? [] : machine.console.report
  }

  private static func draw(
    _ request: borrowing RenderRequest, _ program: borrowing Program, _ machine: inout Machine,
    _ tree: inout Tree
  ) throws(TemplateError) {
    begin(request, program, &machine)
    let props = try input(request.props, "props", request, &machine)
    let environment = try input(request.environment, "env", request, &machine)
    do throws(Abrupt) {
      try machine.heap.takeBudget()
      for id in program.pending { try machine.evaluate(id) }
      try draw(request, program, &machine, &tree, props, environment)
      if machine.heap.isExhausted { throw .limit(.memory) }
    } catch {
      throw TemplateError(machine.heap.isExhausted ? .limit(.memory) : error, &machine)
    }
  }

  private static func isFunction(
    _ request: borrowing RenderRequest, _ program: borrowing Program, _ machine: inout Machine
  ) throws(TemplateError) -> Bool {
    begin(request, program, &machine)
    do throws(Abrupt) {
      try machine.heap.takeBudget()
      for id in program.pending { try machine.evaluate(id) }
      return machine.isCallable(try export(request, program, &machine))
    } catch {
      throw TemplateError(error, &machine)
    }
  }

  private static func begin(
    _ request: borrowing RenderRequest, _ program: borrowing Program, _ machine: inout Machine
  ) {
    machine.inputs.now = request.now
    if machine.inputs.timeZone != request.timeZone { machine.inputs.timeZone = request.timeZone }
    if machine.inputs.locale != request.locale { machine.inputs.locale = request.locale }
    machine.inputs.seed = request.seed
    machine.random = RandomSource(seed: request.seed)
    machine.limits = Limits(request.limits)
    machine.limits.output = drawnLimit(request)
    machine.heap.limit = machine.heap.imageEnd + request.limits.memory
    // What a machine has reserved already would be free of the limit.
    machine.heap.trim(to: machine.heap.limit)
    machine.fuel = request.limits.steps - program.moduleSteps
    machine.setHostStack()
  }

  /// The value of a JSON text that must hold an object.
  private static func input(
    _ bytes: [UInt8], _ label: String, _ request: borrowing RenderRequest,
    _ machine: inout Machine
  ) throws(TemplateError) -> Value {
    guard bytes.count <= request.limits.props else {
      throw TemplateError(
        .limit, name: "LimitError",
        message: "props limit of \(request.limits.props) bytes reached")
    }
    let value: Value
    do throws(JSONImportError) {
      value = bytes.isEmpty ? .undefined : try machine.importJSON(bytes.span)
    } catch {
      throw TemplateError(error, label, bytes, &machine)
    }
    if value.isObject, machine.kind(value.ref) != .array { return value }
    guard bytes.isEmpty else { throw TemplateError(noObject: label, bytes) }
    do throws(Abrupt) { return .object(try machine.makePlainObject()) } catch {
      throw TemplateError(error, &machine)
    }
  }

  // MARK: Forms

  private static func draw(
    _ request: borrowing RenderRequest, _ program: borrowing Program, _ machine: inout Machine,
    _ tree: inout Tree, _ props: Value, _ environment: Value
  ) throws(Abrupt) {
    if let snippet = program.snippet {
      let function = try machine.evaluate(snippet)
      return try machine.renderSnippet(
        try machine.call(function, this: .undefined), into: &tree)
    }
    let export = try export(request, program, &machine)
    switch request.form {
    case .live:
      let value =
        machine.isCallable(export)
        ? try machine.call(export, this: .undefined, props, environment) : export
      try machine.renderLive(value, into: &tree)
    case .entry:
      let family = request.families.first.map { machine.atoms.intern($0) }
      try machine.renderEntry(
        export, props: props, env: environment, family: family, into: &tree)
    case .variantsFunction:
      let value = try machine.call(export, this: .undefined, props, environment)
      try machine.renderWidget(variants: value, into: &tree)
    case .function: try drawFunction(export, request, &machine, &tree, props, environment)
    case .variants: try machine.renderWidget(variants: export, into: &tree)
    case .automatic:
      if machine.isCallable(export) {
        try drawFunction(export, request, &machine, &tree, props, environment)
      } else {
        try machine.renderWidget(variants: export, into: &tree)
      }
    }
  }

  private static func drawFunction(
    _ function: Value, _ request: borrowing RenderRequest, _ machine: inout Machine,
    _ tree: inout Tree, _ props: Value, _ environment: Value
  ) throws(Abrupt) {
    if machine.familyNames != request.families {
      machine.familyNames = request.families
      machine.familyAtoms = request.families.map { machine.atoms.intern($0) }
    }
    try machine.renderFunction(
      function, props: props, env: environment, families: machine.familyAtoms, into: &tree)
  }

  private static func export(
    _ request: borrowing RenderRequest, _ program: borrowing Program, _ machine: inout Machine
  ) throws(Abrupt) -> Value {
    var value = Value.undefined
    switch program.exports[request.export ?? "default"] {
    case .variable(let index): value = machine.heap.value(machine.moduleBase + index * 8)
    case .value(let constant): value = constant
    case nil: break
    }
    guard value.isObject else {
      throw machine.plainError(
        "Widget file must export a WidgetVariants object or have a default export of "
          + "WidgetVariants")
    }
    return value
  }
}

extension Limits {
  /// The bounds of a request.
  init(_ limits: RenderLimits) {
    steps = limits.steps
    memory = limits.memory
    output = limits.output
    input = limits.props
    callDepth = limits.callDepth
    elementDepth = limits.elementDepth
    stringLength = limits.stringLength
    hostStack = limits.hostStack
  }
}
