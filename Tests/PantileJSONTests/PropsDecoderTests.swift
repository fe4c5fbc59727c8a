import Testing

@testable import PantileJSON

/// What a text decodes to, printed; or the error.
func decoded<T: Decodable>(
  _ type: T.Type, _ text: String, _ decoder: PropsDecoder = PropsDecoder()
) -> String {
  do {
    return "\(try decoder.decode(type, from: text.utf8.span))"
  } catch {
    return "\(error)"
  }
}

/// A type, so that tables can list it, and what a text decodes to.
struct Row: CustomTestStringConvertible, Sendable {
  let text: String
  let wanted: String
  let run: @Sendable (String) -> String
  var testDescription: String { "\(text) → \(wanted)" }

  init<T: Decodable & SendableMetatype>(_ type: T.Type, _ text: String, _ wanted: String) {
    self.text = text
    self.wanted = wanted
    run = { decoded(type, $0) }
  }
}

enum Sky: String, Codable { case clear, rain }

struct Hour: Codable, Equatable {
  var label: String
  var temperature: Double
  var sky: Sky?
}

struct Weather: Codable, Equatable {
  var city: String
  var hours: [Hour]
  var wind: [String: Int]?
}

struct PropsDecoderTests {
  @Test(arguments: [
    Row(Bool.self, "true", "true"), Row(Bool.self, " false ", "false"),
    Row(String.self, #""Gr\u00fc\u00dfe""#, "Grüße"), Row(String.self, #""""#, ""),
    Row(String.self, #""a\ud83db""#, "a\u{fffd}b"), Row(String.self, #""\ude00\ud83d""#, "��"),
    Row(String.self, #""\ud83d\ude00""#, "😀"),
    Row(Int.self, "12", "12"), Row(Int.self, "-0", "0"), Row(Int.self, "1.0", "1"),
    Row(Int.self, "1e3", "1000"), Row(Int.self, "120e-1", "12"),
    Row(Int.self, "9007199254740993", "9007199254740993"),
    Row(Int.self, "-9223372036854775808", "-9223372036854775808"),
    Row(Int.self, "9223372036854775807", "9223372036854775807"),
    Row(Int.self, "922337203685477580700e-2", "9223372036854775807"),
    Row(UInt64.self, "18446744073709551615", "18446744073709551615"),
    Row(UInt64.self, "18446744073709551615.000", "18446744073709551615"),
    Row(UInt64.self, "1.8446744073709551615e19", "18446744073709551615"),
    Row(UInt64.self, "1e19", "10000000000000000000"),
    Row(
      Int128.self, "-170141183460469231731687303715884105728",
      "-170141183460469231731687303715884105728"),
    Row(
      UInt128.self, "340282366920938463463374607431768211455",
      "340282366920938463463374607431768211455"),
    Row(Int8.self, "-128", "-128"), Row(UInt8.self, "255", "255"),
    Row(Int16.self, "-32768", "-32768"),
    Row(UInt16.self, "65535", "65535"), Row(Int32.self, "-2147483648", "-2147483648"),
    Row(UInt32.self, "4294967295", "4294967295"), Row(UInt.self, "0", "0"),
    Row(Double.self, "0.1", "0.1"), Row(Double.self, "-0", "-0.0"),
    Row(Double.self, "5e-324", "5e-324"), Row(Float.self, "0.1", "0.1"),
    Row(Double?.self, "null", "nil"), Row(Double?.self, "2", "Optional(2.0)"),
    Row([Int].self, "[1,2,3]", "[1, 2, 3]"), Row([Int?].self, "[null,2]", "[nil, Optional(2)]"),
    Row([[String]].self, #"[[],["a"],["b","c"]]"#, #"[[], ["a"], ["b", "c"]]"#),
    Row([String: Bool].self, #"{"a":true}"#, #"["a": true]"#),
    Row([String: Int].self, "{}", "[:]"), Row([Int: String].self, #"{"7":"x"}"#, #"[7: "x"]"#),
    Row(Sky.self, #""rain""#, "rain"), Row(Set<Int>.self, "[4,4]", "[4]"),
  ])
  func `decodes`(row: Row) {
    #expect(row.run(row.text) == row.wanted)
  }

  @Test(arguments: [
    Row(Int.self, "1.5", "expected a whole number, found 1.5"),
    Row(Int.self, "1e-1", "expected a whole number, found 0.1"),
    Row(
      Int.self, "9223372036854775808",
      "expected a whole number from -9223372036854775808 to 9223372036854775807, "
        + "found 9223372036854775808"),
    Row(Int.self, "9007199254740993.5", "expected a whole number, found 9007199254740993.5"),
    Row(UInt8.self, "256", "expected a whole number from 0 to 255, found 256"),
    Row(UInt8.self, "-1", "expected a whole number from 0 to 255, found -1"),
    Row(Int8.self, "1e400", "expected a whole number from -128 to 127, found 1e400"),
    Row(UInt.self, "-18446744073709551616", "a whole number from 0 to 18446744073709551615"),
    Row(
      UInt128.self, "340282366920938463463374607431768211456",
      "found 340282366920938463463374607431768211456"),
    Row(Double.self, "1e400", "expected a finite number, found 1e400"),
    Row(Float.self, "1e39", "expected a number of 32 bits, found 1e39"),
    Row(Double.self, #""1""#, "expected a number, found a string"),
    Row(String.self, "1", "expected a string, found a number"),
    Row(String.self, "null", "expected a string, found null"),
    Row(Bool.self, "0", "expected a boolean, found a number"),
    Row(Bool.self, "null", "expected a boolean, found null"),
    Row([Int].self, "{}", "expected an array, found an object"),
    Row([String: Int].self, "[]", "expected an object, found an array"),
    Row([String: Int].self, "true", "expected an object, found true"),
    Row([Int].self, "[1,null]", "line 1, column 4: expected a whole number at [1], found null"),
    Row([Int: Int].self, #"{"a":1}"#, "a refused: Expected Int key but found String key"),
    Row(
      Sky.self, #""hail""#,
      "line 1, column 1: the props refused: Cannot initialize Sky from invalid String value hail"),
    Row(Int.self, "", "line 1, column 1: the text ends inside a value"),
    Row(Weather.self, "{\n\"city\" 1}", "line 2, column 8: expected ':' behind the key"),
    Row(Weather.self, "{}", "line 1, column 1: expected a string at city, found no such key"),
    Row(
      Weather.self, #"{"city":"Rom","hours":[{"label":"1","temperature":2},{"label":"2"}]}"#,
      "line 1, column 54: expected a number at hours[1].temperature, found no such key"),
    Row(
      Weather.self,
      "{\"city\":\"Rom\",\n \"hours\":[{\"label\":\"1\",\n  \"temperature\":\"2\"}]}",
      "line 3, column 17: expected a number at hours[0].temperature, found a string"),
    Row(
      Weather.self, #"{"city":"Rom","hours":[{"label":"1","temperature":2,"sky":"hail"}]}"#,
      "column 59: hours[0].sky refused: Cannot initialize Sky from invalid String value hail"),
    Row(
      Weather.self, #"{"city":"Rom","hours":[],"wind":{"north west":1.5}}"#,
      #"column 47: expected a whole number at wind["north west"], found 1.5"#),
    Row(
      Weather.self, #"{"city":"Rom","hours":[],"wind":{"9":"x"}}"#,
      #"expected a whole number at wind["9"], found a string"#),
  ])
  func `says what is wrong, and where`(row: Row) {
    let outcome = row.run(row.text)
    #expect(outcome.contains(row.wanted), "\(outcome)")
  }

  @Test(arguments: [
    (#"{"city":"A","hours":[],"city":"B"}"#, "B"),
    (#"{"city":{"city":1},"hours":[],"\u0063ity":"B"}"#, "B"),
    (#"{"city":"A","hours":[{"label":"","label":"","temperature":1}],"city":"C","city":"B"}"#, "B"),
  ])
  func `takes the last of equal keys`(text: String, city: String) throws {
    let weather = try PropsDecoder().decode(Weather.self, from: text.utf8.span)
    #expect(weather.city == city)
    let key = String(repeating: "k", count: 70_000)
    let long = "{\"\(key)\":1,\"a\":[18446744073709551615,{}],\"\(key)\":[true],\"a\":[\"b\"]}"
    #expect(
      decoded([String: [Flag]].self, long).count
        == decoded([String: [Flag]].self, "{\"\(key)\":[true],\"a\":[\"b\"]}").count)
  }

  @Test func `counts members and tells errors apart among repeated keys`() {
    let text = #"{"a":[9007199254740993,{"x":1,"x":2}],"b":18446744073709551617,"a":[1,7.5]}"#
    #expect(
      decoded([String: Numbers].self, text)
        == "line 1, column 43: expected a whole number from -9223372036854775808 to "
        + "9223372036854775807 at b, found 18446744073709551617")
    let fixed = text.replacing("18446744073709551617", with: "9007199254740993")
    #expect(
      decoded([String: Numbers].self, fixed)
        == "line 1, column 67: expected a whole number at a[1], found 7.5")
  }

  @Test func `takes an object's members in any order, and passes over others`() throws {
    let keys = ["city", "hours", "wind", "x", "y"]
    let values = ["\"Rom\"", "[]", "{\"n\":1}", "[1,{\"city\":2}]", "null"]
    var random = SplitMix(state: 5)
    for _ in 0..<50 {
      let order = Array(keys.indices).shuffled(using: &random)
      let text = "{" + order.map { "\"\(keys[$0])\":\(values[$0])" }.joined(separator: ",") + "}"
      let weather = try PropsDecoder().decode(Weather.self, from: text.utf8.span)
      #expect(weather == Weather(city: "Rom", hours: [], wind: ["n": 1]))
    }
  }

  @Test func `finds keys that are empty, escaped, long or cut`() throws {
    let long = String(repeating: "ü", count: 40_000)
    let text = "{\"\":1,\"\\u0061\":2,\"\(long)\":3,\"\\ud83d\":4,\"é\":5,\"e\u{301}\":6}"
    let wanted = ["": 1, "a": 2, long: 3, "\u{fffd}": 4, "é": 6]
    // Swift takes both spellings of é for one key.
    #expect(try PropsDecoder().decode([String: Int].self, from: text.utf8.span) == wanted)
  }
}

/// A boolean or a text.
enum Flag: Decodable {
  case on(Bool)
  case text(String)

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let value = try? container.decode(Bool.self) {
      self = .on(value)
    } else {
      self = .text(try container.decode(String.self))
    }
  }
}

/// A whole number, or a list of them.
enum Numbers: Decodable {
  case one(Int)
  case many([Int])

  init(from decoder: any Decoder) throws {
    do {
      self = .many(try [Int](from: decoder))
    } catch let error as PropsError where error.path.hasSuffix("]") {
      throw error
    } catch {
      self = .one(try Int(from: decoder))
    }
  }
}
