public import PantileCore
public import PantileJSON

/// Makes the text that a push carries of a Live Activity: its payload, compressed with brotli, as
/// base64. It is sent as `uiJsonData` in the push's content state.
///
///     var encoder = PushEncoder()
///     let size = try encoder.encode(tree, with: &writer, into: &text)
///
/// Text over the budget is refused, and so is a payload that a device would cut.
public struct PushEncoder: ~Copyable {
  /// What a push may carry.
  public var budget = PushBudget()

  private var payload = ByteBuffer(capacity: 64)
  private var compressed = ByteBuffer(capacity: 64)
  private var inline = ByteBuffer(capacity: 64)

  /// Creates an encoder; it keeps its buffers from one text to the next.
  public init() {}

  /// Encodes a payload in reference mode, with quality 2 as Voltra does, and appends the text to
  /// `output`.
  ///
  /// - Throws: ``PushError``; `output` is unchanged then.
  public mutating func encode(
    _ payload: RawSpan, into output: inout ByteBuffer
  ) throws(PushError) -> PushSize {
    compressed.removeAll()
    try Self.compress(payload, quality: 2, into: &compressed)
    let size = PushSize(payload: payload.byteCount, compressed: compressed.count)
    try check(size)
    compressed.withBytes { Base64.encode($0, into: &output) }
    return size
  }

  /// Encodes a payload in reference mode, with quality 2 as Voltra does, and appends the text to
  /// `output`.
  ///
  /// - Throws: ``PushError``; `output` is unchanged then.
  public mutating func encode(
    _ payload: borrowing ByteBuffer, into output: inout ByteBuffer
  ) throws(PushError) -> PushSize {
    compressed.removeAll()
    let failure = payload.withBytes { bytes in
      Self.failure(compressing: bytes, quality: 2, into: &compressed)
    }
    if let failure { throw failure }
    let size = PushSize(payload: payload.count, compressed: compressed.count)
    try check(size)
    compressed.withBytes { Base64.encode($0, into: &output) }
    return size
  }

  /// Encodes a tree in compact mode, with quality 11, and appends the text to `output`.
  ///
  /// Repeated text may compress better than references to one copy, so the tree is written both
  /// ways. The shorter text is taken that fits the budget and that a device does not cut, the one
  /// with shared parts where both are equally long.
  ///
  /// - Parameters:
  ///   - tree: The tree.
  ///   - writer: Writes the tree; its findings are those of the tree.
  ///   - output: Where the text is appended.
  /// - Throws: ``PushError``; `output` is unchanged then.
  public mutating func encode(
    _ tree: borrowing Tree, with writer: inout CompactWriter, into output: inout ByteBuffer
  ) throws(PushError) -> PushSize {
    let plain = try pack(tree, .never, &writer)
    swap(&compressed, &inline)
    let shared = try pack(tree, .whenShorter, &writer)
    guard let shared else { throw PushError(.refused) }
    if let plain, plain.compressed < shared.compressed, isFine(plain) || !isFine(shared) {
      try check(plain)
      inline.withBytes { Base64.encode($0, into: &output) }
      return plain
    }
    try check(shared)
    compressed.withBytes { Base64.encode($0, into: &output) }
    return shared
  }

  /// The sizes of a tree in compact mode, with shared parts and with everything in place; `nil`
  /// where the writer refuses the tree.
  mutating func sizes(
    of tree: borrowing Tree, with writer: inout CompactWriter
  ) throws(PushError) -> (shared: PushSize?, inline: PushSize?) {
    let inline = try pack(tree, .never, &writer)
    return (try pack(tree, .whenShorter, &writer), inline)
  }

  /// Writes and compresses a tree into ``compressed``.
  private mutating func pack(
    _ tree: borrowing Tree, _ sharing: CompactWriter.Sharing, _ writer: inout CompactWriter
  ) throws(PushError) -> PushSize? {
    payload.removeAll()
    compressed.removeAll()
    do throws(PayloadError) {
      try writer.write(tree, sharing: sharing, to: &payload)
    } catch {
      return nil
    }
    let failure = payload.withBytes { bytes in
      Self.failure(compressing: bytes, quality: 11, into: &compressed)
    }
    if let failure { throw failure }
    return PushSize(payload: payload.count, compressed: compressed.count)
  }

  private func isFine(_ size: PushSize) -> Bool { failure(of: size) == nil }

  private func check(_ size: PushSize) throws(PushError) {
    if let failure = failure(of: size) { throw failure }
  }

  /// Why text of a size cannot be pushed.
  public func failure(of size: PushSize) -> PushError? {
    if size.text > budget.byteCount {
      let code = PushError.Code.overBudget(
        text: size.text, budget: budget.byteCount, hardCap: budget.hardCap)
      return PushError(code)
    }
    if size.payload > size.compressed * budget.ratio {
      let code = PushError.Code.ratio(
        payload: size.payload, compressed: size.compressed, largest: budget.ratio)
      return PushError(code)
    }
    return nil
  }

  /// What is worth a warning in text of a size, as `code: sentence`.
  public func warning(of size: PushSize) -> String? {
    guard size.text > budget.manyBytes, size.text <= budget.byteCount else { return nil }
    return "live_activity_budget: the text of the push takes \(size.text) of "
      + "\(budget.byteCount) bytes"
  }

  /// The window that holds a payload: a smaller one has a shorter header.
  private static func windowBits(_ byteCount: Int) -> Int { byteCount <= 65_520 ? 16 : 22 }

  static func compress(
    _ bytes: RawSpan, quality: Int, into output: inout ByteBuffer
  ) throws(PushError) {
    if let failure = failure(compressing: bytes, quality: quality, into: &output) {
      throw failure
    }
  }

  private static func failure(
    compressing bytes: RawSpan, quality: Int, into output: inout ByteBuffer
  ) -> PushError? {
    do throws(CompressionError) {
      try Brotli.compress(
        bytes, quality: quality,
        windowBits: quality == 11 ? windowBits(bytes.byteCount) : 22, into: &output)
      return nil
    } catch {
      return PushError(.compression(error))
    }
  }
}
