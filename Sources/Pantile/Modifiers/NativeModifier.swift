internal import PantileCore
public import PantileJSON

/// A modifier that the device's own runtime applies, by its name; newer runtimes know them.
///
///     Text("a").modifiers(NativeModifier("widgetURL", ["url": "app://a"]))
///
/// A device ignores names that it does not know.
public struct NativeModifier: Sendable, Hashable {
  /// The value of a parameter.
  public enum Value: Sendable, Hashable, ExpressibleByStringLiteral, ExpressibleByFloatLiteral,
    ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral
  {
    /// Text.
    case text(String)
    /// A number.
    case number(Double)
    /// A truth value.
    case flag(Bool)

    /// Text.
    public init(stringLiteral value: String) { self = .text(value) }

    /// A number.
    public init(floatLiteral value: Double) { self = .number(value) }

    /// A number.
    public init(integerLiteral value: Int) { self = .number(Double(value)) }

    /// A truth value.
    public init(booleanLiteral value: Bool) { self = .flag(value) }
  }

  private struct Parameter: Hashable {
    var name: String
    var value: Value
  }

  private let type: String
  private let parameters: [Parameter]

  /// Creates a modifier.
  ///
  /// - Parameters:
  ///   - type: Its name.
  ///   - parameters: Its parameters, in order.
  public init(_ type: String, _ parameters: KeyValuePairs<String, Value> = [:]) {
    self.type = type
    self.parameters = parameters.map { Parameter(name: $0.key, value: $0.value) }
  }

  func append(to builder: inout TreeBuilder) {
    builder.scratch.append(#"{"$type":"#)
    builder.appendJSON(type)
    for parameter in parameters {
      builder.scratch.append(UInt8(ascii: ","))
      builder.appendJSON(parameter.name)
      builder.scratch.append(UInt8(ascii: ":"))
      switch parameter.value {
      case .text(let text): builder.appendJSON(text)
      case .number(let number): builder.appendNumber(number)
      case .flag(let flag): builder.scratch.append(flag ? "true" : "false")
      }
    }
    builder.scratch.append(UInt8(ascii: "}"))
  }
}

/// A view with native modifiers on each element that it consists of at the top.
public struct NativelyModified<Base: View>: PrimitiveView {
  var base: Base
  let modifiers: [NativeModifier]

  /// Writes the view and gives what was written the modifiers.
  public mutating func write(into builder: inout TreeBuilder) throws(ArenaFull) {
    let count = builder.list.count
    let last = builder.element
    try base.write(into: &builder)
    guard builder.list.count != count else { return }
    builder.scratch.removeAll()
    for index in modifiers.indices {
      builder.scratch.append(index == 0 ? "[" : ",")
      modifiers[index].append(to: &builder)
    }
    guard builder.scratch.count > 0 else { return }
    builder.scratch.append(UInt8(ascii: "]"))
    let text = try builder.takeScratch()
    var node = count == 0 ? builder.list.first : builder.tree.next(after: last)
    while node != .none {
      try builder.tree.set(PropName(.modifiers), .string(text), of: node)
      node = builder.tree.next(after: node)
    }
  }
}

extension View {
  /// The view with modifiers that the device's runtime applies; they replace earlier ones.
  public func modifiers(_ modifiers: NativeModifier...) -> NativelyModified<Self> {
    NativelyModified(base: self, modifiers: modifiers)
  }
}
