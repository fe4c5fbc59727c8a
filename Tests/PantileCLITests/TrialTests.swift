import Foundation
import Testing

@Suite struct TrialTests {
  @Test func `a folder keeps what was accepted last`() throws {
    let scratch = try Scratch()
    let slot = scratch.folder.appendingPathComponent("slot")
    let file = slot.appendingPathComponent("last-good")
    func trial(_ options: String...) throws -> CommandRun {
      try CommandRun.pantile(["trial", "weather.tsx", "--commit", slot.path] + options)
    }
    let good = try trial("--props", "props.json")
    #expect(good.status == 0)
    #expect(good.outputText.hasSuffix("\naccepted and committed\n"))
    let kept = try Data(contentsOf: file)
    let payload = try CommandRun.pantile(["render", "weather.tsx", "--props", "props.json"]).output
    #expect(kept.suffix(payload.count) == payload)

    for options in [["--props", "array-props.json"], ["--limit", "steps=1"], ["--budget", "1"]] {
      let run = try CommandRun.pantile(
        ["trial", "weather.tsx", "--commit", slot.path, "--json"] + options)
      #expect(run.status == 1)
      #expect(run.outputText.hasPrefix("{\n  \"accepted\": false,\n  \"committed\": false,\n"))
      #expect(try Data(contentsOf: file) == kept)
    }

    try Data("junk".utf8).write(to: file)
    let again = try trial("--props", "props.json")
    #expect(again.status == 0)
    #expect(again.errorText == "warning: damaged_last_good: '\(file.path)' is damaged\n")
    #expect(try Data(contentsOf: file) == kept)
  }
}
