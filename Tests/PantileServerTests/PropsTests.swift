import PantileCore
import PantileJSON
import PantileRender
import PantileServer
import PantileTestSupport
import Synchronization
import Testing

@Suite struct PropsRulesTests {
  @Test(arguments: [
    "{}", #"{"v":1}"#, #"{"v":1,"systemSmall":null}"#, #"{"v":1,"systemSmall":[]}"#,
    #"{"v":1,"systemSmall":[[null],{}]}"#, #"{"v":1,"systemSmall":{"t":"0"}}"#,
    #"{"v":"1","systemSmall":{"t":0}}"#, #"{"v":1.5,"e":[]}"#, #"{"e":[],"s":[]}"#,
    #"{"v":1,"items":[{"t":0}]}"#, "  {\n\"a\" : 1e300 } ",
  ])
  func `accepts props`(text: String) { #expect(fault(text) == nil) }

  @Test(arguments: [
    (#"{"v":1,"systemSmall":{"t":0}}"#, "systemSmall"),
    (#"{"v":1.0,"systemLarge":"x"}"#, "systemLarge"),
    (#"{"accessoryInline":[null,[{"$r":0}]],"v":2}"#, "accessoryInline"),
    (#"{"v":1,"variants":{}}"#, "variants"), (#"{"v":1,"e":[]}"#, "e"), (#"{"v":1,"s":1}"#, "s"),
  ])
  func `D8: refuses a payload and names the member that makes it one`(
    text: String, member: String
  ) {
    #expect(fault(text) == .payloadShaped(member: member))
    #expect(fault(text)?.message.contains("\"\(member)\"") == true)
  }

  @Test(arguments: ["[]", "1", "\"a\"", "null", "true"])
  func `refuses what is no object`(text: String) { #expect(fault(text) == .noObject) }

  @Test(arguments: ["", "{", #"{"a":1,"a":2}"#, #"{"a":1e999}"#, #"{"a":"\ud800"}"#, "{}x"])
  func `refuses what has no canonical form`(text: String) {
    guard case .json? = fault(text) else {
      Issue.record("\(text): \(String(describing: fault(text)))")
      return
    }
  }

  @Test func `takes 262,144 bytes and no more`() {
    let frame = #"{"a":""}"#.utf8.count
    for (count, isGood) in [(262_144, true), (262_145, false)] {
      let text = #"{"a":""# + String(repeating: "x", count: count - frame) + #""}"#
      #expect((fault(text) == nil) == isGood)
    }
  }

  @Test func `gives equal props equal tags`() async {
    var tags: Set<String> = []
    for text in [#"{"a":1,"b":[2]}"#, "{ \"b\" : [2.0], \"a\" : 1e0 }"] {
      let server = WidgetServer([
        ServedWidget(
          id: "a", mode: .props,
          ios: .immediate { _, output in
            output.body.append(utf8: text)
            return .content()
          })
      ])
      let request = Array("GET /?widgetId=a&platform=ios HTTP/1.1\r\nHost: a\r\n\r\n".utf8)
      let reply = await HandlerExchange.response(of: server, to: request)
      tags.insert(String(decoding: reply, as: UTF8.self).components(after: "ETag: W/"))
    }
    #expect(Set(tags.map { $0.prefix(34) }).count == 1)
  }

  private func fault(_ text: String) -> PropsFault? {
    do throws(PropsFault) { try PropsRules.check(Array(text.utf8)) } catch { return error }
    return nil
  }
}

@Suite struct PropsSlotsTests {
  private let metrics = ServerMetrics()

  private func slots(_ stores: Stores = Stores()) -> PropsSlots {
    PropsSlots(of: ShowingWidget(), metrics: metrics) { key in stores[key] }
  }

  private func props(_ slots: PropsSlots, _ query: String = "") async -> String {
    let server = WidgetServer([ServedWidget(id: "a", mode: .props, ios: slots.renderer())])
    let text = "GET /?widgetId=a&platform=ios\(query) HTTP/1.1\r\nHost: a\r\n\r\n"
    let reply = await HandlerExchange.response(of: server, to: Array(text.utf8))
    return String(decoding: reply, as: UTF8.self).components(after: "\r\n\r\n")
  }

  @Test func `gives an instance its props, else those of all placements`() async {
    let slots = slots()
    #expect(await props(slots) == #"{"error":"No content for widget: a"}"#)
    #expect(slots.publish(Array(#"{"show":"all"}"#.utf8)) == .published)
    let key = Configuration.key(["a": "b"]) ?? ""
    #expect(slots.publish(Array(#"{"show":"one"}"#.utf8), instance: key) == .published)
    #expect(await props(slots) == #"{"show":"all"}"#)
    #expect(
      await props(slots, "&configuration=%7B%22a%22:%22b%22%7D") == #"{"show":"one"}"#)
    #expect(
      await props(slots, "&configuration=%7B%22a%22:%22c%22%7D") == #"{"show":"all"}"#)
  }

  @Test func `keeps the last good props and counts those that were refused`() async {
    let slots = slots()
    #expect(slots.publish(Array(#"{"show":"good"}"#.utf8)) == .published)
    let bad = [
      #"{"show":""}"#, #"{"throw":"boom"}"#, "[1]", #"{"v":1,"systemSmall":{"t":0,"c":"x"}}"#,
    ]
    for text in bad {
      guard case .refused(let reason) = slots.publish(Array(text.utf8)) else {
        Issue.record("\(text) was not refused")
        continue
      }
      #expect(!reason.isEmpty)
    }
    #expect(await props(slots) == #"{"show":"good"}"#)
    #expect(metrics.refusedPropsCount == bad.count)
    var text = MetricsText()
    metrics.write(to: &text)
    #expect(text.buffer.text().contains("\npantile_props_refused_total 4\n"))
    #expect(text.buffer.text().contains("\npantile_props_published_total 1\n"))
  }

  @Test func `finds what a store kept`() throws {
    let stores = Stores()
    #expect(slots(stores).publish(Array(#"{"show":"x"}"#.utf8)) == .published)
    let again = slots(stores)
    #expect(again.current() == nil)
    try again.open()
    #expect(again.current()?.props == Array(#"{"show":"x"}"#.utf8))
  }

  @Test func `tells when a store does not take props`() {
    let stores = Stores(isFull: true)
    #expect(slots(stores).publish(Array(#"{"show":"x"}"#.utf8)) == .notStored("disk full"))
  }
}

/// Shows the prop `show`, or throws what `throw` says.
private struct ShowingWidget: TrialRender {
  func scope(of props: [UInt8]) -> TrialScope { .payload }

  func draw(
    _ props: [UInt8], _ part: TrialPart, limit: Int, into payload: inout ByteBuffer,
    inspecting inspect: (borrowing Tree) -> Void
  ) throws(TrialFailure) -> TrialCost {
    let text = String(decoding: props, as: UTF8.self)
    if text.contains("throw") { throw TrialFailure(.threw, name: "Error", message: "boom") }
    do {
      var tree = Tree()
      let node = try tree.beginElement(.text)
      let shown = text.contains(#""show":"""#) ? "" : text
      tree.setContent(text: try tree.text(shown), of: node)
      var root = Content()
      tree.append(node, to: &root)
      try tree.addRoot(try tree.text("systemSmall"), root)
      inspect(tree)
      var writer = PayloadWriter(limit: limit)
      try writer.write(tree, to: &payload)
    } catch {
      throw TrialFailure(.limit, name: "LimitError", message: "\(error)")
    }
    return TrialCost()
  }
}

/// Stores in memory, by key.
private final class Stores: Sendable {
  private final class Store: LastGoodStore {
    let value = Mutex<LastGoodValue?>(nil)
    let isFull: Bool

    init(isFull: Bool) { self.isFull = isFull }

    func load() throws(LastGoodError) -> LastGoodValue? { value.withLock { $0 } }

    func save(_ new: LastGoodValue) throws(LastGoodError) {
      if isFull { throw LastGoodError(.unavailable, "disk full") }
      value.withLock { $0 = new }
    }
  }

  private let stores = Mutex<[String: Store]>([:])
  private let isFull: Bool

  init(isFull: Bool = false) { self.isFull = isFull }

  subscript(key: String?) -> any LastGoodStore {
    stores.withLock { stores in
      if let store = stores[key ?? ""] { return store }
      let store = Store(isFull: isFull)
      stores[key ?? ""] = store
      return store
    }
  }
}
