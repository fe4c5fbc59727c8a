import Foundation
import Testing

@Suite struct LintTests {
  private let broken = #"{ "v": 1, "systemSmall": {"t":8,"p":{"min":10,"max":1}} }"#

  @Test func `--fix writes a file anew, and only where it repairs something`() throws {
    let scratch = try Scratch()
    let path = try scratch.write(broken, to: "a b.json")
    let sound = try scratch.write(#"{"v":1,"systemSmall":{"t":17}} "#, to: "sound.json")
    let run = try CommandRun.pantile(["lint", "--fix", path.path, sound.path])
    #expect(run.status == 0)
    #expect(run.outputText == "1 repaired\n")
    #expect(
      try String(contentsOf: path, encoding: .utf8)
        == #"{ "v": 1, "systemSmall": {"t":8,"p":{"min":1,"max":10}} }"#)
    #expect(
      try String(contentsOf: sound, encoding: .utf8) == #"{"v":1,"systemSmall":{"t":17}} "#)
    let again = try CommandRun.pantile(["lint", "--fix", path.path])
    #expect(again.outputText.isEmpty)
  }

  @Test func `a file that is too long stays as it is`() throws {
    let scratch = try Scratch()
    let text = "[" + String(repeating: " ", count: 2_100_000) + "]"
    let path = try scratch.write(text, to: "long.json")
    let run = try CommandRun.pantile(["lint", "--fix", path.path])
    #expect(run.status == 1)
    #expect(run.outputText.contains("error: body_over_limit: "))
    #expect(try Data(contentsOf: path).count == text.utf8.count)
  }

  @Test func `the budget of a push is measured on the compressed text`() throws {
    let scratch = try Scratch()
    var words = ""
    var state: UInt64 = 7
    while words.utf8.count < 5_000 {
      state = state &* 6_364_136_223_846_793_005 &+ 1
      words += String(state >> 20, radix: 36)
    }
    let noise = try scratch.write("{\"v\":1,\"ls\":{\"t\":0,\"c\":\"\(words)\"}}", to: "noise.json")
    let run = try CommandRun.pantile(["lint", "--live", noise.path])
    #expect(run.status == 1)
    #expect(run.outputText.contains("live_activity_budget: compressed for a push it has"))
    let same = String(repeating: "x", count: 5_000)
    let flat = try scratch.write("{\"v\":1,\"ls\":{\"t\":0,\"c\":\"\(same)\"}}", to: "flat.json")
    let other = try CommandRun.pantile(["lint", "--live", flat.path])
    #expect(other.outputText.contains("live_activity_budget: it shrinks to less than an eighth"))
  }

  @Test func `SARIF has what the standard asks for`() throws {
    let run = try CommandRun.pantile(["lint", "--format", "sarif", "payloads/broken.json"])
    let log = try #require(try JSONSerialization.jsonObject(with: run.output) as? [String: Any])
    #expect(log["version"] as? String == "2.1.0")
    let runs = try #require(log["runs"] as? [[String: Any]])
    let tool = try #require(runs[0]["tool"] as? [String: Any])
    let driver = try #require(tool["driver"] as? [String: Any])
    let rules = try #require(driver["rules"] as? [[String: Any]])
    let results = try #require(runs[0]["results"] as? [[String: Any]])
    #expect(results.count > 5)
    for result in results {
      let index = try #require(result["ruleIndex"] as? Int)
      #expect(rules[index]["id"] as? String == result["ruleId"] as? String)
      #expect(["error", "warning"].contains(result["level"] as? String))
      #expect((result["message"] as? [String: Any])?["text"] is String)
      let locations = try #require(result["locations"] as? [[String: Any]])
      let physical = try #require(locations[0]["physicalLocation"] as? [String: Any])
      let region = try #require(physical["region"] as? [String: Any])
      #expect(try #require(region["startLine"] as? Int) >= 1)
      #expect(try #require(region["startColumn"] as? Int) >= 1)
    }
  }
}
