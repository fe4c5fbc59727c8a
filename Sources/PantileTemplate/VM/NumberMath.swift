internal import Glibc

/// Arithmetic whose result differs between C and ECMAScript.
enum NumberMath {
  /// `base ** exponent`.
  static func power(_ base: Double, _ exponent: Double) -> Double {
    if exponent.isNaN { return .nan }
    if exponent == 0 { return 1 }
    if abs(base) == 1, exponent.isInfinite { return .nan }
    return pow(base, exponent)
  }
}
