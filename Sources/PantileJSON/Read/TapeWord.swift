// The tape: one 64-bit word a value, in the order of the text. A word is a Double unless its top
// 16 bits are a tag, which lie among the NaNs that JSON cannot spell.
//
//      63      48 47      32 31                 0
//     ┌──────────┬──────────┬────────────────────┐
//     │ FFF5     │          │ 0 null 1 false 2 true
//     │ FFF6     │ length   │ offset             │  string, ASCII, as it stands in the input
//     │ FFF7     │ length   │ offset             │  string, not ASCII, as it stands in the input
//     │ FFF8     │ length   │ offset             │  string, ASCII, unescaped
//     │ FFF9     │ length   │ offset             │  string, not ASCII, unescaped
//     │ FFFB     │ length   │ offset             │  string with a surrogate without partner
//     │ FFFC     │ tag      │ offset             │  string of 65,536 bytes or more; `tag` FFF6-FFFB
//     │          length                          │
//     │ FFFD     │          │ index behind       │  array
//     │          parent     │ count              │
//     │ FFFE     │          │ index behind       │  object: key, value, key, value …
//     │          parent     │ count              │
//     │ FFFF     │          │ index of the value │  link: a later duplicate's value
//     │ 7FFF     │          │ index behind       │  hole: a duplicate that was moved
//     └──────────┴──────────┴────────────────────┘
//
// Offsets are bytes in the text block, indices are words of the tape. `parent` serves the parser.

/// A word of the tape.
@frozen
@usableFromInline
struct TapeWord {
  @usableFromInline var bits: UInt64

  @inlinable @inline(__always)
  init(bits: UInt64) { self.bits = bits }

  @inlinable @inline(__always)
  init(_ tag: UInt16, low: Int, middle: Int = 0) {
    bits =
      UInt64(tag) &<< 48 | UInt64(truncatingIfNeeded: middle & 0xffff) &<< 32
      | UInt64(UInt32(truncatingIfNeeded: low))
  }

  @inlinable @inline(__always)
  var tag: UInt16 { UInt16(truncatingIfNeeded: bits &>> 48) }

  @inlinable @inline(__always)
  var low: Int { Int(UInt32(truncatingIfNeeded: bits)) }

  @inlinable @inline(__always)
  var middle: Int { Int(UInt16(truncatingIfNeeded: bits &>> 32)) }

  @inlinable @inline(__always)
  var high: Int { Int(bits &>> 32) }
}

/// The tags of ``TapeWord``.
@usableFromInline
enum TapeTag {
  @usableFromInline static let literal: UInt16 = 0xfff5
  @usableFromInline static let ascii: UInt16 = 0xfff6
  @usableFromInline static let text: UInt16 = 0xfff7
  @usableFromInline static let unescapedASCII: UInt16 = 0xfff8
  @usableFromInline static let unescapedText: UInt16 = 0xfff9
  @usableFromInline static let surrogates: UInt16 = 0xfffb
  @usableFromInline static let long: UInt16 = 0xfffc
  @usableFromInline static let array: UInt16 = 0xfffd
  @usableFromInline static let object: UInt16 = 0xfffe
  @usableFromInline static let link: UInt16 = 0xffff
  @usableFromInline static let hole: UInt16 = 0x7fff
}
