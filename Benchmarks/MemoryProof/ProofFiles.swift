import Glibc
import PantileTemplate

/// Files of the corpus, and of reports.
struct ProofFiles: Sendable {
  /// The folder of the corpus.
  let folder: String

  struct Missing: Error, CustomStringConvertible {
    var path: String
    var description: String { "cannot read or write '\(path)'" }
  }

  /// A widget of the benchmarks, with its props.
  func widget(
    _ name: String, _ families: [String]
  ) throws -> (template: Template, request: RenderRequest) {
    let base = "\(folder)/bench/\(name)"
    let loader = SourceLoader { path in
      (try? Self.read("\(base)/\(path)")).map { .file($0) } ?? .missing
    }
    var request = RenderRequest()
    request.families = families
    request.props = try Self.read("\(base)/props.json")
    return (try Template(entry: "widget.tsx", loader: loader), request)
  }

  static func read(_ path: String) throws -> [UInt8] {
    // Safe: the file is closed below and the chunk outlives each call.
    guard let file = unsafe fopen(path, "rb") else { throw Missing(path: path) }
    defer { unsafe fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4_096)
    while true {
      let count = unsafe fread(&chunk, 1, chunk.count, file)
      if count == 0 { return bytes }
      bytes.append(contentsOf: chunk[..<count])
    }
  }

  static func write(_ text: String, to path: String) throws {
    // Safe: the file is closed below and the bytes outlive the call.
    guard let file = unsafe fopen(path, "wb") else { throw Missing(path: path) }
    defer { unsafe fclose(file) }
    let bytes = Array(text.utf8)
    guard unsafe fwrite(bytes, 1, bytes.count, file) == bytes.count else {
      throw Missing(path: path)
    }
  }
}
