internal import PantileCore

// The scan for elements that occur twice, before anything is rendered.

extension Machine {
  /// Visits what a root shows without calling components; objects met twice become shared.
  ///
  /// The peer descends at every visit. A third visit can find nothing new, so here it ends at
  /// once, and the scan takes linear time.
  ///
  /// - Parameter root: The number of the root plus one.
  mutating func scan(_ value: Value, root: UInt32, depth: Int = 0) throws(Abrupt) {
    guard value.isObject else { return }
    let ref = value.ref
    let kind = kind(ref)
    if kind == .closure || kind == .component || kind == .native { return }
    try charge(1)
    let isArray = kind == .array
    guard try isFirstOrSecondVisit(ref, root, isArray: isArray) else { return }
    guard depth < limits.elementDepth else {
      throw rangeError("Maximum call stack size exceeded")
    }
    try checkHostStack()
    if isArray {
      return try scanItems(of: ref, root: root, depth: depth + 1)
    }
    let props = try scannedProps(of: ref)
    guard props.isObject else { return }
    try scanProps(props.ref, root: root, depth: depth + 1)
  }

  private mutating func scanItems(of array: Ref, root: UInt32, depth: Int) throws(Abrupt) {
    if flags(array).contains(.sparse) {
      for index in try elementIndices(array) {
        try scan(try get(array, index: index), root: root, depth: depth)
      }
      return
    }
    for index in 0..<arrayLength(array) {
      try scan(denseElement(array, index), root: root, depth: depth)
    }
  }

  private mutating func isFirstOrSecondVisit(
    _ ref: Ref, _ root: UInt32, isArray: Bool
  ) throws(Abrupt) -> Bool {
    let place = render.marks.insert(ref)
    let mark = render.marks[place]
    guard mark >> SharingMark.shift == root else {
      render.marks[place] = mark & SharingMark.isShared | root << SharingMark.shift
      return true
    }
    if mark & SharingMark.isDone != 0 { return false }
    render.marks[place] = mark | SharingMark.isDone | (isArray ? 0 : SharingMark.isShared)
    if !isArray { render.hasShared = true }
    return true
  }

  private mutating func scannedProps(of ref: Ref) throws(Abrupt) -> Value {
    if heap.load32(Int(ref)) == intrinsics.elementShape.id { return try parts(of: ref).props }
    return try get(ref, .props)
  }

  private mutating func scanProps(_ props: Ref, root: UInt32, depth: Int) throws(Abrupt) {
    guard let plan = plainPlan(props) else {
      let pairs = try ownEntries(.object(props))
      for (key, value) in pairs where key == PropertyKey(.children) {
        try scan(value, root: root, depth: depth)
      }
      for (key, value) in pairs where key != PropertyKey(.children) && value.isObject {
        if !isCallable(value), try isElementLike(value.ref) {
          try scan(value, root: root, depth: depth)
        }
      }
      return
    }
    let slots = Int(heap.load32(Int(props) + ObjectLayout.slots))
    if plan.children != 0 {
      try scan(heap.value(slots + Int(plan.children - 1) * 8), root: root, depth: depth)
    }
    for index in 0..<Int(plan.count) {
      let entry = render.plans.entries[Int(plan.start) + index]
      if entry.handling == .skip || entry.handling == .children { continue }
      let value = heap.value(slots + Int(entry.slot) * 8)
      guard value.isObject, isKind(value.ref, .plain) || isKind(value.ref, .pattern),
        try isElementLike(value.ref)
      else {
        continue
      }
      try scan(value, root: root, depth: depth)
    }
  }
}
