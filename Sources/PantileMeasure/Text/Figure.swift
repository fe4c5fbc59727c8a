/// Figures as people read them.
public enum Figure {
  /// Bytes in megabytes of 1,000,000 bytes, with two digits behind the point: `11.56 MB`.
  public static func megabytes(_ bytes: Int) -> String { "\(fixed(Double(bytes) / 1e6, 2)) MB" }

  /// A whole number with commas: `1,234,567`.
  public static func whole(_ number: Int) -> String {
    let digits = String(number.magnitude)
    var text = number < 0 ? "-" : ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { text.append(",") }
      text.append(digit)
    }
    return text
  }

  /// A number with a fixed number of digits behind the point, up to six; commas in front of it.
  public static func fixed(_ number: Double, _ places: Int) -> String {
    guard number.isFinite else { return "-" }
    var factor = 1.0
    for _ in 0..<max(0, min(places, 6)) { factor *= 10 }
    let scaled = (number.magnitude * factor).rounded()
    guard scaled < 9e15 else { return "\(number)" }
    let sign = number < 0 && scaled > 0 ? "-" : ""
    let front = whole(Int(scaled) / Int(factor))
    guard factor > 1 else { return sign + front }
    let rest = String(Int(scaled) % Int(factor))
    let zeros = String(repeating: "0", count: String(Int(factor)).count - 1 - rest.count)
    return "\(sign)\(front).\(zeros)\(rest)"
  }

  /// A duration with three digits and a unit: `2.50 µs`.
  ///
  /// - Parameter nanoseconds: The duration; a negative one is shown as 0.
  public static func duration(_ nanoseconds: Double) -> String {
    var value = nanoseconds.isFinite ? max(0, nanoseconds) : 0
    var unit = "ns"
    for next in ["µs", "ms", "s"] where value >= 999.5 {
      value /= 1_000
      unit = next
    }
    return "\(fixed(value, value < 9.995 ? 2 : value < 99.95 ? 1 : 0)) \(unit)"
  }

  /// A duration with three digits and a unit: `2.50 µs`.
  public static func duration(_ nanoseconds: Int) -> String { duration(Double(nanoseconds)) }
}
