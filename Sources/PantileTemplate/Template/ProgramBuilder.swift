internal import PantileJSON

/// A program ready to render: an image with its files loaded, compiled, linked and, where that can
/// be done ahead, evaluated.
struct Program: ~Copyable {
  enum Export {
    case variable(Int)
    case value(Value)
  }

  var machine: Machine
  /// What the entry exports, by name.
  var exports: [String: Export] = [:]
  /// Functions that evaluate the modules; empty when the image holds the result.
  var pending: [Int] = []
  /// The steps that evaluating the modules took.
  var moduleSteps = 0
  var warnings: [String] = []
  /// For a snippet: the function that gives its value.
  var snippet: Int?
}

/// Builds programs.
struct ProgramBuilder: ~Copyable {
  private var compiler: Compiler
  private let limits: SourceLimits

  init(limits: SourceLimits, memory: Int) throws(CompileError) {
    guard let machine = RealmImage.shared?.copy() else {
      throw CompileError(name: "Error", message: "the built-in objects cannot be made")
    }
    self.limits = limits
    compiler = Compiler(machine: machine, names: NameTable())
    compiler.machine.heap.openImage()
    compiler.machine.heap.limit = memory + (4 << 20)
    compiler.machine.limits.memory = memory + (4 << 20)
    compiler.machine.fuel = .max
    compiler.stackEnd = limits.stackEnd
  }

  /// Builds the program of an entry file.
  ///
  /// - Parameter files: Takes the files that were loaded, also when building fails.
  consuming func build(
    entry path: String, loader: SourceLoader, inputs: Inputs, runLimits: Limits,
    files: inout ContiguousArray<SourceFile>
  ) throws(CompileError) -> Program {
    var graph = ModuleGraph(loader: loader, limits: limits)
    defer { graph.unlink() }
    let entry: Module
    do throws(CompileError) {
      entry = try loadModules(path, &graph)
      files = graph.files
    } catch {
      files = graph.files
      throw error
    }
    compiler.machine.code.files = graph.files
    for module in graph.modules { compiler.prepare(module) }
    for module in graph.modules { try loadData(module) }
    for module in graph.modules { try link(module) }
    var instantiate: [Int] = []
    var evaluate: [Int] = []
    for module in graph.modules {
      guard let functions = try compiler.compile(module) else { continue }
      instantiate.append(functions.instantiate)
      evaluate.append(functions.evaluate)
    }
    let exports = try collectExports(entry)
    let warnings = graph.warnings
    let finished = Self.finish(
      consume compiler, instantiate + evaluate, inputs: inputs, runLimits: runLimits)
    var program = try finished.take()
    program.exports = exports
    program.warnings = warnings
    return program
  }

  private mutating func loadModules(
    _ path: String, _ graph: inout ModuleGraph
  ) throws(CompileError) -> Module {
    let host = compiler.machine.hostModules
    return try graph.load(entry: path, names: &compiler.names) { specifier in
      host.first { $0.specifier == specifier }?.object
    }
  }

  /// Builds the program of a snippet.
  consuming func build(
    snippet source: [UInt8], path: String, files: inout ContiguousArray<SourceFile>
  ) throws(CompileError) -> Program {
    let bytes = ContiguousArray(source)
    files = [SourceFile(path: path, bytes: bytes, kind: .tsx)]
    compiler.machine.code.files = files
    guard bytes.count <= limits.size else {
      throw CompileError(
        name: "LimitError", message: "source limit of \(limits.size) bytes reached")
    }
    let node: FunctionNode
    do throws(SyntaxError) {
      node = try Parser.parseSnippet(bytes, kind: .tsx, names: &compiler.names, limits: limits)
    } catch {
      throw CompileError(name: error.name, message: error.message, file: 0, offset: error.offset)
    }
    let root = Scope(.module, parent: nil)
    let bindings = try compiler.checked { (machine) throws(Abrupt) in
      try machine.snippetScope()
    }
    for binding in bindings {
      let name = compiler.names.intern(binding.name)
      root.declare(name, .imported, at: 0).place = .constant(binding.value)
    }
    let id = try compiler.compile(snippet: node, root: root, file: 0)
    var program = Program(machine: compiler.finishMachine())
    program.machine.sealImage()
    program.snippet = id
    return program
  }

  // MARK: Linking

  private mutating func loadData(_ module: Module) throws(CompileError) {
    guard case .data(let bytes) = module.content else { return }
    do throws(JSONImportError) {
      module.data = try compiler.machine.importJSON(bytes.span)
    } catch {
      if error.limit != nil {
        throw CompileError(
          name: "LimitError",
          message: "memory limit of \(compiler.machine.limits.memory) bytes reached",
          file: module.file, offset: 0)
      }
      throw CompileError(message: error.message, file: module.file, offset: UInt32(error.offset))
    }
  }

  private mutating func link(_ module: Module) throws(CompileError) {
    guard case .code(let syntax) = module.content else { return }
    for declaration in syntax.imports {
      guard let variable = module.root.variables[declaration.local] else { continue }
      let found = try ModuleLinker.target(of: declaration, in: module, &compiler)
      guard let found else { throw missing(declaration, in: module) }
      switch found {
      case .variable(let target):
        variable.place = target.place
        variable.needsMark = target.isLexical
      case .value(let value):
        variable.place = .constant(value)
        variable.needsMark = false
      case .namespace(let target):
        variable.place = .constant(try namespace(of: target))
        variable.needsMark = false
      }
    }
  }

  private func missing(_ declaration: ImportDeclaration, in module: Module) -> CompileError {
    var exported = "default"
    if case .named(let name) = declaration.source { exported = compiler.names.string(name) }
    let specifier = compiler.names.string(declaration.specifier)
    if specifier.hasPrefix("@use-voltra/"), exported.hasPrefix("create"),
      exported.hasSuffix("Handler")
    {
      let message =
        "\(exported) is not available in a template; export the widget and serve it with pantile"
      return CompileError(
        name: "TypeError", message: message, file: module.file, offset: declaration.localStart)
    }
    return CompileError(
      message:
        "The requested module '\(specifier)' does not provide an export named '\(exported)'",
      file: module.file, offset: declaration.localStart)
  }

  /// The object of `import * as name`.
  private mutating func namespace(of module: Module) throws(CompileError) -> Value {
    if let known = module.namespace { return known }
    if let data = module.data { return data }
    let object = try compiler.checked { (machine) throws(Abrupt) in
      try machine.makeObject(machine.shapes.root(proto: 0), kind: .moduleNamespace)
    }
    module.namespace = .object(object)
    let names = ModuleLinker.exportedNames(of: module, &compiler)
      .sorted { compiler.names.text($0).lexicographicallyPrecedes(compiler.names.text($1)) }
    for name in names {
      guard let target = try ModuleLinker.resolve(name, in: module, &compiler) else { continue }
      let key = PropertyKey(compiler.atom(name))
      switch target {
      case .value(let value): try define(object, key, value)
      case .namespace(let inner): try define(object, key, try namespace(of: inner))
      case .variable(let variable):
        guard case .module(let index) = variable.place else { continue }
        try compiler.checked { (machine) throws(Abrupt) in
          let getter = try machine.makeModuleGetter(index)
          try machine.defineAccessor(object, key, getter: getter, setter: nil, .enumerable)
        }
      }
    }
    compiler.machine.setFlags(object, .nonExtensible)
    return .object(object)
  }

  private mutating func define(
    _ object: Ref, _ key: PropertyKey, _ value: Value
  ) throws(CompileError) {
    try compiler.checked { (machine) throws(Abrupt) in
      try machine.define(object, key, value, [.enumerable, .writable])
    }
  }

  private mutating func collectExports(
    _ entry: Module
  ) throws(CompileError) -> [String: Program.Export] {
    var exports: [String: Program.Export] = [:]
    for name in ModuleLinker.exportedNames(of: entry, &compiler) {
      let text = compiler.names.string(name)
      switch try ModuleLinker.resolve(name, in: entry, &compiler) {
      case .variable(let variable):
        if case .module(let index) = variable.place { exports[text] = .variable(index) }
        if case .constant(let value) = variable.place { exports[text] = .value(value) }
      case .value(let value): exports[text] = .value(value)
      case .namespace(let module): exports[text] = .value(try namespace(of: module))
      case nil:
        throw CompileError(
          message: "The requested module does not provide an export named '\(text)'",
          file: entry.file)
      }
    }
    return exports
  }

  // MARK: Evaluation ahead of renders

  /// Evaluates the modules and keeps the result in the image, unless they look at anything that
  /// differs between renders, or fail; then every render evaluates them anew.
  private static func finish(
    _ compiler: consuming Compiler, _ functions: [Int], inputs: Inputs, runLimits: Limits
  ) -> Finished {
    let count = compiler.moduleVariableCount
    let stackEnd = compiler.stackEnd
    var machine = compiler.finishMachine()
    do throws(Abrupt) {
      let scope = try machine.makeScope(parent: 0, count: count)
      machine.moduleBase = Int(scope) + 8
    } catch {
      return Finished(nil)
    }
    machine.sealImage()
    machine.limits = runLimits
    machine.heap.limit = machine.heap.imageEnd + runLimits.memory
    machine.fuel = runLimits.steps
    machine.inputs = inputs
    machine.touchedInputs = false
    machine.setHostStack()
    machine.hostStackEnd = max(machine.hostStackEnd, stackEnd)
    var pending = functions
    var steps = 0
    do throws(Abrupt) {
      for id in functions { try machine.evaluate(id) }
      if !machine.touchedInputs {
        pending = []
        steps = runLimits.steps - machine.fuel
      }
    } catch {}
    if pending.isEmpty {
      machine.sealImage()
    } else {
      machine.reset()
    }
    var program = Program(machine: machine)
    program.pending = pending
    program.moduleSteps = steps
    return Finished(program)
  }

  /// A program or nothing, for a function that cannot throw while it owns a compiler.
  struct Finished: ~Copyable {
    private var program: Program?

    init(_ program: consuming Program?) { self.program = program }

    consuming func take() throws(CompileError) -> Program {
      guard let program else {
        throw CompileError(name: "LimitError", message: "memory limit reached")
      }
      return program
    }
  }
}

extension Compiler {
  /// Ends compiling and hands the machine over.
  consuming func finishMachine() -> Machine { machine }
}
