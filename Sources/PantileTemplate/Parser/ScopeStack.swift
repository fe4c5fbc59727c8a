/// The names that the scopes around the parser declare, for early errors and for telling whether
/// an import is used as a value.
///
/// `bindings` is a stack; `heads` finds the innermost binding of a name in one step.
struct ScopeStack {
  enum ScopeKind { case module, function, block, catchBlock }

  enum BindingKind {
    case variable, lexical, function, parameter, catchParameter, imported, enumeration
  }

  struct Binding {
    var name: Name
    var kind: BindingKind
    var position: UInt32
    /// The next binding outwards of the same name, or -1.
    var previous: Int32
  }

  /// A use of a name that matters when the name turns out to be global or imported.
  struct Reference {
    enum Use { case value, functionConstructor, require, moduleExports }
    var name: Name
    var position: UInt32
    var use: Use
  }

  private struct Scope {
    var kind: ScopeKind
    var firstBinding: Int
    var firstReference: Int
  }

  private var scopes: ContiguousArray<Scope> = []
  private(set) var bindings: ContiguousArray<Binding> = []
  private var heads: ContiguousArray<Int32> = []
  private(set) var references: ContiguousArray<Reference> = []

  var depth: Int { scopes.count }
  var referenceCount: Int { references.count }

  /// Opens a scope.
  ///
  /// - Parameter firstReference: Where its references begin, when some have been seen before.
  mutating func push(_ kind: ScopeKind, firstReference: Int? = nil) {
    scopes.append(
      Scope(
        kind: kind, firstBinding: bindings.count,
        firstReference: firstReference ?? references.count))
  }

  /// Records a use of a name.
  mutating func refer(to name: Name, at position: UInt32, _ use: Reference.Use) {
    references.append(Reference(name: name, position: position, use: use))
  }

  /// The binding that a name has in the innermost scope.
  mutating func innermost(_ name: Name) -> Binding? {
    let head = head(name)
    guard head >= 0, let scope = scopes.last, Int(head) >= scope.firstBinding else { return nil }
    return bindings[Int(head)]
  }

  /// Declares a name in the innermost scope.
  ///
  /// - Returns: Whether that is allowed.
  mutating func declare(_ name: Name, _ kind: BindingKind, at position: UInt32) -> Bool {
    guard let scope = scopes.last else { return true }
    if let existing = innermost(name) {
      if !ScopeStack.allows(existing.kind, kind, in: scope.kind) { return false }
      if existing.kind == kind || kind == .variable { return true }
    }
    append(name, kind, position)
    return true
  }

  /// Closes the innermost scope. Its `var`s move outwards, unless it was a function's, and so do
  /// the references that it does not resolve.
  ///
  /// - Returns: The `var` that is declared outside as something else, if there is one.
  mutating func pop() -> Binding? {
    guard let scope = scopes.popLast() else { return nil }
    resolve(from: scope.firstReference, bindingsFrom: scope.firstBinding)
    var conflict: Binding?
    let count = bindings.count
    for index in (scope.firstBinding..<count).reversed() {
      heads[Int(bindings[index].name.id)] = bindings[index].previous
    }
    if scope.kind == .function || scope.kind == .module {
      bindings.removeLast(count - scope.firstBinding)
      return nil
    }
    let vars = bindings[scope.firstBinding...].filter { $0.kind == .variable }
    bindings.removeLast(count - scope.firstBinding)
    for variable in vars
    where !declare(variable.name, .variable, at: variable.position) && conflict == nil {
      conflict = variable
    }
    return conflict
  }

  /// Whether a use of a name may be one of an import or a global.
  mutating func isOpen(_ name: Name) -> Bool {
    let head = head(name)
    return head < 0 || bindings[Int(head)].kind == .imported
  }

  /// The binding of a name in any scope.
  func binding(_ name: Name) -> Binding? {
    let head = head(name)
    return head >= 0 ? bindings[Int(head)] : nil
  }

  // MARK: - Trying

  struct Mark {
    fileprivate var scopes: Int
    fileprivate var bindings: Int
    fileprivate var references: Int
  }

  var mark: Mark {
    Mark(scopes: scopes.count, bindings: bindings.count, references: references.count)
  }

  /// Forgets what has happened since `mark`, from within the same scope.
  mutating func rewind(to mark: Mark) {
    while bindings.count > mark.bindings, let last = bindings.popLast() {
      heads[Int(last.name.id)] = last.previous
    }
    scopes.removeLast(scopes.count - mark.scopes)
    references.removeLast(references.count - mark.references)
  }

  // MARK: - Private

  @inline(__always)
  private func head(_ name: Name) -> Int32 {
    Int(name.id) < heads.count ? heads[Int(name.id)] : -1
  }

  private mutating func append(_ name: Name, _ kind: BindingKind, _ position: UInt32) {
    let id = Int(name.id)
    if id >= heads.count {
      heads.append(contentsOf: repeatElement(-1, count: max(id + 1 - heads.count, 256)))
    }
    bindings.append(
      Binding(name: name, kind: kind, position: position, previous: heads[id]))
    heads[id] = Int32(bindings.count - 1)
  }

  private static func allows(_ old: BindingKind, _ new: BindingKind, in scope: ScopeKind) -> Bool {
    switch (old, new) {
    case (.variable, .variable), (.enumeration, .enumeration), (.parameter, .variable): true
    case (.catchParameter, .variable): true
    case (.function, .function), (.function, .variable), (.variable, .function),
      (.parameter, .function):
      scope == .function
    default: false
    }
  }

  private mutating func resolve(from first: Int, bindingsFrom firstBinding: Int) {
    guard references.count > first else { return }
    var kept = first
    for index in first..<references.count {
      let reference = references[index]
      if Int(head(reference.name)) >= firstBinding { continue }
      references[kept] = reference
      kept += 1
    }
    references.removeLast(references.count - kept)
  }
}
