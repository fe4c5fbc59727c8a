/// A property of the object that `resolvedOptions` gives, in the order of the list.
struct IntlProperty: Equatable, Sendable {
  enum Value: Equatable, Sendable {
    case string(String)
    case number(Int)
    case bool(Bool)
    /// An array of strings.
    case strings([String])
  }

  var name: String
  var value: Value

  init(_ name: String, _ value: Value) {
    self.name = name
    self.value = value
  }
}
