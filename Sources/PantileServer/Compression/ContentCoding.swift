internal import PantileJSON
internal import PantileRender

/// A coding of bodies.
public enum ContentCoding: Sendable, CaseIterable {
  /// None.
  case identity
  /// gzip, level 6.
  case gzip
  /// Brotli, quality 4.
  case brotli

  /// Bodies below this length are sent as they are.
  public static let smallestBody = 1_024
}

extension ContentCoding {
  /// Appends the coded form of a body.
  ///
  /// - Returns: False where the coder fails, for want of memory; `output` is unchanged then.
  func encode(_ body: RawSpan, into output: inout ByteBuffer) -> Bool {
    do throws(CompressionError) {
      switch self {
      case .identity: output.append(body)
      case .gzip:
        var gzip = Gzip()
        try gzip.compress(body, level: 6, into: &output)
      case .brotli: try Brotli.compress(body, quality: 4, into: &output)
      }
      return true
    } catch {
      return false
    }
  }
}
