import PantileJSON
import PantileMeasure
import PantileTemplate
import Synchronization

// Many threads that render at once.

extension Scenario {
  /// Bytes of a thread's stack.
  static let stack = 256 << 10

  /// A widget around another one, that counts when the other is done: a thread then runs longer
  /// than the system lets it at a stretch, and all others begin before the first has ended.
  private static let held = """
    import { Voltra } from '@use-voltra/ios';
    import Inner from './widget';
    function Hold({ steps }: { steps: number }) {
      let sum = 0;
      for (let i = 0; i < steps; i++) sum += i;
      return <Voltra.Text>{sum}</Voltra.Text>;
    }
    export default function Held(props, env) {
      return <Voltra.VStack>{Inner(props, env)}<Hold steps={props.hold ?? 0} /></Voltra.VStack>;
    }
    """

  @Sendable static func concurrentRenders(_ run: ProofRun) throws {
    try render(run, "conditions", ["systemSmall", "systemMedium"], threads: 64)
  }

  @Sendable static func concurrentLargeRenders(_ run: ProofRun) throws {
    try render(run, "portfolio", ["systemSmall", "systemLarge"], threads: 32)
  }

  /// Renders on all threads: some rounds in which all are at work at once, then many without.
  private static func render(
    _ run: ProofRun, _ name: String, _ families: [String], threads: Int
  ) throws {
    run.counters.phase = .compiling
    let (_, request) = try run.corpus.widget(name, families)
    let widget = try ProofFiles.read("\(run.corpus.folder)/bench/\(name)/widget.tsx")
    let files = ["held.tsx": Array(held.utf8), "widget.tsx": widget]
    let template = try Template(entry: "held.tsx", loader: SourceLoader(files: files))
    run.begin()
    var holding = request
    holding.props = Array("{\"hold\":1000000,".utf8) + request.props.dropFirst()
    holding.limits.steps = 50_000_000
    let failure = Mutex<TemplateError?>(nil)
    let work: @Sendable (Int) -> Void = { [holding, request] _ in
      var output = ByteBuffer(capacity: 4 << 10)
      do throws(TemplateError) {
        for round in 0..<run.rounds(500) {
          output.removeAll()
          try template.render(round < 8 ? holding : request, into: &output)
          run.counters.add(1, to: .renders)
          run.counters.add(1, to: .beats)
        }
      } catch {
        failure.withLock { $0 = error }
      }
    }
    try OwnThread.run(threads, stackBytes: stack, work)
    run.publish(template)
    if let error = failure.withLock({ $0 }) { throw error }
    guard template.memory.idleMachines == threads else {
      throw ProofRun.Failure("only \(template.memory.idleMachines) renders were there at once")
    }
  }
}
