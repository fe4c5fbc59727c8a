import Foundation
import Testing

@testable import PantileCore

/// The published JSON Schema names what the tables have, accepts what the writer writes and refuses
/// what costs a device an element; `tools/check-payload-schema` asks a validator of others.
struct PayloadSchemaTests {
  let schema: [String: Any] = {
    let path = LintCorpus.root.deletingLastPathComponent()
      .appendingPathComponent("docs/schema/payload.schema.json")
    let data = (try? Data(contentsOf: path)) ?? Data()
    return (try? JSONSerialization.jsonObject(with: data)) as? [String: Any] ?? [:]
  }()

  func definition(_ name: String) -> [String: Any] {
    (schema["$defs"] as? [String: Any])?[name] as? [String: Any] ?? [:]
  }

  static func properties(_ definition: [String: Any]) -> [String: Any] {
    definition["properties"] as? [String: Any] ?? [:]
  }

  @Test func `is of draft 2020-12`() {
    #expect(
      schema["$schema"] as? String == "https://json-schema.org/draft/2020-12/schema")
  }

  @Test(arguments: Component.allCases)
  func `has the props of a component in both forms`(component: Component) {
    let props = Self.properties(definition(component.name.description))["p"]
    let names = Set(Self.properties(props as? [String: Any] ?? [:]).keys)
    for rule in PropRule.rules(of: component) {
      #expect(names.contains(rule.name.full))
      #expect(names.contains(rule.name.short))
    }
    #expect(names.isSuperset(of: ["s", "style", "mods", "modifiers"]))
  }

  @Test func `has families, regions and styles`() {
    let widget = Self.properties(definition("widget"))
    for family in Family.allCases { #expect(widget[family.name.description] != nil) }
    let live = Self.properties(definition("liveActivity"))
    for region in Region.allCases { #expect(live[region.key.description] != nil) }
    let style = Self.properties(definition("style"))
    for name in StyleRule.all.keys { #expect(style[name] != nil) }
  }

  @Test func `its references have targets`() throws {
    var stack: [Any] = [schema]
    var count = 0
    while let value = stack.popLast() {
      if let object = value as? [String: Any] {
        if let target = object["$ref"] as? String {
          #expect(!definition(String(target.dropFirst("#/$defs/".count))).isEmpty)
          count += 1
        }
        stack += object.values
      } else if let array = value as? [Any] {
        stack += array
      }
    }
    #expect(count > 50)
  }

  static func validator() throws -> SchemaValidator {
    let path = LintCorpus.root.deletingLastPathComponent()
      .appendingPathComponent("docs/schema/payload.schema.json")
    return try SchemaValidator(Array(Data(contentsOf: path)))
  }

  @Test func `accepts every payload of the corpus`() throws {
    var validator = try Self.validator()
    for name in LintCorpusTests.names {
      let payload = try #require(LintCorpusTests.payload(name))
      let isValid = validator.accepts(try SourceTree(payload))
      #expect(isValid, "\(name)")
    }
    let unknown = validator.unknown
    #expect(unknown.isEmpty)
  }

  /// Findings that a schema can have, too.
  static let refused: Set<LintCode> = [
    .unknownComponent, .badType, .paramType, .missingRequired, .noFamily, .wrongEnvelope,
    .ambiguousName, .nestedShortName,
  ]

  @Test func `refuses what a schema can refuse`() throws {
    var validator = try Self.validator()
    var count = 0
    for row in LintCorpus.rows("found.tsv") {
      // JSON within strings is beyond a schema.
      guard let code = LintCode(rawValue: row[0]), Self.refused.contains(code),
        !row[3].contains("mrk")
      else { continue }
      let tree = try SourceTree(Array(row[3].utf8))
      let part = row[2] == "live" ? "liveActivity" : "widget"
      let isValid = validator.accepts(tree, as: part)
      #expect(!isValid, "\(row[3])")
      count += 1
    }
    #expect(count > 20)
  }
}
