import Testing

@testable import PantileJSON

/// Any JSON, read through every kind of container.
indirect enum Anything: Decodable, Equatable {
  case null
  case bool(Bool)
  case whole(Int64)
  case number(Double)
  case text(String)
  case list([Anything])
  case members([String: Anything])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Int64.self) {
      self = .whole(value)
    } else if let value = try? container.decode(String.self) {
      self = .text(value)
    } else if let value = try? decoder.unkeyedContainer() {
      self = .list(try Self.elements(value))
    } else if (try? decoder.container(keyedBy: PropsStep.self)) != nil {
      self = .members(try container.decode([String: Anything].self))
    } else {
      self = .number(try container.decode(Double.self))
    }
  }

  private static func elements(_ container: any UnkeyedDecodingContainer) throws -> [Anything] {
    var container = container
    var elements: [Anything] = []
    while !container.isAtEnd { elements.append(try container.decode(Anything.self)) }
    return elements
  }
}

/// A type that holds itself.
private struct Nest: Decodable {
  var inner: [Nest]?
}

/// A type that holds itself and knows where the stack stood.
private struct Measured: Decodable {
  var place: UInt
  var inner: [Measured]

  enum CodingKeys: CodingKey { case inner }

  init(from decoder: any Decoder) throws {
    place = StackPosition.current()
    inner = try decoder.container(keyedBy: CodingKeys.self).decode([Measured].self, forKey: .inner)
  }

  var last: UInt { inner.first?.last ?? place }
}

/// Decodes several types and returns the errors.
private func failures(_ bytes: [UInt8], _ decoder: PropsDecoder) -> [PropsError] {
  var errors: [PropsError] = []
  func attempt<T: Decodable>(_ type: T.Type) {
    do { _ = try decoder.decode(type, from: bytes) } catch { errors.append(error) }
  }
  attempt(Anything.self)
  attempt([String: Anything].self)
  attempt([Double].self)
  attempt(Weather.self)
  attempt([[UInt64?]].self)
  return errors
}

/// A text with all that a decoder can meet.
private let sample = """
  {"city":"R\\u00f6m \\"x\\" 日本","hours":[{"label":"1","temperature":1.5e1,"sky":"rain"},
  {"temperature":9007199254740993,"label":"\\ud83d","sky":null}],"wind":{"n":1,"n":2,"s":3},
  "more":[[],{},[[18446744073709551615,null]],true,false,{"a":{"b":[-0.0]}}]}
  """

struct PropsDecoderLimitTests {
  @Test func `refuses each text that lost its end`() {
    let bytes = Array(sample.utf8)
    let decoder = PropsDecoder()
    #expect(decoded(Weather.self, sample).contains("Röm"))
    for count in 0..<bytes.count {
      let errors = failures(Array(bytes[0..<count]), decoder)
      #expect(errors.count == 5)
      for error in errors { #expect(error.code == .invalidJSON && error.offset == count) }
    }
  }

  @Test(arguments: ["accept", "reject", "either"].flatMap { CorpusFile.all($0) })
  func `decodes what is JSON, and refuses the rest`(file: CorpusFile) {
    let decoder = PropsDecoder(depthLimit: 40)
    let isJSON = !failures(file.bytes, decoder).contains { $0.code == .invalidJSON }
    var document = JSONDocument()
    let isParsed = (try? withRaw(file.bytes) { try document.parse($0) }) != nil
    #expect(isJSON == isParsed || file.name.contains("depth") || file.name.contains("nest"))
  }

  @Test func `survives changed bytes`() {
    let decoder = PropsDecoder()
    let seed = UInt64.random(in: 0 ... .max)
    var random = SplitMix(state: seed)
    let marks = Array("\"\\{}[]:,0-eE.u/tfn \n19".utf8) + [0x80, 0xc3, 0xed, 0xff]
    var good = 0
    for _ in 0..<5_000 {
      var bytes = Array(sample.utf8)
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0...2, using: &random) {
        case 0: bytes[place] = marks.randomElement(using: &random) ?? 0
        case 1: bytes.insert(marks.randomElement(using: &random) ?? 0, at: place)
        default: bytes.remove(at: place)
        }
      }
      for error in failures(bytes, decoder) where error.code != .invalidJSON {
        good += 1
        let found = SourcePosition(offset: error.offset, in: bytes.span)
        #expect(error.position == found && error.offset < bytes.count, "seed \(seed)")
      }
    }
    #expect(good > 1_000)
  }

  @Test func `refuses what is nested too deeply, and decodes what is not`() {
    let decoder = PropsDecoder(depthLimit: 64)
    func text(_ depth: Int) -> String {
      String(repeating: #"{"inner":["#, count: depth) + "{}"
        + String(repeating: "]}", count: depth)
    }
    #expect(decoded(Nest.self, text(31), decoder).hasPrefix("Nest"))
    #expect(decoded(Nest.self, text(32), decoder).hasSuffix("nested too deeply"))
    #expect(decoded(Nest.self, text(20_000), decoder).hasSuffix("nested too deeply"))
    #expect(
      decoded(Anything.self, String(repeating: "[", count: 1_000_000), decoder)
        .hasSuffix("nested too deeply"))
  }

  @Test func `takes little of a small stack at the depth limit`() throws {
    let text = String(repeating: #"{"inner":["#, count: 32) + String(repeating: "]}", count: 32)
    let value = try PropsDecoder(depthLimit: 64).decode(Measured.self, from: text.utf8.span)
    let byteCount = Int(bitPattern: value.place) - Int(bitPattern: value.last)
    // Three quarters of a stack of 256 KiB, for a debug build, whose frames are larger.
    #expect(byteCount < 192 << 10, "\(byteCount)")
    #expect(byteCount > 1 << 10)
  }

  @Test func `refuses what is too large`() {
    let decoder = PropsDecoder(byteLimit: 5)
    #expect(decoded([Int].self, "[1,2]", decoder) == "[1, 2]")
    #expect(decoded([Int].self, "[1,23]", decoder).hasSuffix("larger than the limit"))
  }

  @Test func `cuts long keys and numbers in messages`() {
    let key = String(repeating: "k", count: 1_000)
    let number = String(repeating: "9", count: 1_000)
    let outcome = decoded([String: Int].self, "{\"\(key)\":\(number)}")
    #expect(outcome.utf8.count < 260)
  }

  @Test func `finds the digits of many large numbers`() throws {
    let numbers = (0..<2_000).map { UInt64.max - UInt64($0) * 3 }
    let text = "{\"a\\n\":[\(numbers.map { "\($0)" }.joined(separator: ", "))],\"b\":[1e300]}"
    let found = try PropsDecoder().decode([String: [Anything]].self, from: text.utf8.span)
    #expect(found["b"] == [.number(1e300)])
    let list = text.replacing(",\"b\":[1e300]", with: "")
    let exact = try PropsDecoder().decode([String: [UInt64]].self, from: list.utf8.span)
    #expect(exact == ["a\n": numbers])
  }
}
