public import PantileJSON

extension LintReport {
  /// The line and column of each finding.
  ///
  /// - Parameter payload: The text that was linted.
  /// - Complexity: O(*n*).
  public func positions(in payload: [UInt8]) -> [SourcePosition] {
    var positions: [SourcePosition] = []
    var position = SourcePosition()
    var at = 0
    for finding in findings {
      while at < min(finding.offset, payload.count) {
        if payload[at] == 0x0a {
          position.line += 1
          position.column = 1
        } else if payload[at] & 0xc0 != 0x80 {
          position.column += 1
        }
        at += 1
      }
      positions.append(position)
    }
    return positions
  }
}
