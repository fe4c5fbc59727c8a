/// A decoder of one value, and the container that takes it whole.
struct ValueDecoder: Decoder {
  let source: PropsSource
  let node: JSONNode
  /// The container around the value; the value itself when it is the outermost.
  let parent: JSONNode

  var codingPath: [any CodingKey] { source.path(to: node, in: parent).steps }

  var userInfo: [CodingUserInfoKey: Any] { source.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(try MemberContainer(source, node, in: parent))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try ElementContainer(source, node, in: parent)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer { self }
}

extension ValueDecoder: SingleValueDecodingContainer {
  func decodeNil() -> Bool { source.isNull(node) }

  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    try source.decode(type, node, in: parent)
  }

  func decode(_ type: Bool.Type) throws -> Bool { try source.bool(node, in: parent) }

  func decode(_ type: String.Type) throws -> String { try source.string(node, in: parent) }

  func decode(_ type: Double.Type) throws -> Double { try source.double(node, in: parent) }

  func decode(_ type: Float.Type) throws -> Float { try source.float(node, in: parent) }

  func decode(_ type: Int.Type) throws -> Int { try source.integer(node, in: parent) }

  func decode(_ type: Int8.Type) throws -> Int8 { try source.integer(node, in: parent) }

  func decode(_ type: Int16.Type) throws -> Int16 { try source.integer(node, in: parent) }

  func decode(_ type: Int32.Type) throws -> Int32 { try source.integer(node, in: parent) }

  func decode(_ type: Int64.Type) throws -> Int64 { try source.integer(node, in: parent) }

  func decode(_ type: Int128.Type) throws -> Int128 { try source.integer(node, in: parent) }

  func decode(_ type: UInt.Type) throws -> UInt { try source.integer(node, in: parent) }

  func decode(_ type: UInt8.Type) throws -> UInt8 { try source.integer(node, in: parent) }

  func decode(_ type: UInt16.Type) throws -> UInt16 { try source.integer(node, in: parent) }

  func decode(_ type: UInt32.Type) throws -> UInt32 { try source.integer(node, in: parent) }

  func decode(_ type: UInt64.Type) throws -> UInt64 { try source.integer(node, in: parent) }

  func decode(_ type: UInt128.Type) throws -> UInt128 { try source.integer(node, in: parent) }
}
