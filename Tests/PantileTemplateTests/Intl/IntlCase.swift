import Testing

@testable import PantileTemplate

/// One call of an Intl formatter and the text that Node 20 gives.
struct IntlCase: CustomTestStringConvertible, Sendable {
  var locale: String
  var options: IntlOptions
  var value: Double
  var result: String

  init(_ locale: String, _ options: IntlOptions, _ value: Double, _ result: String) {
    self.locale = locale
    self.options = options
    self.value = value
    self.result = result
  }

  var testDescription: String { "\(locale) \(value) \(result)" }
}

extension IntlOptions: ExpressibleByDictionaryLiteral {
  init(dictionaryLiteral elements: (IntlOption, IntlOptionValue)...) {
    self.init(Dictionary(elements) { $1 })
  }
}

extension IntlOptionValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral
{
  init(stringLiteral value: String) { self = .string(value) }
  init(integerLiteral value: Int) { self = .number(Double(value)) }
  init(booleanLiteral value: Bool) { self = .bool(value) }
}

func units(_ text: String) -> [UInt16] { Array(text.utf16) }

func text(_ units: [UInt16]) -> String { String(decoding: units, as: UTF16.self) }

/// Parts as `type=value` with the source of ranges, joined by `|`.
func text(_ parts: [IntlPart]) -> String {
  parts.map { part in
    "\(part.type)=\(text(part.value))" + (part.source.map { "@\($0.rawValue)" } ?? "")
      + (part.unit.map { "#\($0)" } ?? "")
  }.joined(separator: "|")
}

/// Properties as `name=value`, joined by `|`.
func text(_ properties: [IntlProperty]) -> String {
  properties.map { property in
    switch property.value {
    case .string(let value): "\(property.name)=\(value)"
    case .number(let value): "\(property.name)=\(value)"
    case .bool(let value): "\(property.name)=\(value)"
    case .strings(let values): "\(property.name)=\(values.joined(separator: ","))"
    }
  }.joined(separator: "|")
}

/// `Class: message` of the error that `body` throws, or `none`.
func errorText(_ body: () throws -> some Any) -> String {
  do {
    _ = try body()
    return "none"
  } catch let error as IntlError {
    let name =
      switch error.kind {
      case .rangeError: "RangeError"
      case .typeError: "TypeError"
      case .unavailable: "unavailable"
      }
    return "\(name): \(error.message)"
  } catch {
    return "\(error)"
  }
}
