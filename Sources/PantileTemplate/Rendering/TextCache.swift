internal import PantileCore
internal import PantileJSON

/// Texts of the program that the tree holds already, so that a label in a loop is copied once.
///
/// A slot is found by the string's offset alone; a later string takes the slot of an earlier one.
///
///     slot, 16 bytes    +0 string (32 bits), generation (32 bits)    +8 the text in the tree
struct TextCache: ~Copyable {
  private static let size = 256
  private var slots: Arena
  private var generation: UInt64 = 1

  init() {
    slots = Arena(capacity: 8 + Self.size * 16)
    slots.fill64(8, count: Self.size * 2, 0)
  }

  /// Forgets everything: the tree was emptied.
  mutating func removeAll() {
    generation += 1
    if generation > 0xFFFF_FFFF {
      slots.fill64(8, count: Self.size * 2, 0)
      generation = 1
    }
  }

  /// The place of a string's text in the tree.
  @inline(__always)
  func find(_ string: Ref) -> TextRange? {
    let place = place(of: string)
    guard slots.load64(place) == UInt64(string) | generation << 32 else { return nil }
    return TextRange(bitPattern: slots.load64(place &+ 8))
  }

  /// Notes where a string's text is.
  mutating func insert(_ string: Ref, _ text: TextRange) {
    let place = place(of: string)
    slots.store64(place, UInt64(string) | generation << 32)
    slots.store64(place &+ 8, text.bitPattern)
  }

  @inline(__always)
  private func place(of string: Ref) -> Int {
    8 &+ Int((string >> 3) & UInt32(Self.size &- 1)) &* 16
  }
}
