import Foundation
import PantileJSON
import PantileTemplate
import Testing

/// Every limit: its default, its option, its error, and that the template renders on afterwards.
struct LimitTests {
  @Test(arguments: LimitCase.defaults)
  func `a limit ends a render, and the next render gives the same bytes`(
    _ limit: LimitCase
  ) throws {
    #expect(try onLargeStack { try outcomes(limit) } == expected(limit))
  }

  @Test(arguments: LimitCase.options)
  func `an option moves a limit`(_ limit: LimitCase) throws {
    #expect(try onLargeStack { try outcomes(limit) } == expected(limit))
  }

  @Test(arguments: LimitCase.uncatchable)
  func `no try statement holds up the end of a render`(_ limit: LimitCase) throws {
    #expect(try onLargeStack { try outcomes(limit) } == expected(limit))
  }

  @Test(arguments: [
    ("const down = () => down() + 1; down()", "RangeError: Maximum call stack size exceeded"),
    ("'x'.repeat(1e8)", "RangeError: Invalid string length"),
    ("[].length = -1", "RangeError: Invalid array length"),
  ])
  func `range errors can be caught`(_ statement: String, _ text: String) throws {
    let body = """
      try { \(statement) } catch (error) {
        return <Voltra.Text>{String(error)}</Voltra.Text>
      }
      """
    let payload = try onLargeStack { try Subject(body).render(bad) }
    #expect(payload == #"{"v":1,"systemSmall":{"t":0,"c":"\#(text)"}}"#)
  }

  @Test func `a shared node that is used a billion times is a warning`() throws {
    let doubled = (1...30).map {
      "const n\($0) = <Voltra.VStack>{n\($0 - 1)}{n\($0 - 1)}</Voltra.VStack>"
    }
    let source = """
      import { Voltra } from '@use-voltra/ios'
      const n0 = <Voltra.Text>x</Voltra.Text>
      \(doubled.joined(separator: "\n"))
      export default { systemSmall: n30 }
      """
    let (payload, warnings) = try onLargeStack {
      let template = try Template(
        entry: "w.tsx",
        loader: SourceLoader(files: [
          "w.tsx": Array(source.utf8)
        ]))
      var output = ByteBuffer()
      let summary = try template.render(request(good), into: &output)
      return (output.text(), summary.warnings)
    }
    #expect(payload.utf8.count < 2_000)
    #expect(payload.contains(#"{"$r":0}"#))
    #expect(warnings.contains { $0.hasPrefix("too_many_nodes: ") })
  }

  @Test func `more nesting than a device takes is a warning`() throws {
    let body = """
      let node = <Voltra.Text>x</Voltra.Text>
      for (let i = 0; i < 300; i++) node = <Voltra.VStack>{[node]}</Voltra.VStack>
      return node
      """
    let warnings = try onLargeStack {
      var output = ByteBuffer()
      return try Subject(body).template.render(request(bad), into: &output).warnings
    }
    #expect(warnings.contains { $0.hasPrefix("too_deep: ") })
  }
}

// MARK: - Compiling

extension LimitTests {
  @Test func `a source file has a limit`() {
    let tail = "\nexport default {}"
    let largest = "//" + String(repeating: "x", count: (1 << 20) - 2 - tail.utf8.count) + tail
    #expect(compileError(largest) == nil)
    #expect(compileError(largest + " ") == "LimitError: source limit of 1048576 bytes reached")
    var limits = CompileLimits()
    limits.source = 20
    #expect(compileError("export default {   }", limits) == nil)
    let error = compileError("export default {    }", limits)
    #expect(error == "LimitError: source limit of 20 bytes reached")
  }

  @Test func `all files together have four times that limit`() {
    var limits = CompileLimits()
    limits.source = 100
    var files = ["w.tsx": Array("import './a0'\nexport default {}".utf8)]
    for index in 0..<6 {
      let text = "import './a\(index + 1)'\n"
      files["a\(index).ts"] = Array((text + String(repeating: " ", count: 90 - text.count)).utf8)
    }
    files["a6.ts"] = []
    #expect(
      compileError(files: files, limits)?.hasPrefix("LimitError: source limit of ") == true)
    limits.source = 200
    #expect(compileError(files: files, limits) == nil)
  }

  @Test func `a program has a limit of modules`() throws {
    func chain(_ length: Int) -> [String: [UInt8]] {
      var files = ["w.tsx": Array("import './a0'\nexport default {}".utf8)]
      for index in 0..<length { files["a\(index).ts"] = Array("import './a\(index + 1)'".utf8) }
      files["a\(length).ts"] = []
      return files
    }
    let (short, long) = (chain(150), chain(1_500))
    let errors = try onLargeStack {
      [compileError(files: short, CompileLimits()), compileError(files: long, CompileLimits())]
    }
    #expect(errors == [nil, "LimitError: too many modules"])
  }

  @Test func `a module that never ends compiles, and ends each render`() throws {
    let source = "while (true) {}\nexport default {}"
    let errors = try onLargeStack {
      let template = try Template(
        entry: "w.tsx", loader: SourceLoader(files: ["w.tsx": Array(source.utf8)]))
      return [Subject.error(template, request(good)), Subject.error(template, request(good))]
    }
    let error = "LimitError: step limit of 5000000 reached"
    #expect(errors == [error, error])
  }

  @Test(arguments: [
    ("(", "1", ")"), ("[", "", "]"), ("{ a: ", "1", "}"), ("!", "1", ""), ("<a>", "", "</a>"),
    ("() => ", "1", ""), ("1 ? 1 : ", "1", ""), ("f(", "", ")"), ("`${", "1", "}`"),
  ])
  func `the source's nesting has a limit`(_ open: String, _ inner: String, _ close: String) throws {
    @Sendable func source(_ depth: Int) -> String {
      "export default (" + String(repeating: open, count: depth) + inner
        + String(repeating: close, count: depth) + ")"
    }
    let (fits, deep, deeper, small) = try onLargeStack {
      var limits = CompileLimits()
      limits.nesting = 16
      return (
        compileError(source(40)), compileError(source(300)), compileError(source(20_000)),
        compileError(source(40), limits)
      )
    }
    #expect(fits == nil)
    #expect(deep == "SyntaxError: nesting too deep")
    #expect(deeper == "SyntaxError: nesting too deep")
    #expect(small == "SyntaxError: nesting too deep")
  }
}

// MARK: - Inputs

extension LimitTests {
  @Test func `props and environment have a limit each`() throws {
    let (fits, props, environment, option) = try onLargeStack {
      let subject = try Subject("")
      var longest = request(json(262_144))
      longest.environment = longest.props
      let fits = subject.error(longest)
      let props = subject.error(request(json(262_145)))
      var long = request(good)
      long.environment = Array(json(262_145).utf8)
      let environment = subject.error(long)
      long.limits.props = 300_000
      let option = subject.error(long)
      return (fits, props, environment, option)
    }
    #expect(fits == nil)
    #expect(props == "LimitError: props limit of 262144 bytes reached")
    #expect(environment == "LimitError: props limit of 262144 bytes reached")
    #expect(option == nil)
  }

  private func json(_ byteCount: Int) -> String {
    #"{"a":""# + String(repeating: "x", count: byteCount - 8) + #""}"#
  }
}

// MARK: - Memory of several renders

extension LimitTests {
  @Test func `renders share a budget of memory`() throws {
    let text = "LimitError: total memory limit of 4194304 bytes reached"
    let hungry = """
      const list = Array(100000).fill(props.bad)
      return <Voltra.Text>{list.length}</Voltra.Text>
      """
    let starving = "const list = Array(700000).fill(props.bad)"
    let (single, concurrent, after) = try onLargeStack {
      let budget = RenderBudget(bytes: 4 << 20)
      let subject = try Subject(hungry, budget)
      let other = try Subject(starving, budget)
      let before = try subject.render(bad)
      let single = other.error(request(bad))
      let outcomes = Outcomes()
      DispatchQueue.concurrentPerform(iterations: 16) { index in
        var request = request(bad)
        request.limits.hostStack = 256 << 10
        var output = ByteBuffer()
        do throws(TemplateError) {
          try subject.template.render(request, into: &output)
          outcomes.append(output.text())
        } catch {
          outcomes.append("\(error.name): \(error.message)")
        }
      }
      // All was given back: the same render fits again.
      let after = [try subject.render(bad) == before, try other.render(good) == goodPayload]
      return (single, outcomes.all.filter { $0 != before }, after)
    }
    #expect(single == text)
    #expect(concurrent.allSatisfy { $0 == text })
    #expect(after == [true, true])
  }
}

private final class Outcomes: @unchecked Sendable {
  private let lock = NSLock()
  private var texts: [String] = []
  var all: [String] { lock.withLock { texts } }
  func append(_ text: String) { lock.withLock { texts.append(text) } }
}

// MARK: - Rendering

/// A widget that does something terrible when its props say so.
private struct Subject: Sendable {
  let template: Template

  init(_ body: String, _ budget: RenderBudget = .process) throws {
    let source = """
      import { Voltra } from '@use-voltra/ios'
      export default function Widget(props) {
        if (props.bad) {
          \(body)
        }
        return <Voltra.Text>fine</Voltra.Text>
      }
      """
    template = try Template(
      entry: "widget.tsx", loader: SourceLoader(files: ["widget.tsx": Array(source.utf8)]),
      budget: budget)
  }

  func render(_ props: String) throws -> String {
    var output = ByteBuffer()
    try template.render(request(props), into: &output)
    return output.text()
  }

  func error(_ request: RenderRequest) -> String? { Self.error(template, request) }

  static func error(_ template: Template, _ request: RenderRequest) -> String? {
    var output = ByteBuffer()
    do throws(TemplateError) {
      try template.render(request, into: &output)
      return nil
    } catch {
      return output.count == 0 ? "\(error.name): \(error.message)" : "a part of the payload is left"
    }
  }
}

private let good = "{}"
private let bad = #"{"bad":true}"#
private let goodPayload = #"{"v":1,"systemSmall":{"t":0,"c":"fine"}}"#

private func request(_ props: String) -> RenderRequest {
  var request = RenderRequest()
  request.props = Array(props.utf8)
  request.families = ["systemSmall"]
  request.limits.hostStack = largeHostStack
  return request
}

private func compileError(_ source: String, _ limits: CompileLimits = CompileLimits()) -> String? {
  compileError(files: ["w.tsx": Array(source.utf8)], limits)
}

private func compileError(files: [String: [UInt8]], _ limits: CompileLimits) -> String? {
  do throws(TemplateError) {
    _ = try Template(entry: "w.tsx", loader: SourceLoader(files: files), limits: limits)
    return nil
  } catch {
    return "\(error.name): \(error.message)"
  }
}

/// What good and bad renders in turn give.
private func outcomes(_ limit: LimitCase) throws -> [String?] {
  let subject = try Subject(limit.body)
  var worst = request(bad)
  limit.change(&worst.limits)
  return [
    try subject.render(good), subject.error(worst), try subject.render(good),
    subject.error(worst), try subject.render(good),
  ]
}

private func expected(_ limit: LimitCase) -> [String?] {
  [goodPayload, limit.error, goodPayload, limit.error, goodPayload]
}
