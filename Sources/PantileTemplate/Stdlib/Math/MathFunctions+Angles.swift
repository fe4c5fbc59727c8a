internal import Glibc

// Sine, cosine and tangent.

extension MathFunctions {
  /// An angle between −π/4 and π/4 as a sum of two numbers, and the quarter turns taken off.
  private struct Reduced {
    var quarters: Int32
    var head: Double
    var tail: Double
  }

  private static let halfPi1 = 1.57079632673412561417e+00
  private static let halfPi1Tail = 6.07710050650619224932e-11
  private static let halfPi2 = 6.07710050630396597660e-11
  private static let halfPi2Tail = 2.02226624879595063154e-21
  private static let halfPi3 = 2.02226624871116645580e-21
  private static let halfPi3Tail = 8.47842766036889956997e-32

  @Sendable static func sin(_ x: Double) -> Double {
    let ix = x.high & 0x7FFF_FFFF
    if ix <= 0x3FE9_21FB { return sine(x, 0, isTailUsed: false) }
    if ix >= 0x7FF0_0000 { return .nan }
    guard let angle = reduce(x) else { return Glibc.sin(x) }
    switch angle.quarters & 3 {
    case 0: return sine(angle.head, angle.tail, isTailUsed: true)
    case 1: return cosine(angle.head, angle.tail)
    case 2: return -sine(angle.head, angle.tail, isTailUsed: true)
    default: return -cosine(angle.head, angle.tail)
    }
  }

  @Sendable static func cos(_ x: Double) -> Double {
    let ix = x.high & 0x7FFF_FFFF
    if ix <= 0x3FE9_21FB { return cosine(x, 0) }
    if ix >= 0x7FF0_0000 { return .nan }
    guard let angle = reduce(x) else { return Glibc.cos(x) }
    switch angle.quarters & 3 {
    case 0: return cosine(angle.head, angle.tail)
    case 1: return -sine(angle.head, angle.tail, isTailUsed: true)
    case 2: return -cosine(angle.head, angle.tail)
    default: return sine(angle.head, angle.tail, isTailUsed: true)
    }
  }

  @Sendable static func tan(_ x: Double) -> Double {
    let ix = x.high & 0x7FFF_FFFF
    if ix <= 0x3FE9_21FB { return tangent(x, 0, isOdd: false) }
    if ix >= 0x7FF0_0000 { return .nan }
    guard let angle = reduce(x) else { return Glibc.tan(x) }
    return tangent(angle.head, angle.tail, isOdd: angle.quarters & 1 == 1)
  }

  // MARK: Reduction

  /// Takes quarter turns off; nil for angles so large that they need all digits of π.
  private static func reduce(_ x: Double) -> Reduced? {
    let ix = x.high & 0x7FFF_FFFF
    if ix < 0x4002_D97C {
      let sign: Double = x > 0 ? 1 : -1
      var z = abs(x) - halfPi1
      var tail = halfPi1Tail
      if ix == 0x3FF9_21FB {
        z -= halfPi2
        tail = halfPi2Tail
      }
      let head = z - tail
      let rest = (z - head) - tail
      return Reduced(quarters: x > 0 ? 1 : -1, head: sign * head, tail: sign * rest)
    }
    guard ix <= 0x4139_21FB else { return nil }
    let t = abs(x)
    let n = Int32(t * 6.36619772367581382433e-01 + 0.5)
    let turns = Double(n)
    var r = t - turns * halfPi1
    var w = turns * halfPi1Tail
    var head = r - w
    let exponent = ix >> 20
    if exponent - (head.high >> 20 & 0x7FF) > 16 {
      let before = r
      w = turns * halfPi2
      r = before - w
      w = turns * halfPi2Tail - ((before - r) - w)
      head = r - w
      if exponent - (head.high >> 20 & 0x7FF) > 49 {
        let before = r
        w = turns * halfPi3
        r = before - w
        w = turns * halfPi3Tail - ((before - r) - w)
        head = r - w
      }
    }
    let tail = (r - head) - w
    return x < 0
      ? Reduced(quarters: -n, head: -head, tail: -tail)
      : Reduced(quarters: n, head: head, tail: tail)
  }

  // MARK: Between −π/4 and π/4

  private static func sine(_ x: Double, _ tail: Double, isTailUsed: Bool) -> Double {
    if x.high & 0x7FFF_FFFF < 0x3E40_0000 { return x }
    let s1 = -1.66666666666666324348e-01
    let z = x * x
    let v = z * x
    let r = horner(
      z, 8.33333333332248946124e-03, -1.98412698298579493134e-04, 2.75573137070700676789e-06,
      -2.50507602534068634195e-08, 1.58969099521155010221e-10)
    if !isTailUsed { return x + v * (s1 + z * r) }
    return x - ((z * (0.5 * tail - v * r) - tail) - v * s1)
  }

  private static func cosine(_ x: Double, _ tail: Double) -> Double {
    let ix = x.high & 0x7FFF_FFFF
    if ix < 0x3E40_0000 { return 1 }
    let z = x * x
    let r =
      z
      * horner(
        z, 4.16666666666666019037e-02, -1.38888888888741095749e-03, 2.48015872894767294178e-05,
        -2.75573143513906633035e-07, 2.08757232129817482790e-09, -1.13596475577881948265e-11)
    if ix < 0x3FD3_3333 { return 1 - (0.5 * z - (z * r - x * tail)) }
    let quarter = ix > 0x3FE9_0000 ? 0.28125 : Double(high: ix - 0x0020_0000)
    let iz = 0.5 * z - quarter
    return (1 - quarter) - (iz - (z * r - x * tail))
  }

  /// The tangent, or minus its inverse.
  private static func tangent(_ angle: Double, _ rest: Double, isOdd: Bool) -> Double {
    var x = angle
    var y = rest
    let hx = x.high
    let ix = hx & 0x7FFF_FFFF
    if ix < 0x3E30_0000 { return isOdd ? -1 / x : x }
    let isLarge = ix >= 0x3FE5_9428
    if isLarge {
      if hx < 0 {
        x = -x
        y = -y
      }
      x = (7.85398163397448278999e-01 - x) + (3.06161699786838301793e-17 - y)
      y = 0
    }
    let z = x * x
    let w = z * z
    var r = horner(
      w, 1.33333333333201242699e-01, 2.18694882948595424599e-02, 3.59207910759131235356e-03,
      5.88041240820264096874e-04, 7.81794442939557092300e-05, -1.85586374855275456654e-05)
    let v =
      z
      * horner(
        w, 5.39682539762260521377e-02, 8.86323982359930005737e-03, 1.45620945432529025516e-03,
        2.46463134818469906812e-04, 7.14072491382608190305e-05, 2.59073051863633712884e-05)
    let s = z * x
    r = y + z * (s * (r + v) + y)
    r += 3.33333333333334091986e-01 * s
    let sum = x + r
    if isLarge {
      let sign: Double = hx < 0 ? -1 : 1
      let parity: Double = isOdd ? -1 : 1
      return sign * (parity - 2 * (x - (sum * sum / (sum + parity) - r)))
    }
    if !isOdd { return sum }
    let head = sum.upperHalf
    let tail = r - (head - x)
    let inverse = -1 / sum
    let t = inverse.upperHalf
    return t + inverse * ((1 + t * head) + t * tail)
  }
}
