import Testing

@testable import PantileTemplate

struct PluralRulesTests {
  @Test(arguments: keywords)
  func `selects a keyword`(of call: IntlCase) throws {
    let session = try IntlSession()
    let rules = try session.pluralRules(locales: [call.locale], options: call.options)
    #expect(try session.select(call.value, rules) == call.result)
  }

  @Test(arguments: resolved)
  func `tells its resolved options`(of call: IntlCase) throws {
    let session = try IntlSession()
    let rules = try session.pluralRules(locales: [call.locale], options: call.options)
    #expect(text(try session.resolvedOptions(rules)) == call.result)
  }

  @Test func `selects by the range`() throws {
    let session = try IntlSession()
    let rules = try session.pluralRules(locales: ["sl"], options: [:])
    #expect(try session.selectRange(1, 2, rules) == "two")
    #expect(throws: IntlError.range("Invalid start : NaN")) {
      try session.selectRange(.nan, 2, rules)
    }
  }

  @Test func `selects other for what is not finite`() throws {
    let session = try IntlSession()
    let rules = try session.pluralRules(locales: ["en"], options: [:])
    #expect(try session.select(.nan, rules) == "other")
    #expect(try session.select(.infinity, rules) == "other")
  }

  @Test func `refuses an unknown type`() throws {
    let message = "Value x out of range for Intl.PluralRules options property type"
    #expect(throws: IntlError.range(message)) {
      try IntlSession().pluralRules(locales: [], options: [.type: "x"])
    }
  }

  static let keywords: [IntlCase] = [
    IntlCase("en", [:], 0, "other"),
    IntlCase("en", [:], 1, "one"),
    IntlCase("en", [:], 2, "other"),
    IntlCase("en", [:], 3, "other"),
    IntlCase("en", [:], 5, "other"),
    IntlCase("en", [:], 11, "other"),
    IntlCase("en", [:], 1.5, "other"),
    IntlCase("en", [.type: "ordinal"], 0, "other"),
    IntlCase("en", [.type: "ordinal"], 1, "one"),
    IntlCase("en", [.type: "ordinal"], 2, "two"),
    IntlCase("en", [.type: "ordinal"], 3, "few"),
    IntlCase("en", [.type: "ordinal"], 5, "other"),
    IntlCase("en", [.type: "ordinal"], 11, "other"),
    IntlCase("en", [.type: "ordinal"], 1.5, "other"),
    IntlCase("pl", [:], 0, "many"),
    IntlCase("pl", [:], 1, "one"),
    IntlCase("pl", [:], 2, "few"),
    IntlCase("pl", [:], 3, "few"),
    IntlCase("pl", [:], 5, "many"),
    IntlCase("pl", [:], 11, "many"),
    IntlCase("pl", [:], 1.5, "other"),
    IntlCase("ar", [:], 0, "zero"),
    IntlCase("ar", [:], 1, "one"),
    IntlCase("ar", [:], 2, "two"),
    IntlCase("ar", [:], 3, "few"),
    IntlCase("ar", [:], 5, "few"),
    IntlCase("ar", [:], 11, "many"),
    IntlCase("ar", [:], 1.5, "other"),
    IntlCase("ru", [:], 0, "many"),
    IntlCase("ru", [:], 1, "one"),
    IntlCase("ru", [:], 2, "few"),
    IntlCase("ru", [:], 3, "few"),
    IntlCase("ru", [:], 5, "many"),
    IntlCase("ru", [:], 11, "many"),
    IntlCase("ru", [:], 1.5, "other"),
    IntlCase("cy", [:], 0, "zero"),
    IntlCase("cy", [:], 1, "one"),
    IntlCase("cy", [:], 2, "two"),
    IntlCase("cy", [:], 3, "few"),
    IntlCase("cy", [:], 5, "other"),
    IntlCase("cy", [:], 11, "other"),
    IntlCase("cy", [:], 1.5, "other"),
    IntlCase("en", [.minimumFractionDigits: 1], 0, "other"),
    IntlCase("en", [.minimumFractionDigits: 1], 1, "other"),
    IntlCase("en", [.minimumFractionDigits: 1], 2, "other"),
    IntlCase("en", [.minimumFractionDigits: 1], 3, "other"),
    IntlCase("en", [.minimumFractionDigits: 1], 5, "other"),
    IntlCase("en", [.minimumFractionDigits: 1], 11, "other"),
    IntlCase("en", [.minimumFractionDigits: 1], 1.5, "other"),
    IntlCase("en", [.maximumSignificantDigits: 1], 0, "other"),
    IntlCase("en", [.maximumSignificantDigits: 1], 1, "one"),
    IntlCase("en", [.maximumSignificantDigits: 1], 2, "other"),
    IntlCase("en", [.maximumSignificantDigits: 1], 3, "other"),
    IntlCase("en", [.maximumSignificantDigits: 1], 5, "other"),
    IntlCase("en", [.maximumSignificantDigits: 1], 11, "other"),
    IntlCase("en", [.maximumSignificantDigits: 1], 1.5, "other"),
  ]

  static let resolved: [IntlCase] = [
    IntlCase(
      "en", [:], 0,
      "locale=en|type=cardinal|minimumIntegerDigits=1|minimumFractionDigits=0|maximumFracti"
        + "onDigits=3|pluralCategories=one,other"
    ),
    IntlCase(
      "pl", [.type: "ordinal"], 0,
      "locale=pl|type=ordinal|minimumIntegerDigits=1|minimumFractionDigits=0|maximumFractio"
        + "nDigits=3|pluralCategories=other"
    ),
    IntlCase(
      "en-GB", [.maximumSignificantDigits: 3], 0,
      "locale=en|type=cardinal|minimumIntegerDigits=1|minimumSignificantDigits=1|maximumSig"
        + "nificantDigits=3|pluralCategories=one,other"
    ),
  ]
}
