/// A colour: one that the system names, red, green and blue, or text of the payload's grammar.
///
///     Text("Hi").foreground(.white)
///     Text("Hi").foreground(.hex(0xF59E0B))
///     Text("Hi").foreground(.rgb(255, 255, 255, opacity: 0.7))
///     Text("Hi").foreground(Color("hsl(220 20% 10% / 50%)"))
///
/// The names are the system's own dynamic colours: `.red` is not `.hex(0xFF0000)`. Text that is no
/// colour is an error when it is written.
@frozen
public struct Color: Hashable, Sendable {
  @usableFromInline
  @frozen
  enum Form: Hashable, Sendable {
    case named(ColorName)
    case hex(UInt32)
    case hexWithAlpha(UInt32)
    case rgb(Double, Double, Double)
    case rgba(Double, Double, Double, Double)
    case text(String)
  }

  @usableFromInline let form: Form

  @inlinable @inline(__always)
  init(_ form: Form) { self.form = form }

  /// A colour as the payload writes it, such as `"#FFF"` or `"rgba(0,0,0,0.5)"`.
  @inlinable @inline(__always)
  public init(_ text: String) { form = .text(text) }

  /// A system colour.
  @inlinable @inline(__always)
  public init(_ name: ColorName) { form = .named(name) }

  /// Red, green and blue in two hexadecimal digits each: `0xRRGGBB`.
  @inlinable @inline(__always)
  public static func hex(_ value: UInt32) -> Color { Color(.hex(value)) }

  /// Red, green, blue and opacity in two hexadecimal digits each: `0xRRGGBBAA`.
  @inlinable @inline(__always)
  public static func hexWithAlpha(_ value: UInt32) -> Color { Color(.hexWithAlpha(value)) }

  /// Red, green and blue, each from 0 to 255.
  @inlinable @inline(__always)
  public static func rgb(_ red: Double, _ green: Double, _ blue: Double) -> Color {
    Color(.rgb(red, green, blue))
  }

  /// Red, green and blue, each from 0 to 255, and an opacity from 0 to 1.
  @inlinable @inline(__always)
  public static func rgb(
    _ red: Double, _ green: Double, _ blue: Double, opacity: Double
  ) -> Color {
    Color(.rgba(red, green, blue, opacity))
  }
}
