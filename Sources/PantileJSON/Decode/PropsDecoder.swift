/// Makes a `Decodable` value of JSON: the props of a widget, without Foundation.
///
///     struct Weather: Decodable {
///       var city: String
///       var hours: [Hour]
///     }
///     let weather = try PropsDecoder().decode(Weather.self, from: body)
///
/// It takes what JavaScript's `JSON.parse` takes, and these are its rules:
///
/// - A key is matched by its exact spelling; others are passed over. Of equal keys the last counts.
/// - Whole numbers are exact to the last of 128 bits; `1.0` and `1e3` are whole, `1.5` is not.
/// - A number becomes the nearest `Double`; one beyond its range, as `1e400`, is refused.
/// - An escaped surrogate without partner, as of a cut emoji, becomes U+FFFD.
/// - There are no special types: a `Date` of Foundation is read as it encodes itself (seconds since
///   2001), so give times as numbers or strings.
///
/// The error that leaves it is always a ``PropsError`` with path, line and column. Inside an
/// `init(from:)` the containers throw it too, not a `DecodingError`.
///
/// - Note: The text is parsed into five blocks of memory. Beyond that only what `Codable` asks for
///   is allocated: a box for each keyed container, and the values.
public struct PropsDecoder: Sendable {
  /// How deeply arrays and objects may be nested.
  ///
  /// A type that holds itself is decoded with a recursion as deep as its text; each level takes
  /// some 1 KB of stack, and 3 KB in a debug build.
  public var depthLimit: Int
  /// The largest text in bytes.
  public var byteLimit: Int
  /// Values that an `init(from:)` finds in its decoder's `userInfo`.
  public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

  /// Creates a decoder.
  ///
  /// - Parameters:
  ///   - depthLimit: How deeply arrays and objects may be nested.
  ///   - byteLimit: The largest text in bytes; by default a megabyte.
  public init(depthLimit: Int = 64, byteLimit: Int = 1 << 20) {
    self.depthLimit = depthLimit
    self.byteLimit = byteLimit
  }

  /// Decodes a value.
  ///
  /// - Parameters:
  ///   - type: The type to decode.
  ///   - bytes: JSON in UTF-8.
  /// - Throws: ``PropsError``.
  /// - Complexity: O(*n*) in the bytes, when keys are asked for in the order of the text.
  public func decode<T: Decodable>(
    _ type: T.Type, from bytes: RawSpan
  ) throws(PropsError) -> T {
    let options = JSONReadOptions(depthLimit: depthLimit, byteLimit: byteLimit)
    let source = try PropsSource(bytes, options, userInfo)
    let root = source.document.root
    do throws(PropsError) {
      return try source.decode(type, root, in: root)
    } catch {
      throw source.placed(error, in: bytes)
    }
  }
}

extension PropsDecoder {
  /// Decodes a value.
  ///
  ///     try decoder.decode(Weather.self, from: #"{"city": "Rom"}"#.utf8.span)
  public func decode<T: Decodable>(
    _ type: T.Type, from bytes: Span<UInt8>
  ) throws(PropsError) -> T {
    try bytes.withRawBytes { bytes throws(PropsError) in try decode(type, from: bytes) }
  }

  /// Decodes a value.
  public func decode<T: Decodable>(
    _ type: T.Type, from bytes: [UInt8]
  ) throws(PropsError) -> T {
    try decode(type, from: bytes.span)
  }
}

extension PropsSource {
  /// The error with its place in the text.
  fileprivate func placed(_ error: PropsError, in bytes: RawSpan) -> PropsError {
    guard error.word > 0 else { return error }
    var error = error
    error.offset = TokenScan.offset(ofWord: error.word, document, bytes)
    error.word = 0
    bytes.withInput { error.position.advance($0, 0, error.offset) }
    return error
  }
}
