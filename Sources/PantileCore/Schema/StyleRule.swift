/// What the schema says about one key of a style.
public struct StyleRule: Sendable {
  /// The kinds of values that the device reads.
  public enum Kind: Sendable {
    /// A number, `"100%"`, `"auto"` or text that is a number.
    case size
    /// A number.
    case number
    /// A whole number.
    case integer
    /// One of ``StyleRule/values``.
    case keyword
    /// The text of a colour.
    case color
    /// The text of a gradient or of a colour.
    case background
    /// An object with `width` and `height`.
    case offset
    /// An array of objects with a transformation each.
    case transform
    /// Text; what is not one of ``StyleRule/values`` is the regular weight.
    case fontWeight
    /// Any text.
    case text
    /// Text that names an underline or a line through.
    case decoration
    /// One of ``StyleRule/values``, or an array of them.
    case fontVariant
    /// Nothing: the schema has the key, and a device of iOS never reads it.
    case unread
  }

  /// The kind of its value.
  public let kind: Kind
  /// The values that the device knows; empty when any of its kind is fine.
  public let values: [String]
  /// Whether upper and lower case are the same in ``values``.
  public let ignoresCase: Bool

  init(_ kind: Kind, values: [String] = [], ignoresCase: Bool = false) {
    self.kind = kind
    self.values = values
    self.ignoresCase = ignoresCase
  }
}
