import Testing

@testable import PantileTemplate

struct RegexMatcherTests {
  @Test(arguments: RegexCorpus.matches)
  func `finds what Node finds`(_ entry: RegexCorpus.Match) throws {
    let program = try RegexProgram.compile(
      pattern: entry.pattern, flags: Array(entry.flags.utf16))
    var matcher = RegexMatcher()
    var captures: [Int32] = []
    var fuel = 1_000_000
    let found = try matcher.search(
      program, in: entry.input.span, from: entry.start, captures: &captures, fuel: &fuel)
    #expect((found ? captures : nil) == entry.captures)
    if found { #expect(program.groupNames.map(\.name) == entry.names) }
  }

  @Test(arguments: RegexCorpus.matches.filter { !$0.input.contains { $0 > 127 } })
  func `treats bytes and code units alike, steps included`(_ entry: RegexCorpus.Match) throws {
    let program = try RegexProgram.compile(
      pattern: entry.pattern, flags: Array(entry.flags.utf16))
    var matcher = RegexMatcher()
    var results: [[Int32]?] = []
    var steps: [Int] = []
    let bytes = entry.input.map { UInt8($0) }
    for isWide in [false, true] {
      var captures: [Int32] = []
      var fuel = 1_000_000
      let found =
        isWide
        ? try matcher.search(
          program, in: entry.input.span, from: entry.start, captures: &captures, fuel: &fuel)
        : try matcher.search(
          program, in: bytes.span, from: entry.start, captures: &captures, fuel: &fuel)
      results.append(found ? captures : nil)
      steps.append(fuel)
    }
    #expect(results[0] == results[1])
    #expect(steps[0] == steps[1])
  }

  @Test func `matches at one index only`() throws {
    #expect(try match("b", "abab", at: 1) == [1, 2])
    #expect(try match("b", "abab", at: 2) == nil)
    #expect(try match("(a)|b", "ab", at: 1) == [1, 2, -1, -1])
    #expect(try match("b", "abab", at: 9) == nil)
    #expect(try match("b", "abab", at: -1) == nil)
  }

  @Test func `keeps the captures when nothing matches`() throws {
    var matcher = RegexMatcher()
    let program = try compile("(x)")
    var captures: [Int32] = [7, 7]
    var fuel = 100
    let bytes = Array("abc".utf8)
    let found = try matcher.search(
      program, in: bytes.span, from: 0, captures: &captures, fuel: &fuel)
    #expect(!found)
    #expect(captures == [7, 7])
  }
}

// MARK: - Limits

extension RegexMatcherTests {
  @Test(arguments: [
    "(a+)+$", "(a|aa)+$", "(a*)*$", "(?:a+){2,}$", "([ac]+)*$", "(?:aa?|aa?)*?$", "(.*)*=.*",
    "(\\w+)+\\d", "(?=(a+)+$)", "(?<=^(a+)+b)x|(a+)+$",
  ])
  func `ends a catastrophic pattern when the steps are used up`(_ pattern: String) throws {
    let program = try compile(pattern)
    let input = Array(String(repeating: "a", count: 64).utf8) + [0x62]
    var matcher = RegexMatcher()
    var captures: [Int32] = []
    var fuel = 200_000
    #expect(throws: RegexLimit.fuel) {
      try matcher.search(program, in: input.span, from: 0, captures: &captures, fuel: &fuel)
    }
    #expect(fuel < 0)
    #expect(try match("a", "a", at: 0, with: &matcher) == [0, 1])
  }

  @Test(arguments: ["(?:a|b|cc)*", "(a|bb)*", "(?:(?=a)a)*x?"])
  func `ends a match when the stack is full`(_ pattern: String) throws {
    let program = try compile(pattern)
    let input = [UInt8](repeating: 0x61, count: 100_000)
    var matcher = RegexMatcher(memoryLimit: 64 << 10)
    var captures: [Int32] = []
    var fuel = 10_000_000
    #expect(throws: RegexLimit.memory) {
      try matcher.search(program, in: input.span, from: 0, captures: &captures, fuel: &fuel)
    }
    #expect(matcher.capacity <= 64 << 10)
    #expect(try match("a", "a", at: 0, with: &matcher) == [0, 1])
  }

  @Test func `throws when not even the registers fit`() throws {
    let program = try compile(String(repeating: "()", count: 2_000))
    var matcher = RegexMatcher(memoryLimit: 4 << 10)
    var captures: [Int32] = []
    var fuel = 1_000_000
    let bytes = Array("a".utf8)
    #expect(throws: RegexLimit.memory) {
      try matcher.search(program, in: bytes.span, from: 0, captures: &captures, fuel: &fuel)
    }
  }

  @Test func `runs over long text in constant memory`() throws {
    let input = [UInt8](repeating: 0x61, count: 1_000_000)
    var matcher = RegexMatcher(memoryLimit: 4 << 10)
    var captures: [Int32] = []
    for pattern in ["a*", "(?:a|b)*$", "[^x]*?$", "a+a$", "(.*)"] {
      var fuel = 20_000_000
      let program = try compile(pattern)
      let found = try matcher.search(
        program, in: input.span, from: 0, captures: &captures, fuel: &fuel)
      #expect(found)
      #expect(captures[1] == 1_000_000)
    }
  }

  @Test func `gives memory back`() throws {
    var matcher = RegexMatcher()
    let input = [UInt8](repeating: 0x61, count: 10_000)
    var captures: [Int32] = []
    var fuel = 1_000_000
    let program = try compile("(?:a|bb)*")
    _ = try matcher.search(program, in: input.span, from: 0, captures: &captures, fuel: &fuel)
    #expect(matcher.capacity > 64 << 10)
    matcher.shrink(to: 512)
    #expect(matcher.capacity == 512)
    #expect(try match("a", "a", at: 0, with: &matcher) == [0, 1])
  }
}

// MARK: - Shorthands

extension RegexMatcherTests {
  private func compile(_ pattern: String, _ flags: RegexFlags = []) throws -> RegexProgram {
    try RegexProgram.compile(pattern: Array(pattern.utf16), flags: flags)
  }

  private func match(_ pattern: String, _ text: String, at index: Int) throws -> [Int32]? {
    var matcher = RegexMatcher()
    return try match(pattern, text, at: index, with: &matcher)
  }

  private func match(
    _ pattern: String, _ text: String, at index: Int, with matcher: inout RegexMatcher
  ) throws -> [Int32]? {
    var captures: [Int32] = []
    var fuel = 10_000
    let units = Array(text.utf16)
    let program = try compile(pattern)
    let found = try matcher.match(
      program, in: units.span, at: index, captures: &captures, fuel: &fuel)
    return found ? captures : nil
  }
}
