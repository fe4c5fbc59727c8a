internal import PantileCore
public import PantileJSON
public import PantileRender
internal import Synchronization

/// A widget source that was compiled once and can be rendered many times.
///
///     let template = try Template(entry: "weather.tsx", loader: loader)
///     var request = RenderRequest()
///     request.props = Array(#"{"temp":21}"#.utf8)
///     var payload = ByteBuffer()
///     try template.render(request, into: &payload)
///
/// Renders may run on several threads at once: each takes a machine of its own, which is kept for
/// later renders.
///
/// - Note: A render whose machine is warm allocates nothing from the heap, errors and warnings
///   excepted.
public final class Template: Sendable {
  private struct Pool: ~Copyable {
    var idle: [Renderer] = []
  }

  /// Machines beyond this number are dropped after use.
  private static let largestPool = 64

  /// Bytes of the stack that compiling leaves for what lies between two checks of its depth.
  private static let stackReserve: UInt = 64 << 10

  private let program: ProgramBox
  private let pool = Mutex(Pool())
  private let files: ContiguousArray<SourceFile>
  private let budget: MemoryBudget?

  /// Warnings of compiling, as `code: sentence`.
  public let warnings: [String]

  /// Compiles a widget.
  ///
  /// - Parameters:
  ///   - path: The entry file, relative to the loader's root.
  ///   - loader: Gives the entry and the files that it imports.
  ///   - limits: Bounds of compiling.
  ///   - budget: The memory that renders of several templates may take together.
  /// - Throws: ``TemplateError`` with the place of what is wrong.
  public convenience init(
    entry path: String, loader: SourceLoader, limits: CompileLimits = CompileLimits(),
    budget: RenderBudget = .process
  ) throws(TemplateError) {
    try self.init(limits, budget) { (builder, files) throws(CompileError) in
      try builder.build(
        entry: path, loader: loader, inputs: Inputs(), runLimits: Limits(), files: &files)
    }
  }

  /// Compiles a snippet: an expression or the body of a function, with every component in scope.
  public convenience init(
    snippet source: [UInt8], path: String, limits: CompileLimits = CompileLimits(),
    budget: RenderBudget = .process
  ) throws(TemplateError) {
    try self.init(limits, budget) { (builder, files) throws(CompileError) in
      try builder.build(snippet: source, path: path, files: &files)
    }
  }

  private init(
    _ limits: CompileLimits, _ budget: RenderBudget,
    _ build: (consuming ProgramBuilder, inout ContiguousArray<SourceFile>) throws(CompileError) ->
      Program
  ) throws(TemplateError) {
    var files: ContiguousArray<SourceFile> = []
    do throws(CompileError) {
      var sourceLimits = SourceLimits()
      sourceLimits.size = limits.source
      sourceLimits.nesting = limits.nesting
      sourceLimits.stackEnd = StackPosition.end() + Self.stackReserve
      let builder = try ProgramBuilder(limits: sourceLimits, memory: 16 << 20)
      let built = try build(builder, &files)
      warnings = built.warnings
      program = ProgramBox(built)
    } catch {
      throw TemplateError(error, files)
    }
    self.files = files
    self.budget = budget.memory
  }

  /// Renders a payload and appends it to `output`.
  ///
  /// - Throws: ``TemplateError``; `output` is unchanged then.
  @discardableResult
  public func render(
    _ request: borrowing RenderRequest, into output: inout ByteBuffer
  ) throws(TemplateError) -> RenderSummary {
    let renderer = takeRenderer()
    defer { giveBack(renderer) }
    return try renderer.render(request, into: &output, isInspected: false) { _ in }
  }

  /// Renders a payload and lends its tree before it is written.
  func render(
    _ request: borrowing RenderRequest, into output: inout ByteBuffer,
    inspecting inspect: (borrowing Tree) -> Void
  ) throws(TemplateError) -> RenderSummary {
    let renderer = takeRenderer()
    defer { giveBack(renderer) }
    return try renderer.render(
      request, into: &output, isInspected: true, inspecting: inspect)
  }

  /// Renders a Live Activity and measures what it takes in a push, and which parts take most.
  ///
  /// - Throws: ``TemplateError``, also when compact mode refuses the Live Activity.
  public func report(
    _ request: borrowing RenderRequest
  ) throws(TemplateError) -> (report: SizeReport, summary: RenderSummary) {
    let renderer = takeRenderer()
    defer { giveBack(renderer) }
    return try renderer.report(request)
  }

  /// Whether the export of a request is a function.
  func isFunction(_ request: borrowing RenderRequest) throws(TemplateError) -> Bool {
    let renderer = takeRenderer()
    defer { giveBack(renderer) }
    return try renderer.isFunction(request)
  }

  /// Whether the template is a snippet.
  var isSnippet: Bool { program.program.snippet != nil }

  private func takeRenderer() -> Renderer {
    pool.withLock { $0.idle.popLast() } ?? Renderer(program, budget)
  }

  private func giveBack(_ renderer: Renderer) {
    pool.withLock { if $0.idle.count < Self.largestPool { $0.idle.append(renderer) } }
  }

  /// Where the memory of the template's machines is.
  public var memory: TemplateMemory {
    var memory = TemplateMemory()
    memory.budgetBytes = budget?.takenBytes ?? 0
    pool.withLock { pool in
      memory.idleMachines = pool.idle.count
      memory.idleBytes = pool.idle.reduce(0) { $0 + $1.heldBytes }
    }
    return memory
  }

  /// Drops machines that are kept for later renders.
  public func trim() { pool.withLock { $0.idle.removeAll() } }
}

/// Where the memory of a template's machines is.
public struct TemplateMemory: Sendable, Equatable {
  /// Machines that are kept for later renders.
  public var idleMachines = 0
  /// Bytes of the blocks of idle machines, used or not.
  public var idleBytes = 0
  /// Bytes that running renders have taken from the budget, those of other templates included.
  public var budgetBytes = 0
}

/// Memory that renders of several templates may take together.
public final class RenderBudget: Sendable {
  /// The budget of all templates that are given no other.
  public static let process = RenderBudget()

  let memory: MemoryBudget

  /// Creates a budget of `bytes` bytes.
  public init(bytes: Int = 16 << 20) { memory = MemoryBudget(limit: bytes) }
}

/// A program that many machines start from.
final class ProgramBox: Sendable {
  let program: Program
  init(_ program: consuming Program) { self.program = program }
}

extension Program: @unchecked Sendable {}
