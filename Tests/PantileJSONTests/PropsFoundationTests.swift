import Foundation
import Testing

@testable import PantileJSON

private struct Shape: Codable, Equatable {
  var whole: Int
  var small: Int8?
  var large: UInt64
  var number: Double
  var narrow: Float
  var text: String
  var flag: Bool?
  var list: [Double]
  var table: [String: [Int]]
  var nested: [Weather]
}

private func randomText(_ random: inout SplitMix) -> String {
  let parts = [
    "", "a", "Grüße", "日本語", "\"", "\\", "\n", "\u{1}", "😀", "/", " long enough for the heap",
  ]
  return (0..<Int.random(in: 0...4, using: &random))
    .map { _ in parts.randomElement(using: &random) ?? "" }.joined()
}

private func randomShape(_ random: inout SplitMix) -> Shape {
  func number(_ random: inout SplitMix) -> Double {
    let value = Double(bitPattern: random.next())
    return value.isFinite ? value : Double(random.next())
  }
  let hours = (0..<Int.random(in: 0...3, using: &random)).map { _ in
    Hour(
      label: randomText(&random),
      temperature: Double(Int.random(in: -400...400, using: &random)) / 10,
      sky: [nil, .clear, .rain].randomElement(using: &random) ?? nil)
  }
  return Shape(
    whole: Int(truncatingIfNeeded: random.next()) >> Int.random(in: 0...60, using: &random),
    small: Bool.random(using: &random) ? Int8.random(in: .min ... .max, using: &random) : nil,
    large: random.next() >> UInt64.random(in: 0...40, using: &random),
    number: number(&random),
    narrow: Float.random(in: -1e6...1e6, using: &random),
    text: randomText(&random), flag: [nil, true, false].randomElement(using: &random) ?? nil,
    list: (0..<Int.random(in: 0...5, using: &random)).map { _ in number(&random) },
    table: ["a" + randomText(&random): [1, 2], "b" + randomText(&random): []],
    nested: [Weather(city: randomText(&random), hours: hours, wind: ["n": hours.count])])
}

/// What Foundation's decoder makes of a text, or nil.
private func foundation<T: Decodable>(_ type: T.Type, _ text: String) -> String? {
  (try? JSONDecoder().decode(type, from: Data(text.utf8))).map { "\($0)" }
}

private func ours<T: Decodable>(_ type: T.Type, _ text: String) -> String? {
  (try? PropsDecoder().decode(type, from: text.utf8.span)).map { "\($0)" }
}

struct PropsFoundationTests {
  @Test func `decodes what Foundation encodes`() throws {
    let seed = UInt64.random(in: 0 ... .max)
    var random = SplitMix(state: seed)
    let encoder = JSONEncoder()
    let decoder = PropsDecoder()
    for turn in 0..<2_000 {
      encoder.outputFormatting = turn % 2 == 0 ? [] : [.prettyPrinted, .sortedKeys]
      let shape = randomShape(&random)
      let bytes = [UInt8](try encoder.encode(shape))
      #expect(try decoder.decode(Shape.self, from: bytes) == shape, "seed \(seed)")
    }
  }

  @Test(arguments: [
    "0", "-0", "1", "1.0", "1.5", "255", "256", "-1", "-128", "-129", "1e2", "1e3", "0.1e1", "1e-1",
    "9007199254740991", "9007199254740993", "9223372036854775807", "9223372036854775808",
    "18446744073709551615", "18446744073709551616", "-9223372036854775808", "-9223372036854775809",
    "1e400", "5e-324", "1e-400", "0.1", "123456789012345678901234567890", "null", "true", "\"1\"",
    "[]", "{}", "\"a\"", "[1]", "{\"a\":1}",
  ])
  func `takes and refuses what Foundation does`(text: String) {
    func compare<T: Decodable>(_ type: T.Type) {
      // Foundation refuses what becomes zero, and JavaScript does not.
      if text == "1e-400" || text == "5e-324" && type == Float.self { return }
      #expect(ours(type, text) == foundation(type, text), "\(type)")
    }
    compare(Int.self)
    compare(UInt64.self)
    compare(Int8.self)
    compare(UInt8.self)
    compare(Double.self)
    compare(Float.self)
    compare(Bool.self)
    compare(String.self)
    compare(Int?.self)
    compare([Int].self)
    compare([String: Int].self)
  }
}
