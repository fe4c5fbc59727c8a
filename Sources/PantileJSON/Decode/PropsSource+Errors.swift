extension PropsSource {
  /// A value of another kind than the one wanted.
  func mismatch(_ wanted: String, _ node: JSONNode, _ parent: JSONNode) -> PropsError {
    let isNull = isNull(node)
    return failure(isNull ? .unexpectedNull : .typeMismatch, wanted, kind(of: node), node, parent)
  }

  func outOfRange(_ wanted: String, _ node: JSONNode, _ parent: JSONNode) -> PropsError {
    failure(.outOfRange, wanted, number(node), node, parent)
  }

  func notAnInteger(_ node: JSONNode, _ parent: JSONNode) -> PropsError {
    failure(.notAnInteger, "a whole number", number(node), node, parent)
  }

  /// A key that an object lacks.
  func missing(_ key: String, _ wanted: String, of object: JSONNode) -> PropsError {
    var path = path(to: object, in: surrounding(object))
    path.steps.append(.key(key))
    return failure(.missingKey, wanted, "no such key", at: path, object)
  }

  /// An element behind the end of an array.
  func missing(_ index: Int, _ wanted: String, of array: JSONNode) -> PropsError {
    var path = path(to: array, in: surrounding(array))
    path.steps.append(.element(index))
    return failure(.missingElement, wanted, "the end of the array", at: path, array)
  }

  /// What an `init(from:)` threw by itself.
  func refusal(_ error: any Error, _ node: JSONNode, _ parent: JSONNode) -> PropsError {
    guard let error = error as? DecodingError else {
      let path = path(to: node, in: parent)
      return refusal(PropsError.Code.refused, "\(error)", error, at: path, node)
    }
    switch error {
    case .typeMismatch(_, let context): return refusal(.typeMismatch, context, error)
    case .valueNotFound(_, let context): return refusal(.unexpectedNull, context, error)
    case .keyNotFound(let key, let context):
      return refusal(.missingKey, context, error, missing: key)
    case .dataCorrupted(let context): return refusal(.refused, context, error)
    @unknown default:
      return refusal(.refused, "\(error)", error, at: path(to: node, in: parent), node)
    }
  }

  private func refusal(
    _ code: PropsError.Code, _ context: DecodingError.Context, _ error: DecodingError,
    missing key: (any CodingKey)? = nil
  ) -> PropsError {
    let keys = context.codingPath + (key.map { [$0] } ?? [])
    let steps = keys.map { $0.intValue.map(PropsStep.element) ?? .key($0.stringValue) }
    let node = node(at: keys)
    return refusal(code, context.debugDescription, error, at: PropsPath(steps: steps), node)
  }

  private func refusal(
    _ code: PropsError.Code, _ reason: String, _ error: any Error, at path: PropsPath,
    _ node: JSONNode
  ) -> PropsError {
    let path = path.text
    let place = path.isEmpty ? "the props" : path
    var failure = PropsError(code, at: path, "\(place) refused: \(reason)")
    failure.word = node.index
    failure.underlying = error
    return failure
  }

  private func failure(
    _ code: PropsError.Code, _ wanted: String, _ found: String, _ node: JSONNode, _ parent: JSONNode
  ) -> PropsError {
    failure(code, wanted, found, at: path(to: node, in: parent), node)
  }

  private func failure(
    _ code: PropsError.Code, _ wanted: String, _ found: String, at path: PropsPath, _ node: JSONNode
  ) -> PropsError {
    let path = path.text
    let place = path.isEmpty ? "" : " at \(path)"
    var failure = PropsError(code, at: path, "expected \(wanted)\(place), found \(found)")
    failure.word = node.index
    return failure
  }

  private func kind(of node: JSONNode) -> String {
    switch document.value(at: node) {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }

  /// The longest number that stands whole in a message, in bytes.
  private static let numberLimit = 40

  /// A number as it stands in the text, or as JavaScript prints it when it is small.
  private func number(_ node: JSONNode) -> String {
    if let text = largeNumberText(node), Int(text.byteCount) <= Self.numberLimit {
      return document.string(text)
    }
    var buffer = ByteBuffer()
    buffer.append(number: Double(bitPattern: document.word(node.index).bits))
    return buffer.text()
  }
}
