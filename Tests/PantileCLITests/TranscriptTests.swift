import Foundation
import Testing

/// A run of the program as text:
///
///     $ pantile render nope.tsx
///     exit 1
///     --- stdout
///     --- stderr
///     error: cannot read 'nope.tsx': No such file or directory
///
/// Lines that begin with `< ` behind the first line are standard input. A stream that does not end
/// with a line feed is followed by a line with a backslash. The working folder is
/// `Corpus/cli/files`; its path is written `[FOLDER]`.
struct Transcript {
  var command: String
  var input: [String]

  init(_ text: String) {
    let lines = text.components(separatedBy: "\n")
    command = String(lines[0].dropFirst("$ pantile".count))
    input = lines.dropFirst().prefix { $0.hasPrefix("< ") }.map { String($0.dropFirst(2)) }
  }

  /// The words of the command; single quotes hold spaces.
  var arguments: [String] {
    let parts = command.components(separatedBy: "'")
    return parts.enumerated().flatMap { index, part in
      index % 2 == 1 ? [part] : part.split(separator: " ").map(String.init)
    }
  }

  func text(_ run: CommandRun) -> String {
    var text = "$ pantile\(command)\n"
    for line in input { text += "< \(line)\n" }
    text += "exit \(run.status)\n--- stdout\n\(Self.shown(run.outputText))"
    return text + "--- stderr\n\(Self.shown(run.errorText))"
  }

  private static func shown(_ stream: String) -> String {
    let text = stream.replacingOccurrences(of: Tree.files.path, with: "[FOLDER]")
    return text.isEmpty || text.hasSuffix("\n") ? text : text + "\n\\\n"
  }
}

@Suite struct TranscriptTests {
  static let names = ["help", "errors", "results"].flatMap { folder in
    let path = Tree.corpus.appendingPathComponent("cli/\(folder)").path
    let files = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return files.sorted().map { "\(folder)/\($0)" }
  }

  @Test(arguments: names)
  func `help pages, errors and results are as recorded`(name: String) throws {
    let path = Tree.corpus.appendingPathComponent("cli/\(name)")
    let expected = try String(contentsOf: path, encoding: .utf8)
    let transcript = Transcript(expected)
    let input = transcript.input.map { $0 + "\n" }.joined()
    let run = try CommandRun.pantile(transcript.arguments, input: Data(input.utf8))
    let text = transcript.text(run)
    if ProcessInfo.processInfo.environment["RECORD"] == "1" {
      try Data(text.utf8).write(to: path)
    } else {
      #expect(text == expected)
    }
    if name.hasPrefix("errors/") {
      #expect(run.status == 1 || run.status == 64)
      #expect(run.output.isEmpty)
      #expect(run.firstErrorLine.hasPrefix("error: "))
    }
  }

  @Test func `every command has a recorded help page`() throws {
    let page = try CommandRun.pantile([]).outputText
    let list = page.components(separatedBy: "SUBCOMMANDS:\n")[1].components(separatedBy: "\n")
    let commands = list.prefix { !$0.isEmpty }.filter { !$0.hasPrefix("   ") }
      .map { String($0.split(separator: " ")[0]) }
    #expect(commands.contains("render"))
    for command in commands { #expect(Self.names.contains("help/\(command).txt")) }
  }
}
