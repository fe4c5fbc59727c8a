/// A failure of Date or Intl that a template sees as an exception.
///
/// `message` is V8's text, without the name of the error class.
struct IntlError: Error, Equatable, Sendable {
  /// The class of the exception.
  enum Kind: Sendable {
    case rangeError
    case typeError
    /// ICU is not on this machine, or it failed: the host's fault, not the template's.
    case unavailable
  }

  var kind: Kind
  var message: String

  static func range(_ message: String) -> IntlError {
    IntlError(kind: .rangeError, message: message)
  }

  static func type(_ message: String) -> IntlError {
    IntlError(kind: .typeError, message: message)
  }

  static func unavailable(_ message: String) -> IntlError {
    IntlError(kind: .unavailable, message: message)
  }

  static let invalidTime = IntlError.range("Invalid time value")
  static let invalidLocale = IntlError.range("Incorrect locale information provided")
}
