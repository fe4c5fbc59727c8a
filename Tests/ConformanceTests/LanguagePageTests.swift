import Foundation
import PantileJSON
import PantileTemplate
import Testing

/// Runs every example of `docs/language.md`.
struct LanguagePageTests {
  @Test func `every example of the language page gives what the page says`() throws {
    let page = try LanguagePage(reading: file)
    let outcomes = try onLargeStack { page.examples.map(outcome) }
    for (example, got) in zip(page.examples, outcomes) {
      #expect(got == example.expected, "\(example.source)")
    }
    #expect(page.examples.count(where: { !$0.isRow }) > 40)
    #expect(page.examples.count(where: \.isRow) > 70)
  }
}

private let file = URL(filePath: #filePath).deletingLastPathComponent()
  .deletingLastPathComponent().deletingLastPathComponent().appending(path: "docs/language.md")

// MARK: - Running an example

private func outcome(of example: LanguagePage.Example) -> String {
  do throws(TemplateError) {
    let template = try template(of: example)
    var output = ByteBuffer()
    try template.render(request(for: example), into: &output)
    let first = output.text()
    output.removeAll()
    try template.render(request(for: example), into: &output)
    guard output.text() == first else { return "the second render differs" }
    return example.isRow ? text(of: first) : first
  } catch {
    let whole = error.report
    if example.words.contains("report") { return whole }
    return String(whole.prefix { $0 != "\n" }.dropFirst("error: ".count))
  }
}

private func template(of example: LanguagePage.Example) throws(TemplateError) -> Template {
  guard example.words.contains("module") else {
    return try Template(snippet: Array(example.source.utf8), path: "snippet.tsx")
  }
  var files = example.files.mapValues { Array($0.utf8) }
  files["widget.tsx"] = Array(example.source.utf8)
  return try Template(entry: "widget.tsx", loader: SourceLoader(files: files))
}

private func request(for example: LanguagePage.Example) -> RenderRequest {
  var request = RenderRequest()
  request.families = ["systemSmall"]
  request.props = Array(example.props.utf8)
  request.limits.hostStack = largeHostStack
  let options = example.options
  if options["form"] == "live" { request.form = .live }
  if let zone = options["zone"] { request.timeZone = zone }
  if let locale = options["locale"] { request.locale = locale }
  if let seed = options["random"] { request.seed = UInt32(seed) }
  if let steps = options["steps"].flatMap({ Int($0) }) { request.limits.steps = steps }
  if let now = options["now"], let date = try? Date(now, strategy: .iso8601) {
    request.now = date.timeIntervalSince1970 * 1000
  }
  return request
}

/// The content of the only `Text` of a payload.
private func text(of payload: String) -> String {
  struct Payload: Decodable {
    struct Node: Decodable { var c: String }
    var systemSmall: Node
  }
  let decoded = try? JSONDecoder().decode(Payload.self, from: Data(payload.utf8))
  return decoded?.systemSmall.c ?? payload
}
