internal import PantileJSON

extension PushSize {
  /// What a payload takes in a push in reference mode; `nil` where it cannot be compressed.
  public init?(measuring payload: [UInt8]) {
    var text = ByteBuffer(capacity: payload.count)
    text.append(payload.span)
    var compressed = ByteBuffer(capacity: 64)
    var isFine = true
    text.withBytes { bytes in
      do throws(PushError) {
        try PushEncoder.compress(bytes, quality: 2, into: &compressed)
      } catch {
        isFine = false
      }
    }
    guard isFine else { return nil }
    self.init(payload: payload.count, compressed: compressed.count)
  }
}
