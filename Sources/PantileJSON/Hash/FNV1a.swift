/// The 32-bit FNV-1a hash, which makes instance keys.
///
///     FNV1a.hash("foobar")  // bf9cf968
public struct FNV1a: Sendable {
  /// The hash of the bytes so far.
  public private(set) var value: UInt32 = 0x811c_9dc5

  /// Creates the hash of no bytes.
  public init() {}

  /// Takes one more byte.
  @inline(__always)
  public mutating func combine(_ byte: UInt8) {
    value = (value ^ UInt32(byte)) &* 0x0100_0193
  }

  /// Takes more bytes.
  public mutating func combine(_ bytes: RawSpan) {
    var state = self
    bytes.withInput { input in
      for index in 0..<bytes.byteCount { state.combine(input[index]) }
    }
    self = state
  }

  /// The hash of a text's UTF-8.
  public static func hash(_ text: String) -> UInt32 {
    var state = FNV1a()
    for byte in text.utf8 { state.combine(byte) }
    return state.value
  }
}
