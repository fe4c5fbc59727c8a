import Foundation
import PantileTemplate
import Synchronization
import Testing

@testable import PantileRender

@Suite struct LastGoodTests {
  private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  @Test func `props that throw leave what was there`() throws {
    let trial = try widget(
      "export default (p) => <Voltra.Text>{p.city.name}</Voltra.Text>")
    let store = MemoryStore()
    let slot = LastGood(trial, store: store)
    #expect(slot.current == nil)
    let good = slot.offer(bytes(#"{"city":{"name":"Oslo"}}"#))
    #expect(good == .committed(good.report))
    let kept = slot.current
    #expect(kept?.payload == good.report.payload)
    for props in ["{}", "[]", #"{"city":{"name":""}}"#, "{"] {
      let offer = slot.offer(bytes(props))
      #expect(offer == .refused(offer.report))
      #expect(offer.report.reason != nil)
      #expect(slot.current == kept)
    }
    #expect(store.state.withLock { $0.saves.count } == 1)
    #expect(LastGood(trial, store: store).current == kept)
  }

  @Test(arguments: ["{", "[]", "1"])
  func `a stored value that is no JSON object is treated as absent`(props: String) {
    let store = MemoryStore(LastGoodValue(props: Array(props.utf8), payload: Array("{}".utf8)))
    let slot = LastGood(SwiftWidget(), store: store)
    #expect(slot.current == nil)
    #expect(slot.failure?.code == .damaged)
    _ = slot.offer(bytes("{1}"))
    #expect(slot.current?.props == bytes("{1}"))
  }

  @Test func `a store that cannot be read gives an empty slot and the reason`() {
    let error = LastGoodError(.unavailable, "cannot read")
    let slot = LastGood(SwiftWidget(), store: MemoryStore(loadError: error))
    #expect(slot.failure == error)
    #expect(slot.current == nil)
  }

  @Test func `a store that takes nothing leaves what was there`() {
    let store = MemoryStore()
    let slot = LastGood(SwiftWidget(), store: store)
    _ = slot.offer(bytes("{1}"))
    let error = LastGoodError(.unavailable, "disk full")
    store.state.withLock { $0.saveError = error }
    let offer = slot.offer(bytes("{2}"))
    #expect(offer == .notStored(offer.report, error))
    #expect(slot.current?.props == bytes("{1}"))
    store.state.withLock { $0.saveError = nil }
    _ = slot.offer(bytes("{3}"))
    #expect(slot.current?.props == bytes("{3}"))
  }

  @Test func `a slow offer does not replace a newer one`() {
    let slow = DispatchSemaphore(value: 0)
    let begun = DispatchSemaphore(value: 0)
    let widget = SwiftWidget(
      families: ["systemSmall"],
      visit: { props in
        guard props == "{slow}" else { return }
        begun.signal()
        slow.wait()
      })
    let slot = LastGood(widget, store: MemoryStore())
    let ended = DispatchSemaphore(value: 0)
    let result = Mutex<LastGood.Offer?>(nil)
    DispatchQueue.global().async {
      let offer = slot.offer(Array("{slow}".utf8))
      result.withLock { $0 = offer }
      ended.signal()
    }
    begun.wait()
    _ = slot.offer(bytes("{new}"))
    slow.signal()
    ended.wait()
    let offer = result.withLock { $0 }
    #expect(offer == offer.map { .superseded($0.report) })
    #expect(slot.current?.props == bytes("{new}"))
  }

  @Test func `a slow offer is not held up by a newer one that is refused`() {
    let slot = LastGood(SwiftWidget(), store: MemoryStore())
    _ = slot.offer(bytes("{1}"))
    _ = slot.offer(bytes("no"))
    #expect(slot.current?.props == bytes("{1}"))
  }

  @Test func `offers from many threads leave no torn state`() throws {
    let trial = try widget(
      """
      export default (p) => {
        if (p.n % 3 === 0) throw new Error('third')
        return <Voltra.Text>{'n' + p.n}</Voltra.Text>
      }
      """)
    let store = MemoryStore()
    let slot = LastGood(trial, store: store)
    let committed = Mutex<[Int]>([])
    DispatchQueue.concurrentPerform(iterations: 200) { index in
      let offer = slot.offer(Array("{\"n\":\(index)}".utf8))
      switch offer {
      case .committed: committed.withLock { $0.append(index) }
      case .refused: #expect(index % 3 == 0)
      case .superseded: #expect(index % 3 != 0)
      case .notStored: Issue.record("the store takes everything")
      }
      if let current = slot.current {
        let props = String(decoding: current.props, as: UTF8.self)
        let payload = String(decoding: current.payload, as: UTF8.self)
        let number = props.dropFirst(5).dropLast()
        #expect(payload.contains("\"n\(number)\""))
      }
    }
    let last = store.state.withLock { $0.saves.last }
    #expect(slot.current == last)
    #expect(committed.withLock { $0.count } == store.state.withLock { $0.saves.count })
  }
}
