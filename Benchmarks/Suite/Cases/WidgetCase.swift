internal import PantileCore
internal import PantileJSON
internal import PantileRender
internal import PantileTemplate

/// A widget of `Corpus/bench`: its source, its props, and the payload that it must give.
struct WidgetCase {
  /// All of them, in the order of the reports.
  static let names = [
    "tiny", "conditions", "chart", "unicode", "outline", "calendar", "list", "grid", "portfolio",
    "table",
  ]

  let name: String
  let source: [UInt8]
  let expected: [UInt8]
  var request = RenderRequest()

  init(_ name: String) throws {
    let folder = "Corpus/bench/\(name)"
    self.name = name
    source = try Files.read("\(folder)/widget.tsx")
    expected = try Files.read("\(folder)/expected.json")
    request.props = try Files.read("\(folder)/props.json")
    try readCase(try Files.read("\(folder)/case.json"))
  }

  /// Takes the families and the time zone of `case.json`; no benchmark looks at the clock.
  private mutating func readCase(_ bytes: [UInt8]) throws {
    var document = JSONDocument()
    // Safe: bytes have no padding.
    try unsafe document.parse(bytes.span.bytes)
    func text(_ node: JSONNode) -> String {
      document.withBytes(of: document.text(at: node)) { bytes in
        String(decoding: (0..<bytes.byteCount).map { bytes.byte(at: $0) }, as: UTF8.self)
      }
    }
    guard let families = document.member("families", of: document.root),
      case .array(let count) = document.value(at: families)
    else { throw BenchmarkError("\(name): case.json has no families") }
    request.families = []
    var node = document.first(in: families)
    for _ in 0..<count {
      request.families.append(text(node))
      node = document.next(after: node)
    }
    if let zone = document.member("timeZone", of: document.root) {
      request.timeZone = text(zone)
    }
  }

  /// The compiled widget.
  func template() throws -> Template {
    let loader = SourceLoader(files: ["widget.tsx": source])
    return try Template(entry: "widget.tsx", loader: loader)
  }

  /// Checks that a payload is the expected one.
  func check(_ payload: borrowing ByteBuffer) throws {
    guard payload.array() == expected else {
      throw BenchmarkError("\(name): the payload is not that of expected.json")
    }
  }

  /// Nodes of the payload, as a device sees them.
  func nodeCount(_ template: Template) throws -> Int {
    var output = ByteBuffer()
    var request = request
    request.countsNodes = true
    return try template.render(request, into: &output).nodes
  }
}

extension WidgetCase {
  /// Renders the widget and lends its tree.
  func withTree(_ body: (borrowing Tree, _ nodes: Int) throws -> Void) throws {
    let template = try template()
    let nodes = try nodeCount(template)
    var output = ByteBuffer()
    var failure: (any Error)?
    _ = try TemplateTrial(template, request).draw(
      request.props, .payload, limit: 1 << 20, into: &output
    ) { tree in
      do { try body(tree, nodes) } catch { failure = error }
    }
    if let failure { throw failure }
  }
}
