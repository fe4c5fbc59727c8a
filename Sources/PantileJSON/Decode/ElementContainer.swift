/// The elements of an array, one after the other.
///
/// It has the size of three words, so that an existential holds it without an allocation.
struct ElementContainer {
  let source: PropsSource
  private let arrayIndex: UInt32
  private var nextIndex: UInt32
  private var readCount: UInt32 = 0

  init(_ source: PropsSource, _ node: JSONNode, in parent: JSONNode) throws(PropsError) {
    guard source.document.word(node.index).tag == TapeTag.array else {
      throw source.mismatch("an array", node, parent)
    }
    self.source = source
    arrayIndex = UInt32(truncatingIfNeeded: node.index)
    nextIndex = UInt32(truncatingIfNeeded: node.index + 2)
  }

  private var array: JSONNode { JSONNode(index: Int(arrayIndex)) }

  /// The element that is due.
  private func element(_ wanted: String) throws(PropsError) -> JSONNode {
    guard !isAtEnd else { throw source.missing(currentIndex, wanted, of: array) }
    return JSONNode(index: Int(nextIndex))
  }

  /// Goes behind an element that was read without an error.
  private mutating func advance() {
    let next = source.document.next(after: JSONNode(index: Int(nextIndex)))
    nextIndex = UInt32(truncatingIfNeeded: next.index)
    readCount += 1
  }
}

// MARK: - Elements and nested containers

extension ElementContainer: UnkeyedDecodingContainer {
  var codingPath: [any CodingKey] { source.path(to: array, in: source.surrounding(array)).steps }

  var count: Int? { source.document.word(Int(arrayIndex) + 1).low }

  var currentIndex: Int { Int(readCount) }

  var isAtEnd: Bool { Int(nextIndex) >= source.document.word(Int(arrayIndex)).low }

  mutating func decodeNil() throws -> Bool {
    guard source.isNull(try element("a value")) else { return false }
    advance()
    return true
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> {
    let container = try MemberContainer<NestedKey>(source, try element("an object"), in: array)
    advance()
    return KeyedDecodingContainer(container)
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    let container = try ElementContainer(source, try element("an array"), in: array)
    advance()
    return container
  }

  mutating func superDecoder() throws -> any Decoder {
    let decoder = ValueDecoder(source: source, node: try element("a value"), parent: array)
    advance()
    return decoder
  }
}

// MARK: - Values

extension ElementContainer {
  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
    let value = try source.decode(type, try element("a value"), in: array)
    advance()
    return value
  }

  mutating func decode(_ type: Bool.Type) throws -> Bool {
    let value = try source.bool(try element("a boolean"), in: array)
    advance()
    return value
  }

  mutating func decode(_ type: String.Type) throws -> String {
    let value = try source.string(try element("a string"), in: array)
    advance()
    return value
  }

  mutating func decode(_ type: Double.Type) throws -> Double {
    let value = try source.double(try element("a number"), in: array)
    advance()
    return value
  }

  mutating func decode(_ type: Float.Type) throws -> Float {
    let value = try source.float(try element("a number"), in: array)
    advance()
    return value
  }

  mutating func decode(_ type: Int.Type) throws -> Int {
    let value: Int = try source.integer(try element("a whole number"), in: array)
    advance()
    return value
  }

  mutating func decode(_ type: Int8.Type) throws -> Int8 {
    let value: Int8 = try source.integer(try element("a whole number"), in: array)
    advance()
    return value
  }

  mutating func decode(_ type: Int16.Type) throws -> Int16 {
    let value: Int16 = try source.integer(try element("a whole number"), in: array)
    advance()
    return value
  }

  mutating func decode(_ type: Int32.Type) throws -> Int32 {
    let value: Int32 = try source.integer(try element("a whole number"), in: array)
    advance()
    return value
  }

  mutating func decode(_ type: Int64.Type) throws -> Int64 {
    let value: Int64 = try source.integer(try element("a whole number"), in: array)
    advance()
    return value
  }

  mutating func decode(_ type: Int128.Type) throws -> Int128 {
    let value: Int128 = try source.integer(try element("a whole number"), in: array)
    advance()
    return value
  }

  mutating func decode(_ type: UInt.Type) throws -> UInt {
    let value: UInt = try source.integer(try element("a whole number"), in: array)
    advance()
    return value
  }

  mutating func decode(_ type: UInt8.Type) throws -> UInt8 {
    let value: UInt8 = try source.integer(try element("a whole number"), in: array)
    advance()
    return value
  }

  mutating func decode(_ type: UInt16.Type) throws -> UInt16 {
    let value: UInt16 = try source.integer(try element("a whole number"), in: array)
    advance()
    return value
  }

  mutating func decode(_ type: UInt32.Type) throws -> UInt32 {
    let value: UInt32 = try source.integer(try element("a whole number"), in: array)
    advance()
    return value
  }

  mutating func decode(_ type: UInt64.Type) throws -> UInt64 {
    let value: UInt64 = try source.integer(try element("a whole number"), in: array)
    advance()
    return value
  }

  mutating func decode(_ type: UInt128.Type) throws -> UInt128 {
    let value: UInt128 = try source.integer(try element("a whole number"), in: array)
    advance()
    return value
  }
}
