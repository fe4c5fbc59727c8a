import Testing

@testable import PantileCore

struct PayloadExplainerTests {
  private func explain(_ payload: String) throws -> String {
    try PayloadExplainer.explain(Array(payload.utf8))
  }

  @Test func `spells out names, styles and shared elements`() throws {
    let text = try explain(
      #"{"v":1,"systemSmall":{"t":11,"c":[{"$r":0},{"$r":0}],"p":{"al":"leading","s":0}},"#
        + #""e":[{"t":0,"i":"a","c":"Hi"}],"s":[{"pad":4}]}"#)
    #expect(
      text == """
        version: 1
        systemSmall
          VStack
            alignment: "leading"
            style s[0]: padding 4
            e[0] Text id="a" "Hi"
            → e[0]

        """)
  }

  @Test(arguments: [
    "null", "[]", "{}", "5", #"{"v":1}"#, #"{"systemSmall":{"$r":0},"e":[{"$r":0}]}"#,
    #"{"systemSmall":[[],[[]],{}],"e":5,"s":{}}"#, #"{"systemSmall":{"t":"x","p":5,"c":{}}}"#,
    #"{"variants":[]}"#, #"{"t":0,"p":{"s":"x"}}"#,
  ])
  func `prints anything`(payload: String) throws {
    _ = try explain(payload)
  }

  @Test func `cuts long values and controls`() throws {
    let text = try explain(
      "{\"systemSmall\":{\"t\":0,\"c\":\"\u{9b}\(String(repeating: "\u{e9}", count: 5_000))\"}}")
    #expect(text.contains("\"\\u{9b}\u{e9}\u{e9}"))
    #expect(text.contains("… (10004 bytes)"))
    #expect(text.utf8.count < 600)
  }

  @Test func `is no longer than a few times the payload`() throws {
    let style = "\"s\":[{\"ff\":\"\(String(repeating: "x", count: 20_000))\"}]"
    let children = String(repeating: "{\"t\":17,\"p\":{\"s\":0}},", count: 2_000) + "{\"t\":17}"
    let text = try explain("{\"systemSmall\":{\"t\":11,\"c\":[\(children)]},\(style)}")
    #expect(text.utf8.count < 2_000 * 600)
  }

  @Test func `ends at a depth that no device has`() throws {
    let count = 5_000
    let payload =
      "{\"systemSmall\":" + String(repeating: "{\"t\":11,\"c\":", count: count) + "5"
      + String(repeating: "}", count: count) + "}"
    let text = try explain(payload)
    #expect(text.hasSuffix("…\n"))
    #expect(text.utf8.count < 2_000_000)
  }

  @Test(arguments: LintCorpusTests.names)
  func `prints every payload of the corpus`(name: String) throws {
    let payload = try #require(LintCorpusTests.payload(name))
    let text = try PayloadExplainer.explain(payload)
    #expect(!text.contains("component "))
    #expect(!text.contains("does not exist"))
  }
}
