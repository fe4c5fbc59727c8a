internal import PantileJSON

extension Machine {
  // MARK: Errors of the language

  /// Throws a `TypeError`; use as `throw machine.typeError("…")`.
  mutating func typeError(_ message: String) -> Abrupt {
    failure(intrinsics.typeErrorPrototype, message)
  }

  /// Throws a `RangeError`.
  mutating func rangeError(_ message: String) -> Abrupt {
    failure(intrinsics.rangeErrorPrototype, message)
  }

  /// Throws a `ReferenceError`.
  mutating func referenceError(_ message: String) -> Abrupt {
    failure(intrinsics.referenceErrorPrototype, message)
  }

  /// Throws a `SyntaxError`.
  mutating func syntaxError(_ message: String) -> Abrupt {
    failure(intrinsics.syntaxErrorPrototype, message)
  }

  /// Throws an `Error`.
  mutating func plainError(_ message: String) -> Abrupt {
    failure(intrinsics.errorPrototype, message)
  }

  /// Makes an error the thrown value.
  mutating func failure(_ proto: Ref, _ message: String) -> Abrupt {
    do throws(Abrupt) {
      let text = try makeString(message)
      exception = .object(try makeError(proto, message: text))
      return .thrown
    } catch {
      return error
    }
  }

  /// Makes a value the thrown value.
  mutating func throwing(_ value: Value) -> Abrupt {
    exception = value
    thrownPlace = currentPlace()
    return .thrown
  }

  /// An error object that remembers where it was made.
  mutating func makeError(_ proto: Ref, message: Value?) throws(Abrupt) -> Ref {
    let shape = try rootShape(proto: proto)
    let error = try makeObject(
      shape, kind: .error, internals: ObjectLayout.errorWords, capacity: 2)
    let place = currentPlace()
    heap.init32(Int(error) + ObjectLayout.errorFunction, UInt32(place.function + 1))
    heap.init32(Int(error) + ObjectLayout.errorPosition, UInt32(place.position))
    if let message { try addNamed(error, .message, message, .hidden) }
    return error
  }

  /// The function and instruction being executed; function −1 outside of any code.
  mutating func currentPlace() -> (function: Int, position: Int) {
    guard let frame = frames.last else { return (-1, 0) }
    return (frame.function, position)
  }

  // MARK: Accounting

  /// Takes steps for work that a built-in does.
  @inline(__always)
  mutating func charge(_ steps: Int) throws(Abrupt) {
    fuel &-= steps
    if fuel < 0 { throw .limit(.steps) }
  }

  /// Takes a step for every 16 bytes that are read or written.
  @inline(__always)
  mutating func charge(bytes: Int) throws(Abrupt) {
    fuel &-= bytes >> 4
    if fuel < 0 { throw .limit(.steps) }
  }

  /// Ends the render when names, shapes and values together take too much.
  mutating func checkMemory() throws(Abrupt) {
    let made = heap.byteCount - heap.imageEnd
    if made + atoms.byteCount + shapes.byteCount - baseTableBytes > limits.memory {
      throw .limit(.memory)
    }
  }

  /// Ends a recursion before the host's stack ends.
  @inline(__always)
  mutating func checkHostStack() throws(Abrupt) {
    let here = StackPosition.current()
    if here < hostStackEnd { throw rangeError("Maximum call stack size exceeded") }
  }
}
