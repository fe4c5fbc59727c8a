import Testing

@testable import PantileTemplate

struct ListFormatTests {
  @Test(
    arguments: [
      ("en", [:], ["a", "b", "c"], "a, b, and c"), ("en", [:], ["a", "b"], "a and b"),
      ("en", [:], ["a"], "a"), ("en", [:], [], ""), ("en", [:], ["", "x"], " and x"),
      ("de", [.type: "disjunction"], ["a", "b", "c"], "a, b oder c"),
      ("en", [.type: "unit", .style: "narrow"], ["a", "b", "c"], "a b c"),
      ("en", [.style: "short"], ["a", "b", "c"], "a, b, & c"),
      ("es", [:], ["x", "italiano"], "x e italiano"), ("ja", [:], ["a", "b", "c"], "a、b、c"),
    ] as [(String, IntlOptions, [String], String)])
  func `joins a list`(locale: String, options: IntlOptions, items: [String], result: String) throws
  {
    let session = try IntlSession()
    let format = try session.listFormat(locales: [locale], options: options)
    #expect(text(try session.format(items.map(units), format)) == result)
    let parts = try session.formatToParts(items.map(units), format)
    #expect(text(parts.flatMap(\.value)) == result)
  }

  @Test func `tells elements from what joins them`() throws {
    let session = try IntlSession()
    let format = try session.listFormat(locales: ["en"], options: [:])
    let parts = try session.formatToParts(["a", "b", "c"].map(units), format)
    #expect(text(parts) == "element=a|literal=, |element=b|literal=, and |element=c")
  }

  @Test func `formats a long list`() throws {
    let session = try IntlSession()
    let format = try session.listFormat(locales: ["en"], options: [:])
    let items = [[UInt16]](repeating: [0x61], count: 2000)
    #expect(try session.format(items, format).count == 2000 * 3 + 2)
  }

  @Test func `refuses more text than a string holds`() throws {
    let session = try IntlSession()
    let format = try session.listFormat(locales: ["en"], options: [:])
    let items = [[UInt16]](
      repeating: [UInt16](repeating: 0x61, count: 1 << 21), count: 3)
    #expect(throws: IntlError.range("Invalid string length")) {
      try session.format(items, format)
    }
  }
}
