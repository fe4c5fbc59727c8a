internal import PantileCore
internal import PantileJSON

// Components whose props are turned into others: Image, LinearGradient and Chart.

extension Machine {
  /// Sets children and props of a component that has an encoding of its own.
  mutating func setEncodedProps(
    _ number: UInt8, _ props: Value, of holder: NodeID, _ tree: inout Tree
  ) throws(Abrupt) {
    let pairs = try takeEntries(of: props)
    if render.isAndroid, let name = androidTextProp(number) {
      try setTextProp(name, pairs, props, of: holder, &tree)
    } else if render.isAndroid || number == Component.chart.rawValue {
      try setChartProps(pairs, props, of: holder, &tree)
    } else if number == Component.image.rawValue {
      try setTextProp(.source, pairs, props, of: holder, &tree)
    } else {
      try setGradientProps(pairs, props, of: holder, &tree)
    }
    render.giveBack(pairs)
  }

  // MARK: Images and icons

  /// Sets props of which one becomes a JSON text behind the others, such as an Image's source.
  private mutating func setTextProp(
    _ name: Atom, _ pairs: ContiguousArray<OwnEntry>, _ props: Value,
    of holder: NodeID, _ tree: inout Tree
  ) throws(Abrupt) {
    let source = try get(props, name)
    let text = toBoolean(source) ? try jsonText(source, &tree) : nil
    try setNodeChildren(pairs, of: holder, &tree)
    try setRest(pairs, of: holder, &tree) { $0 == PropertyKey(name) }
    if toBoolean(source) {
      let key = try propName(PropertyKey(name), in: &tree)
      try tree.setProp(key, text.map { .string($0) } ?? .dropped, of: holder)
    }
  }

  /// `JSON.stringify(value)`, kept in the tree; nil when it gives undefined.
  private mutating func jsonText(
    _ value: Value, _ tree: inout Tree
  ) throws(Abrupt) -> TextRange? {
    var buffer = render.takeJSON()
    let isWritten = try stringify(value, into: &buffer)
    let text = try tree.keep(buffer)
    render.giveBack(buffer)
    return isWritten ? text : nil
  }

  // MARK: LinearGradient

  private mutating func setGradientProps(
    _ pairs: ContiguousArray<OwnEntry>, _ props: Value,
    of holder: NodeID, _ tree: inout Tree
  ) throws(Abrupt) {
    let colors = try get(props, host.colors)
    let locations = try get(props, host.locations)
    var joined: TextRange?
    if isArray(colors) { joined = try joinColors(colors.ref, &tree) }
    let stops = isArray(locations) ? try joinStops(colors, locations.ref, &tree) : nil
    let start = try gradientPoint(try get(props, host.start), &tree)
    let end = try gradientPoint(try get(props, host.end), &tree)
    try setNodeChildren(pairs, of: holder, &tree)
    let names = host
    try setRest(pairs, of: holder, &tree) { key in
      key == PropertyKey(names.colors) || key == PropertyKey(names.locations)
        || key == PropertyKey(names.start) || key == PropertyKey(names.end)
    }
    try setText(.colors, joined, of: holder, &tree)
    try setText(.stops, stops, of: holder, &tree)
    try setText(.startPoint, start, of: holder, &tree)
    try setText(.endPoint, end, of: holder, &tree)
  }

  /// Sets a prop that is a text, if it is there.
  mutating func setText(
    _ name: ShortName, _ text: TextRange?, of holder: NodeID, _ tree: inout Tree
  ) throws(Abrupt) {
    if let text { try tree.setProp(PropName(name), .string(text), of: holder) }
  }

  private mutating func appendByte(_ text: StaticString, _ tree: inout Tree) throws(Abrupt) {
    if !tree.accepts(text) { throw .limit(.output) }
  }

  private mutating func joinColors(
    _ colors: Ref, _ tree: inout Tree
  ) throws(Abrupt) -> TextRange {
    var texts: ContiguousArray<Ref> = []
    for index in 0..<arrayLength(colors) {
      try charge(1)
      let color = try get(colors, index: index)
      texts.append(color.isNullish ? intrinsics.emptyString : try toString(color))
    }
    tree.beginText()
    for (index, text) in texts.enumerated() {
      if index > 0 { try appendByte("|", &tree) }
      try append(text, to: &tree)
    }
    return tree.endText()
  }

  private mutating func joinStops(
    _ colors: Value, _ locations: Ref, _ tree: inout Tree
  ) throws(Abrupt) -> TextRange {
    guard isArray(colors) else {
      _ = try get(colors, .map)
      throw typeError("colors.map is not a function")
    }
    var texts: ContiguousArray<Ref> = []
    for index in 0..<arrayLength(colors.ref) {
      try charge(1)
      texts.append(try toString(try get(colors.ref, index: index)))
      texts.append(try toString(try get(locations, index: index)))
    }
    tree.beginText()
    for (index, text) in texts.enumerated() {
      if index > 0 { try appendByte(index % 2 == 0 ? "|" : "@", &tree) }
      try append(text, to: &tree)
    }
    return tree.endText()
  }

  private mutating func gradientPoint(
    _ point: Value, _ tree: inout Tree
  ) throws(Abrupt) -> TextRange? {
    if !toBoolean(point) { return nil }
    if point.isString { return try keep(point.ref, in: &tree) }
    guard point.isObject else { return nil }
    if kind(point.ref) == .array {
      let x = try get(point.ref, index: 0)
      let y = try get(point.ref, index: 1)
      guard x.isNumber, y.isNumber else { return nil }
      return try pointText(x.number, y.number, &tree)
    }
    let first = try get(point.ref, host.x)
    let second = try get(point.ref, host.y)
    if first.isNullish || second.isNullish { return nil }
    let x = try toNumber(first)
    let y = try toNumber(second)
    return x.isNaN || y.isNaN ? nil : try pointText(x, y, &tree)
  }

  private mutating func pointText(
    _ x: Double, _ y: Double, _ tree: inout Tree
  ) throws(Abrupt) -> TextRange {
    if let name = pointName(x, y) { return try tree.keep(name) }
    tree.beginText()
    try tree.append(number: x)
    try appendByte(",", &tree)
    try tree.append(number: y)
    return tree.endText()
  }

  private mutating func pointName(_ x: Double, _ y: Double) -> String? {
    switch (x, y) {
    case (0, 0): "topLeading"
    case (0.5, 0): "top"
    case (1, 0): "topTrailing"
    case (0, 0.5): "leading"
    case (0.5, 0.5): "center"
    case (1, 0.5): "trailing"
    case (0, 1): "bottomLeading"
    case (0.5, 1): "bottom"
    case (1, 1): "bottomTrailing"
    default: nil
    }
  }
}
