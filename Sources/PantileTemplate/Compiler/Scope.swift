/// A binding of a name.
final class Variable {
  enum Kind {
    case variable, lexical, constant, function, parameter, classBinding, caught
    /// Bound to another module's variable or to a host value.
    case imported
    /// The name of a function expression inside itself: assignments throw.
    case selfName
    /// `this`, `arguments`, `new.target`, the home object.
    case implicit
  }

  let name: Name
  var kind: Kind
  /// Used by a function inside the one that declares it.
  var isCaptured = false
  /// Read somewhere before its declaration may have run.
  var needsMark = false
  /// Where the declaration ends; reads behind it need no check.
  var declaredAt: UInt32
  var place = Place.none

  enum Place: Equatable {
    case none
    case register(Int)
    /// A slot of the heap scope of the scope that declares it.
    case scoped(Int)
    /// A module variable.
    case module(Int)
    /// A value of a host module.
    case constant(Value)
  }

  init(_ name: Name, _ kind: Kind, declaredAt: UInt32) {
    self.name = name
    self.kind = kind
    self.declaredAt = declaredAt
  }

  /// Whether reads may come before the declaration ran.
  var isLexical: Bool {
    kind == .lexical || kind == .constant || kind == .classBinding || kind == .imported
  }
}

/// What a scope belongs to; with the start of its node it identifies the scope.
enum ScopeKind: UInt8 {
  case module, function, functionName, block, loop, loopBody, switchBody, tryBlock, catchClause
  case finallyBlock, classBody
  /// The function of a field's initialiser, which may begin where a function in it begins.
  case initializer
}

/// Where a scope comes from.
struct ScopeKey: Hashable {
  var start: UInt32
  var kind: ScopeKind

  init(start: UInt32, kind: ScopeKind) {
    self.start = start
    self.kind = kind
  }

  /// The key of a function's scope.
  init(of node: FunctionNode) {
    start = node.range.start
    kind = node.kind == .initializer ? .initializer : .function
  }
}

/// A region of source in which names are bound.
final class Scope {
  let kind: ScopeKind
  let parent: Scope?
  /// The nearest scope of a function or module around it; nil where it is one itself, since a
  /// reference to itself would keep it for ever.
  private let outerFunction: Scope?
  /// Whether it is that of a derived constructor, whose `this` exists only after `super()`.
  var isDerivedConstructor = false
  var variables: [Name: Variable] = [:]
  /// In order of declaration.
  var order: [Variable] = []
  /// Variables that live in a heap scope, in slot order.
  var captured: [Variable] = []
  /// Functions declared here, which are made when the scope is entered.
  var functions: [FunctionNode] = []
  var isArrow = false
  /// Declared as a statement, so that it can be called before code in front of it ran.
  var isHoisted = false
  /// Whether code in the function looks outside of it.
  var usesOuter = false
  /// While compiling: the register of the heap scope, or −1.
  var register = -1

  init(_ kind: ScopeKind, parent: Scope?) {
    self.kind = kind
    self.parent = parent
    outerFunction = kind == .function || kind == .module ? nil : parent?.function
  }

  /// The nearest scope of a function or module, possibly itself.
  var function: Scope { outerFunction ?? self }

  /// Whether a heap scope is made for it.
  var isMaterialised: Bool { !captured.isEmpty && kind != .module }

  /// Declares a name, or returns the binding it has.
  @discardableResult
  func declare(_ name: Name, _ kind: Variable.Kind, at position: UInt32) -> Variable {
    if let known = variables[name] {
      if kind == .function { known.kind = .function }
      return known
    }
    let variable = Variable(name, kind, declaredAt: position)
    variables[name] = variable
    order.append(variable)
    return variable
  }
}
