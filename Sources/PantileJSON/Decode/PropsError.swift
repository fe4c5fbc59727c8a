/// Why props could not be decoded, and where.
///
///     do {
///       let weather = try PropsDecoder().decode(Weather.self, from: request.body)
///     } catch {
///       print(error)  // line 4, column 20: expected a number at hours[3].temperature, found a string
///     }
public struct PropsError: Error, Sendable {
  /// What is wrong.
  public var code: Code
  /// The value's place among the props: `hours[3].temperature`; empty for the outermost value.
  ///
  /// A key that is no name of letters, digits and underscores stands in brackets and quotes:
  /// `cities["New York"]`. Of a missing key it is the place where its value should be.
  public var path: String
  /// What was wanted and what was found, as a lower-case fragment, without the place in the text.
  public var message: String
  /// The byte at which the value begins, counted from 0; of a missing key, that of its object.
  ///
  /// It is known when the error leaves ``PropsDecoder``; inside an `init(from:)` it is 0.
  public var offset = 0
  /// The line and column of ``offset``.
  public var position = SourcePosition()
  /// The error that an `init(from:)` threw, when it was none of the decoder's.
  public var underlying: (any Error)?
  /// The value's index on the tape.
  var word = 0

  init(_ code: Code, at path: String, _ message: String) {
    self.code = code
    self.path = path
    self.message = message
  }

  /// What can be wrong with props.
  public enum Code: UInt8, Sendable, CaseIterable {
    /// The text is not JSON, or exceeds a limit; `underlying` is the ``JSONError``.
    case invalidJSON
    /// A value has another type than the one wanted.
    case typeMismatch
    /// An object has no such key.
    case missingKey
    /// An array has no more elements.
    case missingElement
    /// A value is `null` where none may be.
    case unexpectedNull
    /// A number has a fraction where a whole one is wanted.
    case notAnInteger
    /// A number is too large or too small for its type.
    case outOfRange
    /// A type's own `init(from:)` refused the value.
    case refused
  }
}

extension PropsError: CustomStringConvertible {
  /// The place in the text and the message: `line 2, column 7: expected a string at name, found null`.
  public var description: String { "\(position): \(message)" }
}

extension PropsError {
  init(_ error: JSONError, _ position: SourcePosition?) {
    self.init(.invalidJSON, at: "", error.code.message)
    self.offset = error.offset
    self.position = position ?? SourcePosition()
    self.underlying = error
  }
}
