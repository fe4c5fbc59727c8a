/// The props of one element, by name.
struct PropHolder {
  let element: Int
  let component: Component
  /// Members in order, with the names of those that the table has.
  var members: [(name: ShortName?, value: Int)] = []
  /// The last member of each name.
  private var last: [ShortName: Int] = [:]

  init(element: Int, component: Component) {
    self.element = element
    self.component = component
  }

  mutating func append(_ value: Int, _ name: ShortName?) {
    members.append((name, value))
    if let name { last[name] = value }
  }

  /// The value of a prop, whichever form its name has.
  func value(_ name: ShortName) -> Int? { last[name] }

  /// The rules of each component's props.
  static let rules = Component.allCases.map { component in
    Dictionary(uniqueKeysWithValues: PropRule.rules(of: component).map { ($0.name, $0) })
  }

  func rule(_ name: ShortName) -> PropRule? { Self.rules[Int(component.rawValue)][name] }
}
