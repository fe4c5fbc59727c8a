internal import PantileCore
internal import PantileJSON

// Charts: marks and scales become JSON texts.

/// A chart mark and the members that its wire form has, in order.
private struct ChartMark {
  var name: StaticString
  /// What its points are made of; nil for a mark without data.
  var points: (first: Atom, second: Atom, hasSeries: Bool)?
  var members: [(key: StaticString, prop: Atom)]
}

extension Machine {
  /// Sets the props of a Chart.
  mutating func setChartProps(
    _ pairs: ContiguousArray<(key: PropertyKey, value: Value)>, _ props: Value,
    of holder: NodeID, _ tree: inout Tree
  ) throws(Abrupt) {
    var marks = render.takeJSON()
    var count = 0
    marks.append(UInt8(ascii: "["))
    for mark in try chartMarks(try get(props, .children)) {
      if count > 0 { marks.append(UInt8(ascii: ",")) }
      count += 1
      try write(mark: mark.kind, mark.props, to: &marks)
    }
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
    for (name, text) in [
      (ShortName.marks, text), (.foregroundStyleScale, scale), (.xAxisGridStyle, xGrid),
      (.yAxisGridStyle, yGrid),
    ] {
      if let text { try tree.setProp(PropName(name), .string(text), of: holder) }
    }
  }

  // MARK: Marks

  /// The marks among a chart's children, in arrays too.
  private mutating func chartMarks(
    _ children: Value
  ) throws(Abrupt) -> ContiguousArray<(kind: Int, props: Value)> {
    var marks: ContiguousArray<(kind: Int, props: Value)> = []
    _ = try mapChildren(children) { (machine, child, _) throws(Abrupt) in
      guard child.isObject, try machine.isElement(child) else { return .undefined }
      let (type, props) = try machine.parts(of: child.ref)
      guard type.isObject, machine.kind(type.ref) == .component else { return .undefined }
      let data = machine.nativeData(type.ref)
      guard data.isNumber, data.number >= Double(VoltraModule.firstMark),
        data.number < Double(VoltraModule.firstAndroid)
      else { return .undefined }
      marks.append((Int(data.number) - VoltraModule.firstMark, props))
      return .undefined
    }
    return marks
  }

  private mutating func chartMark(_ kind: Int) -> ChartMark {
    let points = (host.x, host.y, true)
    switch kind {
    case 0:
      return ChartMark(
        name: "bar", points: points,
        members: [
          ("c", host.color), ("stk", host.stacking), ("cr", host.cornerRadius),
          ("w", host.width),
        ])
    case 1:
      return ChartMark(
        name: "line", points: points,
        members: [
          ("c", host.color), ("itp", host.interpolation), ("lw", host.lineWidth),
          ("sym", host.symbol),
        ])
    case 2:
      return ChartMark(
        name: "area", points: points,
        members: [("c", host.color), ("itp", host.interpolation)])
    case 3:
      return ChartMark(
        name: "point", points: points,
        members: [("c", host.color), ("sym", host.symbol), ("syms", host.symbolSize)])
    case 4:
      return ChartMark(
        name: "rule", points: nil,
        members: [
          ("c", host.color), ("lw", host.lineWidth), ("xv", host.xValue), ("yv", host.yValue),
        ])
    default:
      return ChartMark(
        name: "sector", points: (.value, host.category, false),
        members: [
          ("c", host.color), ("ir", host.innerRadius), ("or", host.outerRadius),
          ("agin", host.angularInset),
        ])
    }
  }

  private mutating func write(
    mark kind: Int, _ props: Value, to out: inout ByteBuffer
  ) throws(Abrupt) {
    let mark = chartMark(kind)
    out.append("[\"")
    out.append(mark.name)
    out.append("\",")
    if let (first, second, hasSeries) = mark.points {
      try writePoints(
        try get(props, host.data), first, second, hasSeries: hasSeries, to: &out)
    } else {
      out.append("null")
    }
    out.append(",{")
    let start = out.count
    for (key, prop) in mark.members {
      let value = try get(props, prop)
      if prop == host.stacking, try !isGrouped(value) { continue }
      try writeMember(key, value, start, to: &out)
    }
    out.append("}]")
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
    let atom = atoms.intern(key.description)
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
