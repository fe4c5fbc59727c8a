/// The operations of the virtual machine.
///
/// `a`, `b` and `c` are operands of 16 bits, mostly registers; `bc` is `b` and `c` as one number
/// of 32 bits. `R[x]` is a register; jumps go to an absolute instruction.
enum Opcode: UInt16, CaseIterable {
  // Values.
  /// R[a] = constants[bc].
  case loadConstant
  /// R[a] = bc as a signed integer.
  case loadInteger
  /// R[a] = undefined.
  case loadUndefined
  case loadNull
  case loadTrue
  case loadFalse
  case loadUninitialised
  /// R[a] = R[b].
  case move
  /// R[a] = a new closure of function bc; the next word holds its scope register in `a`
  /// and the home object's register in `b` (65535: none).
  case makeClosure

  // Variables in scopes.
  /// R[a] = a new scope with c slots inside scope R[b] (65535: the closure's scope).
  case newScope
  /// R[a] = slot c of scope R[b].
  case loadScoped
  /// Slot c of scope R[b] = R[a].
  case storeScoped
  /// R[a] = the scope of the running closure.
  case loadClosureScope
  /// R[a] = the scope b levels outside R[c].
  case outerScope
  /// R[a] = module variable bc.
  case loadModule
  /// Module variable bc = R[a].
  case storeModule
  /// Throws when R[a] is uninitialised; bc is the name's atom.
  case checkInitialised
  /// Throws ReferenceError: atom bc is not defined.
  case throwUndefinedName
  /// Throws TypeError: Assignment to constant variable.
  case throwConstant
  /// R[a] = the global property atom bc, or throws.
  case loadGlobal
  /// R[a] = typeof the global property atom bc.
  case typeOfGlobal
  /// R[a] = a copy of scope R[b], for the next round of a loop.
  case copyScope

  // Properties.
  /// R[a] = R[b].name of cache c.
  case getField
  /// R[a] = R[b].length; cache c.
  case getLength
  /// R[a].name = R[b]; cache c.
  case setField
  /// R[a] = R[b][R[c]].
  case getIndex
  /// R[a][R[b]] = R[c].
  case setIndex
  /// R[a] = delete R[b].name of cache c.
  case deleteField
  /// R[a] = delete R[b][R[c]].
  case deleteIndex
  /// R[a] = super.name; the home object is in R[b], the atom is that of cache c.
  case getSuper
  /// R[a] = super[R[c]] for home object R[b].
  case getSuperIndex
  /// super[R[b]] = R[c] for home object R[a].
  case setSuperIndex
  /// R[a] = R[b].#name; the private symbol is in R[c].
  case getPrivate
  /// R[a].#name = R[c]; the symbol is in R[b].
  case setPrivate
  /// Adds private name R[b] with value R[c] to R[a]; the next word's `a` is the kind:
  /// 0 field, 1 method, 2 getter, 3 setter.
  case definePrivate
  /// R[a] = whether private name R[b] is in R[c].
  case hasPrivate
  /// R[a] = a new private name; bc is the description's atom.
  case newPrivateName

  // Literals.
  /// R[a] = an object with literal shape c and the values from R[b] on.
  case newLiteral
  /// R[a] = an empty object.
  case newObject
  /// R[a] = a copy of the constant object constants[bc], which has only plain properties.
  case copyLiteral
  /// R[a] = an array of c values from R[b] on.
  case newArray
  /// R[a] = a copy of the constant array constants[bc].
  case copyArray
  /// Appends R[b] to array R[a].
  case append
  /// Appends a hole to array R[a].
  case appendHole
  /// Appends what R[b] iterates to array R[a].
  case appendSpread
  /// Defines property R[b] of R[a] as R[c].
  case define
  /// Defines property R[b] of R[a] as getter R[c].
  case defineGetter
  case defineSetter
  /// The same, not enumerable, as classes do.
  case defineMethod
  case defineClassGetter
  case defineClassSetter
  /// Copies the own enumerable properties of R[b] to R[a].
  case copyProperties
  /// The same for JSX attributes: without `key`, `__self`, `__source`, `__proto__`.
  case copyAttributes
  /// R[a] = the properties of R[b] but for the c keys from the registers named in the next word.
  case restObject
  /// Gives function R[a] the name R[b], with prefix c: 0 none, 1 get, 2 set.
  case nameFunction
  /// R[a] = the prototype of object literal R[a] becomes R[b] when that is an object or null.
  case setLiteralProto
  /// R[a] = a new regular expression regexes[bc].
  case newRegex
  /// R[a] = the strings of c values from R[b] on, joined.
  case concat
  /// R[a] = R[b] as a property key.
  case toKey

  // Operators: R[a] = R[b] op R[c].
  case add
  case subtract
  case multiply
  case divide
  case remainder
  case power
  case shiftLeft
  case shiftRight
  case shiftRightUnsigned
  case bitAnd
  case bitOr
  case bitXor
  case equal
  case notEqual
  case strictEqual
  case strictNotEqual
  case less
  case lessOrEqual
  case greater
  case greaterOrEqual
  case instanceOf
  case isIn
  // R[a] = op R[b].
  case negate
  case toNumber
  case toNumeric
  case not
  case bitNot
  case typeOf
  case increment
  case decrement

  // Control.
  /// Goes to bc.
  case jump
  /// Goes to bc when R[a] is true.
  case jumpIfTrue
  case jumpIfFalse
  case jumpIfNullish
  case jumpIfNotNullish
  case jumpIfNotUndefined
  /// Goes to the next word's number when R[a] < R[b] is not true.
  case jumpUnlessLess
  case jumpUnlessLessOrEqual
  case jumpUnlessGreater
  case jumpUnlessGreaterOrEqual
  case jumpUnlessStrictEqual
  case jumpIfStrictEqual
  /// Calls R[a] with `this` R[a+1] and b arguments from R[a+2] on; the result goes to R[c].
  case call
  /// R[a] = R[b].name of cache c, R[a+1] = R[b].
  case getMethod
  /// Calls R[a] with `this` R[a+1] and the array R[a+2]; the result goes to R[c].
  case callSpread
  /// `new R[a]` with b arguments from R[a+2] on; the result goes to R[c].
  case construct
  case constructSpread
  /// Calls the parent constructor with b arguments (65535: the array R[a+2]); the result, which
  /// becomes `this`, goes to R[c].
  case superCall
  /// R[a] = new.target.
  case loadNewTarget
  /// Ends the function with R[a].
  case returnValue
  case returnUndefined
  /// Ends a derived constructor: R[a] if it is an object, else R[b], which must be initialised.
  case returnDerived
  /// Throws R[a].
  case throwValue
  /// R[a] = the exception that was caught.
  case catchValue
  /// Throws a TypeError when R[a] is undefined or null: object pattern. The next word: name
  /// register or atom of the first property.
  case checkObject

  // Iteration: three registers from R[a] on hold the iterator.
  /// Begins to iterate R[b].
  case iterate
  /// R[b] = the next value; goes to the next word's number at the end.
  case iterateNext
  /// R[b] = the next value or undefined at the end; used by array patterns.
  case iterateStep
  /// R[b] = an array of the remaining values.
  case iterateRest
  /// Ends an iteration that is left early.
  case iterateClose
  /// The same on the way of an exception, whose own errors are dropped.
  case iterateCloseQuietly
  /// Begins to visit the keys of R[b].
  case enumerate
  /// R[b] = the next key; goes to the next word's number at the end.
  case enumerateNext

  // Elements and classes.
  /// R[a] = an element of type R[b] with props R[c]; the next word's `a` is the key's register,
  /// or 65535.
  case makeElement
  /// R[a] = an element made from pattern c with holes from R[b] on; a word for each inner element
  /// follows.
  case makePattern
  /// R[a] = a class: constructor R[a], parent R[b] (65535: none), its prototype goes to R[a+1].
  case makeClass
  /// The home object of method R[a] becomes R[b].
  case setHome
  /// New objects of class R[a] get the fields in array R[b].
  case setFields
  /// R[a] = the running function.
  case loadCallee
  /// Calls the field initialiser of the class whose constructor is R[b] on R[a].
  case initialiseFields
  /// R[a] = the home object of the running function.
  case loadHome
}

extension Opcode {
  /// Every operation at the place of its number, then others up to 256 in all.
  static let table: ContiguousArray<Opcode> = {
    var table = ContiguousArray(allCases)
    while table.count < 256 { table.append(.returnUndefined) }
    return table
  }()
}

/// Packing of instructions.
enum Instruction {
  @inline(__always)
  static func pack(_ code: Opcode, _ a: Int, _ b: Int, _ c: Int) -> UInt64 {
    UInt64(code.rawValue) | UInt64(UInt16(truncatingIfNeeded: a)) << 16
      | UInt64(UInt16(truncatingIfNeeded: b)) << 32 | UInt64(UInt16(truncatingIfNeeded: c)) << 48
  }

  @inline(__always)
  static func pack(_ code: Opcode, _ a: Int, wide: UInt32) -> UInt64 {
    UInt64(code.rawValue) | UInt64(UInt16(truncatingIfNeeded: a)) << 16 | UInt64(wide) << 32
  }
}
