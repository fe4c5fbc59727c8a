import Testing

@testable import PantileTemplate

/// Expressions with what Node 20 prints for them.
@Suite struct MathObjectTests {
  static let cases: [(source: String, expected: String)] = [
    (#"Math.pow(-8,1/3)"#, #"NaN"#),
    (#"(-2)**3"#, #"-8"#),
    (#"(-2)**-3"#, #"-0.125"#),
    (#"(-2)**2.5"#, #"NaN"#),
    (#"0**-1"#, #"Infinity"#),
    (#"(-0)**-1"#, #"-Infinity"#),
    (#"(-0)**-2"#, #"Infinity"#),
    (#"(-0)**3"#, #"-0"#),
    (#"Infinity**0.5"#, #"Infinity"#),
    (#"(-Infinity)**0.5"#, #"Infinity"#),
    (#"(-Infinity)**3"#, #"-Infinity"#),
    (#"(-Infinity)**-3"#, #"-0"#),
    (#"(-0)**0.5"#, #"0"#),
    (#"1**Infinity"#, #"NaN"#),
    (#"(-1)**Infinity"#, #"NaN"#),
    (#"0.5**Infinity"#, #"0"#),
    (#"2**-1074"#, #"5e-324"#),
    (#"2**1024"#, #"Infinity"#),
    (#"2**-1075"#, #"0"#),
    (#"1e308**2"#, #"Infinity"#),
    (#"5e-324**0.5"#, #"2.2227587494850775e-162"#),
    (#"5e-324**0.3"#, #"1.018908996936868e-97"#),
    (#"NaN**0"#, #"1"#),
    (#"2**NaN"#, #"NaN"#),
    (#"Math.atan2(0,-0)"#, #"3.141592653589793"#),
    (#"Math.atan2(-0,-0)"#, #"-3.141592653589793"#),
    (#"Math.atan2(0,0)"#, #"0"#),
    (#"Math.atan2(-1,Infinity)"#, #"-0"#),
    (#"Math.atan2(-1,-Infinity)"#, #"-3.141592653589793"#),
    (#"Math.atan2(Infinity,-Infinity)"#, #"2.356194490192345"#),
    (#"Math.atan2(1e-300,1e300)"#, #"0"#),
    (#"Math.atan2(1e-300,-1e300)"#, #"3.141592653589793"#),
    (#"Math.atan2(1e300,1e-300)"#, #"1.5707963267948966"#),
    (#"Math.sin(1e22)"#, #"-0.8522008497671888"#),
    (#"Math.cos(1e300)"#, #"-0.5753861119575491"#),
    (#"Math.tan(1e7)"#, #"-0.46353082785018906"#),
    (#"Math.sin(-0)"#, #"-0"#),
    (#"Math.cos(NaN)"#, #"NaN"#),
    (#"Math.exp(-745)"#, #"5e-324"#),
    (#"Math.exp(709.7)"#, #"1.6549840276802644e+308"#),
    (#"Math.exp(-Infinity)"#, #"0"#),
    (#"Math.exp(1)"#, #"2.718281828459045"#),
    (#"Math.log(0)"#, #"-Infinity"#),
    (#"Math.log(-1)"#, #"NaN"#),
    (#"Math.log(5e-324)"#, #"-744.4400719213812"#),
    (#"Math.log10(1000)"#, #"3"#),
    (#"Math.log10(5e-324)"#, #"-323.3062153431158"#),
    (#"Math.log2(8)"#, #"3"#),
    (#"Math.cbrt(-27)"#, #"-3"#),
    (#"Math.acos(2)"#, #"NaN"#),
    (#"Math.asin(1)"#, #"1.5707963267948966"#),
    (#"Math.acos(-1)"#, #"3.141592653589793"#),
    (#"Math.sinh(1)"#, #"1.1752011936438014"#),
    (#"Math.atanh(1)"#, #"Infinity"#),
  ]

  @Test func `functions give Node's digits where glibc agrees with it`() throws {
    var script = try Script()
    for (source, expected) in Self.cases {
      #expect(script.run(source) == expected, "\(source)")
    }
  }
}
