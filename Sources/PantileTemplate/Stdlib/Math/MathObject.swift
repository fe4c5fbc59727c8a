internal import Glibc

extension Stdlib {
  private typealias Function = @Sendable (Double) -> Double

  /// `Math`.
  static func installMath(_ machine: inout Machine) throws(Abrupt) {
    let math = try machine.makePlainObject(capacity: 48)
    try machine.addNamed(
      machine.intrinsics.global, machine.nameAtom("Math"), .object(math), .hidden)
    let functions: [(String, Function)] = [
      ("abs", { abs($0) }), ("acos", MathFunctions.acos), ("acosh", MathFunctions.acosh),
      ("asin", MathFunctions.asin), ("asinh", MathFunctions.asinh),
      ("atan", MathFunctions.atan), ("atanh", MathFunctions.atanh),
      ("ceil", { $0.rounded(.up) }), ("cbrt", MathFunctions.cbrt),
      ("expm1", MathFunctions.expm1), ("cos", MathFunctions.cos), ("cosh", MathFunctions.cosh),
      ("exp", MathFunctions.exp), ("floor", { $0.rounded(.down) }),
      ("fround", { Double(Float($0)) }), ("log", MathFunctions.log),
      ("log1p", MathFunctions.log1p), ("log2", MathFunctions.log2),
      ("log10", MathFunctions.log10), ("round", round),
      ("sign", { $0 > 0 ? 1 : $0 < 0 ? -1 : $0 }), ("sin", MathFunctions.sin),
      ("sinh", MathFunctions.sinh), ("sqrt", { $0.squareRoot() }), ("tan", MathFunctions.tan),
      ("tanh", MathFunctions.tanh), ("trunc", { $0.rounded(.towardZero) }),
    ]
    for (name, function) in functions {
      try machine.addMethod(math, name, 1) { (machine, call) throws(Abrupt) in
        Value(canonical: function(try machine.toNumber(machine.argument(call, 0))))
      }
    }
    try machine.addMethod(math, "clz32", 1) { (machine, call) throws(Abrupt) in
      let bits = machine.toUInt32(try machine.toNumber(machine.argument(call, 0)))
      return Value(bits.leadingZeroBitCount)
    }
    try machine.addMethod(math, "atan2", 2) { (machine, call) throws(Abrupt) in
      let (y, x) = try twoNumbers(&machine, call)
      return Value(canonical: MathFunctions.atan2(y, x))
    }
    try machine.addMethod(math, "imul", 2) { (machine, call) throws(Abrupt) in
      let (left, right) = try twoNumbers(&machine, call)
      return Value(Double(machine.toInt32(left) &* machine.toInt32(right)))
    }
    try machine.addMethod(math, "pow", 2) { (machine, call) throws(Abrupt) in
      let (base, exponent) = try twoNumbers(&machine, call)
      return Value(canonical: NumberMath.power(base, exponent))
    }
    try machine.addMethod(math, "max", 2, mathMax)
    try machine.addMethod(math, "min", 2, mathMin)
    try machine.addMethod(math, "hypot", 2, mathHypot)
    try machine.addMethod(math, "random", 0) { (machine, _) throws(Abrupt) in
      machine.touchedInputs = true
      return Value(machine.random.next())
    }
    try installMathConstants(&machine, math)
  }

  private static func installMathConstants(
    _ machine: inout Machine, _ math: Ref
  ) throws(Abrupt) {
    let constants: [(String, Double)] = [
      ("E", 2.718281828459045), ("LN10", 2.302585092994046), ("LN2", 0.6931471805599453),
      ("LOG10E", 0.4342944819032518), ("LOG2E", 1.4426950408889634), ("PI", 3.141592653589793),
      ("SQRT1_2", 0.7071067811865476), ("SQRT2", 1.4142135623730951),
    ]
    for (name, number) in constants { try machine.addConstant(math, name, Value(number)) }
    try machine.addTag(math, "Math")
  }

  private static func twoNumbers(
    _ machine: inout Machine, _ call: Call
  ) throws(Abrupt) -> (Double, Double) {
    let first = try machine.toNumber(machine.argument(call, 0))
    return (first, try machine.toNumber(machine.argument(call, 1)))
  }

  /// The nearest integer, a half towards positive infinity; keeps the sign of zero.
  private static func round(_ number: Double) -> Double {
    let down = number.rounded(.down)
    if number - down >= 0.5 {
      let up = down + 1
      return up == 0 && number < 0 ? -0.0 : up
    }
    return down
  }

  private static func mathMax(_ machine: inout Machine, _ call: Call) throws(Abrupt) -> Value {
    var result = -Double.infinity
    for index in 0..<call.count {
      let number = try machine.toNumber(machine.argument(call, index))
      if number.isNaN || result.isNaN {
        result = .nan
      } else if number > result || number == 0 && result == 0 && result.sign == .minus {
        result = number
      }
    }
    return Value(canonical: result)
  }

  private static func mathMin(_ machine: inout Machine, _ call: Call) throws(Abrupt) -> Value {
    var result = Double.infinity
    for index in 0..<call.count {
      let number = try machine.toNumber(machine.argument(call, index))
      if number.isNaN || result.isNaN {
        result = .nan
      } else if number < result || number == 0 && result == 0 && number.sign == .minus {
        result = number
      }
    }
    return Value(canonical: result)
  }

  /// Scaled and summed with Kahan's correction, as V8 does it.
  private static func mathHypot(_ machine: inout Machine, _ call: Call) throws(Abrupt) -> Value {
    var numbers: ContiguousArray<Double> = []
    var largest = 0.0
    var sawNaN = false
    for index in 0..<call.count {
      let number = abs(try machine.toNumber(machine.argument(call, index)))
      sawNaN = sawNaN || number.isNaN
      if number > largest { largest = number }
      numbers.append(number)
    }
    if largest.isInfinite { return Value(Double.infinity) }
    if sawNaN { return .nan }
    if largest == 0 { return Value(0.0) }
    var sum = 0.0
    var correction = 0.0
    for number in numbers {
      let scaled = number / largest
      let summand = scaled * scaled - correction
      let next = sum + summand
      correction = (next - sum) - summand
      sum = next
    }
    return Value(sum.squareRoot() * largest)
  }
}

extension Value {
  /// A number of which every NaN is the machine's.
  @inline(__always)
  init(canonical number: Double) {
    self = number.isNaN ? .nan : Value(number)
  }
}
