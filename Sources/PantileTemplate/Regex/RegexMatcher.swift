internal import PantileJSON

/// A match ran out of an allowance.
enum RegexLimit: Error, Equatable {
  /// Of steps.
  case fuel
  /// Of memory for backtracking.
  case memory
}

/// Input of a match: bytes of ASCII text or UTF-16 code units.
protocol RegexUnit: FixedWidthInteger, UnsignedInteger, BitwiseCopyable {}

extension UInt8: RegexUnit {}
extension UInt16: RegexUnit {}

/// Runs compiled patterns; its one block of memory is kept, so that a warm matcher allocates nothing.
///
/// Registers lie at the start of the block and the backtrack stack behind them. A stack word is
///
///     63             32 31  29 28           0
///     ┌────────────────┬──────┬──────────────┐
///     │ value          │ kind │ argument     │
///     └────────────────┴──────┴──────────────┘
///
/// Going back pops words: an `undo` puts a register's old value back, a `choice` is a position to
/// go on from, a `greedy` or `lazy` word is a whole run of choices and has a `floor` word below it.
struct RegexMatcher: ~Copyable {
  enum Word {
    static let choice: UInt64 = 0
    static let undo: UInt64 = 1
    static let greedy: UInt64 = 2
    static let lazy: UInt64 = 3
    static let floor: UInt64 = 4
  }

  var memory: Arena
  /// The offset of the lowest stack word.
  var base = 8

  /// Creates a matcher.
  ///
  /// - Parameter memoryLimit: Bytes that registers and stack may take together.
  init(memoryLimit: Int = 1 << 20) {
    memory = Arena(capacity: 512, limit: memoryLimit)
  }

  /// The bytes that the matcher holds.
  var capacity: Int { memory.capacity }

  /// The bytes that registers and stack may take together.
  var memoryLimit: Int {
    get { memory.limit }
    set { memory.limit = newValue }
  }

  /// Gives memory above `byteCount` back.
  mutating func shrink(to byteCount: Int) {
    memory.reset()
    memory.shrink(to: byteCount)
  }

  /// Matches at one index.
  ///
  /// - Parameters:
  ///   - index: From 0 to the length of the input. Within a surrogate pair, with the flag `u`, it
  ///     stands for the start of the pair.
  ///   - captures: Start and end of the match and of each group, −1 for a group that took no part.
  ///     Written on success only; nothing is allocated when it has the size already.
  ///   - fuel: Steps left; one is spent for each operation and each character of a run.
  /// - Throws: ``RegexLimit`` when the fuel or the memory is used up.
  mutating func match<Unit: RegexUnit>(
    _ program: RegexProgram, in input: Span<Unit>, at index: Int, captures: inout [Int32],
    fuel: inout Int
  ) throws(RegexLimit) -> Bool {
    let start = boundary(program, input, index)
    guard start >= 0, start <= input.count, input.count <= Int(Int32.max) else { return false }
    guard try attempt(program, input, start, &fuel) else { return false }
    store(program, &captures)
    return true
  }

  /// Finds the first match at or behind an index; with the flag `y` only at the index.
  ///
  /// Parameters and errors are those of ``match(_:in:at:captures:fuel:)``; one step more is spent
  /// for each 16 units that cannot begin a match.
  mutating func search<Unit: RegexUnit>(
    _ program: RegexProgram, in input: Span<Unit>, from index: Int, captures: inout [Int32],
    fuel: inout Int
  ) throws(RegexLimit) -> Bool {
    if program.flags.contains(.sticky) {
      return try match(program, in: input, at: index, captures: &captures, fuel: &fuel)
    }
    var start = boundary(program, input, index)
    guard start >= 0, start <= input.count, input.count <= Int(Int32.max) else { return false }
    while true {
      if let first = program.first {
        let found = candidate(first, input, start)
        fuel &-= (found &- start) >> 4
        start = found
        if start == input.count { return false }
      }
      if program.isAnchored, start > 0 { return false }
      if try attempt(program, input, start, &fuel) {
        store(program, &captures)
        return true
      }
      if start >= input.count { return false }
      // As V8 does, also between the halves of a pair, where only an empty match is possible.
      start &+= 1
    }
  }
}

// MARK: - Positions

extension RegexMatcher {
  /// The start of the surrogate pair around `index`, where pairs count as one character.
  private func boundary<Unit: RegexUnit>(
    _ program: RegexProgram, _ input: Span<Unit>, _ index: Int
  ) -> Int {
    guard Unit.bitWidth > 8, program.flags.contains(.unicode), splitsPair(input, index) else {
      return index
    }
    return index - 1
  }

  /// Whether `index` lies between the halves of a surrogate pair.
  @inline(__always)
  func splitsPair<Unit: RegexUnit>(_ input: Span<Unit>, _ index: Int) -> Bool {
    guard Unit.bitWidth > 8, index > 0, index < input.count else { return false }
    return UInt32(truncatingIfNeeded: input[index]) & 0xFC00 == 0xDC00
      && UInt32(truncatingIfNeeded: input[index - 1]) & 0xFC00 == 0xD800
  }

  /// The first index from `start` on whose unit is in `first`; the end of the input if none is.
  private func candidate<Unit: RegexUnit>(
    _ first: FirstUnits, _ input: Span<Unit>, _ start: Int
  ) -> Int {
    var index = start
    while index < input.count, !first.contains(UInt32(truncatingIfNeeded: input[index])) {
      index &+= 1
    }
    return index
  }
}

// MARK: - Registers

extension RegexMatcher {
  /// Clears the registers and runs the program at `start`.
  private mutating func attempt<Unit: RegexUnit>(
    _ program: RegexProgram, _ input: Span<Unit>, _ start: Int, _ fuel: inout Int
  ) throws(RegexLimit) -> Bool {
    let words = (program.registerCount + 1) / 2
    fuel &-= words >> 3
    base = 8 + words * 8
    if base + 64 > memory.capacity { try grow(from: 8, by: words * 8 + 64) }
    memory.fill64(8, count: words, ~0)
    setRegister(0, start)
    let code = program.code.span
    let sets = program.sets.span
    return try run(code, sets, input, start, &fuel)
  }

  /// Makes room for `byteCount` bytes above `top`.
  @inline(never)
  mutating func grow(from top: Int, by byteCount: Int) throws(RegexLimit) {
    memory.top = top
    do {
      try memory.grow(byteCount)
    } catch {
      throw .memory
    }
  }

  @inline(__always)
  func register(_ index: Int) -> Int {
    Int(Int32(bitPattern: memory.load32(8 &+ index &* 4)))
  }

  @inline(__always)
  mutating func setRegister(_ index: Int, _ value: Int) {
    memory.store32(8 &+ index &* 4, UInt32(truncatingIfNeeded: value))
  }

  private func store(_ program: RegexProgram, _ captures: inout [Int32]) {
    let count = 2 * (program.captureCount + 1)
    if captures.count != count { captures = Array(repeating: -1, count: count) }
    for index in 0..<count { captures[index] = Int32(truncatingIfNeeded: register(index)) }
  }
}
