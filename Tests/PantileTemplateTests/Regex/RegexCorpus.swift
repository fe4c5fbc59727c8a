import Foundation
import Testing

/// Tables in `Corpus/regex`: a case a line, fields between tabs, `%uXXXX` for a code unit.
enum RegexCorpus {
  struct Match: Sendable, CustomTestStringConvertible {
    var pattern: [UInt16]
    var flags: String
    var input: [UInt16]
    var start: Int
    /// Starts and ends, nil when nothing matches.
    var captures: [Int32]?
    var names: [String]
    var line: String

    var testDescription: String { line }
  }

  struct Failure: Sendable, CustomTestStringConvertible {
    var pattern: [UInt16]
    var flags: String
    var message: [UInt16]
    var line: String

    var testDescription: String { line }
  }

  static let matches: [Match] = rows("matches.tsv").map { line, fields in
    let captures: [Int32]? =
      fields[4] == "none"
      ? nil
      : fields[4].split(separator: " ").flatMap { range -> [Int32] in
        if range == "-" { return [-1, -1] }
        return range.split(separator: "-").map { Int32($0)! }
      }
    let names = fields.count > 5 ? fields[5].split(separator: " ") : []
    return Match(
      pattern: units(fields[0]), flags: fields[1], input: units(fields[2]),
      start: Int(fields[3])!, captures: captures,
      names: names.map { String(decoding: units(String($0)), as: UTF16.self) }, line: line)
  }

  static let failures: [Failure] = rows("errors.tsv").map { line, fields in
    Failure(
      pattern: units(fields[0]), flags: fields[1], message: units(fields[2]), line: line)
  }

  private static func rows(_ name: String) -> [(String, [String])] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    let file = folder.appending(path: "../../../Corpus/regex/\(name)").standardized
    let text = try! String(contentsOf: file, encoding: .utf8)
    return text.split(separator: "\n").filter { !$0.hasPrefix("# ") }.map { line in
      (
        String(line),
        line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      )
    }
  }

  private static func units(_ text: String) -> [UInt16] {
    let source = Array(text.utf16)
    var result: [UInt16] = []
    var index = 0
    while index < source.count {
      if source[index] == 0x25 {
        let digits = String(decoding: source[(index + 2)..<(index + 6)], as: UTF16.self)
        result.append(UInt16(digits, radix: 16)!)
        index += 6
      } else {
        result.append(source[index])
        index += 1
      }
    }
    return result
  }
}
