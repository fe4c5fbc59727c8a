import Testing

@testable import PantileCore

struct LintLimitTests {
  static func findings(_ payload: String, _ linter: PayloadLinter = PayloadLinter()) -> [String] {
    linter.lint(Array(payload.utf8)).findings.map { "\($0.severity) \($0.code.rawValue)" }
  }

  static func text(_ count: Int, in key: String = "systemSmall") -> String {
    let frame = "{\"v\":1,\"\(key)\":{\"t\":0,\"c\":\"\"}}"
    let rest = String(repeating: "x", count: count - frame.utf8.count)
    return "{\"v\":1,\"\(key)\":{\"t\":0,\"c\":\"\(rest)\"}}"
  }

  @Test(arguments: [
    (50_000, []), (50_001, ["warning large_body"]), (262_144, ["warning large_body"]),
    (262_145, ["error body_over_limit"]), (2_097_153, ["error body_over_limit"]),
  ])
  func `measures the body`(count: Int, findings: [String]) {
    #expect(Self.findings(Self.text(count)) == findings)
  }

  @Test(arguments: [
    (3_000, []), (3_001, ["warning live_activity_budget"]),
    (3_345, ["warning live_activity_budget"]), (3_346, ["error live_activity_budget"]),
  ])
  func `measures a Live Activity as it is pushed`(count: Int, findings: [String]) {
    var linter = PayloadLinter(.liveActivity)
    linter.pushByteCount = { ($0.count, $0.count) }
    #expect(Self.findings(Self.text(count, in: "ls"), linter) == findings)
    linter.pushByteCount = nil
    #expect(Self.findings(Self.text(count, in: "ls"), linter).isEmpty)
  }

  @Test func `finds a payload that a device would cut`() {
    var linter = PayloadLinter(.liveActivity)
    linter.pushByteCount = { (($0.count - 1) / 8, 400) }
    #expect(Self.findings(Self.text(1_600, in: "ls"), linter) == ["error live_activity_budget"])
    linter.pushByteCount = { ($0.count / 8, 400) }
    #expect(Self.findings(Self.text(1_600, in: "ls"), linter).isEmpty)
  }

  @Test(arguments: [(510, []), (511, ["error too_deep"]), (3_000, ["error too_deep"])])
  func `measures the depth of objects`(count: Int, findings: [String]) {
    let payload =
      "{\"v\":1,\"systemSmall\":" + String(repeating: "{\"t\":11,\"c\":", count: count)
      + "{\"t\":17}" + String(repeating: "}", count: count) + "}"
    #expect(Self.findings(payload) == findings)
  }

  @Test(arguments: [(255, []), (256, ["error too_deep"])])
  func `measures the depth of arrays`(count: Int, findings: [String]) {
    let payload =
      "{\"v\":1,\"systemSmall\":" + String(repeating: "{\"t\":11,\"c\":[", count: count)
      + "\"x\"" + String(repeating: "]}", count: count) + "}"
    #expect(Self.findings(payload) == findings)
  }

  /// Each shared element holds the one before twice.
  static func doubled(_ count: Int) -> String {
    let shared = (0..<count).map { "{\"t\":11,\"c\":[{\"$r\":\($0)},{\"$r\":\($0)}]}" }
    return "{\"v\":1,\"systemSmall\":{\"$r\":\(count)},\"e\":[{\"t\":17},"
      + shared.joined(separator: ",") + "]}"
  }

  @Test(arguments: [
    (9, []), (10, ["warning too_many_nodes"]), (12, ["warning too_many_nodes"]),
    (13, ["error too_many_nodes"]), (200, ["error too_many_nodes"]),
  ])
  func `counts nodes without unfolding them`(count: Int, findings: [String]) {
    #expect(Self.findings(Self.doubled(count)) == findings)
  }

  @Test func `keeps a bounded list and counts the rest`() {
    let null = (0..<1_500).map { "\"a\($0)\":null" }.joined(separator: ",")
    let report = PayloadLinter().lint(
      Array("{\"v\":1,\"systemSmall\":{\"t\":20,\"p\":{\(null)}}}".utf8))
    #expect(report.findings.count == 1_000)
    #expect(report.omittedCount == 500)
    #expect(report.warningCount == 1_500)
    #expect(report.errorCount == 0)
  }

  @Test func `follows long cycles and chains`() {
    let count = 20_000
    let chain = (0..<count).map { "{\"$r\":\(($0 + 1) % count)}" }.joined(separator: ",")
    let report = PayloadLinter().lint(
      Array("{\"v\":1,\"systemSmall\":{\"$r\":0},\"e\":[\(chain)]}".utf8))
    #expect(report.findings.contains { $0.code == .referenceCycle })
    let cycle = report.findings.first { $0.code == .referenceCycle }
    #expect(cycle?.message.contains("e[7] → … → e[0]") == true)
  }

  @Test func `takes any prefix of a payload`() throws {
    for name in ["bench/tiny", "cases/weather-now/runs/clear-celsius"] {
      let payload = try #require(LintCorpusTests.payload(name))
      for end in payload.indices {
        #expect(PayloadLinter().lint(Array(payload[..<end])).errorCount > 0)
      }
    }
  }

  /// Values that take the place of each value in turn.
  static let others = ["null", "true", "-1", "1.5", "\"x\"", "[]", "{}", "[{}]", "{\"$r\":0}"]

  @Test(arguments: ["bench/conditions", "bench/tiny", "cases/weather-now/runs/clear-celsius"])
  func `takes any value in place of any other`(name: String) throws {
    let payload = try #require(LintCorpusTests.payload(name))
    let tree = try SourceTree(payload)
    let step = max(1, tree.count / 60)
    for value in stride(from: 0, to: tree.count, by: step) {
      for other in Self.others {
        let changed =
          payload[..<tree.start(value)] + Array(other.utf8) + payload[tree.end(value)...]
        for kind in [PayloadLinter.Kind.widget, .liveActivity] {
          let report = PayloadLinter(kind).lint(Array(changed))
          #expect(!report.findings.contains { $0.code == .invalidJSON })
        }
      }
    }
  }
}
