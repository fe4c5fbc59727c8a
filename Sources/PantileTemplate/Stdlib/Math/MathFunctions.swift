internal import Glibc

/// The functions of `Math` that are approximations, with V8's roundings.
enum MathFunctions {
  private static let ln2 = 6.93147180559945286227e-01

  // glibc's own versions of these follow fdlibm but for its newer exponential inside.
  @Sendable static func sinh(_ x: Double) -> Double { Glibc.sinh(x) }
  @Sendable static func tanh(_ x: Double) -> Double { Glibc.tanh(x) }
  @Sendable static func atanh(_ x: Double) -> Double { Glibc.atanh(x) }
  @Sendable static func expm1(_ x: Double) -> Double { Glibc.expm1(x) }
  @Sendable static func log1p(_ x: Double) -> Double { Glibc.log1p(x) }
  @Sendable static func log2(_ x: Double) -> Double { Glibc.log2(x) }

  @Sendable static func cosh(_ x: Double) -> Double {
    let size = abs(x)
    let ix = x.high & 0x7FFF_FFFF
    if ix >= 0x7FF0_0000 { return x * x }
    if ix < 0x3FD6_2E43 {
      let t = expm1(size)
      let w = 1 + t
      return ix < 0x3C80_0000 ? w : 1 + (t * t) / (w + w)
    }
    if ix < 0x4036_0000 {
      let t = exp(size)
      return 0.5 * t + 0.5 / t
    }
    if ix < 0x4086_2E42 { return 0.5 * exp(size) }
    let w = exp(0.5 * size)
    return (0.5 * w) * w
  }

  @Sendable static func asinh(_ x: Double) -> Double {
    let ix = x.high & 0x7FFF_FFFF
    if ix >= 0x7FF0_0000 || ix < 0x3E30_0000 { return x }
    let size = abs(x)
    let result: Double
    if ix > 0x41B0_0000 {
      result = log(size) + ln2
    } else if ix > 0x4000_0000 {
      result = log(2 * size + 1 / ((x * x + 1).squareRoot() + size))
    } else {
      let t = x * x
      result = log1p(size + t / (1 + (1 + t).squareRoot()))
    }
    return x < 0 ? -result : result
  }

  @Sendable static func acosh(_ x: Double) -> Double {
    let hx = x.high
    if x.isNaN || x < 1 { return .nan }
    if hx >= 0x41B0_0000 { return x.isInfinite ? x : log(x) + ln2 }
    if x == 1 { return 0 }
    if hx > 0x4000_0000 {
      let t = x * x
      return log(2 * x - 1 / (x + (t - 1).squareRoot()))
    }
    let t = x - 1
    return log1p(t + (2 * t + t * t).squareRoot())
  }
}
