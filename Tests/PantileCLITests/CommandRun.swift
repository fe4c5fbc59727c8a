import Foundation

/// Where things are in the source tree.
enum Tree {
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  static let corpus = root.appendingPathComponent("Corpus")
  static let files = corpus.appendingPathComponent("cli/files")
}

/// What a run of the program left behind.
struct CommandRun {
  var status: Int32
  var output: Data
  var errors: Data

  var outputText: String { String(decoding: output, as: UTF8.self) }
  var errorText: String { String(decoding: errors, as: UTF8.self) }
  var firstErrorLine: String { errorText.components(separatedBy: "\n")[0] }

  /// The program that is tested: `PANTILE_CLI`, or the one that was built with the tests.
  static let program: URL = {
    if let path = ProcessInfo.processInfo.environment["PANTILE_CLI"] {
      return URL(fileURLWithPath: path, relativeTo: Tree.root)
    }
    let tests = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    return tests.deletingLastPathComponent().appendingPathComponent("pantile")
  }()

  /// Runs the program to its end.
  static func pantile(
    _ arguments: [String], input: Data = Data(), folder: URL = Tree.files
  ) throws -> CommandRun {
    try run(program, arguments, input: input, folder: folder)
  }

  /// Runs a line of the shell in which `$pantile` is the program.
  static func shell(_ line: String, folder: URL = Tree.files) throws -> CommandRun {
    let script = "pantile='\(program.path)'; \(line)"
    return try run(URL(fileURLWithPath: "/bin/bash"), ["-c", script], folder: folder)
  }

  private static func run(
    _ program: URL, _ arguments: [String], input: Data = Data(), folder: URL
  ) throws -> CommandRun {
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.currentDirectoryURL = folder
    let scratch = try Scratch()
    let names = ["input", "output", "errors"].map { scratch.folder.appendingPathComponent($0) }
    try input.write(to: names[0])
    for name in names[1...] { try Data().write(to: name) }
    process.standardInput = try FileHandle(forReadingFrom: names[0])
    process.standardOutput = try FileHandle(forWritingTo: names[1])
    process.standardError = try FileHandle(forWritingTo: names[2])
    try process.run()
    process.waitUntilExit()
    let signal: Int32 = process.terminationReason == .uncaughtSignal ? 128 : 0
    return CommandRun(
      status: process.terminationStatus + signal, output: try Data(contentsOf: names[1]),
      errors: try Data(contentsOf: names[2]))
  }
}

/// A folder that is removed at the end of its life.
final class Scratch {
  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("pantile-\(UUID().uuidString)").resolvingSymlinksInPath()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Writes a file and gives its path.
  @discardableResult
  func write(_ text: String, to name: String) throws -> URL {
    let path = folder.appendingPathComponent(name)
    try FileManager.default.createDirectory(
      at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: path)
    return path
  }
}
