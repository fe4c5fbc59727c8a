import PantileCore
import PantileJSON
import Testing

@Suite struct VisibleFormTests {
  private static func form(_ payload: String) -> String? {
    var buffer = ByteBuffer()
    buffer.append(utf8: payload)
    var form = VisibleForm()
    var output = ByteBuffer()
    let isWritten = buffer.withBytes { form.write($0, to: &output) }
    let hash = buffer.withBytes { form.hash($0) }
    #expect(hash == (isWritten ? output.withBytes { ContentHash($0) } : nil))
    return isWritten ? output.text() : nil
  }

  private static func small(_ node: String, _ more: String = "") -> String {
    #"{"v":1,"systemSmall":\#(node)\#(more)}"#
  }

  @Test(arguments: [
    (#"{"t":0,"c":"a"}"#, #"{"c":"a","t":0}"#),
    (#"{"c":"a","p":{},"i":7,"t":0.0,"x":1}"#, #"{"c":"a","t":0}"#),
    (
      #"{"t":11,"i":"a","c":[["x",null,[1,{"t":99}]],2.5,true]}"#,
      #"{"c":["x","1","2.5","true"],"i":"a","t":11}"#
    ),
    (#"{"t":11,"c":[[{"t":17}]]}"#, #"{"c":{"t":17},"t":11}"#),
    (#"[{"t":17}]"#, #"{"t":17}"#), ("[]", "null"), (#"{"t":"0"}"#, "null"),
    (
      #"{"t":11,"p":{"alignment":"leading","spacing":null,"unknown":1,"title":"x"}}"#,
      #"{"p":{"al":"leading"},"t":11}"#
    ),
    (
      #"{"t":11,"p":{"s":{"padding":8,"right":1,"c":null,"nonsense":2}}}"#,
      #"{"p":{"s":{"pad":8}},"t":11}"#
    ),
    (#"{"t":11,"p":{"style":{"right":1}}}"#, #"{"t":11}"#),
    (
      #"{"t":3,"p":{"source":"{ \"assetName\": \"a\" }"}}"#,
      #"{"p":{"src":{"assetName":"a"}},"t":3}"#
    ),
    (#"{"t":3,"p":{"src":"no json"}}"#, #"{"p":{"src":"no json"},"t":3}"#),
    (
      #"{"t":18,"p":{"maskElement":[{"t":17},null]},"c":"x"}"#,
      #"{"c":"x","p":{"me":{"t":17}},"t":18}"#
    ),
  ])
  func `keeps what a device shows`(node: String, form: String) {
    #expect(Self.form(Self.small(node)) == #"{"systemSmall":\#(form)}"#)
  }

  @Test func `resolves references and styles`() {
    let shared = Self.small(
      #"{"t":11,"c":[{"$r":1},{"$r":0,"t":0},{"$r":9,"t":17}],"p":{"s":0}}"#,
      #","e":[{"t":0,"c":"a","p":{"s":1}},[{"$r":0},"b"]],"s":[null,{"fs":20},{"c":"red"}]"#)
    let plain = Self.small(
      #"{"p":{"style":{"fontSize":20}},"t":11,"c":["#
        + #"{"t":0,"c":"a","p":{"s":{"color":"red"}}},"b","#
        + #"{"t":0,"c":"a","p":{"s":{"c":"red"}}},{"t":17}]}"#)
    #expect(Self.form(shared) != nil)
    #expect(Self.form(shared) == Self.form(plain))
  }

  @Test func `is equal for compact text and reference text`() {
    // payload.md 9.4
    let pairs = [
      (
        #"{"v":1,"systemSmall":{"t":20,"c":[{"t":0,"c":"a","p":{"s":0}},{"t":0,"c":"b","p":{"s":1}}]},"s":[{"c":"red"},{"c":"red"}]}"#,
        #"{"v":1,"systemSmall":{"t":20,"c":[{"t":0,"c":"a","p":{"s":0}},{"t":0,"c":"b","p":{"s":0}}]},"s":[{"c":"red"}]}"#
      ),
      (
        #"{"v":1,"systemSmall":{"t":11,"c":[{"t":0,"c":"x"}],"p":{"foo":null}}}"#,
        #"{"v":1,"systemSmall":{"t":11,"c":{"t":0,"c":"x"}}}"#
      ),
    ]
    for (reference, compact) in pairs { #expect(Self.form(reference) == Self.form(compact)) }
    #expect(Self.form(pairs[0].0) != Self.form(pairs[1].0))
  }

  @Test(arguments: [
    "", "[]", "{}", #"{"v":1}"#, "null", #"{"v":1,"systemSmall":{"$r":0},"e":[{"$r":0}]}"#,
    #"{"systemSmall":{"t":4,"p":{"n":"a","name":"b"}}}"#,
  ])
  func `is none for what is no widget payload, or means two things`(payload: String) {
    #expect(Self.form(payload) == nil)
  }

  @Test func `D5: counts references without end`() {
    var elements = [#"{"t":17}"#]
    for index in 0..<25 { elements.append(#"[{"$r":\#(index)},{"$r":\#(index)}]"#) }
    let more = #","e":[\#(elements.joined(separator: ","))]"#
    #expect(Self.form(Self.small(#"{"$r":5}"#, more)) != nil)
    #expect(Self.form(Self.small(#"{"$r":25}"#, more)) == nil)
  }

  @Test func `takes no stack for nesting`() {
    for (depth, isForm) in [(400, true), (1_100, false)] {
      let open = String(repeating: #"{"t":11,"c":"#, count: depth)
      let payload = Self.small(open + "1" + String(repeating: "}", count: depth))
      #expect((Self.form(payload) != nil) == isForm)
    }
  }
}
