internal import PantileCore
internal import PantileJSON

// Renders that a template asks for itself, through `renderWidgetToString` and its like.

/// What a template renders.
enum NestedForm {
  case widget, bare, android
  case live(isDeviceModule: Bool)
}

extension Machine {
  /// The payload of a value as a string.
  ///
  /// The render that goes on, if any, is not touched.
  mutating func nestedRender(_ form: NestedForm, _ value: Value) throws(Abrupt) -> Value {
    try checkHostStack()
    var outer = RenderState()
    swap(&outer, &render)
    // A pattern's record has room for what one render notes.
    let usedPatterns = usesPatterns
    usesPatterns = false
    defer {
      swap(&outer, &render)
      usesPatterns = usedPatterns
    }
    var tree = Tree(limit: max(heap.limit, 1 << 20))
    switch form {
    case .widget: try renderWidget(variants: value, into: &tree)
    case .android: try renderAndroid(variants: value, into: &tree)
    case .bare: try renderBare(value, into: &tree)
    case .live(let isDeviceModule):
      try renderLive(value, isDeviceModule: isDeviceModule, into: &tree)
    }
    var bytes = ByteBuffer(capacity: 1024)
    var writer = PayloadWriter(limit: limits.memory)
    do throws(PayloadError) { try writer.write(tree, to: &bytes) } catch {
      throw .limit(.memory)
    }
    try charge(bytes: bytes.count)
    return try makeString(utf8: bytes)
  }

  /// `JSON.parse(text)`.
  mutating func parseJSON(_ text: Value) throws(Abrupt) -> Value {
    let json = try get(intrinsics.global, atoms.intern("JSON"))
    guard json.isObject else { return text }
    return try call(try get(json, atoms.intern("parse")), this: json, text)
  }
}
