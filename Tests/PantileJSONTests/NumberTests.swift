import Testing

@testable import PantileJSON

private func printed(_ value: Double) -> String {
  var buffer = ByteBuffer(capacity: 64)
  buffer.append(number: value)
  return buffer.text()
}

private func parsed(_ text: String) -> Double? { NumberParser.parse(text.utf8.span) }

struct NumberPrintingTests {
  @Test(arguments: [
    ("0", "0"),
    ("-0", "0"),
    ("1", "1"),
    ("-1", "-1"),
    ("0.1", "0.1"),
    ("-0.5", "-0.5"),
    ("123.456", "123.456"),
    ("1e21", "1e+21"),
    ("1e20", "100000000000000000000"),
    ("123456789012345683968", "123456789012345680000"),
    ("1.5e21", "1.5e+21"),
    ("1e-6", "0.000001"),
    ("1e-7", "1e-7"),
    ("1.25e-7", "1.25e-7"),
    ("5e-324", "5e-324"),
    ("1.7976931348623157e308", "1.7976931348623157e+308"),
    ("2.2250738585072014e-308", "2.2250738585072014e-308"),
    ("9007199254740993", "9007199254740992"),
    ("9007199254740994", "9007199254740994"),
    ("1e15", "1000000000000000"),
    ("12345678.5", "12345678.5"),
    ("123456789.5", "123456789.5"),
    ("1234567890123456.5", "1234567890123456.5"),
    ("0.000001234", "0.000001234"),
    ("333333333.33333329", "333333333.3333333"),
    ("4.35", "4.35"),
    ("inf", "Infinity"),
    ("-inf", "-Infinity"),
    ("nan", "NaN"),
    ("9223372036854775808", "9223372036854776000"),
    ("0.3", "0.3"),
    ("0.66666666666666663", "0.6666666666666666"),
    ("1e23", "1e+23"),
    ("100", "100"),
    ("99999999", "99999999"),
    ("100000000", "100000000"),
    ("-1234567", "-1234567"),
    ("12345678.9", "12345678.9"),
    ("1234567.25", "1234567.25"),
  ])
  func `prints as Number toString does`(source: String, text: String) throws {
    #expect(printed(try #require(Double(source))) == text)
  }

  @Test(arguments: [0, 9, 10, -1, 12_345_678, 123_456_789, .max, .min, 10_000_000_000_000_000])
  func `prints whole numbers`(value: Int) {
    var buffer = ByteBuffer()
    buffer.append(integer: value)
    #expect(buffer.text() == String(value))
  }

  @Test func `prints what the standard library reads back, in as few digits`() {
    var random = SplitMix(state: 7)
    for _ in 0..<20_000 {
      let value = Double(bitPattern: random.next())
      guard value.isFinite else { continue }
      let text = printed(value)
      #expect(Double(text) == value)
      let digits = { (text: String) in
        let mantissa = text.split(separator: "e")[0].filter { $0.isNumber }.drop { $0 == "0" }
        return mantissa.reversed().drop { $0 == "0" }.count
      }
      #expect(digits(text) == digits("\(value)"), "\(value)")
    }
  }
}

/// The middle between the largest number and infinity, without its last two digits (80).
private let maxMiddle =
  "17976931348623158079372897140530341507993413271003782693617377898044496829276475094664901797758"
  + "7207096330286416692887910946555547851940402630657488671505820681908902000708383676273854845817"
  + "7115317644757302700698555713669596228429148198608349364752927190741684443655107043427115596995"
  + "080930428"

struct NumberParserTests {
  @Test(arguments: [
    "0", "1", "-1", ".5", "5.", "+1e3", "1e400", "-0", "1e-400", "4.9e-324",
    "2.4703282292062327e-324",
    "2.4703282292062328e-324", "1.7976931348623158e308", "1.7976931348623159e308",
    "9007199254740993",
    "9007199254740992.9999999999999999999", "9007199254740993.0000000000000000000000001",
    "0.1e1", "123456789012345678901234567890", "7.2057594037927933e16", "1e23", "8.5e22",
    "2.2250738585072011e-308", "2.2250738585072012e-308",
    "0.000000000000000000000000000000000000000000000000000000000000001e60",
    maxMiddle + "80", maxMiddle + "79.9999",
  ])
  func `reads to the last bit`(text: String) throws {
    let value = try #require(parsed(text))
    #expect(value.bitPattern == Double(text == "5." ? "5" : text)!.bitPattern)
  }

  @Test(arguments: ["", "-", ".", "e5", "1e", "1e+", "0x1", "1 ", " 1", "1.2.3", "Infinity", "--1"])
  func `refuses other text`(text: String) {
    #expect(parsed(text) == nil)
  }

  @Test func `decides at the exact middle between two numbers`() {
    var random = SplitMix(state: 11)
    for _ in 0..<3_000 {
      let mantissa = 1 << 52 | random.next() >> 12
      let places = Int(random.next() % 120) + 1
      let low = Double(sign: .plus, exponent: 1 - places, significand: Double(mantissa))
      let text = decimal(UInt128(2 * mantissa + 1), dividedByTwoTo: places)
      let nearest = mantissa & 1 == 0 ? low : low.nextUp
      #expect(parsed(text) == nearest, "\(text)")
      #expect(parsed(text + "0000001") == low.nextUp)
      #expect(parsed(text.dropLast() + "499") == low)
    }
  }

  /// A fraction written out to its last digit, which is 5.
  private func decimal(_ value: UInt128, dividedByTwoTo places: Int) -> String {
    let one: UInt128 = 1 << UInt128(places)
    var text = "\(value >> UInt128(places))."
    var rest = value & (one - 1)
    while rest != 0 {
      rest *= 10
      text += "\(rest >> UInt128(places))"
      rest &= one - 1
    }
    return text
  }
}
