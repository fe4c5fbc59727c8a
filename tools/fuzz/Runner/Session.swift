import Foundation
import FuzzCases
import Synchronization

/// The number of inputs that were begun.
let began = Atomic<Int>(0)

/// Ends the process when one input takes too long.
func watch(limit: Double = 20) {
  Thread.detachNewThread {
    var last = -1
    var start = processorSeconds()
    while true {
      usleep(250_000)
      let current = began.load(ordering: .relaxed)
      if current != last {
        last = current
        start = processorSeconds()
      } else if processorSeconds() - start > limit {
        print("hang: input \(current) takes more than \(limit) seconds")
        exit(3)
      }
    }
  }
}

/// Runs files, each with much and with little stack, and prints what comes of them.
func replay(_ files: ArraySlice<String>, _ area: FuzzArea, _ corpus: URL) {
  let target = FuzzTarget(corpus: corpus)
  for file in files {
    guard let input = try? Data(contentsOf: URL(filePath: file)) else { continue }
    FileHandle.standardOutput.write(Data("\(file): ".utf8))
    for stack in [200 << 20, 96 << 10] {
      target.hostStack = stack
      began.wrappingAdd(1, ordering: .relaxed)
      let start = processorSeconds()
      let outcome = target.run(area, Array(input)).prefix(160).split(separator: "\n").first ?? ""
      let spent = Int((processorSeconds() - start) * 1000)
      FileHandle.standardOutput.write(Data("\(outcome) (\(spent) ms)\n".utf8))
    }
  }
}

private func processorSeconds() -> Double { Double(clock()) / Double(CLOCKS_PER_SEC) }

/// A run of inputs of one area.
struct Session: @unchecked Sendable {
  var area: FuzzArea
  var seconds: Double
  var seed: UInt64
  var corpus: URL
  var folder: URL

  func run() {
    let target = FuzzTarget(corpus: corpus)
    let seeds = seeds(target)
    var mutator = Mutator(seed: seed, seeds: seeds, words: words)
    let end = Date(timeIntervalSinceNow: seconds)
    var outcomes: [String: Int] = [:]
    var count = 0
    while Date() < end {
      // The seeds themselves come first.
      var input =
        seeds.isEmpty ? [] : seeds[count < seeds.count ? count : mutator.below(seeds.count)]
      if area == .patterns, count >= seeds.count || seeds.isEmpty {
        input = Array("//seed \(seed &* 1_000_000 &+ UInt64(count))\n".utf8)
      } else if area == .imports, count >= seeds.count, count % 4 != 0 {
        input = Array(json(&mutator, 0).utf8)
        if count % 4 == 3 { input = mutated(input, &mutator) }
      } else if count >= seeds.count {
        input = mutated(input, &mutator)
      }
      write(input)
      target.hostStack = count % 8 == 7 ? 96 << 10 : 200 << 20
      began.store(count, ordering: .relaxed)
      let outcome = target.run(area, input)
      outcomes[kind(outcome), default: 0] += 1
      count += 1
    }
    print(
      "\(area.rawValue): \(count) executions, seed \(seed), \(outcomes.sorted { $0.key < $1.key })")
  }

  /// JSON with objects that have the same keys again and again, in places written unusually.
  private func json(_ mutator: inout Mutator, _ depth: Int) -> String {
    let space = mutator.below(9) == 0 ? [" ", "\n", "\t \r", ""][mutator.below(4)] : ""
    let choice = mutator.below(depth > 5 ? 6 : 12)
    switch choice {
    case 0, 1: return space + "\(mutator.below(3_000) - 1_000)" + space
    case 2: return space + Dictionary.numbers[mutator.below(18)] + space
    case 3:
      return ["null", "true", "false", "\"\"", "-0.0", "1e2", "0.1"][mutator.below(7)] + space
    case 4, 5: return Self.strings[mutator.below(Self.strings.count)] + space
    case 6, 7:
      let items = (0..<mutator.below(6)).map { _ in json(&mutator, depth + 1) }
      return "[" + space + items.joined(separator: "," + space) + "]"
    default:
      var keys = Self.keys[0..<mutator.below(7)].map { $0 }
      if mutator.below(3) == 0 {
        for _ in 0...mutator.below(3) {
          keys.insert(
            Self.keys[mutator.below(Self.keys.count)], at: mutator.below(keys.count + 1))
        }
      }
      if mutator.below(12) == 0 { keys.reverse() }
      if mutator.below(90) == 0 { keys += (0..<70).map { "\"k\($0)\"" } }
      let members = keys.map { key in
        key + (mutator.below(20) == 0 ? " :" : ":") + space + json(&mutator, depth + 1)
      }
      return "{" + space + members.joined(separator: "," + space) + "}" + space
    }
  }

  private static let keys = [
    "\"id\"", "\"name\"", "\"value\"", "\"sixteen-letters-\"", "\"seventeen-letters\"", "\"a\"",
    "\"eight8ch\"", "\"seven7c\"", "\"nine9char\"", "\"i\\u0064\"", "\"\"", "\"0\"", "\"10\"",
    "\"__proto__\"", "\"\u{e9}\"", "\"i d\"", "\"4294967295\"", "\"a\\nb\"", "\"b\"", "\"ab\"",
    "\"ia\"",
    "\"toJSON\"", "\"length\"", "\"-1\"", "\"sixteen-letters_\"", "\"eight8cH\"", "\"eight8chX\"",
  ]
  private static let strings = [
    "\"a\"", "\"\\u00e9\"", "\"\u{e9}\"", "\"\u{1F600} and more\"", "\"\\ud83d\"", "\"\\n\\\\\"",
    "\"a text that is long enough to be a slice of the source\"", "\"1234567\"", "\"12345678\"",
    "\"\u{2028}\"", "\"\\/\\b\\f\"", "\"\u{7f}\"",
  ]

  private func kind(_ outcome: String) -> String {
    if outcome.hasPrefix("ok") { return "ok" }
    if outcome.hasPrefix("error: ") { return String(outcome.dropFirst(7).prefix { $0 != ":" }) }
    return "refused"
  }

  private func write(_ input: [UInt8]) {
    try? Data(input).write(to: folder.appending(path: "\(area.rawValue)-at-work"))
  }

  /// Headers stay whole, but for their number.
  private func mutated(_ input: [UInt8], _ mutator: inout Mutator) -> [UInt8] {
    guard area == .source || area == .props, let end = input.firstIndex(of: 0x0A) else {
      return mutator.input(from: input)
    }
    let name = String(decoding: input[..<end], as: UTF8.self).split(separator: " ")[0]
    let number = mutator.below(2) == 0 ? mutator.below(90) : mutator.below(100_000)
    return Array("\(name) \(number)\n".utf8) + mutator.input(from: Array(input[(end + 1)...]))
  }

  // MARK: Seeds

  private var words: [String] {
    switch area {
    case .json, .props, .imports: Dictionary.json
    case .snippet, .source, .patterns: Dictionary.source
    case .regex: Dictionary.regex
    case .payload: Dictionary.payload
    }
  }

  private func seeds(_ target: FuzzTarget) -> [[UInt8]] {
    let kept = files(in: "fuzz/\(area.rawValue)", "")
    switch area {
    case .json, .imports:
      return kept + files(in: "json", ".json") + files(in: "cases", "props.json")
    case .snippet: return kept + snippets()
    case .source:
      return kept
        + target.caseNames.map { Array("//\($0) 0\n".utf8) + target.source(of: $0) }
    case .props:
      return kept
        + target.caseNames.flatMap { name in
          target.props(of: name).map { Array("//\(name) 0\n".utf8) + $0 }
        }
    case .regex: return kept + patterns()
    case .patterns: return kept
    case .payload: return kept + payloads() + files(in: "cases", "expected.json")
    }
  }

  private func payloads() -> [[UInt8]] {
    ["found.tsv": 3, "sound.tsv": 2, "fixes.tsv": 1].sorted { $0.key < $1.key }
      .flatMap { name, column -> [[UInt8]] in
        let file = corpus.appending(path: "lint/\(name)")
        let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").map { line in
          let parts = line.split(separator: "\t", omittingEmptySubsequences: false)
          return Array(parts[column].utf8)
        }
      }
  }

  private func files(in name: String, _ ending: String) -> [[UInt8]] {
    let root = corpus.appending(path: name)
    let paths = (try? FileManager.default.subpathsOfDirectory(atPath: root.path)) ?? []
    return paths.sorted().filter { $0.hasSuffix(ending) }.compactMap { path in
      (try? Data(contentsOf: root.appending(path: path))).map { Array($0.prefix(16 << 10)) }
    }
  }

  private func snippets() -> [[UInt8]] {
    struct Snippet: Decodable { var source: String }
    var all: [[UInt8]] = []
    for name in ["micro.json", "jsx-text.json"] {
      guard let data = try? Data(contentsOf: corpus.appending(path: "cases/\(name)")),
        let list = try? JSONDecoder().decode([Snippet].self, from: data)
      else { continue }
      all += list.map { Array($0.source.utf8) }
    }
    for name
      in (try? FileManager.default.contentsOfDirectory(
        atPath: corpus.appending(path: "stdlib").path)) ?? []
    {
      let text =
        (try? String(contentsOf: corpus.appending(path: "stdlib/\(name)"), encoding: .utf8)) ?? ""
      for line in text.split(separator: "\n") {
        guard let source = line.split(separator: "\t").first, !source.hasPrefix("#") else {
          continue
        }
        all.append(Array("<Text>{String(\(source))}</Text>".utf8))
      }
    }
    return all
  }

  private func patterns() -> [[UInt8]] {
    let file = corpus.appending(path: "regex/matches.tsv")
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap { line in
      let parts = line.split(separator: "\t", omittingEmptySubsequences: false)
      guard parts.count > 2 else { return nil }
      return Array("\(parts[1])\n\(parts[0])\n\(parts[2])".utf8)
    }
  }
}
