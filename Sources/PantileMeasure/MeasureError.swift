internal import Glibc

/// Why something could not be measured.
public struct MeasureError: Error, Sendable, Equatable {
  /// What could not be had.
  public enum Code: Sendable {
    /// Memory that two processes share.
    case sharedMemory
    /// A thread.
    case thread
    /// A process of its own.
    case process
    /// A limit on a process.
    case limit
  }

  /// What could not be had.
  public var code: Code
  /// A lower-case fragment: what was tried, and what the system said.
  public var message: String

  /// Creates an error.
  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// An error of a system call.
  init(_ code: Code, _ what: String, number: Int32) {
    self.init(code, "\(what): \(Self.text(number))")
  }

  /// What the system calls an error.
  private static func text(_ number: Int32) -> String {
    var text = [CChar](repeating: 0, count: 128)
    // Safe: the text ends within its places, and has at least one zero.
    guard unsafe strerror_r(number, &text, text.count - 1) == 0 else { return "error \(number)" }
    let bytes = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return String(decoding: bytes, as: UTF8.self)
  }
}
