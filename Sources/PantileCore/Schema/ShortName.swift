internal import PantileJSON

/// A prop or style name that a payload writes in short form, such as `padding` (`pad`).
///
/// The table is shared by props and styles, and no full name equals another name's short form.
/// The newest names (ids from ``writtenCount`` on) are read in both forms and written in full, so
/// that every version of the device runtime understands them.
@frozen
public struct ShortName: RawRepresentable, Hashable, Sendable {
  /// The place in the table; constants such as ``padding`` name them all.
  public let rawValue: UInt8

  /// Takes an id as it is; ids from ``count`` on name nothing.
  @inlinable @inline(__always)
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Whether the writer uses the short form.
  @inlinable public var isShortened: Bool { rawValue < ShortName.writtenCount }

  /// The full name.
  public var full: String {
    let at = Int(rawValue) * 3
    return text(ShortNameTable.fullLengths[Int(rawValue)]) { ShortNameTable.full[at + $0 / 8] }
  }

  /// The short name, also of a name that is written in full.
  public var short: String {
    text(ShortNameTable.shortLengths[Int(rawValue)]) { _ in ShortNameTable.short[Int(rawValue)] }
  }

  private func text(_ length: UInt8, _ word: (Int) -> UInt64) -> String {
    String(
      decoding: (0..<Int(length)).map { UInt8(truncatingIfNeeded: word($0) >> ($0 % 8 * 8)) },
      as: UTF8.self)
  }
}

// MARK: - Look-up

extension ShortName {
  /// Finds a full name given as UTF-16 units; `nil` when the table does not have it.
  ///
  /// - Complexity: O(1).
  /// - Note: No heap allocation.
  public init?(full units: Span<UInt16>) {
    guard units.count <= 24 else { return nil }
    var name = PackedName()
    for index in units.indices {
      let unit = units[index]
      guard unit < 0x80 else { return nil }
      name.append(UInt8(unit))
    }
    self.init(full: name)
  }

  /// Finds a full name given as ASCII bytes; `nil` when the table does not have it.
  public init?(full bytes: Span<UInt8>) {
    guard bytes.count <= 24 else { return nil }
    var name = PackedName()
    for index in bytes.indices { name.append(bytes[index]) }
    self.init(full: name)
  }

  /// Finds a full name; `nil` when the table does not have it.
  public init?(_ full: String) {
    var name = PackedName()
    for byte in full.utf8 {
      guard name.count < 24 else { return nil }
      name.append(byte)
    }
    self.init(full: name)
  }

  /// Finds the name that a prop or style called `bytes` is written under: a full name, or a key
  /// that is written already, so that `value` and `v` are one; `nil` for a name of its own.
  public init?(key bytes: Span<UInt8>) {
    guard bytes.count <= 24 else { return nil }
    var name = PackedName()
    for index in bytes.indices { name.append(bytes[index]) }
    if let found = ShortName(full: name) ?? ShortName(written: name) {
      self = found
    } else {
      return nil
    }
  }

  /// Finds a short name, also one that is only read; `nil` when the table does not have it.
  public init?(short text: String) {
    var name = PackedName()
    for byte in text.utf8 {
      guard name.count < 8 else { return nil }
      name.append(byte)
    }
    self.init(short: name)
  }

  init?(full name: PackedName) {
    let slot = (name.fold &* ShortNameTable.fullMultiplier) >> ShortNameTable.slotShift
    let id = Int(ShortNameTable.fullSlots[Int(slot)])
    guard id < Int(ShortName.count), name.count > 0,
      ShortNameTable.full[id &* 3] == name.low,
      ShortNameTable.full[id &* 3 &+ 1] == name.middle,
      ShortNameTable.full[id &* 3 &+ 2] == name.high
    else { return nil }
    rawValue = UInt8(id)
  }

  init?(short name: PackedName) {
    guard name.count > 0, name.count <= 8 else { return nil }
    let slot = (name.low &* ShortNameTable.shortMultiplier) >> ShortNameTable.slotShift
    let id = Int(ShortNameTable.shortSlots[Int(slot)])
    guard id < Int(ShortName.count), ShortNameTable.short[id] == name.low else { return nil }
    rawValue = UInt8(id)
  }

  /// The name whose *written* key is `name`: a short form, or the full form of a name that is
  /// written in full.
  init?(written name: PackedName) {
    if let short = ShortName(short: name), short.isShortened {
      self = short
    } else if let full = ShortName(full: name), !full.isShortened {
      self = full
    } else {
      return nil
    }
  }
}

/// Up to 24 bytes of a name in three little-endian words, zero padded.
struct PackedName {
  private(set) var low: UInt64 = 0
  private(set) var middle: UInt64 = 0
  private(set) var high: UInt64 = 0
  private(set) var count = 0

  init() {}

  /// Takes a name out of an arena; `nil` when it is longer than 24 bytes.
  init?(_ arena: borrowing Arena, _ offset: Int, _ byteCount: Int) {
    guard byteCount <= 24 else { return nil }
    for index in 0..<byteCount { append(arena.load8(offset &+ index)) }
  }

  /// The three words as one, the way the perfect hash wants them.
  var fold: UInt64 {
    low ^ (middle &* ShortNameTable.foldB) ^ (high &* ShortNameTable.foldC)
  }

  /// Appends a byte; a zero byte makes the name one that no table has.
  mutating func append(_ byte: UInt8) {
    let bits = UInt64(byte == 0 ? 0xFF : byte) << UInt64(count & 7 * 8)
    switch count >> 3 {
    case 0: low |= bits
    case 1: middle |= bits
    default: high |= bits
    }
    count += 1
  }
}
