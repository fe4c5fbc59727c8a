/// The private names of the classes around the parser.
struct PrivateNames {
  struct Declaration {
    enum Kind { case getter, setter, other }
    var name: Name
    var kind: Kind
    var isStatic: Bool
  }

  private struct Key: Hashable {
    var depth: Int
    var name: Name
  }

  private var declared: [Key: Declaration] = [:]
  private var order: [Key] = []
  private var used: [(name: Name, position: UInt32)] = []
  private var starts: [(order: Int, used: Int)] = []

  /// Whether no class is open.
  var isOutside: Bool { starts.isEmpty }

  /// Opens a class.
  mutating func push() { starts.append((order.count, used.count)) }

  mutating func use(_ name: Name, at position: UInt32) { used.append((name, position)) }

  /// Declares a name in the innermost class; false when it has one of that name.
  mutating func declare(_ declaration: Declaration) -> Bool {
    let key = Key(depth: starts.count, name: declaration.name)
    guard let other = declared[key] else {
      declared[key] = declaration
      order.append(key)
      return true
    }
    let isPair =
      (other.kind == .getter && declaration.kind == .setter)
      || (other.kind == .setter && declaration.kind == .getter)
    guard isPair, other.isStatic == declaration.isStatic else { return false }
    declared[key]?.kind = .other
    return true
  }

  /// Closes the innermost class; names that it does not declare are left to the class around.
  mutating func pop() {
    let depth = starts.count
    guard let start = starts.popLast() else { return }
    let open = used[start.used...].filter { declared[Key(depth: depth, name: $0.name)] == nil }
    used.removeLast(used.count - start.used)
    used.append(contentsOf: open)
    forget(from: start.order)
  }

  /// The first use of a name that no class declares, when all classes are closed.
  var undeclared: (name: Name, position: UInt32)? { used.first }

  struct Mark {
    fileprivate var order: Int
    fileprivate var used: Int
    fileprivate var starts: Int
  }

  var mark: Mark { Mark(order: order.count, used: used.count, starts: starts.count) }

  /// Forgets what has happened since `mark`, from within the same class.
  mutating func rewind(to mark: Mark) {
    forget(from: mark.order)
    used.removeLast(used.count - mark.used)
    starts.removeLast(starts.count - mark.starts)
  }

  private mutating func forget(from first: Int) {
    for key in order[first...] { declared[key] = nil }
    order.removeLast(order.count - first)
  }
}
