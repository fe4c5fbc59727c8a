// Lists and tables of plain values are read in one loop: by way of `Array.init(from:)` each element
// would pass through three existentials.

extension PropsSource {
  /// Whether ``plain(_:_:)`` may know a type.
  ///
  /// It is asked first, because an optional of an unknown type is slow to make.
  @inline(__always)
  func isPlain<T>(_ type: T.Type, _ node: JSONNode) -> Bool {
    document.word(node.index).tag >= TapeTag.array
      && PlainTypes.shared.contains(ObjectIdentifier(type))
  }

  /// The value, if it is a list or table of plain values; else nil.
  func plain<T>(_ type: T.Type, _ node: JSONNode) throws(PropsError) -> T? {
    let id = ObjectIdentifier(type)
    let types = PlainTypes.shared
    switch document.word(node.index).tag {
    case TapeTag.array:
      if id == types.doubles { return try list(node, double) as? T }
      if id == types.strings { return try list(node, string) as? T }
      if id == types.integers { return try list(node, integer as Read<Int>) as? T }
      if id == types.booleans { return try list(node, bool) as? T }
    case TapeTag.object:
      if id == types.doubleTable { return try table(node, double) as? T }
      if id == types.stringTable { return try table(node, string) as? T }
      if id == types.integerTable { return try table(node, integer as Read<Int>) as? T }
      if id == types.booleanTable { return try table(node, bool) as? T }
    default: break
    }
    return nil
  }

  private typealias Read<Value> = (JSONNode, JSONNode) throws(PropsError) -> Value

  @inline(__always)
  private func list<Element>(
    _ array: JSONNode, _ read: Read<Element>
  ) throws(PropsError) -> [Element] {
    var elements: [Element] = []
    elements.reserveCapacity(document.word(array.index + 1).low)
    let end = document.next(after: array)
    var node = document.first(in: array)
    while node != end {
      elements.append(try read(node, array))
      node = document.next(after: node)
    }
    return elements
  }

  @inline(__always)
  private func table<Value>(
    _ object: JSONNode, _ read: Read<Value>
  ) throws(PropsError) -> [String: Value] {
    var members: [String: Value] = [:]
    members.reserveCapacity(document.word(object.index + 1).low)
    let end = document.next(after: object)
    var key = document.first(in: object)
    while key != end {
      let value = document.value(ofKey: key)
      if document.word(key.index).tag != TapeTag.hole {
        members[document.string(document.text(at: key))] = try read(value, object)
      }
      key = document.next(after: value)
    }
    return members
  }
}

/// The types that are compared with, looked up once: each is a search of the runtime's tables.
private struct PlainTypes {
  let doubles = ObjectIdentifier([Double].self)
  let strings = ObjectIdentifier([String].self)
  let integers = ObjectIdentifier([Int].self)
  let booleans = ObjectIdentifier([Bool].self)
  let doubleTable = ObjectIdentifier([String: Double].self)
  let stringTable = ObjectIdentifier([String: String].self)
  let integerTable = ObjectIdentifier([String: Int].self)
  let booleanTable = ObjectIdentifier([String: Bool].self)

  static let shared = PlainTypes()

  func contains(_ id: ObjectIdentifier) -> Bool {
    id == doubles || id == strings || id == integers || id == booleans || id == doubleTable
      || id == stringTable || id == integerTable || id == booleanTable
  }
}
