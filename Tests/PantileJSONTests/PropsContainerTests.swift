import Testing

@testable import PantileJSON

private struct AnyKey: CodingKey {
  var stringValue: String
  var intValue: Int?
  init(_ value: String) { stringValue = value }
  init?(stringValue: String) { self.init(stringValue) }
  init?(intValue: Int) { nil }
}

/// Runs a closure on a decoder.
private struct Probe: Decodable {
  static let body = CodingUserInfoKey(rawValue: "body")!
  var result: String

  init(from decoder: any Decoder) throws {
    guard let body = decoder.userInfo[Self.body] as? @Sendable (any Decoder) throws -> String
    else {
      throw PropsError(.refused, at: "", "no body")
    }
    result = try body(decoder)
  }
}

private func probe(_ text: String, _ body: @escaping @Sendable (any Decoder) throws -> String)
  -> String
{
  var decoder = PropsDecoder()
  decoder.userInfo[Probe.body] = body
  do {
    return try decoder.decode(Probe.self, from: text.utf8.span).result
  } catch {
    return "\(error)"
  }
}

private func path(_ keys: [any CodingKey]) -> String {
  keys.map { $0.intValue.map { "\($0)" } ?? $0.stringValue }.joined(separator: "/")
}

private class Base: Decodable {
  var name: String
}

private final class Derived: Base {
  var size: Int
  enum CodingKeys: CodingKey { case size }

  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    size = try container.decode(Int.self, forKey: .size)
    try super.init(from: container.superDecoder())
  }
}

/// A closure's error.
private struct TooCold: Error, CustomStringConvertible {
  var description: String { "too cold" }
}

private struct Warm: Decodable {
  init(from decoder: any Decoder) throws {
    if try decoder.singleValueContainer().decode(Double.self) < 10 { throw TooCold() }
  }
}

/// Elements that can be read, and how many could not.
private struct Lossy<Element: Decodable>: Decodable {
  var elements: [Element] = []
  var lost = 0

  init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    while !container.isAtEnd {
      if let element = try? container.decode(Element.self) {
        elements.append(element)
      } else {
        _ = try container.superDecoder()
        lost += 1
      }
    }
  }
}

/// A list as JSON in a string.
private struct Embedded: Decodable {
  init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    _ = try PropsDecoder().decode([Int].self, from: text.utf8.span)
  }
}

struct PropsContainerTests {
  @Test func `gives keyed containers all that Codable asks for`() {
    let text = #"{"a":null,"b":{"c":[1,{"d":"x"}]},"e":2,"super":true}"#
    let outcome = probe(text) { decoder in
      let container = try decoder.container(keyedBy: AnyKey.self)
      let nested = try container.nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey("b"))
      var list = try nested.nestedUnkeyedContainer(forKey: AnyKey("c"))
      _ = try list.decode(Int.self)
      let inner = try list.nestedContainer(keyedBy: AnyKey.self)
      return [
        container.allKeys.map(\.stringValue).joined(separator: ","),
        "\(container.contains(AnyKey("a"))) \(container.contains(AnyKey("z")))",
        "\(try container.decodeNil(forKey: AnyKey("a"))) \(try container.decodeNil(forKey: AnyKey("e")))",
        "\(try container.decodeIfPresent(Int.self, forKey: AnyKey("z")) as Any)",
        "\(try container.decodeIfPresent([Int].self, forKey: AnyKey("a")) as Any)",
        "\(try container.superDecoder().singleValueContainer().decode(Bool.self))",
        try inner.decode(String.self, forKey: AnyKey("d")),
        path(decoder.codingPath), path(nested.codingPath), path(list.codingPath),
        path(inner.codingPath),
        path(try inner.superDecoder(forKey: AnyKey("d")).codingPath),
      ].joined(separator: "|")
    }
    #expect(outcome == "a,b,e,super|true false|true false|nil|nil|true|x||b|b/c|b/c/1|b/c/1/d")
  }

  @Test func `gives unkeyed containers all that Codable asks for`() {
    let outcome = probe(#"[null,1,[2],{"a":3},"s"]"#) { decoder in
      var container = try decoder.unkeyedContainer()
      var parts = ["\(container.count as Any)"]
      let (isNull, isNoNull) = (try container.decodeNil(), try container.decodeNil())
      parts.append("\(isNull) \(isNoNull) \(container.currentIndex)")
      parts.append("\((try? container.decode(String.self)) as Any) \(container.currentIndex)")
      parts.append("\(try container.decode(Int8.self))")
      var nested = try container.nestedUnkeyedContainer()
      parts.append("\(try nested.decode(UInt.self)) \(nested.isAtEnd)")
      let keyed = try container.nestedContainer(keyedBy: AnyKey.self)
      parts.append("\(try keyed.decode(Int.self, forKey: AnyKey("a")))")
      parts.append(try container.superDecoder().singleValueContainer().decode(String.self))
      parts.append("\(container.isAtEnd)")
      do { _ = try container.decode(Bool.self) } catch { parts.append("\(error)") }
      return parts.joined(separator: "|")
    }
    #expect(
      outcome == "Optional(5)|true false 1|nil 1|1|2 true|3|s|true|"
        + "line 1, column 1: expected a boolean at [5], found the end of the array")
  }

  @Test func `gives a class what its super class reads`() throws {
    let text = #"{"size":3,"super":{"name":"n"}}"#
    let value = try PropsDecoder().decode(Derived.self, from: text.utf8.span)
    #expect(value.name == "n" && value.size == 3)
    #expect(decoded(Derived.self, #"{"size":3}"#).hasSuffix("a value at super, found no such key"))
    #expect(
      decoded(Derived.self, #"{"size":3,"super":{}}"#)
        .hasSuffix("a string at super.name, found no such key"))
  }

  @Test func `gives errors of an initialiser a path, and keeps them`() throws {
    let text = #"{"a":[20,30],"b":[11, 2]}"#
    let error = #expect(throws: PropsError.self) {
      try PropsDecoder().decode([String: [Warm]].self, from: text.utf8.span)
    }
    #expect(error?.description == "line 1, column 23: b[1] refused: too cold")
    #expect(error?.code == .refused && error?.underlying is TooCold && error?.offset == 22)
  }

  @Test func `places a DecodingError by its coding path`() {
    let outcome = probe(#"{"a":{"b":[0,"x"]}}"#) { decoder in
      let keys: [any CodingKey] = [AnyKey("a"), AnyKey("b"), PropsStep.element(1)]
      throw DecodingError.dataCorrupted(.init(codingPath: keys, debugDescription: "no colour"))
    }
    #expect(outcome == "line 1, column 14: a.b[1] refused: no colour")
    let missing = probe("{\"a\":\n{}}") { decoder in
      throw DecodingError.keyNotFound(
        AnyKey("b"), .init(codingPath: [AnyKey("a")], debugDescription: "no b"))
    }
    #expect(missing == "line 2, column 1: a.b refused: no b")
  }

  @Test func `reads on behind elements that fail, in linear time`() throws {
    let count = 80_000
    let text =
      "["
      + (0..<count).map { "{\"a\":[\($0 % 2 == 0 ? "1" : "null")]}" }
      .joined(separator: ",") + "]"
    let clock = ContinuousClock()
    let start = clock.now
    let lossy = try PropsDecoder(byteLimit: 1 << 22).decode(
      Lossy<[String: [Int]]>.self, from: text.utf8.span)
    #expect(lossy.elements.count == count / 2 && lossy.lost == count / 2)
    // Counting elements anew for each error would take many minutes.
    #expect(clock.now - start < .seconds(120))
  }

  @Test func `keeps what an initialiser kept from changing`() throws {
    let kept = Kept()
    var decoder = PropsDecoder()
    decoder.userInfo[Kept.key] = kept
    _ = try decoder.decode(Keeper.self, from: "[1,2]".utf8.span)
    _ = try decoder.decode([String].self, from: #"["x","y","z"]"#.utf8.span)
    #expect(try kept.decoder.map { try [Int](from: $0) } == [1, 2])
  }

  @Test func `gives the error of a text within the text the place of that text`() {
    let error = #expect(throws: PropsError.self) {
      try PropsDecoder().decode([String: Embedded].self, from: #"{"a":"[1,true]"}"#.utf8.span)
    }
    #expect(
      error?.description == "line 1, column 6: a refused: line 1, column 4: "
        + "expected a whole number at [1], found true")
    #expect((error?.underlying as? PropsError)?.path == "[1]" && error?.path == "a")
  }

  @Test func `decodes inside a decoding`() throws {
    let text = #"{"city":"[1,2,3]","hours":[],"wind":{"n":4}}"#
    let decoder = PropsDecoder()
    let outcome = probe(text) { outer in
      let weather = try Weather(from: outer)
      let numbers = try decoder.decode([Int].self, from: weather.city.utf8.span)
      return "\(numbers) \(try Weather(from: outer).wind ?? [:])"
    }
    #expect(outcome == #"[1, 2, 3] ["n": 4]"#)
  }
}

/// Keeps a decoder.
private final class Kept: @unchecked Sendable {
  static let key = CodingUserInfoKey(rawValue: "kept")!
  var decoder: (any Decoder)?
}

private struct Keeper: Decodable {
  init(from decoder: any Decoder) throws {
    (decoder.userInfo[Kept.key] as? Kept)?.decoder = decoder
  }
}
