/// What a push may carry of a Live Activity.
public struct PushBudget: Sendable, Equatable {
  /// Bytes of base64 text that are safe.
  public var byteCount = 3_345
  /// Bytes of base64 text that are worth a warning.
  public var manyBytes = 3_000
  /// Bytes that ActivityKit takes at most, whatever else the push holds.
  public var hardCap = 4_096
  /// How many times longer than its compressed form a payload may be: a device gives its decoder
  /// no more room, and cuts what does not fit.
  public var ratio = 8

  /// The bounds of iOS.
  public init() {}
}

/// What a Live Activity takes in a push.
public struct PushSize: Sendable, Equatable {
  /// Bytes of the payload.
  public var payload: Int
  /// Bytes of the payload compressed.
  public var compressed: Int

  /// Creates a size.
  public init(payload: Int, compressed: Int) {
    self.payload = payload
    self.compressed = compressed
  }

  /// Bytes of the base64 text.
  public var text: Int { Base64.encodedCount(of: compressed) }

  /// How many times longer than its compressed form the payload is.
  public var ratio: Double { Double(payload) / Double(max(compressed, 1)) }
}

/// Why a Live Activity cannot be pushed.
public struct PushError: Error, Hashable, Sendable {
  /// What went wrong.
  public enum Code: Hashable, Sendable {
    /// The base64 text is longer than the budget.
    case overBudget(text: Int, budget: Int, hardCap: Int)
    /// A device would cut the payload, as its decoder has too little room for it.
    case ratio(payload: Int, compressed: Int, largest: Int)
    /// Compact mode refused the tree; the writer's findings tell why.
    case refused
    /// Compressing failed.
    case compression(CompressionError)
  }

  /// What went wrong.
  public let code: Code

  /// Creates the error.
  public init(_ code: Code) { self.code = code }

  /// The error for people. Over budget it is word for word what Voltra says.
  public var message: String {
    switch code {
    case .overBudget(let text, let budget, let hardCap):
      "[Voltra] Compressed payload size \(text)B exceeds safe budget \(budget)B (ActivityKit hard "
        + "cap \(hardCap)B). You need to reduce the complexity of your UI."
    case .ratio(let payload, let compressed, let largest):
      "ratio_over_\(largest): the payload's \(payload) bytes compress to \(compressed), and a "
        + "device decodes no more than \(largest) times that"
    case .refused: "the payload has what no device takes"
    case .compression(let error): error.message
    }
  }
}
