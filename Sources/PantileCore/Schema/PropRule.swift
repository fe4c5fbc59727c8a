/// What the schema says about one prop of one component.
public struct PropRule: Sendable {
  /// The JSON form of a prop's value.
  public enum Kind: Sendable {
    /// Text.
    case string
    /// A number.
    case number
    /// `true` or `false`.
    case boolean
    /// An element, a list of nodes or text.
    case node
    /// Text that itself holds JSON.
    case jsonString
  }

  /// The prop.
  public let name: ShortName
  /// The form of its value.
  public let kind: Kind
  /// Whether the component makes no sense without it.
  public let isRequired: Bool
  /// The values that the device knows; empty when any is fine.
  public let values: [String]
  /// JSON text of what the device takes when the prop is absent; empty when there is none.
  public let fallback: String
  /// Whether Voltra's own schema lists it; the device reads some props that it does not.
  public let isInSchema: Bool

  init(
    _ name: ShortName, _ kind: Kind, isRequired: Bool = false, values: [String] = [],
    fallback: String = "", isInSchema: Bool = true
  ) {
    self.name = name
    self.kind = kind
    self.isRequired = isRequired
    self.values = values
    self.fallback = fallback
    self.isInSchema = isInSchema
  }

  /// The rule of `name` on `component`; `nil` when the component has no such prop of its own.
  public static func rule(of name: ShortName, on component: Component) -> PropRule? {
    rules(of: component).first { $0.name == name }
  }
}
