/// A positive whole number with an optional unit: `200`, `5e6`, `512KiB`, `8MiB`, `30MB`.
enum Quantity {
  /// The largest number that is taken.
  static let largest = 1 << 40

  /// Reads a quantity; nil where the text is none, or where it is 0 or larger than ``largest``.
  static func parse(_ text: String) -> Int? {
    var digits = text[...]
    var factor = 1
    for (unit, size) in [
      ("KiB", 1 << 10), ("MiB", 1 << 20), ("GiB", 1 << 30), ("kB", 1_000), ("MB", 1_000_000),
      ("GB", 1_000_000_000),
    ] where digits.hasSuffix(unit) {
      digits.removeLast(unit.count)
      factor = size
      break
    }
    let parts = digits.split(separator: "e", omittingEmptySubsequences: false)
    guard parts.count <= 2, let whole = number(parts[0]) else { return nil }
    if parts.count == 2 {
      guard let exponent = number(parts[1]), exponent <= 12 else { return nil }
      for _ in 0..<exponent { factor *= 10 }
    }
    let (product, isTooLarge) = whole.multipliedReportingOverflow(by: factor)
    return isTooLarge || product < 1 || product > largest ? nil : product
  }

  private static func number(_ text: Substring) -> Int? {
    guard !text.isEmpty, text.utf8.count <= 13 else { return nil }
    guard text.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else { return nil }
    return Int(text)
  }
}
