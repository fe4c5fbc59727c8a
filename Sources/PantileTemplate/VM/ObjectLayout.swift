/// What an object is, beside its properties.
enum ObjectKind: UInt8 {
  case plain, array, closure, native, bound, error, date, regex
  case map, set, weakMap, weakSet
  case boxedNumber, boxedString, boxedBoolean, boxedSymbol, boxedBigint
  case arguments, arrayIterator, stringIterator, mapIterator, setIterator, regexIterator
  case moduleNamespace, component, intl
  /// An element that was made from a pattern and that nobody has looked at.
  case pattern
}

/// State bits of an object.
struct ObjectFlags: OptionSet {
  var rawValue: UInt8
  static let nonExtensible = ObjectFlags(rawValue: 1)
  /// The elements are a sorted list of entries with attributes of their own.
  static let sparse = ObjectFlags(rawValue: 2)
  /// Dense elements cannot be written or deleted.
  static let frozenElements = ObjectFlags(rawValue: 4)
  /// Dense elements cannot be deleted.
  static let sealedElements = ObjectFlags(rawValue: 8)
  /// Other objects inherit from it: a change makes cached lookups invalid.
  static let isPrototype = ObjectFlags(rawValue: 16)
  /// The array's length cannot be written.
  static let fixedLength = ObjectFlags(rawValue: 32)
  /// `name`, `length` and `prototype` of a function were made, or removed.
  static let materialised = ObjectFlags(rawValue: 64)
}

/// Offsets inside an object's record.
///
///     +0  shape           UInt32      +16 length            UInt32
///     +4  kind, flags     2 × UInt8   +20 element capacity  UInt32
///     +6  slot capacity   UInt16      +24 internal words of the kind, then the first slots
///     +8  slots           Ref
///     +12 elements        Ref
///
/// `length` is an array's length; for other objects the extent of dense elements. Dense elements
/// are values, holes included. Sparse elements are a block: capacity, count, then 16-byte entries
/// (index, flags, value) in ascending order. A dictionary's slots are a block:
///
///     +0 capacity, used, live, index mask (UInt32 each)
///     +16 entries of 16 bytes: atom (all ones when deleted), flags, value
///     then the index: mask + 1 UInt32, 0 for free, else entry + 1
enum ObjectLayout {
  static let shape = 0
  static let kind = 4
  static let flags = 5
  static let slotCapacity = 6
  static let slots = 8
  static let elements = 12
  static let length = 16
  static let elementCapacity = 20
  static let internals = 24

  // Closures.
  static let functionID = 24
  static let scope = 28
  static let homeObject = 32
  static let closureWords = 2
  // Native functions and Voltra components.
  static let nativeID = 24
  static let nativeData = 32
  static let nativeWords = 2
  // Bound functions: target, this, array of arguments.
  static let boundTarget = 24
  static let boundThis = 32
  static let boundArguments = 40
  static let boundWords = 3
  // Errors: where they were made.
  static let errorFunction = 24
  static let errorPosition = 28
  static let errorWords = 1
  // Dates, boxed primitives: one value.
  static let primitive = 24
  static let primitiveWords = 1
}
