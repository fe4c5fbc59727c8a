import PantileJSON
import PantileTemplate
import Testing

@testable import PantileRender

/// Nodes and levels beyond what a device takes: refused by a trial, warned of by a render.
@Suite struct DeviceLimitTests {
  /// D5: `levels` of two references each, so `2^levels` texts.
  static func doubling(_ levels: Int) -> String {
    """
    let node = <Voltra.Text>x</Voltra.Text>
    for (let i = 0; i < \(levels); i++) node = <Voltra.VStack>{node}{node}</Voltra.VStack>
    export default { systemSmall: node }
    """
  }

  /// D6: stacks within stacks, each list an array.
  static func nesting(_ levels: Int) -> String {
    """
    let node = <Voltra.Text>x</Voltra.Text>
    for (let i = 0; i < \(levels); i++) {
      node = <Voltra.VStack>{node}<Voltra.Spacer /></Voltra.VStack>
    }
    export default { systemSmall: node }
    """
  }

  static func render(_ trial: TemplateTrial) throws -> RenderSummary {
    var request = trial.request
    request.countsNodes = true
    var payload = ByteBuffer()
    return try trial.template.render(request, into: &payload)
  }

  @Test func `eighteen levels of two references are too many nodes`() throws {
    let trial = try widget(Self.doubling(18))
    #expect(trial.trial("").parts[0].verdict == .tooManyNodes((1 << 19) - 1, limit: 10_000))
    let summary = try Self.render(trial)
    #expect(
      summary.warnings == [
        "too_many_nodes: systemSmall has 524287 nodes with shared ones expanded, where a device "
          + "takes 10000"
      ])
    #expect(summary.nodes == (1 << 19) - 1)
    #expect(summary.byteCount < 2_000)
  }

  @Test func `more nodes than can be counted are counted as the most`() throws {
    let trial = try widget(Self.doubling(80))
    #expect(trial.trial("").parts[0].verdict == .tooManyNodes(Int.max, limit: 10_000))
  }

  @Test func `two thousand nodes are worth a warning, ten thousand are the most`() throws {
    func list(_ count: Int) throws -> TemplateTrial {
      try widget(
        """
        export default { systemSmall: <Voltra.VStack>{
          Array.from({ length: \(count) }, () => <Voltra.Divider />)
        }</Voltra.VStack> }
        """)
    }
    #expect(try Self.render(list(1_999)).warnings.isEmpty)
    #expect(
      try Self.render(list(2_000)).warnings == [
        "too_many_nodes: systemSmall has 2001 nodes with shared ones expanded, where 2000 are many"
      ])
    #expect(try list(9_999).trial("").isAccepted)
    #expect(try list(10_000).trial("").codes == ["too_many_nodes", "ok"])
  }

  @Test func `255 levels of arrays are the most`() throws {
    #expect(try widget(Self.nesting(255)).trial("").isAccepted)
    #expect(try Self.render(widget(Self.nesting(255))).warnings.isEmpty)
    let trial = try widget(Self.nesting(256))
    #expect(trial.trial("").whole?.verdict == .tooDeep(514, limit: 512))
    #expect(
      try Self.render(trial).warnings == [
        "too_deep: containers nest 514 levels deep, where a device takes 512"
      ])
  }

  @Test func `a function is refused family by family`() throws {
    let trial = try widget(
      """
      export default (props, env) => {
        let node = <Voltra.Text>x</Voltra.Text>
        const levels = env.widgetFamily === 'systemLarge' ? 300 : 3
        for (let i = 0; i < levels; i++) {
          node = <Voltra.VStack>{node}<Voltra.Spacer /></Voltra.VStack>
        }
        return node
      }
      """)
    let report = trial.trial("{}")
    #expect(report.codes == ["ok", "ok", "too_deep"])
    #expect(report.parts[2].warnings.isEmpty)
  }

  @Test func `families that no device knows are warned of`() throws {
    let trial = try widget(
      "export default { systemSmall: <Voltra.Divider />, 'a\\nb': <Voltra.Divider /> }")
    #expect(
      try Self.render(trial).warnings == [#"unknown_family: 'a\x0ab' is no widget family"#])
    #expect(trial.trial("").isAccepted)
  }

  @Test func `brackets in texts are no levels`() throws {
    let brackets = String(repeating: "[{", count: 800)
    let trial = try widget(
      "export default { systemSmall: <Voltra.Text>{'\(brackets)'}</Voltra.Text> }")
    #expect(try Self.render(trial).warnings.isEmpty)
    #expect(trial.trial("").isAccepted)
  }
}
