// Lists and tables of plain values are read in one loop: by way of `Array.init(from:)` each element
// would pass through three existentials.

extension PropsSource {
  /// The value, if it is a list or table of plain values; else nil.
  func plain<T>(_ type: T.Type, _ node: JSONNode) throws(PropsError) -> T? {
    switch document.word(node.index).tag {
    case TapeTag.array:
      if type == [Double].self { return try list(node, double) as? T }
      if type == [String].self { return try list(node, string) as? T }
      if type == [Int].self { return try list(node, integer as Read<Int>) as? T }
      if type == [Bool].self { return try list(node, bool) as? T }
    case TapeTag.object:
      if type == [String: Double].self { return try table(node, double) as? T }
      if type == [String: String].self { return try table(node, string) as? T }
      if type == [String: Int].self { return try table(node, integer as Read<Int>) as? T }
      if type == [String: Bool].self { return try table(node, bool) as? T }
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
