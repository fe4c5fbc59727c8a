internal import Glibc

/// The functions of `Math` that are approximations, with V8's roundings.
enum MathFunctions {
  @Sendable static func sinh(_ x: Double) -> Double { Glibc.sinh(x) }
  @Sendable static func cosh(_ x: Double) -> Double { Glibc.cosh(x) }
  @Sendable static func tanh(_ x: Double) -> Double { Glibc.tanh(x) }
  @Sendable static func asinh(_ x: Double) -> Double { Glibc.asinh(x) }
  @Sendable static func acosh(_ x: Double) -> Double { Glibc.acosh(x) }
  @Sendable static func atanh(_ x: Double) -> Double { Glibc.atanh(x) }
  @Sendable static func expm1(_ x: Double) -> Double { Glibc.expm1(x) }
  @Sendable static func log1p(_ x: Double) -> Double { Glibc.log1p(x) }
  @Sendable static func log2(_ x: Double) -> Double { Glibc.log2(x) }
}
