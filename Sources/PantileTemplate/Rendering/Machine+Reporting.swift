internal import PantileCore

// What an error report says about the components around it.

extension Machine {
  /// The components that were being rendered, innermost first.
  mutating func componentFrames() -> [TemplateError.Frame] {
    render.componentStack.reversed().map { element in
      TemplateError.Frame(name: componentName(element), place: tagPlace(element))
    }
  }

  /// The family or region that was being rendered.
  mutating func partDescription() -> String? {
    switch render.part {
    case .none: nil
    case .family(let key): "family \(describe(key))"
    case .region(let region): "region \(region)"
    case .entry: "entry"
    }
  }

  /// The tag that an error of the renderer is about.
  mutating func failingTag() -> (function: Int, position: Int)? {
    let element = render.failing != 0 ? render.failing : render.componentStack.last ?? 0
    return element == 0 ? nil : tag(element)
  }

  /// Where an element was made: its hidden word.
  private mutating func tag(_ element: Ref) -> (function: Int, position: Int)? {
    guard shape(element) == intrinsics.elementShape else { return nil }
    let at = Int(element) + ObjectLayout.internals
    return (Int(heap.load32(at)) - 1, Int(heap.load32(at + 4)))
  }

  private mutating func tagPlace(_ element: Ref) -> SourcePlace? {
    guard let tag = tag(element), let found = sourcePlace(tag.function, tag.position) else {
      return nil
    }
    let position = SourceMap(found.file.bytes).position(of: found.offset)
    return SourcePlace(path: found.file.path, line: position.line, column: position.column)
  }

  private mutating func componentName(_ element: Ref) -> String {
    guard let type = findNamed(element, .typeName)?.value else { return "Anonymous" }
    if type.isString { return (try? swiftString(type.ref)) ?? "Anonymous" }
    guard type.isObject else { return "Anonymous" }
    var function = type.ref
    // memo and forwardRef hold the component inside.
    for atom in [Atom.typeName, .render] {
      if !isCallable(.object(function)), let inner = findNamed(function, atom)?.value,
        inner.isObject
      {
        function = inner.ref
      }
    }
    guard isCallable(.object(function)) else { return "Anonymous" }
    let name = functionDescription(function).name
    return name.isEmpty ? "Anonymous" : name
  }
}
