import Glibc
import Testing

@testable import PantileJSON

/// A file of Corpus/json.
struct CorpusFile: CustomTestStringConvertible, Sendable {
  let name: String
  let bytes: [UInt8]
  var testDescription: String { name }

  static let root = #filePath.split(separator: "/").dropLast(3).reduce("") { "\($0)/\($1)" }

  static func all(_ folder: String) -> [CorpusFile] {
    let path = "\(root)/Corpus/json/\(folder)"
    // Safe: the directory is open until this function ends, and an entry is used before the next.
    guard let directory = unsafe opendir(path) else { return [] }
    defer { unsafe closedir(directory) }
    var files: [CorpusFile] = []
    while let entry = unsafe readdir(directory) {
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) {
        unsafe String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard name.hasSuffix(".json"), let bytes = read("\(path)/\(name)") else { continue }
      files.append(CorpusFile(name: "\(folder)/\(name)", bytes: bytes))
    }
    return files.sorted { $0.name < $1.name }
  }

  private static func read(_ path: String) -> [UInt8]? {
    // Safe: the file is open until this function ends, and reads stay in the buffer.
    guard let file = unsafe fopen(path, "rb") else { return nil }
    defer { unsafe fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = unsafe fread(&bytes, 1, bytes.count, file)
    return Array(bytes[0..<count])
  }
}

/// The text of an error as `parsed` gives it, or nil for a value.
private func failure(_ outcome: String) -> String? {
  let code = outcome.prefix { $0 != " " }
  return JSONError.Code.allCases.contains { "\($0)" == code } ? outcome : nil
}

struct JSONCorpusTests {
  @Test func `is there`() {
    #expect(CorpusFile.all("accept").count > 60)
    #expect(CorpusFile.all("reject").count > 90)
    #expect(CorpusFile.all("either").count > 10)
  }

  @Test(arguments: CorpusFile.all("accept"))
  func `accepts, and writes what it reads`(file: CorpusFile) throws {
    let outcome = parsed(file.bytes)
    #expect(failure(outcome) == nil)
    var document = JSONDocument()
    try withRaw(file.bytes) { try document.parse($0) }
    for style in [JSONStyle.compact, .pretty(indent: 2)] {
      var buffer = ByteBuffer()
      document.write(to: &buffer, style: style)
      // Minus zero is written as 0.
      #expect(
        parsed(buffer.array()) == outcome.replacing("-0", with: "0.0") || outcome.contains("-0"))
    }
  }

  @Test(arguments: CorpusFile.all("reject"))
  func `rejects with a message`(file: CorpusFile) {
    #expect(failure(parsed(file.bytes)) != nil)
  }

  @Test(arguments: ["accept", "reject", "either"].flatMap { CorpusFile.all($0) })
  func `agrees with itself in chunks of any size, and as events`(file: CorpusFile) {
    let whole = parsed(file.bytes)
    let kept = parsed(file.bytes, options: JSONReadOptions(duplicates: .keep))
    for chunks in [[1], [2], [3], [5], [7, 1], [16], [17], [64], [1_000]] {
      #expect(parsed(file.bytes, chunks: chunks) == whole, "\(chunks)")
      #expect(events(file.bytes, chunks: chunks) == kept, "\(chunks)")
    }
  }

  @Test(arguments: ["accept", "reject", "either"].flatMap { CorpusFile.all($0) })
  func `survives the loss of its end at every byte`(file: CorpusFile) {
    let step = max(1, file.bytes.count / 200)
    for count in stride(from: 0, to: file.bytes.count, by: step) {
      let cut = Array(file.bytes[0..<count])
      let whole = parsed(cut)
      #expect(parsed(cut, chunks: [1 + count % 5]) == whole)
      let kept = parsed(cut, options: JSONReadOptions(duplicates: .keep))
      #expect(events(cut, chunks: [1 + count % 3]) == kept)
    }
  }

  @Test(arguments: CorpusFile.all("accept"))
  func `survives a changed byte`(file: CorpusFile) {
    var random = SplitMix(state: UInt64(file.bytes.count))
    let marks =
      Array("\"\\{}[]:,0-eE.u/tfn \u{0}\n\u{7f}".utf8) + [0x80, 0xc3, 0xe3, 0xed, 0xf0, 0xff]
    for _ in 0..<60 where !file.bytes.isEmpty {
      var bytes = file.bytes
      let place = Int.random(in: 0..<bytes.count, using: &random)
      bytes[place] = marks.randomElement(using: &random) ?? 0
      if Bool.random(using: &random) {
        bytes.insert(marks.randomElement(using: &random) ?? 0, at: place)
      }
      let whole = parsed(bytes)
      #expect(parsed(bytes, chunks: [1 + place % 9, 2]) == whole)
      let kept = parsed(bytes, options: JSONReadOptions(duplicates: .keep))
      #expect(events(bytes, chunks: [3, 1 + place % 4]) == kept)
    }
  }
}
