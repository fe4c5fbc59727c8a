import Pantile
import Testing

private struct Tile: Widget, Decodable {
  var title: String
  var count: Int?
  var isShown: Bool?

  func body(in environment: WidgetEnvironment) -> some View {
    if isShown != false {
      VStack {
        Text(title)
        for index in 0..<(count ?? 0) { Text("line \(index)") }
      }
    }
  }
}

private struct Square: FamilyWidget, Decodable {
  var title: String
  func systemSmall(in environment: WidgetEnvironment) -> some View { Text(title) }
}

private func verdict(_ props: String, _ trial: some TrialRender) -> String {
  let report = trial.trial(Array(props.utf8))
  #expect(report.isAccepted == report.parts.allSatisfy(\.verdict.isOK) || report.whole != nil)
  return report.isAccepted ? String(decoding: report.payload, as: UTF8.self) : report.reason ?? "-"
}

struct WidgetTrialTests {
  @Test(arguments: [
    (#"{"title":"a"}"#, #"{"v":1,"systemSmall":{"t":11,"c":{"t":0,"c":"a"}}}"#),
    ("", "payload: PropsError: expected a string at title, found no such key"),
    (#"{"title":1}"#, "payload: PropsError: expected a string at title, found a number"),
    (#"{"title":"a","isShown":false}"#, "systemSmall: nothing to see"),
    (
      #"{"title":"a","count":10500}"#,
      "systemSmall: 10502 nodes with shared ones expanded, where a device takes 10000"
    ),
  ])
  func `accepts what every family shows`(props: String, wanted: String) {
    let outcome = verdict(props, WidgetTrial(Tile.self, families: .systemSmall))
    #expect(outcome.hasPrefix(wanted), "\(outcome)")
  }

  @Test func `draws each family, then all`() {
    let report = WidgetTrial(Tile.self, families: [.systemMedium, .accessoryInline])
      .trial(Array(#"{"title":"a"}"#.utf8))
    #expect(report.parts.map(\.name) == ["systemMedium", "accessoryInline"])
    #expect(report.isAccepted && report.whole?.byteCount == report.payload.count)
  }

  @Test func `refuses a family that the widget has not`() {
    let trial = WidgetTrial(Square.self, families: .home)
    #expect(verdict(#"{"title":"a"}"#, trial) == "systemMedium: nothing to see")
    #expect(
      verdict(#"{"title":"a"}"#, WidgetTrial(Square.self, families: .systemSmall))
        == #"{"v":1,"systemSmall":{"t":0,"c":"a"}}"#)
  }

  @Test func `says where props are wrong`() {
    let report = WidgetTrial(Tile.self, families: .home).trial(Array("{\n\"title\": null}".utf8))
    let failure = report.refusal?.verdict.failure
    #expect(failure?.place == TrialFailure.Place(path: "props", line: 2, column: 10))
    #expect(failure?.report == "error: expected a string at title, found null\n  at props:2:10")
  }
}
