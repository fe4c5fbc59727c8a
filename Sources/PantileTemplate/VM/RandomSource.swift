/// The numbers of `Math.random`: mulberry32.
struct RandomSource {
  /// Nil until a source without a seed is used: asking the system costs a call.
  private var started: UInt32?

  /// Starts from a seed, or from the system's random source.
  init(seed: UInt32?) { started = seed }

  /// The next number from 0 up to 1.
  mutating func next() -> Double {
    var state = started ?? UInt32.random(in: 0...UInt32.max)
    state &+= 0x6d2b_79f5
    started = state
    var mixed = (state ^ (state >> 15)) &* (1 | state)
    mixed = (mixed &+ ((mixed ^ (mixed >> 7)) &* (61 | mixed))) ^ mixed
    return Double(mixed ^ (mixed >> 14)) / 4_294_967_296
  }
}
