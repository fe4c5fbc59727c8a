import Foundation
import Testing

@Suite struct StreamTests {
  private static let render = "render weather.tsx --props props.json --families systemSmall"
  private static let payload =
    #"{"v":1,"systemSmall":{"t":11,"c":[{"t":0,"c":"Paris"},{"t":0,"c":"21°"}],"p":{"sp":4}}}"#

  @Test func `a closed pipe ends a render quietly`() throws {
    // The reader is gone before the program starts.
    let run = try CommandRun.shell(
      "exec 3> >(true); wait $!; \"$pantile\" \(Self.render) >&3; echo $? >&2")
    #expect(run.errorText == "141\n")
  }

  @Test func `a full disk is an error`() throws {
    let run = try CommandRun.shell("\"$pantile\" \(Self.render) > /dev/full")
    #expect(run.status == 1)
    #expect(run.errorText == "error: cannot write to standard output: No space left on device\n")
  }

  @Test func `closed standard streams are errors and no crash`() throws {
    let output = try CommandRun.shell("\"$pantile\" \(Self.render) >&-")
    #expect(output.status == 1)
    #expect(output.errorText == "error: cannot write to standard output: Bad file descriptor\n")
    let input = try CommandRun.shell("\"$pantile\" render weather.tsx --props - <&-")
    #expect(input.status == 1)
    #expect(input.errorText == "error: cannot read standard input: Bad file descriptor\n")
    let errors = try CommandRun.shell("\"$pantile\" render nope.tsx 2>&-")
    #expect(errors.status == 1)
    #expect(errors.output.isEmpty)
  }

  @Test func `props may come slowly and through a pipe`() throws {
    let parts = #"(printf '{"city": "Par'; printf 'is", "temp": 21}')"#
    let line = Self.render.replacingOccurrences(of: "props.json", with: "-")
    let run = try CommandRun.shell("\(parts) | \"$pantile\" \(line)")
    #expect(run.outputText == Self.payload)
  }

  @Test func `a payload file is replaced whole`() throws {
    let scratch = try Scratch()
    let file = try scratch.write("old", to: "payload.json")
    let words = Self.render.split(separator: " ").map(String.init) + ["--output", file.path]
    let run = try CommandRun.pantile(words)
    #expect(run.status == 0)
    #expect(run.output.isEmpty)
    #expect(try String(contentsOf: file, encoding: .utf8) == Self.payload)
    let names = try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path)
    #expect(names == ["payload.json"])
  }

  @Test func `a payload file keeps its bytes where a render fails`() throws {
    let scratch = try Scratch()
    let file = try scratch.write("old", to: "payload.json")
    let run = try CommandRun.pantile(["render", "throws.tsx", "--output", file.path])
    #expect(run.status == 1)
    #expect(try String(contentsOf: file, encoding: .utf8) == "old")
  }

  @Test func `output may go to a device`() throws {
    let run = try CommandRun.shell("\"$pantile\" \(Self.render) --output /dev/stdout | cat")
    #expect(run.outputText == Self.payload)
  }

  @Test func `a summary goes to standard error`() throws {
    let run = try CommandRun.shell("\"$pantile\" \(Self.render) --summary")
    #expect(run.outputText == Self.payload)
    let pattern = /summary: 88 bytes, \d+ nodes, \d+ steps\n/
    #expect(run.errorText.wholeMatch(of: pattern) != nil)
  }

  @Test func `the same input gives the same bytes`() throws {
    let runs = try (0..<3).map { _ in try CommandRun.shell("\"$pantile\" \(Self.render)") }
    #expect(Set(runs.map(\.output)).count == 1)
  }
}
