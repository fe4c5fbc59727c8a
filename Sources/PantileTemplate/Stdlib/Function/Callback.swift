/// A function that a built-in calls again and again, with what does not change worked out once.
struct Callback {
  fileprivate let function: Value
  fileprivate let this: Value
  /// Where the registers of each call lie.
  fileprivate let base: Int
  /// The number of arguments that the function can tell from none.
  fileprivate let count: Int
  fileprivate let isClosure: Bool
}

extension Machine {
  /// Prepares calls of a function with up to four arguments.
  ///
  /// The stack must be as high at each call as it is here.
  ///
  /// - Throws: The TypeError `x is not a function`.
  mutating func callback(
    _ function: Value, this: Value = .undefined, count: Int
  ) throws(Abrupt) -> Callback {
    guard isCallable(function) else {
      throw typeError("\(try inspect(function)) is not a function")
    }
    try checkHostStack()
    try reserveStack(stackTop + 48)
    var useful = count
    let isClosure = kind(function.ref) == .closure
    if isClosure {
      let id = Int(heap.load32(Int(function.ref) + ObjectLayout.functionID))
      if code.functions[id].flags.isDisjoint(with: .unusual) {
        useful = min(count, Int(code.functions[id].parameterCount))
      }
    }
    return Callback(
      function: function, this: this, base: stackTop, count: useful, isClosure: isClosure)
  }

  /// Calls with one argument.
  @inline(__always)
  mutating func call(_ callback: Callback, _ first: Value) throws(Abrupt) -> Value {
    stack.store64(callback.base &+ 16, first.bits)
    return try run(callback)
  }

  /// Calls with two arguments.
  @inline(__always)
  mutating func call(
    _ callback: Callback, _ first: Value, _ second: Value
  ) throws(Abrupt) -> Value {
    stack.store64(callback.base &+ 16, first.bits)
    stack.store64(callback.base &+ 24, second.bits)
    return try run(callback)
  }

  /// Calls with three arguments.
  @inline(__always)
  mutating func call(
    _ callback: Callback, _ first: Value, _ second: Value, _ third: Value
  ) throws(Abrupt) -> Value {
    stack.store64(callback.base &+ 16, first.bits)
    stack.store64(callback.base &+ 24, second.bits)
    stack.store64(callback.base &+ 32, third.bits)
    return try run(callback)
  }

  /// Calls with four arguments.
  @inline(__always)
  mutating func call(
    _ callback: Callback, _ first: Value, _ second: Value, _ third: Value, _ fourth: Value
  ) throws(Abrupt) -> Value {
    stack.store64(callback.base &+ 16, first.bits)
    stack.store64(callback.base &+ 24, second.bits)
    stack.store64(callback.base &+ 32, third.bits)
    stack.store64(callback.base &+ 40, fourth.bits)
    return try run(callback)
  }

  private mutating func run(_ callback: Callback) throws(Abrupt) -> Value {
    let base = callback.base
    stack.store64(base, callback.function.bits)
    stack.store64(base &+ 8, callback.this.bits)
    let result: Value
    if callback.isClosure {
      try enter(base, callback.count, .undefined, target: 0, isEntry: true)
      result = try run()
    } else {
      stackTop = base &+ 16 &+ callback.count &* 8
      result = try invoke(base, callback.count, .undefined)
    }
    stackTop = base
    return result
  }
}
