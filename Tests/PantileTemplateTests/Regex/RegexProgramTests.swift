import Testing

@testable import PantileTemplate

struct RegexProgramTests {
  @Test(arguments: RegexCorpus.failures)
  func `says what is wrong in Node's words`(_ entry: RegexCorpus.Failure) {
    let error = #expect(throws: RegexSyntaxError.self) {
      try RegexProgram.compile(pattern: entry.pattern, flags: Array(entry.flags.utf16))
    }
    #expect(error?.message == entry.message)
  }

  @Test func `refuses the flag v`() {
    let error = #expect(throws: RegexSyntaxError.self) { try RegexFlags(parsing: units("gv")) }
    #expect(error?.text == "regular expression flag v is not supported")
  }

  @Test(arguments: ["uv", "vv", "gg", "a", "gG", "vu"])
  func `refuses wrong flags`(_ flags: String) {
    let error = #expect(throws: RegexSyntaxError.self) { try RegexFlags(parsing: units(flags)) }
    #expect(error?.text == "Invalid flags supplied to RegExp constructor '\(flags)'")
  }

  @Test func `lists flags in alphabetical order`() throws {
    #expect(try RegexFlags(parsing: units("yusmigd")).text == "dgimsuy")
    #expect(try RegexFlags(parsing: []).text == "")
  }

  @Test func `takes every prefix of every pattern`() {
    for entry in RegexCorpus.matches {
      for length in 0...entry.pattern.count {
        _ = try? RegexProgram.compile(
          pattern: Array(entry.pattern[..<length]), flags: Array(entry.flags.utf16))
      }
    }
    for entry in RegexCorpus.failures {
      for length in 0...entry.pattern.count {
        _ = try? RegexProgram.compile(
          pattern: Array(entry.pattern[..<length]), flags: Array(entry.flags.utf16))
      }
    }
  }

  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func `takes random patterns`(_ seed: UInt64) {
    var random = RandomPatterns(state: seed)
    var matcher = RegexMatcher(memoryLimit: 1 << 16)
    var captures: [Int32] = []
    let input = Array("aAb1 \u{E9}\u{1F600}\nabc".utf16)
    for _ in 0..<500 {
      let (pattern, flags) = random.next()
      guard let program = try? RegexProgram.compile(pattern: pattern, flags: flags) else {
        continue
      }
      for start in 0...input.count {
        var fuel = 2_000
        _ = try? matcher.search(
          program, in: input.span, from: start, captures: &captures, fuel: &fuel)
      }
    }
  }

  @Test func `names groups in the order of their numbers`() throws {
    let program = try compile("(?<b>(?<a>x)(y))(?<c>)")
    #expect(program.captureCount == 4)
    #expect(program.groupNames.map(\.name) == ["b", "a", "c"])
    #expect(program.groupNames.map(\.group) == [1, 2, 4])
  }

  @Test func `tells names apart by code units`() throws {
    let program = try compile("(?<\u{E9}>.)(?<e\u{301}>.)")
    #expect(program.groupNames.count == 2)
  }
}

// MARK: - Limits

extension RegexProgramTests {
  @Test(arguments: [
    String(repeating: "(", count: 257) + String(repeating: ")", count: 257),
    String(repeating: "(?:", count: 1_000),
    String(repeating: "a", count: 40_000),
    String(repeating: "[\\p{L}a]|", count: 3_000) + "(b)",
    String(repeating: "(?=[\\p{L}a])", count: 2_000),
    (0..<200).map { "(?:[\\p{L}\\u{\(String(0x2000 + $0 * 2, radix: 16))}]x)" }.joined(),
  ])
  func `refuses a pattern that is too large`(_ pattern: String) {
    let error = #expect(throws: RegexSyntaxError.self) { try compile(pattern, .unicode) }
    #expect(error?.text.hasSuffix("/u: Regular expression too large") == true)
  }

  @Test func `nests groups as deep as it says`() throws {
    let program = try compile(
      String(repeating: "(", count: 256) + String(repeating: ")", count: 256))
    #expect(program.captureCount == 256)
  }

  @Test(arguments: [
    "(a{1000}){1000}", "((a{1000}){1000}){1000}", "(?:(?:(?:ab){1,1000}){2,1000}){3,}",
    "((((a+)+)+)+)+", "(?:(?:(?:(a?){9}){9}){9}){9}",
  ])
  func `compiles counted loops to counters`(_ pattern: String) throws {
    let program = try compile(pattern)
    #expect(program.code.count < 100)
  }

  @Test func `keeps one copy of equal sets`() throws {
    let one = try compile("\\p{L}", .unicode)
    let many = try compile(String(repeating: "\\p{L}", count: 50), .unicode)
    #expect(many.sets.count == one.sets.count)
  }
}

// MARK: - Random patterns

/// Strings of pattern pieces, the same for the same seed.
private struct RandomPatterns {
  static let pieces = [
    "(", ")", "[", "]", "{", "}", "*", "+", "?", "\\", "^", "$", "|", ".", "a", "b", "1", "-", ",",
    "(?<", ">", "(?:", "(?=", "(?!", "(?<=", "(?<!", "(?<a>", "\\k<a>", "\\u{", "\\x4", "\\ud83d",
    "\\ude00", "{2}", "{1,3}", "{0,}", "\\p{L}", "\\P{Lu}", "[^", "\\1", "\\2", "\\c", "\\b", "\\B",
    "\\d", "\\W", "\\s", "\u{1F600}", "\u{E9}", "(a|b)", "a-z", "*?", "+?",
  ]

  var state: UInt64

  mutating func below(_ limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(limit))
  }

  mutating func next() -> (pattern: [UInt16], flags: RegexFlags) {
    var text = ""
    for _ in 0..<(1 + below(12)) { text += Self.pieces[below(Self.pieces.count)] }
    return (Array(text.utf16), RegexFlags(rawValue: UInt8(below(128))))
  }
}

// MARK: - Shorthands

private func compile(_ pattern: String, _ flags: RegexFlags = []) throws -> RegexProgram {
  try RegexProgram.compile(pattern: units(pattern), flags: flags)
}
