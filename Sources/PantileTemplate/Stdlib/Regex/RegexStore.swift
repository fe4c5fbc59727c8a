/// The compiled regular expressions of a machine, and the matcher that runs them.
///
/// Patterns are compiled once for each text and flags. Objects remember the place of their program
/// and check it by the text, because places are taken over when the store is full.
struct RegexStore: ~Copyable {
  static let capacity = 128

  private struct Entry {
    var pattern: [UInt16]
    var flags: RegexFlags
    var program: RegexProgram
  }

  private struct Key: Hashable {
    var pattern: [UInt16]
    var flags: UInt8
  }

  private var entries: ContiguousArray<Entry> = []
  private var places: [Key: Int] = [:]
  private var oldest = 0
  private var matcher = RegexMatcher()
  /// Start and end of the last match and its groups; −1 for a group that took no part.
  private(set) var captures: [Int32] = []

  /// What a search found.
  enum Outcome {
    case found, missed, outOfSteps, outOfMemory
  }

  /// The program at a place.
  func program(_ place: Int) -> RegexProgram { entries[place].program }

  /// Whether a place holds the program of a pattern.
  func holds(_ place: Int, flags: RegexFlags, count: Int, _ unit: (Int) -> UInt16) -> Bool {
    guard place < entries.count, entries[place].flags == flags,
      entries[place].pattern.count == count
    else { return false }
    for index in 0..<count where entries[place].pattern[index] != unit(index) { return false }
    return true
  }

  /// The place of the program of a pattern, which is compiled if it is not there.
  ///
  /// - Parameter cost: Grows by the steps of a compilation.
  mutating func place(
    _ pattern: [UInt16], _ flags: RegexFlags, cost: inout Int
  ) throws(RegexSyntaxError) -> Int {
    let key = Key(pattern: pattern, flags: flags.rawValue)
    if let known = places[key] { return known }
    let program = try RegexProgram.compile(pattern: pattern, flags: flags)
    cost += program.cost
    let entry = Entry(pattern: pattern, flags: flags, program: program)
    guard entries.count >= Self.capacity else {
      entries.append(entry)
      places[key] = entries.count - 1
      return entries.count - 1
    }
    let place = oldest
    oldest = (oldest + 1) % Self.capacity
    places[Key(pattern: entries[place].pattern, flags: entries[place].flags.rawValue)] = nil
    entries[place] = entry
    places[key] = place
    return place
  }

  /// Searches a text; the groups are in ``captures`` afterwards.
  mutating func search<Unit: RegexUnit>(
    _ place: Int, in text: Span<Unit>, from start: Int, fuel: inout Int
  ) -> Outcome {
    do {
      let isFound = try matcher.search(
        entries[place].program, in: text, from: start, captures: &captures, fuel: &fuel)
      return isFound ? .found : .missed
    } catch {
      return error == .fuel ? .outOfSteps : .outOfMemory
    }
  }
}
