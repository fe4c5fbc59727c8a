internal import PantileJSON

/// Turns the syntax trees of a program into code for a machine.
///
/// The compiler owns the machine that it prepares: constants, shapes and names go straight into
/// the image that every render starts from.
struct Compiler: ~Copyable {
  var machine: Machine
  var names: NameTable
  let implicit: ScopeAnalyzer.ImplicitNames
  /// The file that is being compiled.
  var file = 0
  var scopes: [ScopeKey: Scope] = [:]
  /// The function that is being compiled.
  var builder: FunctionBuilder
  /// The innermost scope.
  var scope: Scope
  /// The next module variable.
  var moduleVariableCount = 0
  /// Jumps to the end of the optional chains that are open.
  var chainJumps: [[FunctionBuilder.Jump]] = []
  private var atomsByName: ContiguousArray<UInt32> = []
  private var constantIndices: [UInt64: Int] = [:]
  private var literalIndices: [UInt32: Int] = [:]
  /// Nodes nested so deep end with an error instead of the host's stack.
  var depth = 0
  /// The address that the host's stack must stay above.
  var stackEnd: UInt = 0
  /// Whether a tree was too deep to find its scopes.
  private var isTooDeep = false

  init(machine: consuming Machine, names: NameTable) {
    self.machine = machine
    self.names = names
    implicit = ScopeAnalyzer.ImplicitNames(
      this: self.names.intern("this"), arguments: self.names.intern("arguments"),
      newTarget: self.names.intern("new.target"), home: self.names.intern("%home"))
    let root = Scope(.module, parent: nil)
    scope = root
    builder = FunctionBuilder(parent: nil, scope: root, node: nil, name: .emptyText)
  }

  // MARK: Entry points

  /// Finds a module's bindings and gives its variables their places.
  mutating func prepare(_ module: Module) {
    guard case .code(let syntax) = module.content else { return }
    var analyzer = ScopeAnalyzer(root: module.root, implicit: implicit, stackEnd: stackEnd)
    for declaration in syntax.imports {
      module.root.declare(declaration.local, .imported, at: .max)
    }
    analyzer.analyse(module: syntax.body)
    isTooDeep = isTooDeep || analyzer.isTooDeep
    module.scopes = analyzer.scopes
    for variable in module.root.order where variable.kind != .imported {
      variable.place = .module(moduleVariableCount)
      machine.code.moduleAtoms.append(atom(variable.name))
      moduleVariableCount += 1
    }
  }

  /// Compiles a module into two functions and returns their ids: one makes the functions that it
  /// declares, one evaluates it.
  mutating func compile(
    _ module: Module
  ) throws(CompileError) -> (instantiate: Int, evaluate: Int)? {
    guard case .code(let syntax) = module.content else { return nil }
    file = module.file
    scopes = module.scopes
    let root = module.root
    let range = SourceRange(start: 0, end: module.length)
    let instantiate = try compileRoot(root, range) { (compiler) throws(CompileError) in
      for variable in root.order where variable.kind == .variable {
        guard case .module(let index) = variable.place else { continue }
        compiler.builder.emit(.loadUndefined, 2)
        compiler.builder.emit(.storeModule, 2, wide: index)
      }
      for function in root.functions { try compiler.declare(function) }
      compiler.builder.emit(.returnUndefined)
    }
    let evaluate = try compileRoot(root, range) { (compiler) throws(CompileError) in
      for statement in syntax.body { try compiler.statement(statement) }
      compiler.builder.emit(.returnUndefined)
    }
    return (instantiate, evaluate)
  }

  /// Compiles a snippet into a function that returns its value.
  mutating func compile(
    snippet node: FunctionNode, root: Scope, file: Int
  ) throws(CompileError) -> Int {
    self.file = file
    var analyzer = ScopeAnalyzer(root: root, implicit: implicit, stackEnd: stackEnd)
    analyzer.analyse(snippet: node)
    isTooDeep = isTooDeep || analyzer.isTooDeep
    scopes = analyzer.scopes
    return try compileRoot(root, node.range) { (compiler) throws(CompileError) in
      let register = compiler.builder.takeRegister()
      try compiler.function(node, into: register, name: nil)
      compiler.builder.emit(.returnValue, register)
    }
  }

  private mutating func compileRoot(
    _ root: Scope, _ range: SourceRange,
    _ body: (inout Compiler) throws(CompileError) -> Void
  ) throws(CompileError) -> Int {
    let id = try reserveFunction()
    builder = FunctionBuilder(parent: nil, scope: root, node: nil, name: .emptyText)
    scope = root
    _ = builder.takeRegisters(3)
    try body(&self)
    builder.finish(into: &machine.code, id: id, file: file, range: range)
    return id
  }

  /// Takes the id of a function that is finished later.
  mutating func reserveFunction() throws(CompileError) -> Int {
    machine.code.functions.append(FunctionCode(name: .emptyText))
    return machine.code.functions.count - 1
  }

  // MARK: Constants

  /// The atom of a name.
  mutating func atom(_ name: Name) -> Atom {
    let index = Int(name.id)
    while atomsByName.count <= index { atomsByName.append(.max) }
    if atomsByName[index] != .max { return Atom(id: atomsByName[index]) }
    let text = ContiguousArray(names.text(name))
    let atom = machine.atoms.intern(text.span)
    atomsByName[index] = atom.id
    return atom
  }

  /// The place of a value among the constants.
  mutating func constant(_ value: Value) -> Int {
    if let known = constantIndices[value.bits] { return known }
    machine.code.constants.append(value)
    constantIndices[value.bits] = machine.code.constants.count - 1
    return machine.code.constants.count - 1
  }

  /// The string of a name in the image.
  mutating func string(_ name: Name) throws(CompileError) -> Value {
    let atom = atom(name)
    let key = UInt64(atom.id) | 1 << 63 | 1 << 62 | 1 << 61
    if let known = constantIndices[key] { return machine.code.constants[known] }
    let value = try checked { (machine) throws(Abrupt) in try machine.string(of: atom) }
    constantIndices[key] = constant(value)
    return value
  }

  /// The place of a literal's shape among the literals; nil for names that need more care.
  mutating func literal(_ atoms: [Atom]) -> Int? {
    guard atoms.count <= ShapeTable.largestCount else { return nil }
    var shape = machine.intrinsics.objectShape
    for atom in atoms { shape = machine.shapes.adding(atom, .plain, to: shape) }
    if let known = literalIndices[shape.id] { return known }
    machine.code.literals.append((shape, UInt32(atoms.count)))
    guard machine.code.literals.count < 65_535 else { return nil }
    literalIndices[shape.id] = machine.code.literals.count - 1
    return machine.code.literals.count - 1
  }

  /// Runs work on the machine; the only way it can fail is a full image.
  mutating func checked<Result>(
    _ body: (inout Machine) throws(Abrupt) -> Result
  ) throws(CompileError) -> Result {
    do throws(Abrupt) { return try body(&machine) } catch {
      throw CompileError(
        name: "LimitError", message: "memory limit of \(machine.limits.memory) bytes reached")
    }
  }

  // MARK: Errors and depth

  /// An error at a place in the current file.
  func failure(_ message: String, at offset: UInt32) -> CompileError {
    CompileError(message: message, file: file, offset: offset)
  }

  /// Compiles something one level deeper.
  mutating func deeper(at offset: UInt32) throws(CompileError) {
    depth += 1
    if isTooDeep || depth > 1_000 || StackPosition.current() < stackEnd {
      throw failure("nesting too deep", at: offset)
    }
    if builder.nextRegister > 60_000 || builder.cacheAtoms.count > 60_000 {
      throw failure("function too large", at: offset)
    }
  }
}
