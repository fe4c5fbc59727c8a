internal import Glibc

// Arc functions and the cube root.

extension MathFunctions {
  private static let pi = 3.14159265358979311600e+00
  private static let piTail = 1.2246467991473531772e-16
  private static let halfPi = 1.57079632679489655800e+00
  private static let halfPiTail = 6.12323399573676603587e-17

  /// What is added to an arc's linear part, for `z` = x² or (1 − |x|) / 2.
  private static func arcRatio(_ z: Double) -> Double {
    let p =
      z
      * horner(
        z, 1.66666666666666657415e-01, -3.25565818622400915405e-01, 2.01212532134862925881e-01,
        -4.00555345006794114027e-02, 7.91534994289814532176e-04, 3.47933107596021167570e-05)
    let q = horner(
      z, 1, -2.40339491173441421878e+00, 2.02094576023350569471e+00,
      -6.88283971605453293030e-01, 7.70381505559019352791e-02)
    return p / q
  }

  @Sendable static func asin(_ x: Double) -> Double {
    let ix = x.high & 0x7FFF_FFFF
    if ix >= 0x3FF0_0000 {
      return abs(x) == 1 ? x * halfPi + x * halfPiTail : .nan
    }
    if ix < 0x3FE0_0000 {
      return ix < 0x3E40_0000 ? x : x + x * arcRatio(x * x)
    }
    let z = (1 - abs(x)) * 0.5
    let ratio = arcRatio(z)
    let s = z.squareRoot()
    var arc: Double
    if ix >= 0x3FEF_3333 {
      arc = halfPi - (2 * (s + s * ratio) - halfPiTail)
    } else {
      let w = s.upperHalf
      let c = (z - w * w) / (s + w)
      let p = 2 * s * ratio - (halfPiTail - 2 * c)
      let q = 7.85398163397448278999e-01 - 2 * w
      arc = 7.85398163397448278999e-01 - (p - q)
    }
    if x < 0 { arc = -arc }
    return arc
  }

  @Sendable static func acos(_ x: Double) -> Double {
    let ix = x.high & 0x7FFF_FFFF
    if ix >= 0x3FF0_0000 {
      if x == 1 { return 0 }
      return x == -1 ? pi + 2 * halfPiTail : .nan
    }
    if ix < 0x3FE0_0000 {
      if ix <= 0x3C60_0000 { return halfPi + halfPiTail }
      return halfPi - (x - (halfPiTail - x * arcRatio(x * x)))
    }
    if x < 0 {
      let z = (1 + x) * 0.5
      let s = z.squareRoot()
      let w = arcRatio(z) * s - halfPiTail
      return pi - 2 * (s + w)
    }
    let z = (1 - x) * 0.5
    let s = z.squareRoot()
    let df = s.upperHalf
    let c = (z - df * df) / (s + df)
    let w = arcRatio(z) * s + c
    return 2 * (df + w)
  }

  private static let arcs: [(head: Double, tail: Double)] = [
    (4.63647609000806093515e-01, 2.26987774529616870924e-17),
    (7.85398163397448278999e-01, 3.06161699786838301793e-17),
    (9.82793723247329054082e-01, 1.39033110312309984516e-17),
    (1.57079632679489655800e+00, 6.12323399573676603587e-17),
  ]

  @Sendable static func atan(_ value: Double) -> Double {
    var x = value
    let ix = x.high & 0x7FFF_FFFF
    if x.isNaN { return x }
    if ix >= 0x4410_0000 {
      let arc = arcs[3].head + arcs[3].tail
      return x > 0 ? arc : -arc
    }
    var place = -1
    if ix < 0x3FDC_0000 {
      if ix < 0x3E40_0000 { return x }
    } else {
      x = abs(x)
      if ix < 0x3FE6_0000 {
        place = 0
        x = (2 * x - 1) / (2 + x)
      } else if ix < 0x3FF3_0000 {
        place = 1
        x = (x - 1) / (x + 1)
      } else if ix < 0x4003_8000 {
        place = 2
        x = (x - 1.5) / (1 + 1.5 * x)
      } else {
        place = 3
        x = -1 / x
      }
    }
    let z = x * x
    let w = z * z
    let s1 =
      z
      * horner(
        w, 3.33333333333329318027e-01, 1.42857142725034663711e-01, 9.09088713343650656196e-02,
        6.66107313738753120669e-02, 4.97687799461593236017e-02, 1.62858201153657823623e-02)
    let s2 =
      w
      * horner(
        w, -1.99999999998764832476e-01, -1.11111104054623557880e-01,
        -7.69187620504482999495e-02, -5.83357013379057348645e-02, -3.65315727442169155270e-02)
    if place < 0 { return x - x * (s1 + s2) }
    let arc = arcs[place].head - ((x * (s1 + s2) - arcs[place].tail) - x)
    return value < 0 ? -arc : arc
  }

  static func atan2(_ y: Double, _ x: Double) -> Double {
    if x.isNaN || y.isNaN { return .nan }
    if x == 1 { return atan(y) }
    let m = (y.sign == .minus ? 1 : 0) | (x.sign == .minus ? 2 : 0)
    if y == 0 { return m < 2 ? y : m == 2 ? pi : -pi }
    if x == 0 { return y < 0 ? -halfPi : halfPi }
    if x.isInfinite {
      if y.isInfinite {
        let arc = m < 2 ? 7.85398163397448278999e-01 : 3 * 7.85398163397448278999e-01
        return m & 1 == 1 ? -arc : arc
      }
      let arc = m < 2 ? 0 : pi
      return m & 1 == 1 ? -arc : arc
    }
    if y.isInfinite { return y < 0 ? -halfPi : halfPi }
    var m2 = m
    var z: Double
    let k = (y.high & 0x7FFF_FFFF) - (x.high & 0x7FFF_FFFF)
    if k >> 20 > 60 {
      z = halfPi + 0.5 * piTail
      m2 &= 1
    } else if x < 0, k >> 20 < -60 {
      z = 0
    } else {
      z = atan(abs(y / x))
    }
    switch m2 {
    case 0: return z
    case 1: return -z
    case 2: return pi - (z - piTail)
    default: return (z - piTail) - pi
    }
  }

  @Sendable static func cbrt(_ x: Double) -> Double {
    let hx = x.high & 0x7FFF_FFFF
    if hx >= 0x7FF0_0000 { return x + x }
    var t: Double
    if hx < 0x0010_0000 {
      if x == 0 { return x }
      let scaled = x * 18_014_398_509_481_984
      t = Double(high: (scaled.high & 0x7FFF_FFFF) / 3 + 696_219_795)
    } else {
      t = Double(high: hx / 3 + 715_094_163)
    }
    if x < 0 { t = -t }
    let r = (t * t) * (t / x)
    let low = 1.87595182427177009643 + r * (-1.88497979543377169875 + r * 1.621429720105354466140)
    let high = -0.758397934778766047437 + r * 0.145996192886612446982
    t = t * (low + ((r * r) * r) * high)
    t = Double(bitPattern: (t.bitPattern &+ 0x8000_0000) & 0xFFFF_FFFF_C000_0000)
    let s = t * t
    let quotient = x / s
    let step = (quotient - t) / ((t + t) + quotient)
    return t + t * step
  }
}
