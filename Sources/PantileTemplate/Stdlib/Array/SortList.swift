/// The values of an array while they are sorted, in a record of the heap.
///
/// With a comparison function the values themselves are moved about. Without one their texts are
/// made once; numbers then stand for places in the lists of values and texts.
struct SortList {
  private(set) var count = 0
  private var undefinedCount = 0
  private var capacity: Int
  private var values: Int
  /// What is sorted: the values, or numbers of values.
  private var work = 0
  private var isIndirect = false

  /// An empty list.
  init(_ machine: inout Machine, capacity: Int) throws(Abrupt) {
    self.capacity = max(8, capacity)
    values = Int(try machine.heap.allocate(self.capacity * 8))
  }

  /// Adds a value; undefined goes behind all others.
  mutating func append(_ value: Value, _ machine: inout Machine) throws(Abrupt) {
    count += 1
    if value.isUndefined {
      undefinedCount += 1
      return
    }
    let place = count - undefinedCount - 1
    if place == capacity {
      let larger = Int(try machine.heap.allocate(capacity * 16))
      machine.heap.initCopy(from: values, to: larger, byteCount: capacity * 8)
      try machine.charge(bytes: capacity * 8)
      values = larger
      capacity *= 2
    }
    machine.heap.initValue(values + place * 8, value)
  }

  /// A value by its place in the order.
  func sorted(_ index: Int, _ machine: inout Machine) -> Value {
    if index >= count - undefinedCount { return .undefined }
    let entry = machine.heap.value(work + index * 8)
    return isIndirect ? machine.heap.value(values + Int(entry.number) * 8) : entry
  }

  /// Sorts by a comparison function, or by text if it is undefined.
  mutating func sort(_ machine: inout Machine, _ comparison: Value) throws(Abrupt) {
    let number = count - undefinedCount
    work = values
    guard number > 1 else { return }
    if !comparison.isUndefined {
      let callback = try machine.callback(comparison, count: 2)
      var sort = MergeSort(order: .function(callback), work: work)
      return try sort.sort(&machine, count: number)
    }
    let order = try makeTexts(&machine, number)
    var sort = MergeSort(order: order, work: work)
    try sort.sort(&machine, count: number)
  }

  private mutating func makeTexts(
    _ machine: inout Machine, _ number: Int
  ) throws(Abrupt) -> MergeSort.Order {
    var areStrings = true
    for index in 0..<number where !machine.heap.value(values + index * 8).isString {
      areStrings = false
    }
    if areStrings { return .text }
    isIndirect = true
    let texts = Int(try machine.heap.allocate(number * 8))
    work = Int(try machine.heap.allocate(number * 8))
    for index in 0..<number {
      try machine.charge(1)
      let text = try machine.toString(machine.heap.value(values + index * 8))
      machine.heap.initValue(texts + index * 8, .string(text))
      machine.heap.initValue(work + index * 8, Value(index))
    }
    return .textAt(texts)
  }
}
