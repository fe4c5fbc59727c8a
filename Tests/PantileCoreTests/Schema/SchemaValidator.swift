@testable import PantileCore

/// Validates a text with the keywords that the payload's schema uses.
struct SchemaValidator: ~Copyable {
  private let schema: SourceTree
  private var definitions: [String: Int] = [:]
  /// Keywords that were met and that this validator does not know.
  private(set) var unknown: Set<String> = []

  private static let notes: Set<String> = [
    "$schema", "$id", "$comment", "$defs", "title", "description", "default", "examples",
    "contentMediaType", "then", "else",
  ]

  init(_ text: [UInt8]) throws {
    schema = try SourceTree(text)
    guard let list = schema.member("$defs", of: SourceTree.root) else { return }
    for definition in schema.children(list) {
      definitions["#/$defs/" + schema.key(definition)] = definition
    }
  }

  /// Whether a text is valid, as a whole or as one of its definitions.
  mutating func accepts(_ tree: borrowing SourceTree, as name: String? = nil) -> Bool {
    let rule = name.flatMap { definitions["#/$defs/" + $0] } ?? SourceTree.root
    return holds(rule, SourceTree.root, tree)
  }

  private mutating func holds(_ rule: Int, _ value: Int, _ tree: borrowing SourceTree) -> Bool {
    for keyword in schema.children(rule) {
      if !holds(schema.key(keyword), keyword, rule, value, tree) { return false }
    }
    return true
  }

  private mutating func holds(
    _ keyword: String, _ rule: Int, _ parent: Int, _ value: Int, _ tree: borrowing SourceTree
  ) -> Bool {
    switch keyword {
    case "$ref": return holds(definitions[schema.string(rule) ?? ""] ?? rule, value, tree)
    case "type":
      for type in types(rule) where Self.isOf(type, tree.kind(value), tree.number(value)) {
        return true
      }
      return false
    case "const": return isEqual(rule, value, tree)
    case "enum":
      for item in schema.children(rule) where isEqual(item, value, tree) { return true }
      return false
    case "not": return !holds(rule, value, tree)
    case "anyOf":
      for part in schema.children(rule) where holds(part, value, tree) { return true }
      return false
    case "allOf":
      for part in schema.children(rule) where !holds(part, value, tree) { return false }
      return true
    case "if":
      let name: StaticString = holds(rule, value, tree) ? "then" : "else"
      guard let branch = schema.member(name, of: parent) else { return true }
      return holds(branch, value, tree)
    case "minimum": return (tree.number(value) ?? .infinity) >= schema.number(rule) ?? 0
    case "maximum": return (tree.number(value) ?? -.infinity) <= schema.number(rule) ?? 0
    case "items":
      guard tree.kind(value) == .array else { return true }
      for item in tree.children(value) where !holds(rule, item, tree) { return false }
      return true
    case "properties", "required", "propertyNames": return members(keyword, rule, value, tree)
    default:
      if !Self.notes.contains(keyword) { unknown.insert(keyword) }
      return true
    }
  }

  private mutating func members(
    _ keyword: String, _ rule: Int, _ value: Int, _ tree: borrowing SourceTree
  ) -> Bool {
    guard tree.kind(value) == .object else { return true }
    var members: [String: Int] = [:]
    for member in tree.children(value) { members[tree.key(member)] = member }
    switch keyword {
    case "required":
      for name in schema.children(rule) where members[schema.string(name) ?? ""] == nil {
        return false
      }
      return true
    case "propertyNames":
      // The only rule for names is a list of those that may not be.
      guard let names = schema.member("not", of: rule), let list = schema.member("enum", of: names)
      else { return true }
      for name in schema.children(list) where members[schema.string(name) ?? ""] != nil {
        return false
      }
      return true
    default:
      for property in schema.children(rule) {
        if let member = members[schema.key(property)], !holds(property, member, tree) {
          return false
        }
      }
      return true
    }
  }

  private func types(_ rule: Int) -> [String] {
    if let name = schema.string(rule) { return [name] }
    return schema.children(rule).map { schema.string($0) ?? "" }
  }

  private static func isOf(_ type: String, _ kind: SourceTree.Kind, _ number: Double?) -> Bool {
    switch (type, kind) {
    case ("null", .null), ("boolean", .bool), ("string", .string), ("number", .number),
      ("array", .array), ("object", .object):
      true
    case ("integer", .number): number.map { $0 == $0.rounded() } ?? false
    default: false
    }
  }

  private func isEqual(_ rule: Int, _ value: Int, _ tree: borrowing SourceTree) -> Bool {
    schema.kind(rule) == tree.kind(value) && schema.string(rule) == tree.string(value)
      && schema.number(rule) == tree.number(value) && schema.bool(rule) == tree.bool(value)
  }
}
