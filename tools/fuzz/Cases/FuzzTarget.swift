public import Foundation
import PantileJSON
import PantileTemplate

/// Gives fuzz inputs to the product; an input that is refused with an error is fine.
///
/// Inputs of the areas `source` and `props` begin with a line `// case seed`: the folder in
/// `Corpus/cases` and a number that chooses the run, the form, the locale and the like.
public final class FuzzTarget {
  /// The bytes of the calling thread's stack that a render may use.
  public var hostStack = 200 << 20
  /// The steps that a render may take.
  public var steps = 200_000
  private let cases: [String: WidgetCase]
  private var templates: [String: Template] = [:]
  private var output = ByteBuffer()
  private let imports = ImportInput()

  /// Creates a target.
  ///
  /// - Parameter corpus: The folder `Corpus`.
  public init(corpus: URL) {
    cases = WidgetCase.all(in: corpus.appending(path: "cases"))
  }

  /// The names of the widget cases, in order.
  public var caseNames: [String] { cases.keys.sorted() }

  /// The widget source of a case.
  public func source(of name: String) -> [UInt8] { cases[name]?.files["widget.tsx"] ?? [] }

  /// The props of the runs of a case.
  public func props(of name: String) -> [[UInt8]] { cases[name]?.runs ?? [] }

  /// Gives one input to an area.
  ///
  /// - Returns: What came of it: `ok`, or the name and the message of an error.
  @discardableResult
  public func run(_ area: FuzzArea, _ input: [UInt8]) -> String {
    output.removeAll()
    switch area {
    case .json: return JSONInput.run(input)
    case .snippet:
      return attempt { () throws(TemplateError) in
        try Template(snippet: input, path: "snippet.tsx")
      } with: {
        RenderRequest()
      }
    case .source: return runSource(input)
    case .props: return runProps(input)
    case .regex: return runRegex(input)
    case .payload: return PayloadInput.run(input)
    case .imports: return imports.run(input, steps: steps)
    case .patterns:
      var patterns = PatternInput()
      patterns.limits.steps = steps
      patterns.limits.hostStack = hostStack
      return patterns.run(input)
    }
  }

  // MARK: Areas

  private func runSource(_ input: [UInt8]) -> String {
    let header = Header(input)
    guard let widget = cases[header.name] else { return "no such case" }
    var files = widget.files
    files["widget.tsx"] = Array(input[header.end...])
    return attempt { () throws(TemplateError) in
      try Template(entry: "widget.tsx", loader: SourceLoader(files: files))
    } with: {
      var request = widget.request(header.seed)
      if !widget.runs.isEmpty {
        request.props = widget.runs[Int(header.seed % 97) % widget.runs.count]
      }
      return request
    }
  }

  private func runProps(_ input: [UInt8]) -> String {
    let header = Header(input)
    guard let widget = cases[header.name] else { return "no such case" }
    let kept = templates[header.name]
    return attempt { () throws(TemplateError) in
      if let kept { return kept }
      let template = try Template(
        entry: "widget.tsx", loader: SourceLoader(files: widget.files))
      self.templates[header.name] = template
      return template
    } with: {
      var request = widget.request(header.seed)
      request.props = Array(input[header.end...])
      if header.seed % 5 == 0 { request.environment = request.props }
      return request
    }
  }

  private func runRegex(_ input: [UInt8]) -> String {
    let lines = input.split(separator: 0x0A, maxSplits: 2, omittingEmptySubsequences: false)
    var props = ByteBuffer()
    for (index, key) in ["f", "p", "t"].enumerated() {
      props.append(utf8: index == 0 ? "{" : ",")
      props.append(jsonString: key)
      props.append(utf8: ":")
      let line = index < lines.count ? lines[index] : []
      props.append(jsonString: String(decoding: line, as: UTF8.self))
    }
    props.append(utf8: "}")
    let kept = templates["regex"]
    return attempt { () throws(TemplateError) in
      if let kept { return kept }
      let files = ["widget.tsx": Array(Self.regexWidget.utf8)]
      let template = try Template(entry: "widget.tsx", loader: SourceLoader(files: files))
      self.templates["regex"] = template
      return template
    } with: {
      var request = RenderRequest()
      request.families = ["systemSmall"]
      request.props = Array(props.text().utf8)
      return request
    }
  }

  private static let regexWidget = """
    import { Voltra } from '@use-voltra/ios'
    export default ({ f, p, t }) => {
      const re = new RegExp(p, f)
      const all = new RegExp(p, f.includes('g') ? f : f + 'g')
      const out = [re.test(t), t.match(re), t.replace(re, "[$&$1$<a>$`$']"), t.split(re, 5),
        t.search(re), re.source, String(re), [...t.matchAll(all)].length,
        t.replaceAll(all, (...m) => m.length), re.lastIndex, t.match(all)]
      return <Voltra.Text>{JSON.stringify(out)}</Voltra.Text>
    }
    """

  // MARK: Rendering

  private func attempt(
    _ make: () throws(TemplateError) -> Template, with request: () -> RenderRequest
  ) -> String {
    do throws(TemplateError) {
      let template = try make()
      var request = request()
      request.seed = 7
      request.limits.steps = steps
      request.limits.memory = 2 << 20
      request.limits.output = 64 << 10
      request.limits.hostStack = hostStack
      request.countsNodes = true
      let first = outcome(template, request)
      // Whatever the first render left behind, the second one gives the same; but names, caches
      // and compiled patterns that it kept may save it from a limit.
      let second = outcome(template, request)
      precondition(
        first == second || Self.isLimit(first) || Self.isLimit(second),
        "the second render differs: \(first) and \(second)")
      return first
    } catch {
      return String(error.report.prefix(400))
    }
  }

  private static func isLimit(_ outcome: String) -> Bool {
    outcome.hasPrefix("error: LimitError")
  }

  private func outcome(_ template: Template, _ request: RenderRequest) -> String {
    output.removeAll()
    do throws(TemplateError) {
      let summary = try template.render(request, into: &output)
      precondition(summary.byteCount == output.count, "the summary has another byte count")
      precondition(output.count <= request.limits.output, "the payload is too long")
      return "ok \(output.text())"
    } catch {
      precondition(output.count == 0, "an error left bytes behind")
      return error.report
    }
  }
}
