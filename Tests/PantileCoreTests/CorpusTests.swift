import Foundation
import PantileJSON
import Testing

@testable import PantileCore

/// Every payload of the corpus, read into a tree and written again.
struct CorpusTests {
  static let cases = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Corpus/cases")

  /// The payloads, by path below the corpus folder.
  static let payloads: [String] = {
    let paths = FileManager.default.enumerator(atPath: cases.path)
    var found: [String] = []
    while let path = paths?.nextObject() as? String {
      if path.hasSuffix("expected.json") { found.append(path) }
    }
    return found.sorted()
  }()

  static func text(of path: String) throws -> String {
    try String(contentsOf: cases.appendingPathComponent(path), encoding: .utf8)
  }

  static func form(of text: String) -> Tree.Form {
    text.contains("\"ls\":{\"t\"") || text.contains("\"isl_") ? .liveActivity : .widget
  }

  @Test func `has payloads`() { #expect(Self.payloads.count > 100) }

  @Test(arguments: payloads)
  func `writes the bytes that were read`(path: String) throws {
    let text = try Self.text(of: path)
    let bytes = try payload { tree in
      try PayloadText.read(text, as: Self.form(of: text), into: &tree)
    }
    #expect(bytes == text)
  }
}
