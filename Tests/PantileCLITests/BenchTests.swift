import Foundation
import Testing

/// `pantile bench`: what it says, and that it ends well whatever happens to it.
@Suite(.serialized) struct BenchTests {
  private static let widget = "bench weather.tsx --props props.json --families systemSmall"
  private static let quick = "\(widget) --seconds 0.1"
  /// A ceiling that debug builds keep too.
  private static let ample = "80MB"

  @Test func `figures are lines with a label`() throws {
    let run = try CommandRun.shell("\"$pantile\" \(Self.quick)")
    #expect(run.status == 0)
    #expect(run.errorText == "")
    let labels = run.outputText.components(separatedBy: "\n").prefix { !$0.isEmpty }
      .map { String($0.prefix { $0 != " " }) }
    #expect(
      labels == [
        "widget", "payload", "renders", "latency", "heap", "compile", "start", "memory",
      ])
    #expect(run.outputText.contains("payload   88 bytes, 3 nodes, "))
    #expect(run.outputText.contains(" on 1 thread: "))
    #expect(run.outputText.contains("██"))
  }

  @Test func `the figures are written as JSON too`() throws {
    let scratch = try Scratch()
    let file = scratch.folder.appendingPathComponent("out.json").path
    let run = try CommandRun.shell(
      "\"$pantile\" \(Self.quick) --threads 2 --ceiling \(Self.ample) --json \(file)")
    #expect(run.status == 0)
    let data = try Data(contentsOf: URL(fileURLWithPath: file))
    let json = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    func number(_ object: String, _ key: String) -> Double {
      ((json[object] as? [String: Any])?[key] as? NSNumber)?.doubleValue ?? -1
    }
    #expect(json["threads"] as? Int == 2)
    #expect(number("payload", "bytes") == 88)
    #expect(number("renders", "count") > 0)
    #expect(number("renders", "perSecond") > 0)
    #expect(number("renders", "nanosecondsPerNode") > 0)
    let median = number("latencyInNanoseconds", "p50")
    #expect(median > 0)
    #expect(median <= number("latencyInNanoseconds", "p90"))
    #expect(number("latencyInNanoseconds", "p99") <= number("latencyInNanoseconds", "max"))
    #expect(number("compileInNanoseconds", "median") > 0)
    #expect(number("startInNanoseconds", "least") > 0)
    #expect(number("memoryInBytes", "peak") > 1_000_000)
    #expect(number("ceiling", "bytes") == 80_000_000)
    #expect((json["ceiling"] as? [String: Any])?["verdict"] as? String == "kept")
    let rows = json["histogram"] as? [[Int]] ?? []
    #expect(rows.reduce(0) { $0 + $1[1] } == Int(number("renders", "count")))
  }

  @Test func `a ceiling that is kept is reported with its peak`() throws {
    let run = try CommandRun.shell("\"$pantile\" \(Self.quick) --ceiling \(Self.ample)")
    #expect(run.status == 0)
    let pattern = /ceiling   kept: 80.00 MB by (control group|data limit), peak \d+\.\d\d MB/
    #expect(run.outputText.contains(pattern))
  }

  @Test func `a ceiling that is not kept is an error that says where memory is`() throws {
    let run = try CommandRun.shell("\"$pantile\" \(Self.quick) --ceiling 6MB")
    #expect(run.status == 1)
    let pattern = /error: (peak of \d+|out of memory under the ceiling of 6.00 MB)/
    #expect(run.errorText.contains(pattern))
    #expect(run.errorText.contains("last look: ") || run.errorText.contains("told nothing"))
  }

  @Test func `memory that a widget takes counts`() throws {
    let scratch = try Scratch()
    try scratch.write(
      """
      import { Voltra } from '@use-voltra/ios';
      export default function Hoard() {
        const kept = [];
        for (let i = 0; i < 900; i++) kept.push('x'.repeat(100000) + i + 'y');
        kept.forEach((text) => text.charCodeAt(5));
        return <Voltra.Text>{kept.length}</Voltra.Text>;
      }
      """, to: "hoard.tsx")
    let run = try CommandRun.pantile(
      [
        "bench", "hoard.tsx", "--seconds", "0.1", "--limit",
        "memory=200MiB,total-memory=400MiB,steps=1e12", "--ceiling", "60MB",
      ], folder: scratch.folder)
    #expect(run.status == 1)
    #expect(run.errorText.contains("out of memory under the ceiling of 60.00 MB while rendering"))
  }

  @Test func `a process that makes no progress is given up`() throws {
    let line =
      "bench endless.tsx --limit steps=1e12 --ceiling \(Self.ample) --timeout 0.5 --seconds 0.1"
    let start = Date()
    let run = try CommandRun.shell("\"$pantile\" \(line)")
    #expect(run.status == 1)
    #expect(
      run.errorText.hasPrefix(
        "error: no progress while rendering for the first time; the process was killed\n"))
    #expect(Date().timeIntervalSince(start) < 20)
  }

  @Test(arguments: ["", " --ceiling 80MB"])
  func `an interrupt ends it early with what was measured`(ceiling: String) throws {
    let line = "\"$pantile\" \(Self.widget) --seconds 60\(ceiling)"
    let start = Date()
    let run = try CommandRun.shell("\(line) & sleep 2; kill -INT $!; wait $!; exit $?")
    #expect(run.status == 130)
    #expect(run.outputText.contains(/renders   [\d,]+ in \d\.\d\d s on 1 thread/))
    #expect(run.outputText.contains("ended     early, by a signal\n"))
    #expect(run.errorText == "")
    #expect(Date().timeIntervalSince(start) < 30)
  }

  @Test func `a child does not outlive its parent`() throws {
    let scratch = try Scratch()
    try scratch.write("", to: "pantile.json")
    let name = "orphan-\(UUID().uuidString).tsx"
    let source = Tree.files.appendingPathComponent("weather.tsx")
    try FileManager.default.copyItem(at: source, to: scratch.folder.appendingPathComponent(name))
    let line = "\"$pantile\" bench \(name) --seconds 60 --ceiling \(Self.ample)"
    // The brackets keep the pattern from finding itself.
    let count = """
      cat /proc/[0-9]*/cmdline 2>/dev/null | tr '\\0' ' ' | \
      grep -ao 'under-ceilin[g]=run bench \(name)' | wc -l
      """
    let run = try CommandRun.shell(
      """
      \(line) >/dev/null & for i in $(seq 100); do
        sleep 0.1; [ $(\(count)) = 1 ] && echo found && break
      done
      kill -KILL $!; wait $! 2>/dev/null; for i in $(seq 100); do
        sleep 0.1; [ $(\(count)) = 0 ] && echo gone && break
      done
      """, folder: scratch.folder)
    #expect(run.outputText == "found\ngone\n")
  }

  @Test func `a terminal shows progress and is left clean`() throws {
    guard FileManager.default.isExecutableFile(atPath: "/usr/bin/script") else { return }
    let run = try CommandRun.shell(
      "script -qec \"'$pantile' \(Self.widget) --seconds 0.5\" /dev/null < /dev/null")
    #expect(run.status == 0)
    #expect(run.outputText.contains(/of 0\.5 s, [\d,]+ renders, [\d,]+ a second\u{1b}\[K/))
    let last = run.outputText.components(separatedBy: "\u{1b}[K").last ?? ""
    #expect(last.hasPrefix("widget    weather.tsx"))
  }

  @Test(arguments: [
    ["--under-ceiling=run", "bench", "weather.tsx"],
    ["--under-ceiling=enter:data=x", "bench", "weather.tsx"],
    ["--under-ceiling=", "bench", "weather.tsx"],
  ])
  func `words of a child without a parent are an error`(words: [String]) throws {
    let run = try CommandRun.pantile(words)
    #expect(run.status == 1)
    #expect(run.errorText.hasPrefix("error: there is no "))
  }

  @Test func `a place that cannot be written to is an error`() throws {
    let run = try CommandRun.shell("\"$pantile\" \(Self.quick) --json nowhere/out.json")
    #expect(run.status == 1)
    #expect(run.errorText == "error: cannot write 'nowhere/out.json': No such file or directory\n")
  }
}
