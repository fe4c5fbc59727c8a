// Intl.Segmenter and the segments that it gives: an object that iterates them, with the text in
// place of the bound function and an array of segments behind it.

extension Stdlib {
  static func installSegmenter(_ machine: inout Machine, _ proto: Ref) throws(Abrupt) {
    let segments = try machine.makePrototype(machine.intrinsics.objectPrototype)
    try machine.addMethod(segments, "containing", 1, segmentContaining)
    try machine.addMethod(segments, "@@iterator", 0) { (machine, call) throws(Abrupt) in
      let array = try segmentList(&machine, call, "[Symbol.iterator]")
      let values = Value.object(machine.intrinsics.arrayValues)
      return try machine.call(values, this: .object(array))
    }
    try machine.addMethod(proto, "segment", 1) { (machine, call) throws(Abrupt) in
      let found = try machine.formatter(call, .segmenter, "segment")
      guard let segmenter = found as? Segmenter else { return .undefined }
      let text = try machine.toString(machine.argument(call, 0))
      return try makeSegments(&machine, text, segmenter, segments)
    }
  }

  private static func makeSegments(
    _ machine: inout Machine, _ text: Ref, _ segmenter: Segmenter, _ proto: Ref
  ) throws(Abrupt) -> Value {
    let units = try machine.copyUnits(text)
    let pieces = try machine.withIntl { (session) throws(IntlError) in
      try session.segments(units, segmenter)
    }
    let array = try machine.makeArray(capacity: pieces.count)
    let segment = machine.atoms.intern("segment")
    let wordLike = machine.atoms.intern("isWordLike")
    for piece in pieces {
      try machine.charge(1)
      let object = try machine.makePlainObject(capacity: 4)
      try machine.addNamed(object, segment, try machine.substring(text, piece.start, piece.end))
      try machine.addNamed(object, .indexName, Value(piece.start))
      try machine.addNamed(object, .input, .string(text))
      if let isWord = piece.isWordLike {
        try machine.addNamed(object, wordLike, Value(isWord))
      }
      try machine.push(array, .object(object))
    }
    let result = try machine.makeObject(
      try machine.rootShape(proto: proto), kind: .intl, internals: ObjectLayout.intlWords)
    machine.heap.init32(Int(result) + ObjectLayout.intlService, .max)
    machine.heap.initValue(Int(result) + ObjectLayout.intlBound, .string(text))
    machine.heap.initValue(Int(result) + ObjectLayout.intlSegments, .object(array))
    return .object(result)
  }

  /// The array of segments of the object that a method is called on.
  private static func segmentList(
    _ machine: inout Machine, _ call: Call, _ method: String
  ) throws(Abrupt) -> Ref {
    let this = machine.this(call)
    if this.isObject, machine.kind(this.ref) == .intl {
      let list = machine.heap.value(Int(this.ref) + ObjectLayout.intlSegments)
      if list.isObject { return list.ref }
    }
    let text = try machine.inspect(this)
    throw machine.typeError(
      "Method %SegmentsPrototype%.\(method) called on incompatible receiver \(text)")
  }

  private static func segmentContaining(
    _ machine: inout Machine, _ call: Call
  ) throws(Abrupt) -> Value {
    let list = try segmentList(&machine, call, "containing")
    let index = try machine.toInteger(machine.argument(call, 0))
    let text = machine.heap.value(Int(machine.this(call).ref) + ObjectLayout.intlBound).ref
    guard index >= 0, index < Double(machine.stringLength(text)) else { return .undefined }
    var low: UInt32 = 0
    var high = machine.arrayLength(list)
    while low + 1 < high {
      let middle = (low + high) / 2
      let start = try machine.get(machine.denseElement(list, middle), .indexName)
      if start.number <= index { low = middle } else { high = middle }
    }
    let found = machine.denseElement(list, low)
    return found.isHole ? .undefined : found
  }
}
