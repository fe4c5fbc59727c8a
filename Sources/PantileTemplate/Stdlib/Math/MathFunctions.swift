internal import Glibc

/// The functions of `Math` that are approximations.
enum MathFunctions {
  @Sendable static func sin(_ x: Double) -> Double { Glibc.sin(x) }
  @Sendable static func cos(_ x: Double) -> Double { Glibc.cos(x) }
  @Sendable static func tan(_ x: Double) -> Double { Glibc.tan(x) }
  @Sendable static func asin(_ x: Double) -> Double { Glibc.asin(x) }
  @Sendable static func acos(_ x: Double) -> Double { Glibc.acos(x) }
  @Sendable static func atan(_ x: Double) -> Double { Glibc.atan(x) }
  static func atan2(_ y: Double, _ x: Double) -> Double { Glibc.atan2(y, x) }
  @Sendable static func sinh(_ x: Double) -> Double { Glibc.sinh(x) }
  @Sendable static func cosh(_ x: Double) -> Double { Glibc.cosh(x) }
  @Sendable static func tanh(_ x: Double) -> Double { Glibc.tanh(x) }
  @Sendable static func asinh(_ x: Double) -> Double { Glibc.asinh(x) }
  @Sendable static func acosh(_ x: Double) -> Double { Glibc.acosh(x) }
  @Sendable static func atanh(_ x: Double) -> Double { Glibc.atanh(x) }
  @Sendable static func exp(_ x: Double) -> Double { Glibc.exp(x) }
  @Sendable static func expm1(_ x: Double) -> Double { Glibc.expm1(x) }
  @Sendable static func log(_ x: Double) -> Double { Glibc.log(x) }
  @Sendable static func log1p(_ x: Double) -> Double { Glibc.log1p(x) }
  @Sendable static func log2(_ x: Double) -> Double { Glibc.log2(x) }
  @Sendable static func log10(_ x: Double) -> Double { Glibc.log10(x) }
  @Sendable static func cbrt(_ x: Double) -> Double {
    let root = Glibc.cbrt(x)
    guard root.isFinite, root != 0 else { return root }
    // The library is off by one unit in the last place here and there; one step mends it.
    return root - (root * root * root - x) / (3 * root * root)
  }
}
