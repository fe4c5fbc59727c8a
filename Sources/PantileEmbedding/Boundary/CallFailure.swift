internal import CPantile
internal import Glibc
internal import PantileTemplate

/// Why a call from C fails.
struct CallFailure: Error {
  var status: Int
  var message: String
  /// The place in the source, both from 1; 0 where there is none.
  var line = 0
  var column = 0

  init(_ status: Int, _ message: String) {
    self.status = status
    self.message = message
  }

  static func invalid(_ message: String) -> CallFailure {
    CallFailure(PANTILE_INVALID_ARGUMENT, message)
  }

  static let limit = PANTILE_LIMIT
  static let file = PANTILE_FILE
  static let refused = PANTILE_REFUSED
  static let noMemory = CallFailure(PANTILE_LIMIT, "malloc has no memory")

  init(_ error: TemplateError) {
    let status =
      switch error.code {
      case .compile: PANTILE_COMPILE
      case .input: PANTILE_INPUT
      case .thrown: PANTILE_THROWN
      case .limit: PANTILE_LIMIT
      case .refused: PANTILE_REFUSED
      }
    self.init(status, error.report)
    line = error.place?.line ?? 0
    column = error.place?.column ?? 0
  }
}

/// Turns failures into what a C function returns.
enum Call {
  /// Runs the body of a C function.
  ///
  /// - Parameter error: Is told what went wrong, and cleared if nothing did; nil for nobody.
  static func run(
    _ error: UnsafeMutablePointer<pantile_error>?, _ body: () throws(CallFailure) -> Void
  ) -> pantile_status {
    do throws(CallFailure) {
      try body()
      // Safe: the caller lends a whole struct, or nothing.
      unsafe error?.initialize(to: pantile_error())
      return pantile_status(PANTILE_OK)
    } catch let failure {
      if unsafe error != nil {
        var told = unsafe pantile_error()
        unsafe told.status = pantile_status(failure.status)
        unsafe told.line = UInt32(clamping: failure.line)
        unsafe told.column = UInt32(clamping: failure.column)
        unsafe told.message = copy(failure.message)
        // Safe: as above; what was there is not read.
        unsafe error?.initialize(to: told)
      }
      return pantile_status(failure.status)
    }
  }

  /// A text in memory of its own; nil where there is none. A NUL in it ends it early.
  private static func copy(_ text: String) -> UnsafeMutablePointer<CChar>? {
    // Safe: the text ends with NUL during the call.
    unsafe text.withCString { unsafe strdup($0) }
  }
}
