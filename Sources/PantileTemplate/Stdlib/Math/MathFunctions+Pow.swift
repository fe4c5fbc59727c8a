internal import Glibc

extension MathFunctions {
  /// Logarithm to base 2 as a sum of two numbers.
  private struct Log2 {
    var head: Double
    var tail: Double
  }

  /// `base` to the power `exponent` for the cases that C and ECMAScript share.
  static func pow(_ base: Double, _ exponent: Double) -> Double {
    let (hx, hy) = (base.high, exponent.high)
    let ix = hx & 0x7FFF_FFFF
    let iy = hy & 0x7FFF_FFFF
    if exponent == 0 { return 1 }
    if base.isNaN || exponent.isNaN { return .nan }
    let parity = base.sign == .minus ? parity(of: exponent) : 0
    if exponent.isInfinite {
      if abs(base) == 1 { return .nan }
      return (abs(base) > 1) == (exponent > 0) ? .infinity : 0
    }
    if exponent == 1 { return base }
    if exponent == -1 { return 1 / base }
    if exponent == 2 { return base * base }
    if exponent == 0.5, base >= 0 { return base.squareRoot() + 0 }
    let magnitude = abs(base)
    if base == 0 || base.isInfinite || magnitude == 1 {
      let z = exponent < 0 ? 1 / magnitude : magnitude
      if base.sign == .plus { return z }
      if magnitude == 1, parity == 0 { return .nan }
      return parity == 1 ? -z : z
    }
    if base < 0, parity == 0 { return .nan }
    let sign: Double = base < 0 && parity == 1 ? -1 : 1
    let log: Log2
    if iy > 0x41E0_0000 {
      let overflows = (magnitude > 1) == (exponent > 0)
      if iy > 0x43F0_0000 || ix < 0x3FEF_FFFF || ix > 0x3FF0_0000 {
        return overflows ? sign * .infinity : sign * 0
      }
      log = logNearOne(magnitude)
    } else {
      log = log2(magnitude)
    }
    let y1 = exponent.upperHalf
    let tail = (exponent - y1) * log.head + exponent * log.tail
    let head = y1 * log.head
    return sign * exp2(head, tail)
  }

  /// 1 for an odd whole number, 2 for an even one, 0 for a fraction.
  private static func parity(of number: Double) -> Int {
    let size = abs(number)
    if size >= 9_007_199_254_740_992 { return 2 }
    guard size.rounded(.down) == size else { return 0 }
    return UInt64(size) & 1 == 1 ? 1 : 2
  }

  private static func logNearOne(_ x: Double) -> Log2 {
    let t = x - 1
    let w = (t * t) * (0.5 - t * (0.3333333333333333333333 - t * 0.25))
    let u = 1.44269502162933349609e+00 * t
    let v = t * 1.92596299112661746887e-08 - w * 1.44269504088896338700e+00
    let head = (u + v).upperHalf
    return Log2(head: head, tail: v - (head - u))
  }

  private static func log2(_ magnitude: Double) -> Log2 {
    var ax = magnitude
    var n: Int32 = 0
    if ax.high < 0x0010_0000 {
      ax *= 9_007_199_254_740_992
      n -= 53
    }
    var ix = ax.high
    n += ix >> 20 - 0x3FF
    let j = ix & 0x000F_FFFF
    ix = j | 0x3FF0_0000
    var k: Int32 = 0
    if j > 0x3988E {
      if j < 0xBB67A {
        k = 1
      } else {
        n += 1
        ix -= 0x0010_0000
      }
    }
    ax.high = ix
    let bp = k == 0 ? 1.0 : 1.5
    let dpHead = k == 0 ? 0.0 : 5.84962487220764160156e-01
    let dpTail = k == 0 ? 0.0 : 1.35003920212974897128e-08
    let u = ax - bp
    let v = 1 / (ax + bp)
    let ss = u * v
    let sHead = ss.upperHalf
    var tHead = Double(high: (ix >> 1 | 0x2000_0000) + 0x0008_0000 + k << 18)
    var tTail = ax - (tHead - bp)
    let sTail = v * ((u - sHead * tHead) - sHead * tTail)
    var s2 = ss * ss
    var r =
      s2 * s2
      * horner(
        s2, 5.99999999999994648725e-01, 4.28571428578550184252e-01, 3.33333329818377432918e-01,
        2.72728123808534006489e-01, 2.30660745775561754067e-01, 2.06975017800338417784e-01)
    r += sTail * (sHead + ss)
    s2 = sHead * sHead
    tHead = (3 + s2 + r).upperHalf
    tTail = r - ((tHead - 3) - s2)
    let product = sHead * tHead
    let rest = sTail * tHead + tTail * ss
    let pHead = (product + rest).upperHalf
    let pTail = rest - (pHead - product)
    let zHead = 9.61796700954437255859e-01 * pHead
    let zTail = -7.02846165095275826516e-09 * pHead + pTail * 9.61796693925975554329e-01 + dpTail
    let t = Double(n)
    let head = (((zHead + zTail) + dpHead) + t).upperHalf
    return Log2(head: head, tail: zTail - (((head - t) - dpHead) - zHead))
  }

  /// 2 to the power of a sum.
  private static func exp2(_ sumHead: Double, _ sumTail: Double) -> Double {
    var head = sumHead
    let z = sumTail + head
    let j = z.high
    if j >= 0x4090_0000 {
      if (j - 0x4090_0000) != 0 || z.low != 0 { return .infinity }
      if sumTail + 8.0085662595372944372e-17 > z - head { return .infinity }
    } else if j & 0x7FFF_FFFF >= 0x4090_CC00 {
      if UInt32(bitPattern: j) != 0xC090_CC00 || z.low != 0 { return 0 }
      if sumTail <= z - head { return 0 }
    }
    let i = j & 0x7FFF_FFFF
    var n: Int32 = 0
    if i > 0x3FE0_0000 {
      let k = i >> 20 - 0x3FF
      n = j &+ 0x0010_0000 >> (k + 1)
      let k2 = (n & 0x7FFF_FFFF) >> 20 - 0x3FF
      let t = Double(high: n & ~(0x000F_FFFF >> k2))
      n = (n & 0x000F_FFFF | 0x0010_0000) >> (20 - k2)
      if j < 0 { n = -n }
      head -= t
    }
    let t = (sumTail + head).upperHalf
    let u = t * 6.93147182464599609375e-01
    let v = (sumTail - (t - head)) * 6.93147180559945286227e-01 + t * -1.90465429995776804525e-09
    var result = u + v
    let w = v - (result - u)
    let square = result * result
    let t1 = result - expPolynomial(square)
    // V8 divides by all that follows, where fdlibm subtracts the last part from the quotient.
    let r = (result * t1) / ((t1 - 2) - (w + result * w))
    result = 1 - (r - result)
    let exponent = result.high &+ n << 20
    if exponent >> 20 <= 0 { return Glibc.scalbn(result, n) }
    result.high = exponent
    return result
  }
}
