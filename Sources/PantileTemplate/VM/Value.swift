/// A JavaScript value in 64 bits.
///
/// Numbers are doubles and stand for themselves. Everything else lives in the part of the NaN
/// space that no arithmetic produces, with a tag in the upper 16 bits:
///
///     0x0000…0xFFF8   a double (0xFFF8_0000_0000_0000 is the machine's NaN)
///     0xFFF9          undefined, null, false, true, hole, uninitialised
///     0xFFFA          string, heap offset in the lower 32 bits
///     0xFFFB          symbol, atom in the lower 32 bits
///     0xFFFC          bigint, heap offset
///     0xFFFD          object, heap offset
///     0xFFFE          internal: an accessor pair, heap offset
struct Value: Equatable {
  var bits: UInt64

  @inline(__always) init(bits: UInt64) { self.bits = bits }
  @inline(__always) init(_ number: Double) { bits = number.bitPattern }
  @inline(__always) init(_ integer: Int) { bits = Double(integer).bitPattern }
  @inline(__always) init(_ flag: Bool) { bits = flag ? Value.true.bits : Value.false.bits }

  @inline(__always) private init(tag: UInt64, _ payload: UInt32) {
    bits = tag << 48 | UInt64(payload)
  }

  @inline(__always) static func string(_ ref: Ref) -> Value { Value(tag: 0xFFFA, ref) }
  @inline(__always) static func symbol(_ atom: Atom) -> Value { Value(tag: 0xFFFB, atom.id) }
  @inline(__always) static func bigint(_ ref: Ref) -> Value { Value(tag: 0xFFFC, ref) }
  @inline(__always) static func object(_ ref: Ref) -> Value { Value(tag: 0xFFFD, ref) }
  @inline(__always) static func accessor(_ ref: Ref) -> Value { Value(tag: 0xFFFE, ref) }

  static let undefined = Value(bits: 0xFFF9_0000_0000_0000)
  static let null = Value(bits: 0xFFF9_0000_0000_0001)
  static let `false` = Value(bits: 0xFFF9_0000_0000_0002)
  static let `true` = Value(bits: 0xFFF9_0000_0000_0003)
  /// A missing array element, or a missing property.
  static let hole = Value(bits: 0xFFF9_0000_0000_0004)
  /// A `let`, `const` or class binding before its declaration ran.
  static let uninitialised = Value(bits: 0xFFF9_0000_0000_0005)
  static let nan = Value(Double.nan)

  @inline(__always) var isNumber: Bool { bits < 0xFFF9_0000_0000_0000 }
  @inline(__always) var isString: Bool { bits >> 48 == 0xFFFA }
  @inline(__always) var isSymbol: Bool { bits >> 48 == 0xFFFB }
  @inline(__always) var isBigint: Bool { bits >> 48 == 0xFFFC }
  @inline(__always) var isObject: Bool { bits >> 48 == 0xFFFD }
  @inline(__always) var isAccessor: Bool { bits >> 48 == 0xFFFE }
  @inline(__always) var isUndefined: Bool { bits == Value.undefined.bits }
  @inline(__always) var isNull: Bool { bits == Value.null.bits }
  @inline(__always) var isHole: Bool { bits == Value.hole.bits }
  @inline(__always) var isNullish: Bool { bits | 1 == Value.null.bits }
  @inline(__always) var isBoolean: Bool { bits | 1 == Value.true.bits }

  /// The double; meaningful when ``isNumber``.
  @inline(__always) var number: Double { Double(bitPattern: bits) }
  /// The heap offset; meaningful for strings, bigints, objects and accessors.
  @inline(__always) var ref: Ref { UInt32(truncatingIfNeeded: bits) }
  /// The atom of a symbol.
  @inline(__always) var atom: Atom { Atom(id: UInt32(truncatingIfNeeded: bits)) }

  /// The value as an array index, if it is a number from 0 to 2³²−2 without a fraction.
  @inline(__always) var index: UInt32? {
    guard isNumber else { return nil }
    let double = number
    guard double >= 0, double < 4_294_967_295 else { return nil }
    let whole = UInt32(double)
    return Double(whole) == double ? whole : nil
  }
}

/// An offset into the heap of a ``Machine``; 0 means none.
typealias Ref = UInt32

/// An interned property name or a symbol.
struct Atom: Hashable {
  var id: UInt32
}

/// A property key: an array index or an atom.
struct PropertyKey: Equatable {
  private var raw: UInt64

  @inline(__always) init(_ atom: Atom) { raw = UInt64(atom.id) }
  @inline(__always) init(index: UInt32) { raw = UInt64(index) | 1 << 32 }

  @inline(__always) var isIndex: Bool { raw >> 32 != 0 }
  @inline(__always) var index: UInt32 { UInt32(truncatingIfNeeded: raw) }
  @inline(__always) var atom: Atom { Atom(id: UInt32(truncatingIfNeeded: raw)) }
}

/// Why code stopped before its end.
enum Abrupt: Error, Equatable {
  /// A value was thrown; it is in `Machine.exception`.
  case thrown
  /// A limit was reached; templates cannot catch it.
  case limit(Limit)
}

/// A limit that ends a render.
enum Limit: Equatable {
  case steps, memory, totalMemory, output, props
}
