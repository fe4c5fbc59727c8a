import PantileJSON

/// Decodes a text as types that take anything, and as types that refuse most things.
enum PropsInput {
  /// - Parameter failure: What the document found wrong with the text.
  static func run(_ input: [UInt8], _ failure: JSONError?) {
    // Few levels, since each takes stack, and a debug build has little of it.
    let decoder = PropsDecoder(depthLimit: 12)
    let errors = [
      error(Anything.self, input, decoder), error([String: Anything].self, input, decoder),
      error([[String: UInt64?]].self, input, decoder), error([String: Double].self, input, decoder),
    ]
    for error in errors {
      guard let error else { continue }
      precondition(error.offset >= 0 && error.offset <= input.count, "\(error)")
      let place = SourcePosition(offset: error.offset, in: input.span)
      precondition(error.position == place, "\(error) is at \(place)")
    }
    if let failure, failure.code != .duplicateKey {
      precondition(errors.allSatisfy { $0?.code == .invalidJSON }, "\(failure): \(errors)")
    } else {
      precondition(
        errors.allSatisfy { $0?.code != .invalidJSON || isLimit($0) }, "no failure: \(errors)")
    }
  }

  private static func error<T: Decodable>(
    _ type: T.Type, _ input: [UInt8], _ decoder: PropsDecoder
  ) -> PropsError? {
    do {
      _ = try decoder.decode(type, from: input)
      return nil
    } catch { return error }
  }

  private static func isLimit(_ error: PropsError?) -> Bool {
    (error?.underlying as? JSONError)?.code == .depthLimit
  }
}

/// Any JSON; it tries one type after the other, so that most of its steps fail.
private indirect enum Anything: Decodable {
  case null
  case whole(Int128)
  case number(Double)
  case text(String)
  case list([Anything])
  case members([String: Anything])
  case bool(Bool)

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Int128.self) {
      self = .whole(value)
    } else if let value = try? container.decode(Float.self) {
      self = .number(Double(value))
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .text(value)
    } else if let value = try? container.decode([Anything].self) {
      self = .list(value)
    } else if let value = try? container.decode([String: Anything].self) {
      self = .members(value)
    } else {
      self = .bool(try container.decode(Bool.self))
    }
  }
}
