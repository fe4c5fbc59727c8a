internal import PantileJSON

/// A JSON text that was read.
struct JSONInput {
  private let input: Input
  let bytes: [UInt8]
  private let options: JSONReadOptions

  /// Reads the text.
  init(_ name: String, _ options: JSONReadOptions = JSONReadOptions()) throws(CommandError) {
    input = Input(name)
    self.options = options
    bytes = try input.read(limit: options.byteLimit)
  }

  /// The name in messages.
  var label: String { input.isStandardInput ? "standard input" : input.name }

  /// Parses the text and lends it; an error, also one of `body`, gets its place.
  func withDocument(
    _ body: (borrowing JSONDocument) throws(JSONError) -> Void
  ) throws(CommandError) {
    do throws(JSONError) {
      var document = JSONDocument(capacity: bytes.count)
      // Safe: bytes have no padding.
      try unsafe document.parse(bytes.span.bytes, options: options)
      try body(document)
    } catch {
      throw failure(error)
    }
  }

  /// `error: props.json:2:7: expected ':' behind the key`.
  private func failure(_ error: JSONError) -> CommandError {
    let place = SourcePosition(offset: error.offset, in: bytes.span)
    return .failed("\(label):\(place.line):\(place.column): \(error.code.message)")
  }
}

extension Input {
  /// The hash of all bytes, which are never whole in memory.
  func contentHash() throws(CommandError) -> ContentHash {
    var hasher = ContentHasher()
    try forEachPiece { hasher.combine($0) }
    return hasher.hash
  }
}
