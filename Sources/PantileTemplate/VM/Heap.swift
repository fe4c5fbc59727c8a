internal import PantileJSON

/// The memory of a machine's values: an image that every render starts from, and what the render
/// adds behind it.
///
///     8            imageEnd                     top
///     ┌────────────┬────────────────────────────┬────────
///     │ image      │ records of this render     │ free
///     └────────────┴────────────────────────────┴────────
///
/// ``reset()`` drops the render's records. Writes into the image are noted word by word, once a
/// word, and undone by the reset, so a render sees the image as if it were the first.
struct Heap: ~Copyable {
  private(set) var arena: Arena
  /// The end of the image; 0 while the image itself is being built.
  private(set) var imageEnd = 0
  /// Writes below this offset are noted: the image, and while a call is watched all that is older
  /// than the call.
  private var watchEnd = 0
  /// Whether something older than the watched call was written to.
  private(set) var wroteOld = false
  /// The memory of all renders together, and what this one took of it.
  var budget: MemoryBudget?
  private var budgetTaken = 0
  /// Whether an allocation failed where no error could be thrown; the render must end.
  private(set) var isExhausted = false
  private var touched: ContiguousArray<UInt64> = []
  private var undo: ContiguousArray<(offset: Int, word: UInt64)> = []

  init(capacity: Int, limit: Int) {
    arena = Arena(capacity: capacity, limit: limit)
  }

  /// A copy of another heap's image.
  init(imageOf other: borrowing Heap, capacity: Int, limit: Int) {
    arena = Arena(capacity: max(capacity, other.arena.top + 64), limit: limit)
    _ = try? arena.allocate(other.arena.top - 8)
    other.arena.withBytes(0, other.arena.top) { bytes in arena.write(bytes, at: 0) }
    if other.imageEnd > 0 { sealImage() }
  }

  /// The number of bytes in use.
  var byteCount: Int { arena.top }

  /// The number of bytes reserved.
  var capacity: Int { arena.capacity }

  /// The limit in bytes.
  var limit: Int {
    get { arena.limit }
    set { arena.limit = newValue }
  }

  /// Makes all that was allocated so far the image.
  mutating func sealImage() {
    imageEnd = arena.top
    watchEnd = imageEnd
    touched = ContiguousArray(repeating: 0, count: imageEnd / 512 + 1)
    undo.reserveCapacity(64)
  }

  /// Makes the image writable for good again, to add to it.
  mutating func openImage() {
    imageEnd = 0
    watchEnd = 0
    undo.removeAll(keepingCapacity: true)
  }

  /// Drops what was allocated since the image was sealed and undoes writes into the image.
  mutating func reset() {
    for index in undo.indices.reversed() {
      let entry = undo[index]
      arena.store64(entry.offset, entry.word)
      touched[entry.offset >> 9] = 0
    }
    undo.removeAll(keepingCapacity: true)
    isExhausted = false
    watchEnd = imageEnd
    arena.reset(to: imageEnd)
  }

  /// Gives memory back after a large render.
  mutating func trim(to byteCount: Int) {
    if arena.capacity > byteCount { arena.shrink(to: byteCount) }
  }

  /// Notes writes to what is there already, until ``endWatch()``.
  mutating func watch() {
    watchEnd = arena.top
    wroteOld = false
  }

  /// Ends ``watch()``.
  mutating func endWatch() { watchEnd = imageEnd }

  @inline(never)
  private mutating func note(_ offset: Int) {
    wroteOld = true
    guard offset < imageEnd else { return }
    let word = offset & ~7
    let bit = UInt64(1) << UInt64((word >> 3) & 63)
    guard touched[word >> 9] & bit == 0 else { return }
    touched[word >> 9] |= bit
    undo.append((word, arena.load64(word)))
  }

  /// Reserves bytes; they are not cleared.
  @inline(__always)
  mutating func allocate(_ byteCount: Int) throws(Abrupt) -> Ref {
    if arena.top &+ byteCount &+ 8 > arena.capacity { try makeRoom(byteCount) }
    do throws(ArenaFull) { return try arena.allocate(byteCount) } catch {
      throw .limit(.memory)
    }
  }

  /// Notes that an allocation failed where no error could be thrown.
  mutating func exhaust() {
    isExhausted = true
    arena.limit = 0
  }

  /// Grows the block, with the growth taken from the budget of all renders.
  @inline(never)
  private mutating func makeRoom(_ byteCount: Int) throws(Abrupt) {
    let needed = arena.top + byteCount + 8
    guard byteCount >= 0, needed <= arena.limit else { throw .limit(.memory) }
    let size = arena.grownSize(byteCount)
    if let budget {
      let growth = size - arena.capacity
      guard budget.take(growth) else { throw .limit(.totalMemory) }
      budgetTaken += growth
    }
    do throws(ArenaFull) { try arena.grow(byteCount) } catch { throw .limit(.memory) }
  }

  /// Takes what a render holds from the start from the budget of all renders.
  mutating func takeBudget() throws(Abrupt) {
    guard let budget else { return }
    let held = arena.capacity - imageEnd
    guard budget.take(held) else { throw .limit(.totalMemory) }
    budgetTaken += held
  }

  /// Gives back what a render took.
  mutating func giveBudgetBack() {
    budget?.giveBack(budgetTaken)
    budgetTaken = 0
  }

  @inline(__always) func load64(_ offset: Int) -> UInt64 { arena.load64(offset) }
  @inline(__always) func load32(_ offset: Int) -> UInt32 { arena.load32(offset) }
  @inline(__always) func load16(_ offset: Int) -> UInt16 { arena.load16(offset) }
  @inline(__always) func load8(_ offset: Int) -> UInt8 { arena.load8(offset) }
  @inline(__always) func value(_ offset: Int) -> Value { Value(bits: arena.load64(offset)) }

  @inline(__always) mutating func store64(_ offset: Int, _ word: UInt64) {
    if offset < watchEnd { note(offset) }
    arena.store64(offset, word)
  }

  @inline(__always) mutating func store32(_ offset: Int, _ word: UInt32) {
    if offset < watchEnd { note(offset) }
    arena.store32(offset, word)
  }

  @inline(__always) mutating func store16(_ offset: Int, _ word: UInt16) {
    if offset < watchEnd { note(offset) }
    arena.store16(offset, word)
  }

  @inline(__always) mutating func store8(_ offset: Int, _ byte: UInt8) {
    if offset < watchEnd { note(offset) }
    arena.store8(offset, byte)
  }

  @inline(__always) mutating func set(_ offset: Int, _ value: Value) {
    store64(offset, value.bits)
  }

  // Writes into records that were just allocated and so lie outside the image.

  @inline(__always) mutating func init64(_ offset: Int, _ word: UInt64) {
    arena.store64(offset, word)
  }
  @inline(__always) mutating func init32(_ offset: Int, _ word: UInt32) {
    arena.store32(offset, word)
  }
  @inline(__always) mutating func initValue(_ offset: Int, _ value: Value) {
    arena.store64(offset, value.bits)
  }
  @inline(__always) mutating func initHoles(_ offset: Int, count: Int) {
    arena.fill64(offset, count: count, Value.hole.bits)
  }
  mutating func initBytes(_ offset: Int, _ bytes: RawSpan) { arena.write(bytes, at: offset) }
  mutating func initBytes(_ offset: Int, _ bytes: Span<UInt8>) { arena.write(bytes, at: offset) }
  mutating func initUnits(_ offset: Int, _ units: Span<UInt16>) { arena.write(units, at: offset) }
  mutating func initCopy(from source: Int, to target: Int, byteCount: Int) {
    arena.copy(from: source, to: target, byteCount: byteCount)
  }

  /// Copies words, noting the target where it lies in the image.
  mutating func move(from source: Int, to target: Int, wordCount: Int) {
    if target < watchEnd {
      for index in 0..<wordCount where target + index * 8 < watchEnd { note(target + index * 8) }
    }
    arena.copy(from: source, to: target, byteCount: wordCount * 8)
  }

  func equal(_ left: Int, _ right: Int, byteCount: Int) -> Bool {
    arena.equal(left, right, byteCount: byteCount)
  }

  func withBytes<Result>(
    _ offset: Int, _ byteCount: Int, _ body: (RawSpan) throws -> Result
  ) rethrows -> Result {
    try arena.withBytes(offset, byteCount, body)
  }

  func withASCII<Result>(
    _ offset: Int, _ count: Int, _ body: (Span<UInt8>) throws -> Result
  ) rethrows -> Result {
    try arena.withASCII(offset, count, body)
  }

  func withUnits<Result>(
    _ offset: Int, _ count: Int, _ body: (Span<UInt16>) throws -> Result
  ) rethrows -> Result {
    try arena.withUnits(offset, count, body)
  }
}
