/// The objects that the language itself refers to.
struct Intrinsics {
  var objectPrototype: Ref = 0
  var functionPrototype: Ref = 0
  var arrayPrototype: Ref = 0
  var stringPrototype: Ref = 0
  var numberPrototype: Ref = 0
  var booleanPrototype: Ref = 0
  var symbolPrototype: Ref = 0
  var bigintPrototype: Ref = 0
  var errorPrototype: Ref = 0
  var typeErrorPrototype: Ref = 0
  var rangeErrorPrototype: Ref = 0
  var syntaxErrorPrototype: Ref = 0
  var referenceErrorPrototype: Ref = 0
  var evalErrorPrototype: Ref = 0
  var uriErrorPrototype: Ref = 0
  var aggregateErrorPrototype: Ref = 0
  var iteratorPrototype: Ref = 0
  var arrayIteratorPrototype: Ref = 0
  var stringIteratorPrototype: Ref = 0
  var mapIteratorPrototype: Ref = 0
  var setIteratorPrototype: Ref = 0
  var regexIteratorPrototype: Ref = 0
  var mapPrototype: Ref = 0
  var setPrototype: Ref = 0
  var weakMapPrototype: Ref = 0
  var weakSetPrototype: Ref = 0
  var datePrototype: Ref = 0
  var regexPrototype: Ref = 0
  var regexConstructor: Ref = 0
  /// `RegExp.prototype.exec`, for the fast paths of its relatives.
  var regexExec: Ref = 0
  /// The accessor pair of `RegExp.prototype.flags`.
  var regexFlags = Value.undefined
  var global: Ref = 0
  /// `Array.prototype.values`, for the fast path of iteration.
  var arrayValues: Ref = 0
  /// `%ArrayIteratorPrototype%.next`.
  var arrayIteratorNext: Ref = 0
  /// `String.prototype[Symbol.iterator]`.
  var stringIterator: Ref = 0
  /// The native function that settles lazy components.
  var lazySettle: UInt32 = 0
  /// The native function behind every component of Voltra.
  var componentNative: UInt32 = 0
  var react: Ref = 0
  var voltra: Ref = 0

  var objectShape = Shape.none
  var arrayShape = Shape.none
  var closureShape = Shape.none
  /// `{lastIndex}` of regular expressions.
  var regexShape = Shape.none
  /// `{$$typeof, type, key, ref, props}`.
  var elementShape = Shape.none
  /// The shape of elements made from patterns.
  var patternShape = Shape.none
  /// `{value, done}`.
  var iterResultShape = Shape.none
  /// Strings of one ASCII character, one after the other, 16 bytes each.
  var characterStrings: Ref = 0
  var emptyString: Ref = 0
  // React's marks.
  var elementSymbol = Atom(id: 0)
  var fragmentSymbol = Atom(id: 0)
  var providerSymbol = Atom(id: 0)
  var consumerSymbol = Atom(id: 0)
  var contextSymbol = Atom(id: 0)
  var memoSymbol = Atom(id: 0)
  var forwardRefSymbol = Atom(id: 0)
  var lazySymbol = Atom(id: 0)
  var strictModeSymbol = Atom(id: 0)
  var profilerSymbol = Atom(id: 0)
  var suspenseSymbol = Atom(id: 0)
  var portalSymbol = Atom(id: 0)
}
