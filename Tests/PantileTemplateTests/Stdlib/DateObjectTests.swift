import Testing

@testable import PantileTemplate

/// Expressions with what Node 20 prints for them.
@Suite struct DateObjectTests {
  static let cases: [(source: String, expected: String)] = [
    (#"new Date(0).toISOString()"#, #""1970-01-01T00:00:00.000Z""#),
    (#"new Date(2020,0,31,12,30,15,123).getTime()"#, #"1580473815123"#),
    (#"new Date(99,0).getFullYear()"#, #"1999"#),
    (#"new Date("2026-01-20").getTime()"#, #"1768867200000"#),
    (#"new Date("2026-01-20T08:00:00").getTime()"#, #"1768896000000"#),
    (#"Date.parse("2026-02-30")"#, #"1772409600000"#),
    (#"Date.parse("Jan 20, 2026")"#, #"1768867200000"#),
    (
      #"new Date(2026,0,20,13,7,9).toString()"#,
      #""Tue Jan 20 2026 13:07:09 GMT+0000 (Coordinated Universal Time)""#
    ),
    (#"new Date(2026,0,20,13,7,9).toDateString()"#, #""Tue Jan 20 2026""#),
    (
      #"new Date(2026,0,20,13,7,9).toTimeString()"#,
      #""13:07:09 GMT+0000 (Coordinated Universal Time)""#
    ),
    (#"new Date(0).toUTCString()"#, #""Thu, 01 Jan 1970 00:00:00 GMT""#),
    (#"new Date(NaN).toISOString()"#, #"Invalid time value"#),
    (#"String(new Date(NaN))"#, #""Invalid Date""#),
    (
      #"JSON.stringify({d:new Date(0),n:new Date(NaN)})"#,
      #""{\"d\":\"1970-01-01T00:00:00.000Z\",\"n\":null}""#
    ),
    (#"Date.UTC()"#, #"NaN"#),
    (#"Date.UTC(2020)"#, #"1577836800000"#),
    (#"Date.UTC(2020,1,30)"#, #"1583020800000"#),
    (
      #"const d=new Date(NaN);return [d.setMonth(1),d.setFullYear(2020),d.getTime()]"#,
      #"[null,1577836800000,1577836800000]"#
    ),
    (#"const d=new Date(0);return [d.setHours(),d.getTime()]"#, #"[null,null]"#),
    (#"new Date(5)-new Date(2)"#, #"3"#),
    (#"new Date(0)+1"#, #""Thu Jan 01 1970 00:00:00 GMT+0000 (Coordinated Universal Time)1""#),
    (#"`${new Date(0)}`"#, #""Thu Jan 01 1970 00:00:00 GMT+0000 (Coordinated Universal Time)""#),
    (#"new Date(new Date(5)).getTime()"#, #"5"#),
    (#"new Date(undefined).getTime()"#, #"NaN"#),
    (#"new Date(null).getTime()"#, #"0"#),
    (#"new Date("5").getTime()"#, #"988675200000"#),
    (#"new Date(8.64e15+1).getTime()"#, #"NaN"#),
    (#"new Date(1.9).getTime()"#, #"1"#),
    (#"new Date(-1.9).getTime()"#, #"-1"#),
    (#"typeof Date()"#, #""string""#),
    (#"Date.length"#, #"7"#),
    (#"Date.prototype.getTime.call({})"#, #"this is not a Date object."#),
    (
      #"Date.prototype.toISOString.call(5)"#,
      #"Method Date.prototype.toISOString called on incompatible receiver 5"#
    ),
    (
      #"Date.prototype.setDate.call({})"#,
      #"Method Date.prototype.setDate called on incompatible receiver #<Object>"#
    ),
    (#"Date.prototype.toJSON.call({})"#, #"toISOString is not a function"#),
    (#"Date.prototype.toJSON.call({toISOString:()=>7})"#, #"7"#),
    (
      #"Date.prototype[Symbol.toPrimitive].call(5,"number")"#,
      #"Method Date.prototype [ @@toPrimitive ] called on incompatible receiver 5"#
    ),
    (#"new Date(0)[Symbol.toPrimitive]("x")"#, #"Invalid hint: x"#),
    (#"new Date(0)[Symbol.toPrimitive]("number")"#, #"0"#),
    (#"Date.prototype.toGMTString===Date.prototype.toUTCString"#, #"true"#),
    (#"Object.prototype.toString.call(new Date(0))"#, #""[object Date]""#),
    (#"class D extends Date{}; return new D(5).getTime()"#, #"5"#),
  ]

  @Test func `dates behave as in Node 20`() throws {
    var script = try Script()
    for (source, expected) in Self.cases {
      #expect(script.run(source) == expected, "\(source)")
    }
  }
}
