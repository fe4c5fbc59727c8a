internal import PantileCore

// Elements to nodes, as the peer's renderer does it.

extension Machine {
  /// Renders a value in the place of nodes.
  mutating func node(_ value: Value, _ tree: inout Tree) throws(Abrupt) -> Content {
    fuel &-= 1
    if fuel < 0 { throw .limit(.steps) }
    guard value.isObject else { return try noNode(value) }
    if isKind(value.ref, .array) { return try nodes(of: value.ref, &tree) }
    if render.hasShared, let mark = render.marks.find(value.ref),
      mark & SharingMark.isShared != 0
    {
      return try sharedNode(value.ref, mark, &tree)
    }
    return try element(value.ref, &tree)
  }

  /// What is no object: nothing, or an error.
  private mutating func noNode(_ value: Value) throws(Abrupt) -> Content {
    if value.isNullish || value.isBoolean { return Content(isArray: true) }
    let type = typeName(value)
    if value.isString {
      throw plainError(
        "Expected a React element, but got \"\(type)\". "
          + "Strings are only allowed as children of Text components.")
    }
    if value.isNumber || value.isBigint {
      throw plainError("Expected a React element, but got \"\(type)\".")
    }
    throw noElement(type)
  }

  private mutating func noElement(_ type: String) -> Abrupt {
    plainError("Expected element-like object with type and props, got \(type)")
  }

  /// The nodes of an array's items in one list.
  private mutating func nodes(of array: Ref, _ tree: inout Tree) throws(Abrupt) -> Content {
    try checkHostStack()
    var list = Content(isArray: true)
    if flags(array).contains(.sparse) { return try sparseNodes(of: array, &tree) }
    let count = arrayLength(array)
    var index: UInt32 = 0
    while index < count {
      let value = denseElement(array, index)
      index &+= 1
      if value.isHole { continue }
      tree.append(contentsOf: try node(value, &tree), to: &list)
    }
    return list
  }

  @inline(never)
  private mutating func sparseNodes(of array: Ref, _ tree: inout Tree) throws(Abrupt) -> Content {
    var list = Content(isArray: true)
    for index in try elementIndices(array) {
      let value = try get(array, index: index)
      tree.append(contentsOf: try node(value, &tree), to: &list)
    }
    return list
  }

  /// A reference to a shared element, which is rendered at its first use.
  private mutating func sharedNode(
    _ ref: Ref, _ mark: UInt32, _ tree: inout Tree
  ) throws(Abrupt) -> Content {
    var index = Int(mark >> SharingMark.shift)
    if mark & SharingMark.isRendered == 0 {
      let content = try element(ref, &tree)
      index = try tree.shareContent(content)
      let place = render.marks.insert(ref)
      render.marks[place] =
        UInt32(index) << SharingMark.shift | SharingMark.isShared | SharingMark.isRendered
    }
    var list = Content()
    tree.append(try tree.reference(to: index), to: &list)
    return list
  }

  /// Renders an element.
  private mutating func element(_ ref: Ref, _ tree: inout Tree) throws(Abrupt) -> Content {
    guard render.depth < limits.elementDepth else {
      throw rangeError("Maximum call stack size exceeded")
    }
    // A few levels fit into what is left between two checks.
    if render.depth & 3 == 0 { try checkHostStack() }
    if isKind(ref, .pattern), let content = try patternContent(ref, &tree) { return content }
    render.depth &+= 1
    if render.depth > render.deepest { render.deepest = render.depth }
    let (type, props) = try parts(of: ref)
    let content: Content
    if type.isObject, isKind(type.ref, .component) {
      content = try voltraNode(ref, type.ref, props, &tree)
    } else if type.isObject, isKind(type.ref, .closure) {
      content = try componentNode(ref, type, props, &tree)
    } else {
      content = try otherNode(ref, type, props, &tree)
    }
    render.depth &-= 1
    return content
  }

  /// Notes that an error leaves a component.
  @inline(never)
  mutating func leaving(_ ref: Ref, _ error: Abrupt) -> Abrupt {
    render.componentTrail.append(ref)
    return error
  }

  /// Renders what a function component returns.
  private mutating func componentNode(
    _ ref: Ref, _ type: Value, _ props: Value, _ tree: inout Tree
  ) throws(Abrupt) -> Content {
    do throws(Abrupt) {
      return try node(try callComponent(type, props), &tree)
    } catch {
      throw leaving(ref, error)
    }
  }

  /// Renders an element of a type that is neither a component of Voltra nor a function.
  private mutating func otherNode(
    _ ref: Ref, _ type: Value, _ props: Value, _ tree: inout Tree
  ) throws(Abrupt) -> Content {
    switch try form(of: type, ref) {
    case .voltra(let component): return try voltraNode(ref, component, props, &tree)
    case .function(let function): return try componentNode(ref, function, props, &tree)
    case .children: return try node(try get(props, .children), &tree)
    case .provider(let context):
      try pushContext(context, props)
      let content = try node(try get(props, .children), &tree)
      render.contexts.removeLast()
      return content
    case .consumer(let context):
      return try node(try callConsumer(context, props), &tree)
    }
  }

  /// Renders nodes out of reach of the providers around them, as in props.
  mutating func detachedNode(_ value: Value, _ tree: inout Tree) throws(Abrupt) -> Content {
    let floor = render.contextFloor
    render.contextFloor = render.contexts.count
    let content = try node(value, &tree)
    render.contextFloor = floor
    return content
  }
}

// MARK: - What an element is

/// How an element is rendered.
enum ElementForm {
  case voltra(Ref)
  case function(Value)
  case children
  case provider(Value)
  case consumer(Value)
}

extension Machine {
  /// The type and props of an element.
  @inline(__always)
  mutating func parts(of ref: Ref) throws(Abrupt) -> (type: Value, props: Value) {
    if heap.load32(Int(ref)) == intrinsics.elementShape.id {
      let slots = Int(heap.load32(Int(ref) &+ ObjectLayout.slots))
      return (heap.value(slots &+ 8), heap.value(slots &+ 32))
    }
    return try looseParts(of: ref)
  }

  private mutating func looseParts(of ref: Ref) throws(Abrupt) -> (type: Value, props: Value) {
    render.failing = ref
    if isCallable(.object(ref)) { throw noElement("function") }
    guard try isElementLike(ref) else { throw noElement("object") }
    let type = try get(ref, .typeName)
    let props = try get(ref, .props)
    render.failing = 0
    return (type, props)
  }

  /// Whether an object has a type and props.
  mutating func isElementLike(_ ref: Ref) throws(Abrupt) -> Bool {
    if heap.load32(Int(ref)) == intrinsics.elementShape.id || isKind(ref, .pattern) { return true }
    if let plan = plainPlan(ref), proto(ref) == intrinsics.objectPrototype {
      return plan.hasParts
    }
    guard try has(ref, PropertyKey(.typeName)) else { return false }
    return try has(ref, PropertyKey(.props))
  }

  /// Finds out how an element of a type is rendered.
  @inline(never)
  mutating func form(of start: Value, _ element: Ref) throws(Abrupt) -> ElementForm {
    var type = start
    while type.isObject {
      switch kind(type.ref) {
      case .component: return .voltra(type.ref)
      case .closure, .native, .bound: return .function(type)
      default: break
      }
      try charge(1)
      let mark = try get(type.ref, .typeOf)
      guard mark.isSymbol else { break }
      switch mark.atom {
      case intrinsics.memoSymbol: type = try get(type.ref, .typeName)
      case intrinsics.forwardRefSymbol: return .function(try get(type.ref, .render))
      case intrinsics.lazySymbol: type = try resolveLazy(type.ref)
      case intrinsics.contextSymbol: return .provider(type)
      case intrinsics.providerSymbol: return .provider(try get(type.ref, host.contextName))
      case intrinsics.consumerSymbol: return .consumer(try get(type.ref, host.contextName))
      default: throw unsupported(type, element)
      }
    }
    if type.isSymbol, type.atom == intrinsics.fragmentSymbol { return .children }
    throw unsupported(type, element)
  }

  private mutating func unsupported(_ type: Value, _ element: Ref) -> Abrupt {
    render.failing = element
    do throws(Abrupt) {
      if type.isString {
        let name = try swiftString(type.ref)
        return plainError("Host component \"\(name)\" is not supported in Voltra.")
      }
      if type.isSymbol {
        switch type.atom {
        case intrinsics.strictModeSymbol:
          return plainError("Strict mode is not supported in Voltra.")
        case intrinsics.profilerSymbol: return plainError("Profiler is not supported in Voltra.")
        case intrinsics.suspenseSymbol: return plainError("Suspense is not supported in Voltra.")
        case intrinsics.portalSymbol: return plainError("Portal is not supported in Voltra.")
        default: break
        }
      }
      let text = type.isSymbol ? describe(PropertyKey(type.atom)) : try swiftText(type)
      return plainError(
        "Unsupported element type \"\(text)\". Report this as a bug in the Voltra project.")
    } catch {
      return error
    }
  }
}
