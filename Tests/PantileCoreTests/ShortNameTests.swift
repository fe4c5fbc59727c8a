import Foundation
import PantileJSON
import Testing

@testable import PantileCore

struct ShortNameTests {
  static let table: [String: String] = {
    let file = CorpusTests.cases.deletingLastPathComponent()
      .appendingPathComponent("tables/short-names.json")
    guard let data = try? Data(contentsOf: file) else { return [:] }
    return (try? JSONDecoder().decode([String: String].self, from: data)) ?? [:]
  }()

  @Test func `finds every name of the table in both forms`() throws {
    #expect(Self.table.count == Int(ShortName.count))
    #expect(ShortName.writtenCount == 173)
    for (full, short) in Self.table {
      let name = try #require(ShortName(full))
      #expect(name.full == full)
      #expect(name.short == short)
      #expect(ShortName(short: short) == name)
      #expect(ShortName(full: Array(full.utf16).span) == name)
      #expect(ShortName(full: Array(full.utf8).span) == name)
    }
  }

  @Test(arguments: [
    "", "pad", "Padding", "paddings", "padding\0", "constructor", "__proto__", "testID",
    "multilineTextAlignmentMultiline", "wïdth",
  ])
  func `does not find other names`(text: String) {
    #expect(ShortName(text) == nil)
    #expect(ShortName(full: Array(text.utf16).span) == nil)
    #expect(ShortName(full: Array(text.utf8).span) == nil)
  }

  @Test func `gives a tree the same name for every encoding`() throws {
    var tree = Tree()
    for text in ["padding", "testID", "s", "data-ü"] {
      var bytes = ByteBuffer()
      bytes.append(utf8: text)
      let name = try tree.name(text)
      let second = try tree.name(utf16: Array(text.utf16).span)
      let third = try bytes.withBytes { try tree.name(utf8: $0) }
      for other in [second, third] {
        #expect(other.short == name.short)
        #expect(tree.string(other.customText) == tree.string(name.customText))
      }
    }
    #expect(try tree.name("s").short == .style)
  }

  @Test func `writes the newest names in full`() throws {
    for text in ["modifiers", "yScale", "gradientColors"] {
      #expect(try !#require(ShortName(text)).isShortened)
    }
    #expect(ShortName.padding.isShortened)
  }

  @Test func `knows the rules of props`() throws {
    let scale = try #require(PropRule.rule(of: .weight, on: .symbol))
    #expect(scale.kind == .string)
    #expect(scale.values.contains("semibold"))
    #expect(try #require(PropRule.rule(of: .destination, on: .link)).isRequired)
    #expect(PropRule.rule(of: .weight, on: .text) == nil)
  }
}
