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
///     bytes   0      1      2        4       8       12      16        24
///            ┌──────┬──────┬────────┬───────┬───────┬───────┬─────────┐
///            │ form │ case │ unused │ parts in thousandths  │ opacity │
///            └──────┴──────┴────────┴───────┴───────┴───────┴─────────┘
@frozen
public struct Color: Hashable, Sendable {
  /// How the colour is written.
  @usableFromInline
  @frozen
  enum Form: UInt8, Sendable {
    /// A name; ``first`` is its place among the names.
    case named
    /// `#` and six digits, in ``first``.
    case hex6
    /// `#` and three, four or eight digits.
    case hex3, hex4, hex8
    /// `rgb` or `hsl` with three parts, without or with an opacity.
    case rgb, rgba, hsl, hsla
    /// Text that is no colour.
    case invalid
  }

  @usableFromInline let form: Form
  /// Whether hexadecimal digits are written in lower case.
  @usableFromInline let isLower: Bool
  @usableFromInline let first: Int32
  @usableFromInline let second: Int32
  @usableFromInline let third: Int32
  @usableFromInline let opacity: Double

  @inlinable @inline(__always)
  init(
    _ form: Form, _ first: Int32, _ second: Int32 = 0, _ third: Int32 = 0, opacity: Double = 1,
    isLower: Bool = false
  ) {
    self.form = form
    self.isLower = isLower
    self.first = first
    self.second = second
    self.third = third
    self.opacity = opacity
  }

  /// A system colour.
  @inlinable @inline(__always)
  public init(_ name: ColorName) { self.init(.named, Int32(name.place)) }

  /// Red, green and blue in two hexadecimal digits each: `0xRRGGBB`.
  @inlinable @inline(__always)
  public static func hex(_ value: UInt32) -> Color {
    Color(value > 0xFF_FFFF ? .invalid : .hex6, Int32(bitPattern: value))
  }

  /// Red, green, blue and opacity in two hexadecimal digits each: `0xRRGGBBAA`.
  @inlinable @inline(__always)
  public static func hexWithAlpha(_ value: UInt32) -> Color {
    Color(.hex8, Int32(bitPattern: value))
  }

  /// Red, green and blue, each from 0 to 255.
  @inlinable @inline(__always)
  public static func rgb(_ red: Int, _ green: Int, _ blue: Int) -> Color {
    Color(.rgb, thousandths(red), thousandths(green), thousandths(blue))
  }

  /// Red, green and blue, each from 0 to 255, and an opacity from 0 to 1.
  @inlinable @inline(__always)
  public static func rgb(_ red: Int, _ green: Int, _ blue: Int, opacity: Double) -> Color {
    Color(.rgba, thousandths(red), thousandths(green), thousandths(blue), opacity: opacity)
  }

  @inlinable @inline(__always)
  static func thousandths(_ part: Int) -> Int32 { Int32(Swift.min(Swift.max(part, 0), 255)) * 1000 }
}
