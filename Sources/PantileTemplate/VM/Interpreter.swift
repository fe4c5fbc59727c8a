internal import PantileJSON

extension Machine {
  @inline(__always)
  mutating func register(_ base: Int, _ index: Int) -> Value {
    Value(bits: stack.load64(base &+ index &* 8))
  }

  @inline(__always)
  mutating func setRegister(_ base: Int, _ index: Int, _ value: Value) {
    stack.store64(base &+ index &* 8, value.bits)
  }

  /// Runs the frame that was entered last until it returns.
  mutating func run() throws(Abrupt) -> Value {
    let floor = frames.count - 1
    let resume = frames[floor].returnPosition - 1
    while true {
      do throws(Abrupt) {
        let result = try loop()
        position = resume
        return result
      } catch {
        guard error == .thrown, unwind(to: floor) else {
          if frames.count > floor { frames.removeSubrange(floor...) }
          position = resume
          throw error
        }
      }
    }
  }

  /// Goes to the handler of the innermost frame that has one; drops frames without.
  private mutating func unwind(to floor: Int) -> Bool {
    while frames.count > floor {
      let frame = frames[frames.count - 1]
      let function = code.functions[frame.function]
      // The innermost handler comes last among those that hold.
      var index = Int(function.endHandler)
      while index > Int(function.firstHandler) {
        index -= 1
        let handler = code.handlers[index]
        if position >= Int(handler.start), position < Int(handler.end) {
          position = Int(handler.target)
          stackTop = frame.base + Int(function.registerCount) * 8
          return true
        }
      }
      if frames.count - 1 == floor { return false }
      frames.removeLast()
      position = frame.returnPosition - 1
    }
    return false
  }

  /// The dispatch loop: one case an operation, so it is longer than other functions.
  private mutating func loop() throws(Abrupt) -> Value {
    var pc = position
    var base = frames[frames.count - 1].base
    var caches = Int(code.functions[frames[frames.count - 1].function].firstCache)
    while true {
      let word = code.words[pc]
      position = pc
      pc &+= 1
      fuel &-= 1
      if fuel < 0 { throw .limit(.steps) }
      let a = Int(UInt16(truncatingIfNeeded: word >> 16))
      let b = Int(UInt16(truncatingIfNeeded: word >> 32))
      let c = Int(word >> 48)
      let wide = Int(word >> 32)
      // A table costs less than the initialiser, which is a call.
      let operation = opcodes[Int(UInt8(truncatingIfNeeded: word))]
      switch operation {

      // MARK: Values

      case .loadConstant: setRegister(base, a, code.constants[wide])
      case .loadInteger:
        setRegister(base, a, Value(Double(Int32(truncatingIfNeeded: wide))))
      case .loadUndefined: setRegister(base, a, .undefined)
      case .loadNull: setRegister(base, a, .null)
      case .loadTrue: setRegister(base, a, .true)
      case .loadFalse: setRegister(base, a, .false)
      case .loadUninitialised: setRegister(base, a, .uninitialised)
      case .move: setRegister(base, a, register(base, b))
      case .makeClosure:
        let next = code.words[pc]
        pc &+= 1
        let closure = try makeClosure(UInt32(truncatingIfNeeded: wide), next, base)
        setRegister(base, a, closure)

      // MARK: Variables

      case .newScope:
        let parent = b == 65_535 ? closureScope(base) : register(base, b).ref
        setRegister(base, a, .object(try makeScope(parent: parent, count: c)))
      case .loadScoped:
        setRegister(base, a, heap.value(Int(register(base, b).ref) &+ 8 &+ c &* 8))
      case .storeScoped:
        heap.set(Int(register(base, b).ref) &+ 8 &+ c &* 8, register(base, a))
      case .loadClosureScope: setRegister(base, a, .object(closureScope(base)))
      case .outerScope:
        var scope = register(base, c).ref
        for _ in 0..<b { scope = heap.load32(Int(scope)) }
        setRegister(base, a, .object(scope))
      case .loadModule:
        setRegister(base, a, heap.value(moduleBase &+ wide &* 8))
      case .storeModule: heap.set(moduleBase &+ wide &* 8, register(base, a))
      case .checkInitialised:
        if register(base, a) == .uninitialised {
          throw uninitialised(Atom(id: UInt32(truncatingIfNeeded: wide)))
        }
      case .throwUndefinedName:
        let name = atoms.string(Atom(id: UInt32(truncatingIfNeeded: wide)))
        throw referenceError("\(name) is not defined")
      case .throwConstant: throw typeError("Assignment to constant variable.")
      case .loadGlobal:
        setRegister(base, a, try global(Atom(id: UInt32(truncatingIfNeeded: wide))))
      case .typeOfGlobal:
        let atom = Atom(id: UInt32(truncatingIfNeeded: wide))
        let own = try findOwn(intrinsics.global, atom)
        setRegister(base, a, try string(of: typeAtom(own?.value ?? .undefined)))
      case .copyScope: setRegister(base, a, .object(try copyScope(register(base, b).ref)))

      // MARK: Properties

      case .getField:
        let object = register(base, b)
        if object.isObject {
          let cache = self.caches[caches &+ c]
          if cache.shape == heap.load32(Int(object.ref)) {
            if cache.holder == 0 {
              let slots = Int(heap.load32(Int(object.ref) &+ ObjectLayout.slots))
              setRegister(base, a, heap.value(slots &+ Int(cache.slot) &* 8))
              continue
            }
          }
        }
        setRegister(base, a, try getField(object, caches &+ c))
      case .getLength:
        let object = register(base, b)
        if object.isObject, kind(object.ref) == .array {
          setRegister(base, a, Value(Double(arrayLength(object.ref))))
        } else if object.isString {
          setRegister(base, a, Value(stringLength(object.ref)))
        } else {
          setRegister(base, a, try getField(object, caches &+ c))
        }
      case .setField:
        let object = register(base, a)
        if object.isObject {
          let cache = self.caches[caches &+ c]
          if cache.shape == heap.load32(Int(object.ref)), cache.next == 0 {
            let slots = Int(heap.load32(Int(object.ref) &+ ObjectLayout.slots))
            heap.set(slots &+ Int(cache.slot) &* 8, register(base, b))
            continue
          }
        }
        try setField(object, register(base, b), caches &+ c)
      case .getIndex:
        let object = register(base, b)
        let key = register(base, c)
        if object.isObject, key.isNumber, let index = key.index,
          !flags(object.ref).contains(.sparse)
        {
          let value = denseElement(object.ref, index)
          if !value.isHole {
            setRegister(base, a, value)
            continue
          }
        }
        setRegister(base, a, try getIndex(object, key))
      case .setIndex:
        let object = register(base, a)
        let key = register(base, b)
        if object.isObject, let index = key.index, hasPlainElements(object.ref),
          !denseElement(object.ref, index).isHole
        {
          let elements = Int(heap.load32(Int(object.ref) &+ ObjectLayout.elements))
          heap.set(elements &+ Int(index) &* 8, register(base, c))
          continue
        }
        try setIndex(object, key, register(base, c))
      case .deleteField:
        try delete(register(base, b), PropertyKey(code.cacheAtoms[caches &+ c]))
        setRegister(base, a, .true)
      case .deleteIndex:
        let object = register(base, b)
        if object.isNullish { throw typeError("Cannot convert undefined or null to object") }
        try delete(object, try toPropertyKey(register(base, c)))
        setRegister(base, a, .true)
      case .getSuper:
        let key = PropertyKey(code.cacheAtoms[caches &+ c])
        setRegister(base, a, try getSuper(register(base, b), key, register(base, 1)))
      case .getSuperIndex:
        let key = try toPropertyKey(register(base, c))
        setRegister(base, a, try getSuper(register(base, b), key, register(base, 1)))
      case .setSuperIndex:
        let key = try toPropertyKey(register(base, b))
        try set(register(base, 1), key, register(base, c))
      case .getPrivate:
        setRegister(base, a, try getPrivate(register(base, b), register(base, c)))
      case .setPrivate:
        try setPrivate(register(base, a), register(base, b), register(base, c))
      case .definePrivate:
        let detail = Int(UInt16(truncatingIfNeeded: code.words[pc] >> 16))
        pc &+= 1
        try definePrivate(
          register(base, a), register(base, b), register(base, c), kind: detail)
      case .hasPrivate:
        let object = register(base, c)
        guard object.isObject else {
          throw typeError(
            "Cannot use 'in' operator to search for "
              + "'\(describe(PropertyKey(register(base, b).atom)))' in \(try inspect(object))")
        }
        let found = findNamed(object.ref, register(base, b).atom) != nil
        setRegister(base, a, Value(found))
      case .newPrivateName:
        let name = atoms.units(Atom(id: UInt32(truncatingIfNeeded: wide)))
        let atom = atoms.makeSymbol(description: name, isPrivate: true)
        try checkMemory()
        setRegister(base, a, .symbol(atom))

      // MARK: Literals

      case .newLiteral: setRegister(base, a, try newLiteral(c, base &+ b &* 8))
      case .newObject: setRegister(base, a, .object(try makePlainObject()))
      case .copyLiteral: setRegister(base, a, try copyLiteral(code.constants[wide].ref))
      case .newArray: setRegister(base, a, try newArray(c, base &+ b &* 8))
      case .copyArray: setRegister(base, a, try copyArray(code.constants[wide].ref))
      case .append: try push(register(base, a).ref, register(base, b))
      case .appendHole:
        let array = register(base, a).ref
        try setArrayLength(array, arrayLength(array) + 1)
      case .appendSpread: try appendSpread(register(base, a).ref, register(base, b))
      case .define:
        let key = try toPropertyKey(register(base, b))
        try define(register(base, a).ref, key, register(base, c))
      case .defineMethod:
        let key = try toPropertyKey(register(base, b))
        try define(register(base, a).ref, key, register(base, c), .hidden)
      case .defineGetter, .defineSetter, .defineClassGetter, .defineClassSetter:
        let isGetter = operation == .defineGetter || operation == .defineClassGetter
        let isEnumerable = operation == .defineGetter || operation == .defineSetter
        let key = try toPropertyKey(register(base, b))
        try defineAccessor(
          register(base, a).ref, key, getter: isGetter ? register(base, c) : nil,
          setter: isGetter ? nil : register(base, c),
          isEnumerable ? [.enumerable, .configurable] : .configurable)
      case .copyProperties:
        try copyProperties(from: register(base, b), to: register(base, a).ref)
      case .copyAttributes:
        try copyAttributes(from: register(base, b), to: register(base, a).ref)
      case .restObject:
        let first = Int(UInt16(truncatingIfNeeded: code.words[pc] >> 16))
        pc &+= 1
        let rest = try restObject(register(base, b), base &+ first &* 8, count: c)
        setRegister(base, a, rest)
      case .nameFunction: try nameFunction(register(base, a), register(base, b), prefix: c)
      case .setLiteralProto:
        let proto = register(base, b)
        if proto.isObject || proto.isNull {
          try setProto(register(base, a).ref, proto.isNull ? 0 : proto.ref)
        }
      case .newRegex:
        setRegister(base, a, try makeRegex(code.regexes[wide].pattern, code.regexes[wide].flags))
      case .concat: setRegister(base, a, try concat(base &+ b &* 8, count: c))
      case .toKey:
        let key = register(base, b)
        if key.isObject {
          setRegister(base, a, try value(of: try toPropertyKey(key)))
        } else {
          setRegister(base, a, key)
        }

      // MARK: Operators

      case .add:
        let left = register(base, b)
        let right = register(base, c)
        if left.isNumber, right.isNumber {
          setRegister(base, a, Value(left.number + right.number))
        } else {
          setRegister(base, a, try add(left, right))
        }
      case .subtract:
        let left = register(base, b)
        let right = register(base, c)
        if left.isNumber, right.isNumber {
          setRegister(base, a, Value(left.number - right.number))
        } else {
          setRegister(base, a, try arithmetic(.subtract, left, right))
        }
      case .multiply:
        let left = register(base, b)
        let right = register(base, c)
        if left.isNumber, right.isNumber {
          setRegister(base, a, Value(left.number * right.number))
        } else {
          setRegister(base, a, try arithmetic(.multiply, left, right))
        }
      case .divide:
        let left = register(base, b)
        let right = register(base, c)
        if left.isNumber, right.isNumber {
          setRegister(base, a, Value(left.number / right.number))
        } else {
          setRegister(base, a, try arithmetic(.divide, left, right))
        }
      case .remainder:
        setRegister(base, a, try arithmetic(.remainder, register(base, b), register(base, c)))
      case .power:
        setRegister(base, a, try arithmetic(.power, register(base, b), register(base, c)))
      case .shiftLeft:
        setRegister(base, a, try arithmetic(.shiftLeft, register(base, b), register(base, c)))
      case .shiftRight:
        setRegister(base, a, try arithmetic(.shiftRight, register(base, b), register(base, c)))
      case .shiftRightUnsigned:
        setRegister(
          base, a, try arithmetic(.shiftRightUnsigned, register(base, b), register(base, c)))
      case .bitAnd:
        setRegister(base, a, try arithmetic(.bitAnd, register(base, b), register(base, c)))
      case .bitOr:
        setRegister(base, a, try arithmetic(.bitOr, register(base, b), register(base, c)))
      case .bitXor:
        setRegister(base, a, try arithmetic(.bitXor, register(base, b), register(base, c)))
      case .equal:
        setRegister(base, a, Value(try looselyEqual(register(base, b), register(base, c))))
      case .notEqual:
        setRegister(base, a, Value(!(try looselyEqual(register(base, b), register(base, c)))))
      case .strictEqual:
        setRegister(base, a, Value(try strictlyEqual(register(base, b), register(base, c))))
      case .strictNotEqual:
        setRegister(base, a, Value(!(try strictlyEqual(register(base, b), register(base, c)))))
      case .less:
        let left = register(base, b)
        let right = register(base, c)
        if left.isNumber, right.isNumber {
          setRegister(base, a, Value(left.number < right.number))
        } else {
          setRegister(base, a, Value(try compare(.less, left, right)))
        }
      case .lessOrEqual:
        setRegister(base, a, Value(try compare(.lessOrEqual, register(base, b), register(base, c))))
      case .greater:
        let left = register(base, b)
        let right = register(base, c)
        if left.isNumber, right.isNumber {
          setRegister(base, a, Value(left.number > right.number))
        } else {
          setRegister(base, a, Value(try compare(.greater, left, right)))
        }
      case .greaterOrEqual:
        let left = register(base, b)
        let right = register(base, c)
        if left.isNumber, right.isNumber {
          setRegister(base, a, Value(left.number >= right.number))
        } else {
          setRegister(base, a, Value(try compare(.greaterOrEqual, left, right)))
        }
      case .instanceOf:
        setRegister(base, a, Value(try isInstance(register(base, b), register(base, c))))
      case .isIn: setRegister(base, a, Value(try isIn(register(base, b), register(base, c))))
      case .negate: setRegister(base, a, try negate(register(base, b)))
      case .toNumber: setRegister(base, a, Value(try toNumber(register(base, b))))
      case .toNumeric: setRegister(base, a, try toNumeric(register(base, b)))
      case .not: setRegister(base, a, Value(!toBoolean(register(base, b))))
      case .bitNot: setRegister(base, a, try complement(register(base, b)))
      case .typeOf: setRegister(base, a, try string(of: typeAtom(register(base, b))))
      case .increment:
        let value = register(base, b)
        if value.isNumber {
          setRegister(base, a, Value(value.number + 1))
        } else {
          setRegister(base, a, try step(try toNumeric(value), by: 1))
        }
      case .decrement:
        let value = register(base, b)
        if value.isNumber {
          setRegister(base, a, Value(value.number - 1))
        } else {
          setRegister(base, a, try step(try toNumeric(value), by: -1))
        }

      // MARK: Control

      case .jump: pc = wide
      case .jumpIfTrue: if toBoolean(register(base, a)) { pc = wide }
      case .jumpIfFalse: if !toBoolean(register(base, a)) { pc = wide }
      case .jumpIfNullish: if register(base, a).isNullish { pc = wide }
      case .jumpIfNotNullish: if !register(base, a).isNullish { pc = wide }
      case .jumpIfNotUndefined: if !register(base, a).isUndefined { pc = wide }
      case .jumpUnlessLess:
        let left = register(base, a)
        let right = register(base, b)
        let holds =
          left.isNumber && right.isNumber
          ? left.number < right.number : try compare(.less, left, right)
        pc = holds ? pc &+ 1 : Int(truncatingIfNeeded: code.words[pc])
      case .jumpUnlessLessOrEqual:
        let left = register(base, a)
        let right = register(base, b)
        let holds =
          left.isNumber && right.isNumber
          ? left.number <= right.number : try compare(.lessOrEqual, left, right)
        pc = holds ? pc &+ 1 : Int(truncatingIfNeeded: code.words[pc])
      case .jumpUnlessGreater:
        let left = register(base, a)
        let right = register(base, b)
        let holds =
          left.isNumber && right.isNumber
          ? left.number > right.number : try compare(.greater, left, right)
        pc = holds ? pc &+ 1 : Int(truncatingIfNeeded: code.words[pc])
      case .jumpUnlessGreaterOrEqual:
        let left = register(base, a)
        let right = register(base, b)
        let holds =
          left.isNumber && right.isNumber
          ? left.number >= right.number : try compare(.greaterOrEqual, left, right)
        pc = holds ? pc &+ 1 : Int(truncatingIfNeeded: code.words[pc])
      case .jumpUnlessStrictEqual:
        let holds = try strictlyEqual(register(base, a), register(base, b))
        pc = holds ? pc &+ 1 : Int(truncatingIfNeeded: code.words[pc])
      case .jumpIfStrictEqual:
        let holds = try strictlyEqual(register(base, a), register(base, b))
        pc = holds ? Int(truncatingIfNeeded: code.words[pc]) : pc &+ 1
      case .call:
        let callee = register(base, a)
        if callee.isObject {
          switch kind(callee.ref) {
          case .closure:
            try enter(base &+ a &* 8, b, .undefined, target: c, isEntry: false)
            base = base &+ a &* 8
            pc = position
            caches = currentCaches()
            continue
          case .native, .component:
            let id = Int(heap.load32(Int(callee.ref) &+ ObjectLayout.nativeID))
            let call = Call(base: base &+ a &* 8, count: b, newTarget: .undefined)
            setRegister(base, c, try natives[id].function(&self, call))
            continue
          case .bound:
            setRegister(base, c, try invoke(base &+ a &* 8, b, .undefined))
            continue
          default: break
          }
        }
        throw notCallable()
      case .getMethod:
        let object = register(base, b)
        setRegister(base, a &+ 1, object)
        if object.isObject {
          let cache = self.caches[caches &+ c]
          if cache.shape == heap.load32(Int(object.ref)), cache.holder == 0 {
            let slots = Int(heap.load32(Int(object.ref) &+ ObjectLayout.slots))
            setRegister(base, a, heap.value(slots &+ Int(cache.slot) &* 8))
            continue
          }
        }
        setRegister(base, a, try getField(object, caches &+ c))
      case .callSpread:
        guard isCallable(register(base, a)) else { throw notCallable() }
        let result = try call(
          register(base, a), this: register(base, a &+ 1),
          arguments: try listElements(register(base, a &+ 2).ref))
        setRegister(base, c, result)
      case .construct:
        let callee = register(base, a)
        guard isConstructor(callee) else { throw notConstructor() }
        if kind(callee.ref) == .closure {
          setRegister(base, a &+ 1, .uninitialised)
          try enter(base &+ a &* 8, b, callee, target: c, isEntry: false)
          base = base &+ a &* 8
          pc = position
          caches = currentCaches()
          continue
        }
        setRegister(base, c, try invoke(base &+ a &* 8, b, callee))
      case .constructSpread:
        guard isConstructor(register(base, a)) else { throw notConstructor() }
        let result = try call(
          register(base, a), this: .uninitialised,
          arguments: try listElements(register(base, a &+ 2).ref),
          newTarget: register(base, a))
        setRegister(base, c, result)
      case .superCall: setRegister(base, c, try superCall(base, a, b))
      case .loadNewTarget: setRegister(base, a, frames[frames.count - 1].newTarget)
      case .returnValue, .returnUndefined:
        let frame = frames[frames.count - 1]
        var result = operation == .returnUndefined ? Value.undefined : register(base, a)
        if !frame.newTarget.isUndefined, !result.isObject { result = register(base, 1) }
        frames.removeLast()
        if frame.isEntry { return result }
        pc = frame.returnPosition
        base = frames[frames.count - 1].base
        caches = currentCaches()
        stackTop = base &+ currentRegisterCount() &* 8
        setRegister(base, frame.target, result)
      case .returnDerived:
        let frame = frames[frames.count - 1]
        let result = try derivedResult(register(base, a), register(base, b))
        frames.removeLast()
        if frame.isEntry { return result }
        pc = frame.returnPosition
        base = frames[frames.count - 1].base
        caches = currentCaches()
        stackTop = base &+ currentRegisterCount() &* 8
        setRegister(base, frame.target, result)
      case .throwValue: throw throwing(register(base, a))
      case .catchValue: setRegister(base, a, exception)
      case .checkObject:
        let name = code.words[pc]
        pc &+= 1
        if register(base, a).isNullish { throw notDestructurable(register(base, a), name) }

      // MARK: Iteration

      case .iterate: try iterate(base &+ a &* 8, register(base, b))
      case .iterateNext:
        if let value = try iterateNext(base &+ a &* 8) {
          setRegister(base, b, value)
          pc &+= 1
        } else {
          pc = Int(truncatingIfNeeded: code.words[pc])
        }
      case .iterateStep:
        setRegister(base, b, try iterateNext(base &+ a &* 8) ?? .undefined)
      case .iterateRest: setRegister(base, b, try iterateRest(base &+ a &* 8))
      case .iterateClose: try iterateClose(base &+ a &* 8)
      case .iterateCloseQuietly: try iterateCloseQuietly(base &+ a &* 8)
      case .enumerate: try enumerate(base &+ a &* 8, register(base, b))
      case .enumerateNext:
        if let key = try enumerateNext(base &+ a &* 8) {
          setRegister(base, b, key)
          pc &+= 1
        } else {
          pc = Int(truncatingIfNeeded: code.words[pc])
        }

      // MARK: Elements and classes

      case .makePattern:
        setRegister(base, a, try makePattern(c, base &+ b &* 8))
        // A word for the place of each inner element.
        pc &+= Int(code.patterns[c].nodeCount) &- 1
      case .makeElement:
        let keyRegister = Int(UInt16(truncatingIfNeeded: code.words[pc] >> 16))
        let appliesDefaults = UInt16(truncatingIfNeeded: code.words[pc] >> 32) != 0
        pc &+= 1
        let type = register(base, b)
        let props = register(base, c).ref
        if appliesDefaults { try applyDefaults(of: type, to: props) }
        let key =
          keyRegister == 65_535 ? Value.null : try elementKey(register(base, keyRegister))
        setRegister(base, a, try makeElement(type, key: key, props: props))
      case .makeClass:
        let parent = b == 65_535 ? Value.hole : register(base, b)
        setRegister(base, a &+ 1, try makeClass(register(base, a).ref, parent))
      case .setHome:
        heap.set(Int(register(base, a).ref) &+ ObjectLayout.homeObject, register(base, b))
      case .setFields:
        try addNamed(register(base, a).ref, .fieldInitializer, register(base, b), [])
      case .loadCallee: setRegister(base, a, register(base, 0))
      case .initialiseFields: try initialiseFields(register(base, a), register(base, b))
      case .loadHome:
        let callee = Int(register(base, 0).ref)
        setRegister(base, a, heap.value(callee &+ ObjectLayout.homeObject))
      }
    }
  }

  @inline(__always)
  private mutating func closureScope(_ base: Int) -> Ref {
    heap.load32(Int(register(base, 0).ref) &+ ObjectLayout.scope)
  }

  @inline(__always)
  private mutating func currentCaches() -> Int {
    Int(code.functions[frames[frames.count - 1].function].firstCache)
  }

  @inline(__always)
  private mutating func currentRegisterCount() -> Int {
    Int(code.functions[frames[frames.count - 1].function].registerCount)
  }
}
