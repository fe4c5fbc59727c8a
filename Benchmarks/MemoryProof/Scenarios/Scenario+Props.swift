import PantileJSON
import PantileMeasure
import PantileTemplate

// Props that are large, and props that a widget refuses.

extension Scenario {
  private static let families = [
    "systemSmall", "systemMedium", "systemLarge", "systemExtraLarge", "accessoryCircular",
    "accessoryRectangular", "accessoryInline",
  ]

  private static func compile(_ source: String) throws(TemplateError) -> Template {
    try Template(
      entry: "widget.tsx", loader: SourceLoader(files: ["widget.tsx": Array(source.utf8)]))
  }

  // MARK: Large props

  @Sendable static func largeProps(_ run: ProofRun) throws {
    let template = try compile(
      """
      import { Voltra } from '@use-voltra/ios';
      export default function Board({ rows }: { rows: { id: string, text: string }[] }) {
        return (
          <Voltra.VStack>
            {rows.map((row) => <Voltra.Text>{row.id + ' ' + row.text.slice(0, 90)}</Voltra.Text>)}
          </Voltra.VStack>
        );
      }
      """)
    var request = RenderRequest()
    request.families = families
    request.props = rows(200, byteCount: 256_000)
    let payload = try run.render(template, request, times: run.rounds(1_000))
    guard payload.count > 7 * 200 * 90, payload.count < 7 * 200 * 140 else {
      throw ProofRun.Failure("a payload of \(payload.count) bytes is not what was meant")
    }
  }

  /// An object with so many rows, in about so many bytes.
  private static func rows(_ count: Int, byteCount: Int) -> [UInt8] {
    var text: [UInt8] = []
    // No garbage, which would be resident beside what is measured.
    text.reserveCapacity(byteCount)
    text += "{\"rows\":[".utf8
    let filler = Array("departures and arrivals ".utf8)
    for row in 0..<count {
      let end = byteCount / count * (row + 1) - 8
      text += "\(row > 0 ? "," : ""){\"id\":\"row \(row)\",\"text\":\"".utf8
      while text.count < end { text.append(filler[text.count % filler.count]) }
      text += "\"}".utf8
    }
    text += "]}".utf8
    return text
  }

  // MARK: Refused props

  /// Props and the name of the error that they end with; nil for good ones.
  private static let tries: [(props: String, error: String?)] = [
    ("{\"mode\":\"good\"}", nil),
    ("{\"mode\":\"throw\"}", "Error"),
    ("{\"mode\":\"deep\"}", "RangeError"),
    ("{\"mode\":\"good\"}", nil),
    ("{\"mode\":\"endless\"}", "LimitError"),
    ("{\"mode\":\"strings\"}", "LimitError"),
    ("{\"mode\":\"good\"}", nil),
    ("{\"mode\":\"objects\"}", "LimitError"),
    ("{\"mode\":\"nodes\"}", "LimitError"),
    ("{\"mode\":", "SyntaxError"),
  ]

  @Sendable static func refused(_ run: ProofRun) throws {
    let template = try compile(
      """
      import { Voltra } from '@use-voltra/ios';
      function deep(n) { return deep(n + 1) + 1; }
      export default function Widget({ mode }) {
        const kept = [];
        if (mode === 'throw') throw new Error('refused');
        if (mode === 'deep') deep(0);
        if (mode === 'endless') while (true) {}
        if (mode === 'strings') for (let i = 0; ; i++) kept.push('x'.repeat(10000) + i);
        if (mode === 'objects') for (let i = 0; ; i++) kept.push({ i, next: [i, i + 1] });
        if (mode === 'nodes') {
          for (let i = 0; i < 20000; i++) kept.push(<Voltra.Text>{'node ' + i}</Voltra.Text>);
        }
        return <Voltra.VStack><Voltra.Text>{mode}</Voltra.Text>{kept}</Voltra.VStack>;
      }
      """)
    run.begin()
    var output = ByteBuffer(capacity: 4 << 10)
    var request = RenderRequest()
    for round in 0..<run.rounds(100) {
      for (props, error) in tries {
        request.props = Array(props.utf8)
        let name = outcome(template, request, &output)
        run.counters.add(1, to: .renders)
        run.counters.add(1, to: .beats)
        guard name == error else {
          throw ProofRun.Failure(
            "round \(round): \(props) gave \(name ?? "a payload"), not \(error ?? "a payload")")
        }
      }
    }
    run.publish(template)
  }

  /// The name of the error that a render ends with; nil for a payload.
  private static func outcome(
    _ template: Template, _ request: RenderRequest, _ output: inout ByteBuffer
  ) -> String? {
    output.removeAll()
    do throws(TemplateError) {
      try template.render(request, into: &output)
      return nil
    } catch {
      return error.name
    }
  }
}
