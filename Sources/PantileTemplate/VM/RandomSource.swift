/// The numbers of `Math.random`: mulberry32.
struct RandomSource {
  private var state: UInt32

  /// Starts from a seed, or from the system's random source.
  init(seed: UInt32?) { state = seed ?? UInt32.random(in: 0...UInt32.max) }

  /// The next number from 0 up to 1.
  mutating func next() -> Double {
    state &+= 0x6d2b_79f5
    var mixed = (state ^ (state >> 15)) &* (1 | state)
    mixed = (mixed &+ ((mixed ^ (mixed >> 7)) &* (61 | mixed))) ^ mixed
    return Double(mixed ^ (mixed >> 14)) / 4_294_967_296
  }
}
