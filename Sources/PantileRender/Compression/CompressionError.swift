/// Why bytes could not be compressed or decompressed.
public struct CompressionError: Error, Hashable, Sendable {
  /// What went wrong.
  public enum Code: Hashable, Sendable {
    /// The input is no such compressed text, or has bytes behind its end.
    case corrupt
    /// The input ends too early.
    case truncated
    /// The output would be longer than the limit, in bytes.
    case outputOverLimit(Int)
    /// The input is longer than the library takes.
    case inputTooLong
    /// There is no memory.
    case outOfMemory
  }

  /// What went wrong.
  public let code: Code

  /// Creates the error.
  public init(_ code: Code) { self.code = code }

  /// The error for people, as `code: sentence`.
  public var message: String {
    switch code {
    case .corrupt: "corrupt: the input is not well-formed compressed data"
    case .truncated: "truncated: the input ends too early"
    case .outputOverLimit(let limit):
      "output_over_limit: the output is longer than \(limit) bytes"
    case .inputTooLong: "input_too_long: the input is longer than the library takes"
    case .outOfMemory: "out_of_memory: there is no memory to work with"
    }
  }
}
