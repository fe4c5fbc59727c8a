// Errors of operations, with the expression that failed printed as V8 prints it.

extension Machine {
  /// The expression that the current instruction came from, or nil.
  mutating func expressionText() -> String? {
    let place = currentPlace()
    guard place.function >= 0,
      let found = code.place(of: place.position, inFunction: place.function),
      found.expression.end > found.expression.start
    else { return nil }
    let function = code.functions[place.function]
    guard Int(function.file) < code.files.count else { return nil }
    let source = code.files[Int(function.file)]
    var names = NameTable()
    do throws(SyntaxError) {
      let expression = try Parser.parseExpression(
        source.bytes, range: found.expression, kind: source.kind, names: &names)
      // A range that ends inside an optional chain is parsed as a chain of its own.
      if case .optionalChain(let inner) = expression.kind {
        return ExpressionPrinter.text(of: inner, names: names)
      }
      return ExpressionPrinter.text(of: expression, names: names)
    } catch {
      return nil
    }
  }

  /// `a.b is not a function` for the current call.
  mutating func notCallable() -> Abrupt {
    typeError("\(expressionText() ?? "(intermediate value)") is not a function")
  }

  /// `a.b is not a constructor` for the current `new`.
  mutating func notConstructor() -> Abrupt {
    typeError("\(expressionText() ?? "(intermediate value)") is not a constructor")
  }

  /// `a is not iterable` for the current expression or argument.
  mutating func notIterable(_ value: Value) -> Abrupt {
    guard let text = expressionText() else { return notIterableValue(value) }
    if text.hasSuffix("(...)") {
      let callee = text.dropLast(5)
      return typeError("\(callee) is not a function or its return value is not iterable")
    }
    if text == "undefined" || text == "null" { return notIterableValue(value) }
    return typeError("\(text) is not iterable")
  }

  /// The same for a value that no expression names.
  mutating func notIterableValue(_ value: Value) -> Abrupt {
    do throws(Abrupt) {
      let text = try sortOfValue(value)
      return typeError("\(text) is not iterable (cannot read property Symbol(Symbol.iterator))")
    } catch {
      return error
    }
  }

  /// A value that no expression names, by its type: `number 5`, `object null`, `object`.
  mutating func sortOfValue(_ value: Value) throws(Abrupt) -> String {
    let type = typeName(value)
    if value.isString { return "\(type) \"\(try inspect(value))\"" }
    if value.isNumber || value.isBoolean || value.isNull { return "\(type) \(try inspect(value))" }
    return type
  }

  /// An object pattern met undefined or null. `name` holds the first property's atom plus one in
  /// its upper half, and 1 in its lowest bit when the value is a parameter.
  mutating func notDestructurable(_ value: Value, _ name: UInt64) -> Abrupt {
    let kind = value.isNull ? "null" : "undefined"
    let isParameter = name & 1 != 0
    let source =
      isParameter
      ? (value.isNull ? "object null" : "undefined") : expressionText() ?? kind
    let atom = UInt32(truncatingIfNeeded: name >> 32)
    guard atom != 0 else {
      return typeError("Cannot destructure '\(source)' as it is \(kind).")
    }
    let property = describe(PropertyKey(Atom(id: atom - 1)))
    return typeError("Cannot destructure property '\(property)' of '\(source)' as it is \(kind).")
  }

  /// A binding was read before its declaration ran.
  mutating func uninitialised(_ name: Atom) -> Abrupt {
    if name == .thisName {
      return referenceError(
        "Must call super constructor in derived class before accessing 'this' or returning from "
          + "derived constructor")
    }
    return referenceError("Cannot access '\(atoms.string(name))' before initialization")
  }
}
