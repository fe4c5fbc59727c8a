// The functions in this folder follow the algorithms of fdlibm, step by step, because templates
// see their roundings:
//
//     Copyright (C) 1993 by Sun Microsystems, Inc. All rights reserved.
//     Developed at SunSoft, a Sun Microsystems, Inc. business.
//     Permission to use, copy, modify, and distribute this software is freely granted,
//     provided that this notice is preserved.

extension Double {
  /// Sign, exponent and the upper 20 bits of the fraction.
  @inline(__always)
  var high: Int32 {
    get { Int32(truncatingIfNeeded: Int64(bitPattern: bitPattern) >> 32) }
    set {
      let upper = UInt64(UInt32(bitPattern: newValue)) << 32
      self = Double(bitPattern: upper | bitPattern & 0xFFFF_FFFF)
    }
  }

  /// The lower 32 bits of the fraction.
  @inline(__always)
  var low: UInt32 { UInt32(truncatingIfNeeded: bitPattern) }

  /// The number with the lower half of its bits cleared.
  @inline(__always)
  var upperHalf: Double { Double(bitPattern: bitPattern & 0xFFFF_FFFF_0000_0000) }

  /// A number whose lower half is zero.
  @inline(__always)
  init(high: Int32) { self.init(bitPattern: UInt64(UInt32(bitPattern: high)) << 32) }
}

/// The value of a polynomial; the coefficient of the lowest power comes first.
@inline(__always)
func horner(_ x: Double, _ coefficients: Double...) -> Double {
  var sum = 0.0
  for coefficient in coefficients.reversed() { sum = sum * x + coefficient }
  return sum
}
