import PantileCore
import PantileJSON
import PantileTemplate
import Synchronization
import Testing

@testable import PantileRender

@Suite struct TrialRenderTests {
  static let weather = """
    export default function Weather(props, env) {
      if (props.fails === env.widgetFamily) return <Voltra.Text>{props.none.temp}</Voltra.Text>
      if (props.loops) { let n = 0; while (true) n++ }
      if (props.count) {
        return Array.from({ length: props.count }, () => <Voltra.Divider />)
      }
      const text = props.size ? 'x'.repeat(props.size) : props.city
      return <Voltra.VStack><Voltra.Text>{text}</Voltra.Text></Voltra.VStack>
    }
    """

  @Test func `props that render everywhere are accepted with the payload of a render`() throws {
    let trial = try widget(Self.weather)
    let report = trial.trial(#"{"city":"Oslo"}"#)
    var request = trial.request
    request.props = Array(#"{"city":"Oslo"}"#.utf8)
    var payload = ByteBuffer()
    try trial.template.render(request, into: &payload)
    #expect(report.isAccepted)
    #expect(report.payload == payload.array())
    #expect(report.parts.map(\.name) == ["systemSmall", "systemMedium", "systemLarge"])
    #expect(report.parts.allSatisfy { $0.nodeCount == 2 && ($0.steps ?? 0) > 0 })
    #expect(
      report.parts[0].byteCount
        == #"{"v":1,"systemSmall":{"t":11,"c":{"t":0,"c":"Oslo"}}}"#.utf8.count)
    #expect(report.whole?.byteCount == payload.count)
    #expect(report.reason == nil)
  }

  @Test func `a family that throws does not hide the others`() throws {
    let report = try widget(Self.weather).trial(#"{"city":"a","fails":"systemMedium"}"#)
    #expect(report.codes == ["ok", "threw", "ok"])
    #expect(!report.isAccepted)
    #expect(report.payload.isEmpty)
    #expect(report.whole == nil)
    let failure = try #require(report.refusal?.verdict.failure)
    #expect(failure.name == "TypeError")
    #expect(failure.message == "Cannot read properties of undefined (reading 'temp')")
    #expect(failure.place == .init(path: "widget.tsx", line: 3, column: 73))
    #expect(failure.report.hasSuffix("in family systemMedium"))
    #expect(report.reason == "systemMedium: TypeError: \(failure.message)")
  }

  static let refusals: [(props: String, code: String)] = [
    (#"{"fails":"systemSmall"}"#, "threw"),
    (#"{"loops":true}"#, "over_limit"),
    (#"{"city":" "}"#, "nothing_visible"),
    (#"{}"#, "nothing_visible"),
    (#"{"size":70000}"#, "over_budget"),
    (#"{"size":300000}"#, "over_budget"),
    (#"{"size":2000000}"#, "over_budget"),
    (#"{"count":40000}"#, "over_budget"),
    (#"[]"#, "bad_props"),
    (#"{"city":}"#, "bad_props"),
    (#"{"city":"# + "\"" + String(repeating: "a", count: 262_144) + "\"}", "over_limit"),
  ]

  @Test(arguments: refusals)
  func `after a refusal good props give the same bytes`(props: String, code: String) throws {
    let trial = try widget(Self.weather) { $0.limits.steps = 1_000_000 }
    var limits = CompactWriter.Limits()
    limits.byteCount = 60_000
    let before = trial.trial(#"{"city":"Oslo"}"#)
    let report = trial.trial(Array(props.utf8), limits: limits)
    #expect(!report.isAccepted)
    #expect(report.payload.isEmpty)
    #expect(report.refusal?.verdict.code == code)
    #expect(trial.trial(#"{"city":"Oslo"}"#) == before)
    #expect(before.isAccepted)
  }

  @Test func `a payload over the budget tells its length`() throws {
    let trial = try widget(Self.weather)
    var limits = CompactWriter.Limits()
    limits.byteCount = 1_000
    let long = trial.trial(Array(#"{"size":2000}"#.utf8), limits: limits)
    #expect(long.reason == "systemSmall: 2049 bytes, over the budget of 1000")
    let far = trial.trial(Array(#"{"size":5000}"#.utf8), limits: limits)
    #expect(far.reason == "systemSmall: far over the budget of 1000 bytes")
    let together = trial.trial(Array(#"{"size":400}"#.utf8), limits: limits)
    #expect(together.codes == ["ok", "ok", "ok", "over_budget"])
    #expect(together.reason == "payload: 1334 bytes, over the budget of 1000")
  }

  static let badProps: [(props: String, message: String, line: Int, column: Int)] = [
    ("[1]", "props must be a JSON object", 1, 1),
    ("\n  7", "props must be a JSON object", 2, 3),
    ("null", "props must be a JSON object", 1, 1),
    ("{\"a\":1,\n}", "props: Expected double-quoted property name in JSON at position 8", 2, 1),
  ]

  @Test(arguments: badProps)
  func `props that are no object are refused with the place`(
    props: String, message: String, line: Int, column: Int
  ) throws {
    var trial = try widget(Self.weather)
    trial.propsName = "p.json"
    let report = trial.trial(props)
    #expect(report.codes == ["bad_props"])
    let failure = try #require(report.whole?.verdict.failure)
    #expect(failure.message == message)
    #expect(failure.place == .init(path: "p.json", line: line, column: column))
  }

  @Test func `an environment that is no object is not the fault of the props`() throws {
    let trial = try widget(Self.weather) { $0.environment = Array("[]".utf8) }
    let report = trial.trial("{}")
    #expect(report.parts[0].verdict.code == "threw")
    #expect(report.parts[0].verdict.failure?.place?.path == "env")
  }

  // MARK: Other forms

  @Test func `an object of families is rendered once`() throws {
    let trial = try widget(
      """
      export default {
        systemSmall: <Voltra.Text>ab</Voltra.Text>,
        systemMedium: <Voltra.VStack />,
      }
      """)
    let report = trial.trial("")
    #expect(report.codes == ["ok", "nothing_visible", "ok"])
    #expect(report.parts[0].byteCount == #"{"t":0,"c":"ab"}"#.utf8.count)
    #expect(report.parts[0].steps == nil)
    #expect(!report.isAccepted)
  }

  @Test func `a function that throws in a payload drawn at once refuses the whole`() throws {
    let trial = try widget(
      """
      export default (props) => ({
        systemSmall: <Voltra.Text>a</Voltra.Text>,
        systemMedium: <Voltra.Text>{props.a.b}</Voltra.Text>,
      })
      """, form: .variantsFunction)
    #expect(trial.trial("{}").codes == ["threw"])
    #expect(trial.trial(#"{"a":{"b":1}}"#).codes == ["ok", "ok", "ok"])
  }

  @Test func `a live activity may leave regions empty, but not its lock screen`() throws {
    let source = """
      export default (props) => ({
        lockScreen: <Voltra.Text>{props.text}</Voltra.Text>,
        island: { minimal: <Voltra.Spacer /> },
      })
      """
    let good = try widget(source, form: .live).trial(#"{"text":"a"}"#)
    #expect(good.isAccepted)
    #expect(good.parts.map(\.name) == ["lockScreen", "minimal"])
    #expect(good.parts[1].warnings == ["nothing_visible: minimal has nothing to see"])
    #expect(good.parts[1].byteCount == #"{"t":16}"#.utf8.count)
    let bad = try widget(source, form: .live).trial("{}")
    #expect(bad.codes == ["nothing_visible", "ok", "nothing_visible"])
  }

  @Test func `an entry is tried for each family and gives the payload of the first`() throws {
    let trial = try widget(
      "export default (p, env) => <Voltra.Text>{env.widgetFamily}</Voltra.Text>", form: .entry)
    let report = trial.trial("{}")
    #expect(report.isAccepted)
    #expect(report.parts.count == 3)
    #expect(report.whole == nil)
    #expect(report.text == #"{"t":0,"c":"systemSmall"}"#)
  }

  @Test func `a module that throws is refused`() throws {
    let report = try widget("export default () => null\nthrow new Error('no')").trial("{}")
    #expect(report.codes == ["threw"])
    #expect(report.reason == "payload: Error: no")
  }

  @Test func `a widget without families shows nothing`() throws {
    let report = try widget(Self.weather) { $0.families = [] }.trial(#"{"city":"a"}"#)
    #expect(report.codes == ["nothing_visible"])
    #expect(try widget("export default {}").trial("").codes == ["nothing_visible"])
  }

  @Test func `a widget that fails when all families are drawn is refused`() {
    let count = Mutex(0)
    let fails = SwiftWidget(
      visit: { _ in count.withLock { $0 += 1 } },
      text: { count.withLock { $0 } == 3 ? "" : "a" })
    let report = fails.trial("{}")
    #expect(report.codes == ["nothing_visible", "nothing_visible", "nothing_visible"])
    #expect(report.parts.allSatisfy { $0.byteCount > 0 })
    #expect(report.payload.isEmpty)
  }

  // MARK: Swift widgets

  @Test func `a widget in Swift is tried as a template is`() {
    let report = SwiftWidget().trial("{1}")
    #expect(report.isAccepted)
    #expect(
      report.text == #"{"v":1,"systemSmall":{"t":0,"c":"{1}"},"systemLarge":{"t":0,"c":"{1}"}}"#)
    #expect(SwiftWidget().trial("no").codes == ["bad_props"])
  }
}
