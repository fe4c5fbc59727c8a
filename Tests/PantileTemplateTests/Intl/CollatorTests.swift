import Testing

@testable import PantileTemplate

struct CollatorTests {
  @Test(
    arguments: [
      ("en", [:], ["b", "a", "B", "A", "ä", "10", "9"], ["10", "9", "a", "A", "ä", "b", "B"]),
      ("sv", [:], ["z", "ä", "a"], ["a", "z", "ä"]),
      ("de", [:], ["z", "ä", "a"], ["a", "ä", "z"]),
      ("en", [.numeric: true], ["a10", "a2", "a1"], ["a1", "a2", "a10"]),
      ("en-u-kn", [:], ["10", "9"], ["9", "10"]),
      ("en", [.caseFirst: "upper"], ["a", "A"], ["A", "a"]),
      ("en-u-kf-upper", [:], ["a", "A"], ["A", "a"]),
      ("es", [:], ["o", "ñ", "n"], ["n", "ñ", "o"]),
    ] as [(String, IntlOptions, [String], [String])])
  func `sorts`(locale: String, options: IntlOptions, items: [String], sorted: [String]) throws {
    let session = try IntlSession()
    let collator = try session.collator(locales: [locale], options: options)
    let result = try items.map(units).sorted { try session.compare($0, $1, collator) < 0 }
    #expect(result.map { text($0) } == sorted)
  }

  @Test(arguments: [
    ("base", ["a", "á", "A"], "b"), ("accent", ["a", "A"], "á"), ("case", ["a", "á"], "A"),
    ("variant", ["a"], "A"),
  ])
  func `is as sensitive as asked`(sensitivity: String, equal: [String], other: String) throws {
    let session = try IntlSession()
    let collator = try session.collator(
      locales: ["en"], options: [.sensitivity: .string(sensitivity)])
    for item in equal { #expect(try session.compare(units("a"), units(item), collator) == 0) }
    #expect(try session.compare(units("a"), units(other), collator) != 0)
  }

  @Test func `ignores punctuation when asked`() throws {
    let session = try IntlSession()
    let collator = try session.collator(locales: ["en"], options: [.ignorePunctuation: true])
    #expect(try session.compare(units("co-op"), units("coop"), collator) == 0)
  }

  @Test func `compares lone surrogates and empty texts`() throws {
    let session = try IntlSession()
    let collator = try session.collator(locales: [], options: [:])
    #expect(try session.compare([], [], collator) == 0)
    #expect(try session.compare([0xD83D], [0xD83D], collator) == 0)
    #expect(try session.compare([], [0x61], collator) < 0)
  }

  @Test func `tells its resolved options`() throws {
    let session = try IntlSession()
    let collator = try session.collator(locales: ["de-u-co-phonebk-kn"], options: [:])
    #expect(
      text(try session.resolvedOptions(collator))
        == "locale=de-u-co-phonebk-kn|usage=sort|sensitivity=variant|ignorePunctuation=false"
        + "|collation=phonebk|numeric=true|caseFirst=false")
  }

  @Test func `refuses an unknown usage`() throws {
    let message = "Value x out of range for Intl.Collator options property usage"
    #expect(throws: IntlError.range(message)) {
      try IntlSession().collator(locales: [], options: [.usage: "x"])
    }
  }
}
