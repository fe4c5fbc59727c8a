internal import Glibc

// Exponential function and logarithms.

extension MathFunctions {
  private static let ln2Head = 6.93147180369123816490e-01
  private static let ln2Tail = 1.90821492927058770002e-10

  /// The common polynomial of the exponential functions.
  static func expPolynomial(_ t: Double) -> Double {
    t
      * horner(
        t, 1.66666666666666019037e-01, -2.77777777770155933842e-03, 6.61375632143793436117e-05,
        -1.65339022054652515390e-06, 4.13813679705723846039e-08)
  }

  @Sendable static func exp(_ value: Double) -> Double {
    var x = value
    let hx = UInt32(bitPattern: x.high) & 0x7FFF_FFFF
    let isNegative = x.sign == .minus
    if x.isNaN { return x }
    if x > 7.09782712893383973096e+02 { return .infinity }
    if x < -7.45133219101941108420e+02 { return 0 }
    var high = 0.0
    var low = 0.0
    var k: Int32 = 0
    if hx > 0x3FD6_2E42 {
      if hx < 0x3FF0_A2B2 {
        if x == 1 { return 2.718281828459045235360 }
        high = x - (isNegative ? -ln2Head : ln2Head)
        low = isNegative ? -ln2Tail : ln2Tail
        k = isNegative ? -1 : 1
      } else {
        k = Int32(1.44269504088896338700e+00 * x + (isNegative ? -0.5 : 0.5))
        high = x - Double(k) * ln2Head
        low = Double(k) * ln2Tail
      }
      x = high - low
    } else if hx < 0x3E30_0000 {
      return 1 + x
    }
    let c = x - expPolynomial(x * x)
    if k == 0 { return 1 - ((x * c) / (c - 2) - x) }
    let y = 1 - ((low - (x * c) / (2 - c)) - high)
    if k >= -1021 {
      if k == 1024 { return y * 2 * 0x1p1023 }
      return y * Double(high: 0x3FF0_0000 &+ k << 20)
    }
    return y * Double(high: 0x3FF0_0000 &+ (k + 1000) << 20) * 0x1p-1000
  }

  @Sendable static func log(_ value: Double) -> Double {
    var x = value
    if x.isNaN || x < 0 { return .nan }
    if x == 0 { return -.infinity }
    if x.isInfinite { return x }
    var k: Int32 = 0
    if x.high < 0x0010_0000 {
      k -= 54
      x *= 18_014_398_509_481_984
    }
    var hx = x.high
    k += hx >> 20 - 1023
    hx &= 0x000F_FFFF
    let i = (hx + 0x95F64) & 0x0010_0000
    x.high = hx | (i ^ 0x3FF0_0000)
    k += i >> 20
    let f = x - 1
    let dk = Double(k)
    if 0x000F_FFFF & (2 + hx) < 3 {
      if f == 0 { return k == 0 ? 0 : dk * ln2Head + dk * ln2Tail }
      let r = f * f * (0.5 - 0.33333333333333333 * f)
      return k == 0 ? f - r : dk * ln2Head - ((r - dk * ln2Tail) - f)
    }
    let s = f / (2 + f)
    let z = s * s
    let w = z * z
    let t1 =
      w * horner(w, 3.999999999940941908e-01, 2.222219843214978396e-01, 1.531383769920937332e-01)
    let t2 =
      z
      * horner(
        w, 6.666666666666735130e-01, 2.857142874366239149e-01, 1.818357216161805012e-01,
        1.479819860511658591e-01)
    let r = t2 + t1
    if (hx - 0x6147A) | (0x6B851 - hx) > 0 {
      let half = 0.5 * f * f
      return k == 0
        ? f - (half - s * (half + r))
        : dk * ln2Head - ((half - (s * (half + r) + dk * ln2Tail)) - f)
    }
    return k == 0 ? f - s * (f - r) : dk * ln2Head - ((s * (f - r) - dk * ln2Tail) - f)
  }

  @Sendable static func log10(_ value: Double) -> Double {
    var x = value
    if x.isNaN || x < 0 { return .nan }
    if x == 0 { return -.infinity }
    if x.isInfinite { return x }
    var k: Int32 = 0
    if x.high < 0x0010_0000 {
      k -= 54
      x *= 18_014_398_509_481_984
    }
    k += x.high >> 20 - 1023
    let i: Int32 = k < 0 ? 1 : 0
    x.high = x.high & 0x000F_FFFF | (0x3FF - i) << 20
    let y = Double(k + i)
    let z = y * 3.69423907715893078616e-13 + 4.34294481903251816668e-01 * log(x)
    return z + y * 3.01029995663611771306e-01
  }
}
