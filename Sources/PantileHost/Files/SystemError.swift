internal import Glibc

/// Why the operating system refused something.
public struct SystemError: Error, Sendable, Equatable {
  /// The system's number of the error, such as `ENOSPC`.
  public var number: Int32
  /// The call that failed, such as `fsync`.
  public var call: String

  /// Creates an error.
  public init(number: Int32, call: String) {
    self.number = number
    self.call = call
  }

  /// The system's sentence, such as `No space left on device`.
  public var text: String {
    var bytes = [CChar](repeating: 0, count: 256)
    return unsafe bytes.withUnsafeMutableBufferPointer { buffer in
      // Safe: the system writes at most `count` bytes, a zero among them.
      guard let start = buffer.baseAddress,
        unsafe strerror_r(number, start, buffer.count) == 0
      else { return "error \(number)" }
      return unsafe String(cString: start)
    }
  }
}
