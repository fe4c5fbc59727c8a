@testable import PantileJSON

/// Lends bytes as a raw span.
func withRaw<Result>(_ bytes: some Sequence<UInt8>, _ body: (RawSpan) throws -> Result) rethrows
  -> Result
{
  var buffer = ByteBuffer()
  for byte in bytes { buffer.append(byte) }
  return try buffer.withBytes { try body($0) }
}

/// A generator with a fixed course (SplitMix64).
struct SplitMix: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ z >> 30) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ z >> 27) &* 0x94d0_49bb_1331_11eb
    return z ^ z >> 31
  }
}

extension RawSpan {
  /// A byte of the span.
  func byte(_ index: Int) -> UInt8 { withInput { $0[index] } }
}
