internal import Glibc

/// Why the operating system refused something.
struct SystemError: Error {
  var number: Int32

  /// The error of the call that was made last.
  static var last: SystemError { SystemError(number: errno) }

  /// `No such file or directory`.
  var text: String {
    // Safe: the text is copied before another call can replace it; the process has one thread.
    guard let text = unsafe strerror(number) else { return "error \(number)" }
    return unsafe String(cString: text)
  }
}
