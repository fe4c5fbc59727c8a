internal import PantileCore

// What an error report says about the components around it.

extension Machine {
  /// The components that were being rendered, innermost first.
  mutating func componentFrames() -> [TemplateError.Frame] {
    var frames: [TemplateError.Frame] = []
    for element in render.componentTrail {
      _ = kind(element)
      let type = findNamed(element, .typeName)?.value ?? .undefined
      frames.append(TemplateError.Frame(name: componentName(type), place: tagPlace(element)))
    }
    return frames
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
    let element = render.failing != 0 ? render.failing : render.componentTrail.first ?? 0
    return element == 0 ? nil : tag(element)
  }

  /// Where an element was made: its hidden word.
  private mutating func tag(_ element: Ref) -> (function: Int, position: Int)? {
    _ = kind(element)
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
}
