import Foundation
import PantileJSON
import PantileTemplate

/// Renders a widget with its patterns as forms, as nodes and as elements; all must agree.
///
/// An input is a line `//seed N` for a widget that is made from the seed, or
/// `//patterns function|variants|variantsFunction|live|entry` and the source of one.
struct PatternInput: ~Copyable {
  private static let families = [
    ["systemSmall", "systemMedium", "accessoryInline"], ["systemSmall"],
    ["2", "systemSmall", "1", "other"], ["systemSmall", "systemSmall", "systemLarge"],
  ]
  private static let props = Array(
    #"{"n":3,"s":"text","list":[1,"a",{"b":null}],"style":{"padding":4},"children":null,"id":"i"}"#
      .utf8)

  var limits = RenderLimits()
  private var output = ByteBuffer()

  mutating func run(_ input: [UInt8]) -> String {
    var source = String(decoding: input, as: UTF8.self)
    let header = source.prefix { $0 != "\n" }.split(separator: " ")
    var form = RenderRequest.Form.automatic
    if header.first == "//seed", header.count > 1, let seed = UInt64(header[1]) {
      var maker = PatternSource(seed: seed)
      source = maker.widget()
      source = "//patterns \(maker.form)\n" + source
    }
    let name = source.prefix { $0 != "\n" }.split(separator: " ").last ?? ""
    switch name {
    case "function": form = .function
    case "variants", "variantsFunction": form = .variantsFunction
    case "live": form = .live
    case "entry": form = .entry
    default: break
    }
    let families = Self.families[source.utf8.count % 7 % Self.families.count]
    let first = outcome(of: source, form, families: families)
    // A component that could be another one is no part of a pattern.
    let plain = source.replacingOccurrences(
      of: "import { Voltra }", with: "let Voltra = Known; import { Voltra as Known }")
    agree(
      first, outcome(of: plain, form, families: families), "without patterns", source)
    if source.contains("\n/*env*/\n") {
      let other = outcome(
        of: source.replacingOccurrences(of: "/*env*/", with: ", env"), form,
        families: families)
      agree(first, other, "with a second parameter", source)
    }
    return first
  }

  /// What comes of the forms, which must be what comes of all else.
  private mutating func outcome(
    of source: String, _ form: RenderRequest.Form, families: [String]
  ) -> String {
    let template: Template
    do throws(TemplateError) {
      let files = ["widget.tsx": Array(source.utf8)]
      template = try Template(entry: "widget.tsx", loader: SourceLoader(files: files))
    } catch {
      return error.report
    }
    var result = ""
    for mode in [RenderRequest.Mode.reference, .compact] {
      var first: String?
      for use in PatternUse.allCases + PatternUse.allCases {
        var request = RenderRequest()
        request.form = form
        request.mode = mode
        request.families = families
        request.props = Self.props
        request.seed = 7
        request.limits = limits
        request.countsNodes = true
        request.patternUse = use
        let found = render(template, request)
        if let first { agree(first, found, "\(mode) \(use)", source) }
        first = first ?? found
        if mode == .reference { result = first ?? "" }
        if found == result, found.hasPrefix("ok"), mode == .reference {
          checkLimits(template, request, result, source)
        }
      }
    }
    return result
  }

  /// The payload's own length is enough, a byte less is not; after any limit, the next render gives
  /// what it gave before.
  private mutating func checkLimits(
    _ template: Template, _ request: RenderRequest, _ expected: String, _ source: String
  ) {
    // An element is counted as eight bytes, with the comma behind it.
    let length = max(output.count, 8)
    for limit in [length, length - 1] {
      var request = request
      request.limits.output = limit
      let found = render(template, request)
      if limit == length {
        agree(expected, found, "\(request.patternUse) within the output's limit", source, true)
      } else if length > 8, !found.hasPrefix("error: LimitError: output limit") {
        agree(expected, found, "\(request.patternUse) over the output's limit", source, true)
        preconditionFailure("too long an output: \(source)")
      }
    }
    for part in [2, 5, 16, 40, 101, 200, 230, 250] {
      var small = request
      small.limits.memory = part << 8
      _ = render(template, small)
      small.limits.memory = request.limits.memory
      small.limits.steps = part * 8
      _ = render(template, small)
      small.limits.steps = request.limits.steps
      small.limits.elementDepth = part & 7
      _ = render(template, small)
    }
    agree(expected, render(template, request), "\(request.patternUse) after limits", source, true)
  }

  private mutating func render(_ template: Template, _ request: RenderRequest) -> String {
    output.removeAll()
    do throws(TemplateError) {
      let summary = try template.render(request, into: &output)
      precondition(summary.byteCount == output.count, "the summary has another byte count")
      return "ok \(output.text()) \(summary.nodes) \(summary.warnings) \(summary.console)"
    } catch {
      precondition(output.count == 0, "an error left bytes behind")
      return error.report
    }
  }

  private func agree(
    _ left: String, _ right: String, _ what: String, _ source: String, _ isExact: Bool = false
  ) {
    if left == right { return }
    // How much of the host's stack an element takes differs.
    let limits = ["error: LimitError", "error: RangeError: Maximum call stack"]
    let isLimit = limits.contains { left.hasPrefix($0) || right.hasPrefix($0) }
    if isLimit && !isExact { return }
    print("DIFFERENT \(what)\n\(source)\n--- \(left)\n--- \(right)")
    fflush(nil)
    precondition(left == right, "patterns differ: \(what)")
  }
}
