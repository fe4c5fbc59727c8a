/// A colour: one that the system names, or one by its parts.
///
///     Text("Hi").foreground(.white)
///     Text("Hi").foreground(.hex(0xF59E0B))
///     Text("Hi").foreground(.rgb(255, 255, 255, opacity: 0.7))
///     Text("Hi").foreground(Color("hsl(220 20% 10% / 50%)"))
///
/// The names are the system's own dynamic colours: `.red` is not `.hex(0xFF0000)`. Text is read when
/// the colour is created; text that is no colour is an error when it is written.
///
///     bit   63     60 59      46 45   30 29   15 14    0
///          ┌─────────┬──────────┬───────┬───────┬───────┐
///          │ form    │ opacity  │ first │ second│ third │  parts in hundredths, opacity in 1/10000
///          ├─────────┼──────────┴───────┴┬──────┴───────┤
///          │ form    │ bit 32: lower case│ hex digits   │
///          └─────────┴───────────────────┴──────────────┘
@frozen
public struct Color: Hashable, Sendable {
  /// How the colour is written.
  @usableFromInline
  @frozen
  enum Form: UInt8, Sendable {
    /// `#` and six digits.
    case hex6
    /// `#` and three, four or eight digits.
    case hex3, hex4, hex8
    /// A name; the digits are its place among the names.
    case named
    /// `rgb` or `hsl` with three parts, without or with an opacity.
    case rgb, rgba, hsl, hsla
    /// Text that is no colour.
    case invalid
  }

  @usableFromInline let bits: UInt64

  @inlinable @inline(__always)
  init(bits: UInt64) { self.bits = bits }

  @inlinable @inline(__always)
  init(_ form: Form, digits: UInt32 = 0, isLower: Bool = false) {
    self.init(
      bits: UInt64(form.rawValue) << 60 | (isLower ? 1 << 32 : 0) | UInt64(digits))
  }

  /// A system colour.
  @inlinable @inline(__always)
  public init(_ name: ColorName) { self.init(.named, digits: UInt32(name.place)) }

  /// Red, green and blue in two hexadecimal digits each: `0xRRGGBB`.
  @inlinable @inline(__always)
  public static func hex(_ value: UInt32) -> Color {
    Color(value > 0xFF_FFFF ? .invalid : .hex6, digits: value)
  }

  /// Red, green, blue and opacity in two hexadecimal digits each: `0xRRGGBBAA`.
  @inlinable @inline(__always)
  public static func hexWithAlpha(_ value: UInt32) -> Color { Color(.hex8, digits: value) }

  /// Red, green and blue, each from 0 to 255.
  public static func rgb(_ red: Double, _ green: Double, _ blue: Double) -> Color {
    Color(.rgb, red, green, blue, opacity: 1)
  }

  /// Red, green and blue, each from 0 to 255, and an opacity from 0 to 1.
  public static func rgb(
    _ red: Double, _ green: Double, _ blue: Double, opacity: Double
  ) -> Color {
    Color(.rgba, red, green, blue, opacity: opacity)
  }

  /// A colour by its parts, which are clamped to what there is.
  init(_ form: Form, _ first: Double, _ second: Double, _ third: Double, opacity: Double) {
    guard first.isFinite, second.isFinite, third.isFinite, opacity.isFinite else {
      self.init(.invalid)
      return
    }
    let isHue = form == .hsl || form == .hsla
    func part(_ value: Double, _ largest: Double) -> UInt64 {
      UInt64((Swift.min(Swift.max(value, 0), largest) * 100).rounded())
    }
    var first = first
    if isHue {
      first = first.truncatingRemainder(dividingBy: 360)
      if first < 0 { first += 360 }
    }
    self.init(
      bits: UInt64(form.rawValue) << 60
        | UInt64((Swift.min(Swift.max(opacity, 0), 1) * 10_000).rounded()) << 46
        | part(first, isHue ? 360 : 255) << 30 | part(second, isHue ? 100 : 255) << 15
        | part(third, isHue ? 100 : 255))
  }

  @inlinable @inline(__always)
  var form: Form { Form(rawValue: UInt8(truncatingIfNeeded: bits >> 60)) ?? .invalid }

  /// The number of six digits without letters in lower case; `nil` for another form.
  @inlinable @inline(__always)
  var plainHex: UInt32? { bits >> 32 == 0 ? UInt32(truncatingIfNeeded: bits) : nil }

  var digits: UInt32 { UInt32(truncatingIfNeeded: bits) }
  var isLower: Bool { bits >> 32 & 1 != 0 }
  var opacity: Double { Double(bits >> 46 & 0x3FFF) / 10_000 }
  var first: Double { Double(bits >> 30 & 0xFFFF) / 100 }
  var second: Double { Double(bits >> 15 & 0x7FFF) / 100 }
  var third: Double { Double(bits & 0x7FFF) / 100 }
}
