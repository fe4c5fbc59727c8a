internal import CCrypto
internal import PantileJSON

/// The SHA-256 of a token: what a server keeps of it.
public struct TokenDigest: Hashable, Sendable {
  /// The digest as four big-endian words.
  private var words: (UInt64, UInt64, UInt64, UInt64)

  /// The digest of a token's bytes.
  public init(of token: RawSpan) {
    var digest = InlineArray<32, UInt8>(repeating: 0)
    unsafe token.withUnsafeBytes { bytes in
      var target = digest.mutableSpan
      unsafe target.withUnsafeMutableBufferPointer { target in
        // Safe: `count` bytes are readable, and 32 bytes are writable.
        unsafe CCrypto_sha256(bytes.baseAddress, bytes.count, target.baseAddress)
      }
    }
    words = (0, 0, 0, 0)
    for index in 0..<8 {
      words.0 = words.0 << 8 | UInt64(digest[index])
      words.1 = words.1 << 8 | UInt64(digest[index + 8])
      words.2 = words.2 << 8 | UInt64(digest[index + 16])
      words.3 = words.3 << 8 | UInt64(digest[index + 24])
    }
  }

  /// The digest of a token.
  public init(of token: String) {
    var bytes = ByteBuffer(capacity: token.utf8.count)
    bytes.append(utf8: token)
    self = bytes.withBytes { TokenDigest(of: $0) }
  }

  /// A digest that is written as 64 hexadecimal digits; nil for anything else.
  public init?(hexadecimal text: some StringProtocol) {
    let digits = Array(text.utf8)
    guard digits.count == 64 else { return nil }
    var values: [UInt64] = [0, 0, 0, 0]
    for (index, digit) in digits.enumerated() {
      let value: UInt8
      switch digit {
      case 0x30...0x39: value = digit - 0x30
      case 0x61...0x66: value = digit - 0x57
      case 0x41...0x46: value = digit - 0x37
      default: return nil
      }
      values[index / 16] = values[index / 16] << 4 | UInt64(value)
    }
    words = (values[0], values[1], values[2], values[3])
  }

  /// Whether the digest is one of `digests`, in a time that depends on their number alone.
  public func isOne(of digests: [TokenDigest]) -> Bool {
    var found: UInt64 = 0
    for other in digests { found |= isZero(difference(other)) }
    return found == 1
  }

  /// Zero for an equal digest.
  private func difference(_ other: TokenDigest) -> UInt64 {
    (words.0 ^ other.words.0) | (words.1 ^ other.words.1) | (words.2 ^ other.words.2)
      | (words.3 ^ other.words.3)
  }

  /// 1 for zero, 0 for anything else, without a branch.
  private func isZero(_ value: UInt64) -> UInt64 { ((value | (0 &- value)) >> 63) ^ 1 }

  public static func == (left: TokenDigest, right: TokenDigest) -> Bool {
    left.difference(right) == 0
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(words.0)
    hasher.combine(words.1)
  }
}

extension ByteBuffer {
  /// Appends the 32 bytes of a digest.
  mutating func append(_ digest: TokenDigest) {
    digest.forEachWord { word in
      for shift in stride(from: 56, through: 0, by: -8) {
        append(UInt8(truncatingIfNeeded: word >> UInt64(shift)))
      }
    }
  }
}

extension TokenDigest {
  /// The four words of the digest, the first one first.
  func forEachWord(_ body: (UInt64) -> Void) {
    body(words.0)
    body(words.1)
    body(words.2)
    body(words.3)
  }

  /// 64 bits of the digest, for tables.
  var prefix: UInt64 { words.0 }
}
