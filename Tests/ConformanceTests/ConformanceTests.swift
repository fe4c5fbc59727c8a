import Foundation
import PantileJSON
import Testing

@testable import PantileTemplate

/// Walks `Corpus/cases` in process: every run of every case, and every snippet.
struct ConformanceTests {
  @Test func `every run of every case gives its payload or its error`() throws {
    let failures = try onLargeStack { try checkCases() }
    #expect(failures.checked >= 269)
    #expect(failures.texts == [])
  }

  @Test func `every snippet gives its payload or its error`() throws {
    let failures = try onLargeStack { try checkSnippets() }
    #expect(failures.checked >= 330)
    #expect(failures.texts == [])
  }
}

private struct Outcome: Sendable {
  var checked = 0
  var texts: [String] = []
}

private let corpus = URL(filePath: #filePath).deletingLastPathComponent()
  .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Corpus/cases")

// MARK: - Cases

private struct Case: Decodable {
  var form: String
  var families: [String]?
  var export: String?
  var timeZone: String
  var now: String?
}

private func checkCases() throws -> Outcome {
  var outcome = Outcome()
  let folders = try FileManager.default.contentsOfDirectory(
    at: corpus, includingPropertiesForKeys: nil
  ).sorted { $0.path < $1.path }
  for folder in folders {
    guard let data = try? Data(contentsOf: folder.appending(path: "case.json")) else { continue }
    let description = try JSONDecoder().decode(Case.self, from: data)
    try check(folder, description, &outcome)
  }
  return outcome
}

private func check(_ folder: URL, _ description: Case, _ outcome: inout Outcome) throws {
  let loader = SourceLoader { path in
    guard let data = try? Data(contentsOf: folder.appending(path: path)) else { return .missing }
    return .file(Array(data))
  }
  let runs = try FileManager.default.contentsOfDirectory(
    at: folder.appending(path: "runs"), includingPropertiesForKeys: nil
  ).sorted { $0.path < $1.path }
  for run in runs {
    var request = RenderRequest()
    request.limits.hostStack = largeHostStack
    request.props = try Array(Data(contentsOf: run.appending(path: "props.json")))
    if let env = try? Data(contentsOf: run.appending(path: "env.json")) {
      request.environment = Array(env)
    }
    request.timeZone = description.timeZone
    request.export = description.export
    if description.form == "function" { request.families = description.families ?? [] }
    if description.form == "live" { request.form = .live }
    if let now = description.now { request.now = try milliseconds(now) }
    let name = "\(folder.lastPathComponent)/\(run.lastPathComponent)"
    let got = result { () throws(TemplateError) in
      try Template(entry: "widget.tsx", loader: loader)
    } of: {
      request
    }
    compare(name, got, try expectation(run), &outcome)
  }
}

private func milliseconds(_ text: String) throws -> Double {
  let style = Date.ISO8601FormatStyle(includingFractionalSeconds: text.contains("."))
  return try style.parse(text).timeIntervalSince1970 * 1000
}

private enum Expectation: Equatable {
  case payload(String)
  case error(String)
}

private func expectation(_ run: URL) throws -> Expectation {
  if let data = try? Data(contentsOf: run.appending(path: "expected.json")) {
    return .payload(String(decoding: data, as: UTF8.self))
  }
  let data = try Data(contentsOf: run.appending(path: "expected-error.txt"))
  return .error(String(decoding: data, as: UTF8.self))
}

private func result(
  _ make: () throws(TemplateError) -> Template, of request: () -> RenderRequest
) -> Expectation {
  var output = ByteBuffer()
  do throws(TemplateError) {
    let template = try make()
    var request = request()
    var first: Expectation?
    // Rendered again from the state that an earlier render left behind, whatever the elements of
    // patterns become, the result is the same.
    for use in PatternUse.allCases + PatternUse.allCases {
      request.patternUse = use
      output.removeAll()
      let found: Expectation
      do throws(TemplateError) {
        try template.render(request, into: &output)
        found = .payload(output.text())
      } catch {
        found = .error("\(error.name): \(error.message)\n\(error.report)")
      }
      if let first, found != first { return .error("\(use): \(found) after \(first)") }
      first = first ?? found
    }
    return first ?? .payload("")
  } catch {
    return .error("\(error.name): \(error.message)")
  }
}

private func compare(
  _ name: String, _ got: Expectation, _ wanted: Expectation, _ outcome: inout Outcome
) {
  outcome.checked += 1
  switch (got, wanted) {
  case (.payload(let left), .payload(let right)) where left == right: return
  // Only the first line of an error is the corpus' concern.
  case (.error(let left), .error(let right))
  where left.prefix { $0 != "\n" } == right.prefix { $0 != "\n" }: return
  default: outcome.texts.append("\(name): got \(got), wanted \(wanted)")
  }
}

// MARK: - Snippets

private struct Snippet: Decodable {
  var name: String
  var source: String
  var expected: String?
  var error: String?
}

private func checkSnippets() throws -> Outcome {
  var outcome = Outcome()
  for file in ["micro.json", "jsx-text.json"] {
    let data = try Data(contentsOf: corpus.appending(path: file))
    for snippet in try JSONDecoder().decode([Snippet].self, from: data) {
      var request = RenderRequest()
      request.limits.hostStack = largeHostStack
      let source = Array(snippet.source.utf8)
      let got = result { () throws(TemplateError) in
        try Template(snippet: source, path: "snippet.tsx")
      } of: {
        request
      }
      let wanted =
        snippet.expected.map { Expectation.payload($0) } ?? .error(snippet.error ?? "")
      compare(snippet.name, got, wanted, &outcome)
    }
  }
  return outcome
}
