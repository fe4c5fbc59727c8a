import PantileJSON
import PantileMeasure
import PantileTemplate

// One thread: starts, many renders, many templates.

extension Scenario {
  @Sendable static func start(_ run: ProofRun) throws {
    run.counters.phase = .compiling
    let (template, request) = try run.corpus.widget("tiny", ["systemSmall"])
    try run.render(template, request, times: 1)
    run.counters[.firstPayloadAt] = MonotonicClock.now()
  }

  @Sendable static func startWithICU(_ run: ProofRun) throws {
    let template = try dates()
    try run.render(template, RenderRequest(), times: 1)
    run.counters[.firstPayloadAt] = MonotonicClock.now()
  }

  @Sendable static func million(_ run: ProofRun) throws {
    let (template, request) = try run.corpus.widget(
      "conditions", ["systemSmall", "systemMedium"])
    try run.render(template, request, times: run.rounds(1_000_000))
  }

  @Sendable static func manyWithICU(_ run: ProofRun) throws {
    let template = try dates()
    run.begin()
    var output = ByteBuffer(capacity: 4 << 10)
    var request = RenderRequest()
    let locales = ["en-US", "de-DE", "ja-JP"]
    let zones = ["UTC", "Asia/Tokyo"]
    for round in 0..<run.rounds(20_000) {
      request.locale = locales[round % locales.count]
      request.timeZone = zones[round / 3 % zones.count]
      request.now = Double(round) * 86_400_000
      output.removeAll()
      try template.render(request, into: &output)
      run.counters.add(1, to: .renders)
      run.counters.add(1, to: .beats)
    }
    run.publish(template)
  }

  /// A widget that formats dates and numbers.
  private static func dates() throws(TemplateError) -> Template {
    let files = ["clock.tsx": Array(datesSource.utf8)]
    return try Template(entry: "clock.tsx", loader: SourceLoader(files: files))
  }

  private static let datesSource = """
    import { Voltra } from '@use-voltra/ios';
    export default function Clock() {
      const now = new Date();
      const price = new Intl.NumberFormat(undefined, { style: 'currency', currency: 'EUR' });
      return (
        <Voltra.VStack>
          <Voltra.Text>{now.toLocaleDateString(undefined, { dateStyle: 'full' })}</Voltra.Text>
          <Voltra.Text>{now.toLocaleTimeString()}</Voltra.Text>
          <Voltra.Text>{price.format(1234.5)}</Voltra.Text>
        </Voltra.VStack>
      );
    }
    """

  // MARK: Templates

  @Sendable static func templates(_ run: ProofRun) throws {
    run.counters.phase = .compiling
    let request = RenderRequest()
    var output = ByteBuffer(capacity: 4 << 10)
    for number in 0..<run.rounds(10_000) {
      let files = [
        "widget.tsx": Array(widget(number).utf8), "total.ts": Array(total(number).utf8),
      ]
      let template = try Template(entry: "widget.tsx", loader: SourceLoader(files: files))
      if number == 0 { run.begin() }
      output.removeAll()
      try template.render(request, into: &output)
      run.counters.add(1, to: .renders)
      run.counters.add(1, to: .beats)
    }
  }

  /// A widget that differs from all others in its names, its numbers and its text.
  private static func widget(_ number: Int) -> String {
    """
    import { Voltra } from '@use-voltra/ios';
    import { total\(number) } from './total';

    export const scale\(number) = \(number % 5);

    interface Row\(number) { label\(number): string; value: number; }

    const rows\(number): Row\(number)[] = [
      { label\(number): 'north \(number)', value: \(number * 3) },
      { label\(number): 'south \(number * 7)', value: \(number % 11) },
    ];

    function Line\(number)({ row }: { row: Row\(number) }) {
      return (
        <Voltra.HStack spacing={\(number % 17)}>
          <Voltra.Text>{row.label\(number)}</Voltra.Text>
          <Voltra.Text>{`${row.value} of ${total\(number)(rows\(number))}`}</Voltra.Text>
        </Voltra.HStack>
      );
    }

    export default function Widget\(number)() {
      return (
        <Voltra.VStack style={{ padding: \(number % 23) }}>
          {rows\(number).map((row) => <Line\(number) key={row.label\(number)} row={row} />)}
        </Voltra.VStack>
      );
    }
    """
  }

  /// A file that the widget imports, and that imports it.
  private static func total(_ number: Int) -> String {
    """
    import { scale\(number) } from './widget';

    export function total\(number)(rows: { value: number }[]): number {
      return rows.reduce((sum, row) => sum + row.value * scale\(number), \(number));
    }
    """
  }
}
