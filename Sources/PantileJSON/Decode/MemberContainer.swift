/// The members of an object.
///
/// A key is compared by its bytes; no other spelling of it is tried.
struct MemberContainer<Key: CodingKey> {
  let source: PropsSource
  let object: JSONNode

  init(_ source: PropsSource, _ node: JSONNode, in parent: JSONNode) throws(PropsError) {
    guard source.document.word(node.index).tag == TapeTag.object else {
      throw source.mismatch("an object", node, parent)
    }
    self.source = source
    object = node
  }

  /// The value of a key that must be there.
  private func value(_ key: some CodingKey, _ wanted: String) throws(PropsError) -> JSONNode {
    let key = key.stringValue
    guard let value = source.member(key, of: object) else {
      throw source.missing(key, wanted, of: object)
    }
    return value
  }

  /// The value of a key, unless it is missing or null.
  private func present(_ key: Key) -> JSONNode? {
    guard let value = source.member(key.stringValue, of: object), !source.isNull(value) else {
      return nil
    }
    return value
  }
}

// MARK: - Keys and nested containers

extension MemberContainer: KeyedDecodingContainerProtocol {
  var codingPath: [any CodingKey] {
    source.path(to: object, in: source.surrounding(object)).steps
  }

  var allKeys: [Key] { source.keys(of: object).compactMap { Key(stringValue: $0) } }

  func contains(_ key: Key) -> Bool { source.member(key.stringValue, of: object) != nil }

  func decodeNil(forKey key: Key) throws -> Bool { source.isNull(try value(key, "a value")) }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    let value = try value(key, "an object")
    return KeyedDecodingContainer(try MemberContainer<NestedKey>(source, value, in: object))
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try ElementContainer(source, try value(key, "an array"), in: object)
  }

  func superDecoder() throws -> any Decoder {
    ValueDecoder(source: source, node: try value(PropsStep.key("super"), "a value"), parent: object)
  }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    ValueDecoder(source: source, node: try value(key, "a value"), parent: object)
  }
}

// MARK: - Values

extension MemberContainer {
  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    try source.decodeMember(type, try value(key, "a value"), of: object)
  }

  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
    try source.bool(try value(key, "a boolean"), in: object)
  }

  func decode(_ type: String.Type, forKey key: Key) throws -> String {
    try source.string(try value(key, "a string"), in: object)
  }

  func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
    try source.double(try value(key, "a number"), in: object)
  }

  func decode(_ type: Float.Type, forKey key: Key) throws -> Float {
    try source.float(try value(key, "a number"), in: object)
  }

  func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
    try source.integer(try value(key, "a whole number"), in: object)
  }

  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 {
    try source.integer(try value(key, "a whole number"), in: object)
  }

  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 {
    try source.integer(try value(key, "a whole number"), in: object)
  }

  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 {
    try source.integer(try value(key, "a whole number"), in: object)
  }

  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 {
    try source.integer(try value(key, "a whole number"), in: object)
  }

  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 {
    try source.integer(try value(key, "a whole number"), in: object)
  }

  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt {
    try source.integer(try value(key, "a whole number"), in: object)
  }

  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 {
    try source.integer(try value(key, "a whole number"), in: object)
  }

  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 {
    try source.integer(try value(key, "a whole number"), in: object)
  }

  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 {
    try source.integer(try value(key, "a whole number"), in: object)
  }

  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 {
    try source.integer(try value(key, "a whole number"), in: object)
  }

  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 {
    try source.integer(try value(key, "a whole number"), in: object)
  }
}

// MARK: - Values that may be missing or null

extension MemberContainer {
  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    guard let value = present(key) else { return nil }
    return try source.decodeMember(type, value, of: object)
  }

  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
    guard let value = present(key) else { return nil }
    return try source.bool(value, in: object)
  }

  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    guard let value = present(key) else { return nil }
    return try source.string(value, in: object)
  }

  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
    guard let value = present(key) else { return nil }
    return try source.double(value, in: object)
  }

  func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? {
    guard let value = present(key) else { return nil }
    return try source.float(value, in: object)
  }

  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
    guard let value = present(key) else { return nil }
    return try source.integer(value, in: object)
  }

  func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? {
    guard let value = present(key) else { return nil }
    return try source.integer(value, in: object)
  }

  func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? {
    guard let value = present(key) else { return nil }
    return try source.integer(value, in: object)
  }

  func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? {
    guard let value = present(key) else { return nil }
    return try source.integer(value, in: object)
  }

  func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
    guard let value = present(key) else { return nil }
    return try source.integer(value, in: object)
  }

  func decodeIfPresent(_ type: Int128.Type, forKey key: Key) throws -> Int128? {
    guard let value = present(key) else { return nil }
    return try source.integer(value, in: object)
  }

  func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? {
    guard let value = present(key) else { return nil }
    return try source.integer(value, in: object)
  }

  func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? {
    guard let value = present(key) else { return nil }
    return try source.integer(value, in: object)
  }

  func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? {
    guard let value = present(key) else { return nil }
    return try source.integer(value, in: object)
  }

  func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? {
    guard let value = present(key) else { return nil }
    return try source.integer(value, in: object)
  }

  func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? {
    guard let value = present(key) else { return nil }
    return try source.integer(value, in: object)
  }

  func decodeIfPresent(_ type: UInt128.Type, forKey key: Key) throws -> UInt128? {
    guard let value = present(key) else { return nil }
    return try source.integer(value, in: object)
  }
}
