import Testing

@testable import PantileTemplate

/// Limits of the built-ins that work on text, and the inputs that they look at.
@Suite struct TextLimitTests {
  @Test(arguments: [
    #"/(?:a+)+b/.test("a".repeat(40))"#,
    #"let s = "x"; for (;;) s = JSON.stringify([s, s]).slice(0, 1000)"#,
    #"const a = "ab".repeat(1e6); for (;;) a.indexOf("aa")"#,
    #"for (;;) (5).toLocaleString("en")"#,
  ])
  func `ends at the step limit`(_ source: String) throws {
    var script = try Script()
    script.limitSteps(to: 3_000_000)
    #expect(script.run("return (() => { \(source) })()") == "limit(PantileTemplate.Limit.steps)")
  }

  @Test(arguments: [
    ("Math.random()", true), ("Date.now()", true), ("new Date()", true),
    ("new Date(2020, 0)", true), ("new Date(0).toISOString()", false),
    (#""a".localeCompare("b")"#, true), ("(5).toFixed(1)", false),
    ("new Intl.NumberFormat()", true), (#""A".toLowerCase()"#, false),
  ])
  func `notes a look at the inputs`(_ source: String, _ expected: Bool) throws {
    var script = try Script()
    _ = script.run(source)
    #expect(script.touchedInputs == expected)
  }

  @Test(arguments: [
    ("new Date().toISOString()", #""2026-01-20T08:00:00.000Z""#),
    ("new Date().getHours()", "9"),
    ("new Date(2026, 6, 1).getTimezoneOffset()", "-120"),
    ("new Date(2026, 2, 29, 2, 30).getHours()", "3"),
    (
      "String(new Date(0))",
      #""Thu Jan 01 1970 01:00:00 GMT+0100 (Mitteleurop\#u{E4}ische Normalzeit)""#
    ),
    ("new Date(0).toLocaleString()", #""1.1.1970, 01:00:00""#),
    ("(1234.5).toLocaleString()", #""1.234,5""#),
    ("Date.parse('2026-01-20T08:00:00')", "1768892400000"),
  ])
  func `takes clock, zone and locale from the inputs`(
    _ source: String, _ expected: String
  ) throws {
    var script = try Script(timeZone: "Europe/Warsaw", locale: "de-DE")
    #expect(script.run(source) == expected)
  }
}
