/// A stable merge sort of values that lie in the heap: the natural merge sort known as Timsort.
///
/// It asks for the same comparisons in the same order as V8, so that comparison functions that
/// contradict themselves (`() => Math.random() - 0.5`, `(a, b) => a > b`) give the same order too.
struct MergeSort {
  /// How two values compare.
  enum Order {
    case function(Callback)
    case text
    /// Values are numbers of strings that lie from this offset on.
    case textAt(Int)
  }

  private let order: Order
  /// The heap offset of the values.
  private let work: Int
  /// The heap offset of scratch for merging.
  private var scratch = 0
  private var scratchCount = 0
  private var runs: ContiguousArray<(start: Int, count: Int)> = []
  private var gallopLimit = 7

  init(order: Order, work: Int) {
    self.order = order
    self.work = work
  }

  /// Sorts the first `count` values.
  mutating func sort(_ machine: inout Machine, count: Int) throws(Abrupt) {
    guard count > 1 else { return }
    let shortest = shortestRun(count)
    var low = 0
    while low < count {
      var length = try makeRun(&machine, low, count)
      if length < shortest {
        let wanted = min(shortest, count - low)
        try insert(&machine, low, from: low + length, to: low + wanted)
        length = wanted
      }
      if length == count { return }
      runs.append((low, length))
      try collapse(&machine)
      low += length
    }
    while runs.count > 1 {
      var index = runs.count - 2
      if index > 0, runs[index - 1].count < runs[index + 1].count { index -= 1 }
      try merge(&machine, at: index)
    }
  }

  // MARK: Values

  private func load(_ machine: inout Machine, _ index: Int) -> Value {
    machine.heap.value(work + index * 8)
  }

  private func store(_ machine: inout Machine, _ index: Int, _ value: Value) {
    machine.heap.initValue(work + index * 8, value)
  }

  private func spare(_ machine: inout Machine, _ index: Int) -> Value {
    machine.heap.value(scratch + index * 8)
  }

  private func move(_ machine: inout Machine, from: Int, to: Int, count: Int) throws(Abrupt) {
    try machine.charge(bytes: count * 8)
    machine.heap.initCopy(from: work + from * 8, to: work + to * 8, byteCount: count * 8)
  }

  private mutating func setAside(
    _ machine: inout Machine, from: Int, count: Int
  ) throws(Abrupt) {
    if count > scratchCount {
      scratchCount = max(count, 32)
      scratch = Int(try machine.heap.allocate(scratchCount * 8))
    }
    try machine.charge(bytes: count * 8)
    machine.heap.initCopy(from: work + from * 8, to: scratch, byteCount: count * 8)
  }

  private func bringBack(
    _ machine: inout Machine, from: Int, to: Int, count: Int
  ) throws(Abrupt) {
    try machine.charge(bytes: count * 8)
    machine.heap.initCopy(from: scratch + from * 8, to: work + to * 8, byteCount: count * 8)
  }

  private func isLess(
    _ machine: inout Machine, _ left: Value, _ right: Value
  ) throws(Abrupt) -> Bool {
    try machine.charge(1)
    switch order {
    case .function(let callback):
      let result = try machine.call(callback, left, right)
      return try machine.toNumber(result) < 0
    case .text: return try machine.compare(left.ref, right.ref) < 0
    case .textAt(let texts):
      return try machine.compare(
        machine.heap.value(texts + Int(left.number) * 8).ref,
        machine.heap.value(texts + Int(right.number) * 8).ref) < 0
    }
  }

  // MARK: Runs

  private func shortestRun(_ count: Int) -> Int {
    var rest = count
    var isOdd = 0
    while rest >= 64 {
      isOdd |= rest & 1
      rest >>= 1
    }
    return rest + isOdd
  }

  /// The length of the run at `start`; a descending one is turned round.
  private func makeRun(
    _ machine: inout Machine, _ start: Int, _ end: Int
  ) throws(Abrupt) -> Int {
    guard start + 1 < end else { return 1 }
    let isDescending = try isLess(
      &machine, load(&machine, start + 1), load(&machine, start))
    var next = start + 2
    while next < end {
      let isLess = try isLess(&machine, load(&machine, next), load(&machine, next - 1))
      if isLess != isDescending { break }
      next += 1
    }
    if isDescending {
      var low = start
      var high = next - 1
      while low < high {
        let value = load(&machine, low)
        store(&machine, low, load(&machine, high))
        store(&machine, high, value)
        low += 1
        high -= 1
      }
    }
    return next - start
  }

  /// Sorts a short range whose part before `first` is sorted.
  private func insert(
    _ machine: inout Machine, _ low: Int, from first: Int, to end: Int
  ) throws(Abrupt) {
    var start = first == low ? first + 1 : first
    while start < end {
      let pivot = load(&machine, start)
      var left = low
      var right = start
      while left < right {
        let middle = left + (right - left) / 2
        if try isLess(&machine, pivot, load(&machine, middle)) {
          right = middle
        } else {
          left = middle + 1
        }
      }
      try move(&machine, from: left, to: left + 1, count: start - left)
      store(&machine, left, pivot)
      start += 1
    }
  }

  private mutating func collapse(_ machine: inout Machine) throws(Abrupt) {
    while runs.count > 1 {
      var index = runs.count - 2
      if !isBalanced(index + 1) || !isBalanced(index) {
        if runs[index - 1].count < runs[index + 1].count { index -= 1 }
        try merge(&machine, at: index)
      } else if runs[index].count <= runs[index + 1].count {
        try merge(&machine, at: index)
      } else {
        return
      }
    }
  }

  private func isBalanced(_ index: Int) -> Bool {
    index < 2 || runs[index - 2].count > runs[index - 1].count + runs[index].count
  }

  private mutating func merge(_ machine: inout Machine, at index: Int) throws(Abrupt) {
    var (startA, countA) = runs[index]
    let startB = runs[index + 1].start
    var countB = runs[index + 1].count
    runs[index].count = countA + countB
    runs.remove(at: index + 1)
    let skipped = try gallopRight(
      &machine, load(&machine, startB), inScratch: false, startA, countA, hint: 0)
    startA += skipped
    countA -= skipped
    if countA == 0 { return }
    countB = try gallopLeft(
      &machine, load(&machine, startA + countA - 1), inScratch: false, startB, countB,
      hint: countB - 1)
    if countB == 0 { return }
    if countA <= countB {
      try mergeLow(&machine, startA, countA, startB, countB)
    } else {
      try mergeHigh(&machine, startA, countA, startB, countB)
    }
  }

  // MARK: Galloping

  private func load(_ machine: inout Machine, inScratch: Bool, _ index: Int) -> Value {
    inScratch ? spare(&machine, index) : load(&machine, index)
  }

  /// Where `key` belongs in a sorted range, before its equals; counted from `base`.
  private func gallopLeft(
    _ machine: inout Machine, _ key: Value, inScratch: Bool, _ base: Int, _ count: Int, hint: Int
  ) throws(Abrupt) -> Int {
    var last = 0
    var offset = 1
    if try isLess(&machine, load(&machine, inScratch: inScratch, base + hint), key) {
      let most = count - hint
      while offset < most,
        try isLess(&machine, load(&machine, inScratch: inScratch, base + hint + offset), key)
      {
        last = offset
        offset = offset * 2 + 1
      }
      offset = min(offset, most)
      last += hint
      offset += hint
    } else {
      let most = hint + 1
      while offset < most,
        !(try isLess(&machine, load(&machine, inScratch: inScratch, base + hint - offset), key))
      {
        last = offset
        offset = offset * 2 + 1
      }
      offset = min(offset, most)
      (last, offset) = (hint - offset, hint - last)
    }
    last += 1
    while last < offset {
      let middle = last + (offset - last) / 2
      if try isLess(&machine, load(&machine, inScratch: inScratch, base + middle), key) {
        last = middle + 1
      } else {
        offset = middle
      }
    }
    return offset
  }

  /// Where `key` belongs in a sorted range, behind its equals; counted from `base`.
  private func gallopRight(
    _ machine: inout Machine, _ key: Value, inScratch: Bool, _ base: Int, _ count: Int, hint: Int
  ) throws(Abrupt) -> Int {
    var last = 0
    var offset = 1
    if try isLess(&machine, key, load(&machine, inScratch: inScratch, base + hint)) {
      let most = hint + 1
      while offset < most,
        try isLess(&machine, key, load(&machine, inScratch: inScratch, base + hint - offset))
      {
        last = offset
        offset = offset * 2 + 1
      }
      offset = min(offset, most)
      (last, offset) = (hint - offset, hint - last)
    } else {
      let most = count - hint
      while offset < most,
        !(try isLess(&machine, key, load(&machine, inScratch: inScratch, base + hint + offset)))
      {
        last = offset
        offset = offset * 2 + 1
      }
      offset = min(offset, most)
      last += hint
      offset += hint
    }
    last += 1
    while last < offset {
      let middle = last + (offset - last) / 2
      if try isLess(&machine, key, load(&machine, inScratch: inScratch, base + middle)) {
        offset = middle
      } else {
        last = middle + 1
      }
    }
    return offset
  }

  // MARK: Merging

  /// Merges two neighbouring runs, the left one being the shorter and set aside.
  private mutating func mergeLow(
    _ machine: inout Machine, _ startA: Int, _ countA: Int, _ startB: Int, _ countB: Int
  ) throws(Abrupt) {
    try setAside(&machine, from: startA, count: countA)
    var left = countA
    var right = countB
    var target = startA
    var a = 0
    var b = startB
    func takeB(_ machine: inout Machine) {
      store(&machine, target, load(&machine, b))
      target += 1
      b += 1
      right -= 1
    }
    func takeA(_ machine: inout Machine) {
      store(&machine, target, spare(&machine, a))
      target += 1
      a += 1
      left -= 1
    }
    takeB(&machine)
    merging: while right > 0, left > 1 {
      var winsA = 0
      var winsB = 0
      while winsA | winsB < gallopLimit {
        if try isLess(&machine, load(&machine, b), spare(&machine, a)) {
          takeB(&machine)
          winsB += 1
          winsA = 0
          if right == 0 { break merging }
        } else {
          takeA(&machine)
          winsA += 1
          winsB = 0
          if left == 1 { break merging }
        }
      }
      gallopLimit += 1
      repeat {
        gallopLimit = max(1, gallopLimit - 1)
        winsA = try gallopRight(
          &machine, load(&machine, b), inScratch: true, a, left, hint: 0)
        if winsA > 0 {
          try bringBack(&machine, from: a, to: target, count: winsA)
          target += winsA
          a += winsA
          left -= winsA
          if left <= 1 { break merging }
        }
        takeB(&machine)
        if right == 0 { break merging }
        winsB = try gallopLeft(
          &machine, spare(&machine, a), inScratch: false, b, right, hint: 0)
        if winsB > 0 {
          try move(&machine, from: b, to: target, count: winsB)
          target += winsB
          b += winsB
          right -= winsB
          if right == 0 { break merging }
        }
        takeA(&machine)
        if left == 1 { break merging }
      } while winsA >= 7 || winsB >= 7
      gallopLimit += 1
    }
    if right == 0 || left == 0 {
      try bringBack(&machine, from: a, to: target, count: left)
    } else {
      try move(&machine, from: b, to: target, count: right)
      store(&machine, target + right, spare(&machine, a))
    }
  }

  /// Merges two neighbouring runs from their ends, the right one being the shorter and set aside.
  private mutating func mergeHigh(
    _ machine: inout Machine, _ startA: Int, _ countA: Int, _ startB: Int, _ countB: Int
  ) throws(Abrupt) {
    try setAside(&machine, from: startB, count: countB)
    var left = countA
    var right = countB
    var target = startB + countB - 1
    var a = startA + countA - 1
    var b = countB - 1
    func takeA(_ machine: inout Machine) {
      store(&machine, target, load(&machine, a))
      target -= 1
      a -= 1
      left -= 1
    }
    func takeB(_ machine: inout Machine) {
      store(&machine, target, spare(&machine, b))
      target -= 1
      b -= 1
      right -= 1
    }
    takeA(&machine)
    merging: while left > 0, right > 1 {
      var winsA = 0
      var winsB = 0
      while winsA | winsB < gallopLimit {
        if try isLess(&machine, spare(&machine, b), load(&machine, a)) {
          takeA(&machine)
          winsA += 1
          winsB = 0
          if left == 0 { break merging }
        } else {
          takeB(&machine)
          winsB += 1
          winsA = 0
          if right == 1 { break merging }
        }
      }
      gallopLimit += 1
      repeat {
        gallopLimit = max(1, gallopLimit - 1)
        let keptA = try gallopRight(
          &machine, spare(&machine, b), inScratch: false, startA, left, hint: left - 1)
        winsA = left - keptA
        if winsA > 0 {
          target -= winsA
          a -= winsA
          try move(&machine, from: a + 1, to: target + 1, count: winsA)
          left -= winsA
          if left == 0 { break merging }
        }
        takeB(&machine)
        if right == 1 { break merging }
        let keptB = try gallopLeft(
          &machine, load(&machine, a), inScratch: true, 0, right, hint: right - 1)
        winsB = right - keptB
        if winsB > 0 {
          target -= winsB
          b -= winsB
          try bringBack(&machine, from: b + 1, to: target + 1, count: winsB)
          right -= winsB
          if right <= 1 { break merging }
        }
        takeA(&machine)
        if left == 0 { break merging }
      } while winsA >= 7 || winsB >= 7
      gallopLimit += 1
    }
    if left == 0 || right == 0 {
      try bringBack(&machine, from: 0, to: target - right + 1, count: right)
    } else {
      target -= left
      a -= left
      try move(&machine, from: a + 1, to: target + 1, count: left)
      store(&machine, target, spare(&machine, b))
    }
  }
}
