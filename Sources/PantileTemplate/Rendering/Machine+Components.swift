internal import PantileCore

// Calls of function components and what is around them.

extension Machine {
  /// Calls a function component.
  mutating func callComponent(
    _ function: Value, _ props: Value, _ second: Value? = nil
  ) throws(Abrupt) -> Value {
    if try isClassComponent(function) {
      throw plainError("Class components are not supported in Voltra.")
    }
    let outer = render.isComponentRunning
    render.isComponentRunning = true
    let result: Value
    do throws(Abrupt) {
      if let second {
        result = try call(function, this: .undefined, props, second)
      } else {
        result = try call(function, this: .undefined, props)
      }
    } catch {
      render.isComponentRunning = outer
      if error == .thrown, exception.isObject { throw suspension(function) ?? error }
      throw error
    }
    render.isComponentRunning = outer
    if result.isObject, heap.load32(Int(result.ref)) != intrinsics.elementShape.id,
      !isKind(result.ref, .pattern), kind(result.ref) != .array,
      isCallable(try get(result.ref, .then))
    {
      throw plainError(
        "Component \"\(componentName(function))\" tried to suspend (returned a Promise). "
          + "Async components are not supported in this synchronous renderer.")
    }
    return result
  }

  /// The error for a component that threw a promise; nil when it threw something else.
  private mutating func suspension(_ function: Value) -> Abrupt? {
    guard kind(exception.ref) != .error, let own = findNamed(exception.ref, .then),
      isCallable(own.value)
    else { return nil }
    let name = componentName(function)
    return plainError(
      "Component \"\(name)\" suspended! Voltra does not support Suspense/Promises.")
  }

  private mutating func isClassComponent(_ function: Value) throws(Abrupt) -> Bool {
    guard function.isObject else { return false }
    // A prototype that nobody has looked at has no `render`.
    if kind(function.ref) == .closure, !flags(function.ref).contains(.materialised) {
      return false
    }
    guard isCallable(function) else { return false }
    let proto = try get(function.ref, .prototype)
    guard proto.isObject else { return false }
    return toBoolean(try get(proto.ref, .render))
  }

  /// The name of a component in messages.
  mutating func componentName(_ type: Value) -> String {
    guard type.isObject else {
      return type.isString ? (try? swiftString(type.ref)) ?? "" : "Anonymous"
    }
    if let own = findNamed(type.ref, .displayName), own.value.isString, own.place != 0,
      let name = try? swiftString(own.value.ref), !name.isEmpty
    {
      return name
    }
    guard isCallable(type) else { return innerName(type.ref) }
    if let own = findNamed(type.ref, .name), own.value.isString {
      let name = (try? swiftString(own.value.ref)) ?? ""
      return name.isEmpty ? "Anonymous" : name
    }
    let name = functionDescription(type.ref).name
    return name.isEmpty ? "Anonymous" : name
  }

  /// The name of what `memo` or `forwardRef` wraps.
  private mutating func innerName(_ type: Ref) -> String {
    var holder = type
    for _ in 0..<16 {
      guard let inner = findNamed(holder, .typeName) ?? findNamed(holder, .render),
        inner.value.isObject
      else { break }
      if isCallable(inner.value) { return componentName(inner.value) }
      holder = inner.value.ref
    }
    return "Anonymous"
  }

  /// The component behind a lazy one.
  mutating func resolveLazy(_ type: Ref) throws(Abrupt) -> Value {
    let start = try get(type, .lazyInit)
    let payload = try get(type, .lazyPayload)
    let resolved: Value
    do throws(Abrupt) { resolved = try call(start, this: .object(type), payload) } catch {
      if error == .thrown, exception.isObject, kind(exception.ref) != .error,
        let own = findNamed(exception.ref, .then), isCallable(own.value)
      {
        throw plainError("Lazy component suspended! Voltra does not support Suspense/Promises.")
      }
      throw error
    }
    if resolved.isNullish {
      throw plainError("Lazy component could not be resolved by the Voltra renderer.")
    }
    return resolved
  }

  // MARK: Context

  /// Puts a provider around what is rendered next.
  mutating func pushContext(_ context: Value, _ props: Value) throws(Abrupt) {
    let value = try get(props, .value)
    render.contexts.append((context.isObject ? context.ref : 0, value))
  }

  /// The value of the nearest provider, or the default.
  mutating func readContext(_ context: Value) throws(Abrupt) -> Value {
    if context.isObject {
      var index = render.contexts.count
      while index > render.contextFloor {
        index -= 1
        if render.contexts[index].context == context.ref { return render.contexts[index].value }
      }
    }
    return try get(context, .currentValue)
  }

  /// What the function in a consumer gives.
  mutating func callConsumer(_ context: Value, _ props: Value) throws(Abrupt) -> Value {
    let children = try get(props, .children)
    guard isCallable(children) else {
      let type = typeName(children)
      throw plainError(
        "Expected a function as children of a context consumer, but got \"\(type)\".")
    }
    return try call(children, this: .undefined, try readContext(context))
  }
}
