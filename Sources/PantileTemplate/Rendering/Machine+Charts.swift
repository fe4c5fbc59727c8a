internal import PantileCore
internal import PantileJSON

// Charts: marks and scales become JSON texts.

extension Machine {
  /// Sets the props of a Chart.
  mutating func setChartProps(
    _ pairs: ContiguousArray<OwnEntry>, _ props: Value,
    of holder: NodeID, _ tree: inout Tree
  ) throws(Abrupt) {
    var marks = render.takeJSON()
    var count = 0
    marks.append(UInt8(ascii: "["))
    try writeMarks(in: try get(props, .children), &count, to: &marks)
    marks.append(UInt8(ascii: "]"))
    let text = count > 0 ? try tree.keep(marks) : nil
    render.giveBack(marks)
    let scale = try scaleText(try get(props, host.foregroundStyleScale), &tree)
    let xGrid = try gridText(try get(props, host.xAxisGridStyle), &tree)
    let yGrid = try gridText(try get(props, host.yAxisGridStyle), &tree)
    let names = host
    let keepsAxes = render.isAndroid
    try setRest(pairs, of: holder, &tree) { key in
      key == PropertyKey(names.foregroundStyleScale) || key == PropertyKey(names.xAxisGridStyle)
        || key == PropertyKey(names.yAxisGridStyle)
        || key == PropertyKey(names.chartScrollableAxes) && !keepsAxes
    }
    try setText(.marks, text, of: holder, &tree)
    try setText(.foregroundStyleScale, scale, of: holder, &tree)
    try setText(.xAxisGridStyle, xGrid, of: holder, &tree)
    try setText(.yAxisGridStyle, yGrid, of: holder, &tree)
  }

  // MARK: Marks

  /// Writes the marks among a chart's children, in arrays too; other elements count for nothing.
  private mutating func writeMarks(
    in children: Value, _ count: inout Int, to out: inout ByteBuffer
  ) throws(Abrupt) {
    try charge(1)
    guard children.isObject, !isCallable(children) else { return }
    if isKind(children.ref, .array) {
      try checkHostStack()
      for index in 0..<arrayLength(children.ref) {
        try writeMarks(in: try get(children.ref, index: index), &count, to: &out)
      }
      return
    }
    guard try isElement(children) else { return try writeMarks(of: children, &count, to: &out) }
    let (type, props) = try parts(of: children.ref)
    guard type.isObject, isKind(type.ref, .component) else { return }
    let number = nativeData(type.ref)
    let first = Double(VoltraModule.firstMark)
    guard number.isNumber, number.number >= first,
      number.number < Double(VoltraModule.firstAndroid)
    else { return }
    if count > 0 { out.append(UInt8(ascii: ",")) }
    count += 1
    try write(mark: Int(number.number - first), props, to: &out)
  }

  /// Writes the marks that an iterable gives; other objects are no children.
  private mutating func writeMarks(
    of list: Value, _ count: inout Int, to out: inout ByteBuffer
  ) throws(Abrupt) {
    let mark = try get(list.ref, .typeOf)
    if mark == .symbol(intrinsics.portalSymbol) { return }
    try checkHostStack()
    if mark == .symbol(intrinsics.lazySymbol) {
      return try writeMarks(in: try resolveLazy(list.ref), &count, to: &out)
    }
    guard isCallable(try get(list.ref, .symbolIterator)) else { throw try noChild(list) }
    let items = try makeArray()
    try appendSpread(items, list)
    try writeMarks(in: .object(items), &count, to: &out)
  }

  /// Writes a mark: its kind, its points, and the members that its wire form has, in order.
  private mutating func write(
    mark kind: Int, _ props: Value, to out: inout ByteBuffer
  ) throws(Abrupt) {
    switch kind {
    case 0: out.append("[\"bar\",")
    case 1: out.append("[\"line\",")
    case 2: out.append("[\"area\",")
    case 3: out.append("[\"point\",")
    case 4: out.append("[\"rule\",null")
    default: out.append("[\"sector\",")
    }
    if kind == 5 {
      try writePoints(
        try get(props, host.data), .value, host.category, hasSeries: false, to: &out)
    } else if kind != 4 {
      try writePoints(try get(props, host.data), host.x, host.y, hasSeries: true, to: &out)
    }
    out.append(",{")
    try writeMembers(ofMark: kind, props, start: out.count, to: &out)
    out.append("}]")
  }

  private mutating func writeMembers(
    ofMark kind: Int, _ props: Value, start: Int, to out: inout ByteBuffer
  ) throws(Abrupt) {
    try writeMember("c", try get(props, host.color), start, to: &out)
    switch kind {
    case 0:
      let stacking = try get(props, host.stacking)
      if try isGrouped(stacking) { try writeMember("stk", stacking, start, to: &out) }
      try writeMember("cr", try get(props, host.cornerRadius), start, to: &out)
      try writeMember("w", try get(props, host.width), start, to: &out)
    case 1:
      try writeMember("itp", try get(props, host.interpolation), start, to: &out)
      try writeMember("lw", try get(props, host.lineWidth), start, to: &out)
      try writeMember("sym", try get(props, host.symbol), start, to: &out)
    case 2: try writeMember("itp", try get(props, host.interpolation), start, to: &out)
    case 3:
      try writeMember("sym", try get(props, host.symbol), start, to: &out)
      try writeMember("syms", try get(props, host.symbolSize), start, to: &out)
    case 4:
      try writeMember("lw", try get(props, host.lineWidth), start, to: &out)
      try writeMember("xv", try get(props, host.xValue), start, to: &out)
      try writeMember("yv", try get(props, host.yValue), start, to: &out)
    default:
      try writeMember("ir", try get(props, host.innerRadius), start, to: &out)
      try writeMember("or", try get(props, host.outerRadius), start, to: &out)
      try writeMember("agin", try get(props, host.angularInset), start, to: &out)
    }
  }

  private mutating func isGrouped(_ value: Value) throws(Abrupt) -> Bool {
    guard value.isString, stringLength(value.ref) == 7 else { return false }
    return try swiftString(value.ref) == "grouped"
  }

  /// Writes a member that is not null, with a comma if it is not the first.
  private mutating func writeMember(
    _ key: StaticString, _ value: Value, _ start: Int, to out: inout ByteBuffer
  ) throws(Abrupt) {
    if value.isNullish { return }
    let before = out.count
    if before > start { out.append(UInt8(ascii: ",")) }
    out.append(UInt8(ascii: "\""))
    out.append(key)
    out.append("\":")
    let atom = value.isObject ? atoms.intern(key.description) : .emptyText
    if try !stringify(value, holderKey: PropertyKey(atom), into: &out) {
      out.truncate(to: before)
    }
  }

  private mutating func writePoints(
    _ data: Value, _ first: Atom, _ second: Atom, hasSeries: Bool, to out: inout ByteBuffer
  ) throws(Abrupt) {
    guard isArray(data) else {
      _ = try get(data, .map)
      throw typeError("data.map is not a function")
    }
    out.append(UInt8(ascii: "["))
    for index in 0..<arrayLength(data.ref) {
      try charge(1)
      if index > 0 { out.append(UInt8(ascii: ",")) }
      guard try has(data.ref, PropertyKey(index: index)) else {
        out.append("null")
        continue
      }
      let point = try get(data.ref, index: index)
      out.append(UInt8(ascii: "["))
      try writeItem(try get(point, first), 0, to: &out)
      out.append(UInt8(ascii: ","))
      try writeItem(try get(point, second), 1, to: &out)
      let series = hasSeries ? try get(point, host.series) : .undefined
      if !series.isNullish {
        out.append(UInt8(ascii: ","))
        try writeItem(series, 2, to: &out)
      }
      out.append(UInt8(ascii: "]"))
    }
    out.append(UInt8(ascii: "]"))
  }

  /// Writes an item of an array: what has no JSON is `null` there.
  private mutating func writeItem(
    _ value: Value, _ index: UInt32, to out: inout ByteBuffer
  ) throws(Abrupt) {
    if value.isNumber {
      if value.number.isFinite { out.append(number: value.number) } else { out.append("null") }
    } else if try !stringify(value, holderKey: PropertyKey(index: index), into: &out) {
      out.append("null")
    }
  }

  // MARK: Scales and grids

  private mutating func scaleText(
    _ scale: Value, _ tree: inout Tree
  ) throws(Abrupt) -> TextRange? {
    if !toBoolean(scale) { return nil }
    var out = render.takeJSON()
    out.append(UInt8(ascii: "["))
    var isFirst = true
    for (key, value) in try ownEntries(scale) {
      out.append(isFirst ? "[" : ",[")
      isFirst = false
      try writeItem(try self.value(of: key), 0, to: &out)
      out.append(UInt8(ascii: ","))
      try writeItem(value, 1, to: &out)
      out.append(UInt8(ascii: "]"))
    }
    out.append(UInt8(ascii: "]"))
    let text = try tree.keep(out)
    render.giveBack(out)
    return text
  }

  private mutating func gridText(
    _ grid: Value, _ tree: inout Tree
  ) throws(Abrupt) -> TextRange? {
    if !toBoolean(grid) { return nil }
    var out = render.takeJSON()
    out.append(UInt8(ascii: "{"))
    try writeMember("v", try get(grid, host.visible), 1, to: &out)
    try writeMember("c", try get(grid, host.color), 1, to: &out)
    try writeMember("lw", try get(grid, host.lineWidth), 1, to: &out)
    try writeMember("d", try get(grid, host.dash), 1, to: &out)
    out.append(UInt8(ascii: "}"))
    let text = try tree.keep(out)
    render.giveBack(out)
    return text
  }
}
