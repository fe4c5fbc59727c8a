import Foundation
import Testing

@testable import PantileCore

/// The published JSON Schema names what the tables have; `tools/check-payload-schema` validates
/// payloads with it.
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
}
