import Testing

@testable import PantileTemplate

struct DisplayNamesTests {
  @Test(arguments: [
    ("en", "language", "de-AT", "Austrian German"), ("de", "region", "US", "Vereinigte Staaten"),
    ("en", "script", "Latn", "Latin"), ("en", "currency", "EUR", "Euro"),
    ("en", "calendar", "gregory", "Gregorian Calendar"), ("pl", "dateTimeField", "day", "dzień"),
    ("en", "region", "QQ", "QQ"), ("en", "language", "xx", "xx"),
  ])
  func `names a code`(locale: String, type: String, code: String, name: String) throws {
    let session = try IntlSession()
    let names = try session.displayNames(locales: [locale], options: [.type: .string(type)])
    let result = try #require(try session.name(of: code, names))
    #expect(text(result) == name)
  }

  @Test func `gives nothing without a fallback`() throws {
    let session = try IntlSession()
    let names = try session.displayNames(
      locales: ["en"], options: [.type: "region", .fallback: "none"])
    #expect(try session.name(of: "QQ", names) == nil)
  }

  @Test func `refuses a bad code and a missing type`() throws {
    let session = try IntlSession()
    #expect(throws: IntlError.type("invalid_argument")) {
      try session.displayNames(locales: ["en"], options: [:])
    }
    let names = try session.displayNames(locales: ["en"], options: [.type: "region"])
    #expect(throws: IntlError.range("invalid_argument")) { try session.name(of: "x", names) }
  }
}
