import PantileTemplate
import Testing

@testable import PantileRender

@Suite struct VisibilityTests {
  static let visible = [
    "<Voltra.Text>a</Voltra.Text>",
    "<Voltra.Text>{0}</Voltra.Text>",
    "<Voltra.VStack><Voltra.Text>a</Voltra.Text></Voltra.VStack>",
    "<Voltra.Symbol name='star' />",
    "<Voltra.Divider />",
    "<Voltra.Timer endAtMs={1} />",
    "<Voltra.Gauge value={0.5} />",
    "<Voltra.LinearProgressView value={1} />",
    "<Voltra.Image source={{ assetName: 'x' }} />",
    "<Voltra.Image fallback={<Voltra.Text>a</Voltra.Text>} />",
    "<Voltra.VStack style={{ backgroundColor: 'red' }} />",
    "<Voltra.Spacer style={{ borderWidth: 1, borderColor: '#fff' }} />",
    "<Voltra.View style={{ glassEffect: 'regular' }} />",
    "<Voltra.Button />",
    "<Voltra.Button buttonStyle='bordered'><Voltra.Spacer /></Voltra.Button>",
    "<Voltra.Label systemImage='star' title='a' />",
    "<Voltra.Mask maskElement={<Voltra.Symbol name='a' />}><Voltra.Text>a</Voltra.Text></Voltra.Mask>",
    "<Voltra.Chart><Voltra.RuleMark yValue={1} /></Voltra.Chart>",
  ]

  static let invisible = [
    "null",
    "<Voltra.Text></Voltra.Text>",
    "<Voltra.Text>{' \\n'}</Voltra.Text>",
    "<Voltra.VStack />",
    "<Voltra.VStack><Voltra.Spacer /><Voltra.HStack /></Voltra.VStack>",
    "<Voltra.VStack style={{ padding: 8 }} />",
    "<Voltra.VStack style={{ backgroundColor: 'clear' }} />",
    "<Voltra.VStack style={{ borderWidth: 1 }} />",
    "<Voltra.View style={{ glassEffect: 'none' }} />",
    "<Voltra.VStack style={{ opacity: 0 }}><Voltra.Text>a</Voltra.Text></Voltra.VStack>",
    "<Voltra.Image />",
    "<Voltra.Chart />",
    "<Voltra.Button><Voltra.Spacer /></Voltra.Button>",
    "<Voltra.Link destination='a:b' />",
    "<Voltra.Mask><Voltra.Text>a</Voltra.Text></Voltra.Mask>",
    // A list at the root is lost beside styles; a text in place of a family is no node.
    "<><Voltra.Text style={{ fontSize: 9 }}>a</Voltra.Text><Voltra.Divider /></>",
  ]

  private func isVisible(_ node: String) throws -> Bool {
    let report = try widget("export default () => (\(node))") { $0.families = ["systemSmall"] }
      .trial("{}")
    #expect(["ok", "nothing_visible"].contains(report.parts.first?.verdict.code))
    return report.isAccepted
  }

  @Test(arguments: visible)
  func `what shows something is accepted`(node: String) throws {
    #expect(try isVisible(node))
  }

  @Test(arguments: invisible)
  func `what shows nothing is refused`(node: String) throws {
    #expect(try !isVisible(node))
  }

  @Test func `a shared element is looked through in each family`() throws {
    let report = try widget(
      """
      const empty = <Voltra.VStack><Voltra.HStack /></Voltra.VStack>
      const full = <Voltra.VStack><Voltra.Text>a</Voltra.Text></Voltra.VStack>
      export default {
        systemSmall: <Voltra.VStack>{empty}{empty}</Voltra.VStack>,
        systemMedium: <Voltra.VStack>{empty}{full}</Voltra.VStack>,
        systemLarge: full,
      }
      """
    ).trial("")
    #expect(report.codes == ["nothing_visible", "ok", "ok", "ok"])
  }

  @Test func `numbers that JSON cannot show are warned of`() throws {
    let report = try widget(
      "export default (p) => <Voltra.VStack spacing={p.a / p.b}><Voltra.Divider /></Voltra.VStack>"
    )
    .trial(#"{"a":0,"b":0}"#)
    #expect(report.isAccepted)
    #expect(
      report.parts[0].warnings == [
        "non_finite_number: systemSmall has NaN or an infinity, which a payload shows as null"
      ])
  }
}
