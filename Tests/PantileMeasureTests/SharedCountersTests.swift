import Glibc
import Testing

@testable import PantileMeasure

@Suite struct SharedCountersTests {
  @Test func `every counter has a place of its own`() throws {
    let counters = try SharedCounters()
    for counter in SharedCounters.Counter.allCases {
      #expect(counters[counter] == 0)
      counters[counter] = counter.rawValue + 7
    }
    counters.add(-3, to: .renders)
    for counter in SharedCounters.Counter.allCases {
      #expect(counters[counter] == counter.rawValue + (counter == .renders ? 4 : 7))
    }
    #expect(counters.latencies.count == 0)
    #expect(counters.text == "")
  }

  @Test func `a second mapping sees what the first wrote`() throws {
    let counters = try SharedCounters()
    var latencies = LatencyHistogram()
    for value in [1, 500, 500, 80_000, 1 << 40] { latencies.record(value) }
    counters.latencies = latencies
    counters.text = "grüße"
    counters.phase = .rendering
    let copy = try SharedCounters(descriptor: dup(counters.descriptor))
    #expect(copy.latencies.count == 5)
    #expect(copy.latencies.maximum == 1 << 40)
    #expect(copy.latencies.percentile(50) == latencies.percentile(50))
    #expect(abs(copy.latencies.mean - latencies.mean) < 1)
    #expect(copy.text == "grüße")
    #expect(copy.phase == .rendering)
    #expect(copy[.beats] == 1)
  }

  @Test func `a long text is cut and a shorter one replaces it`() throws {
    let counters = try SharedCounters()
    counters.text = String(repeating: "x", count: 100_000)
    #expect(counters.text.utf8.count == 8 << 10 - 1)
    counters.text = "y"
    #expect(counters.text == "y")
  }

  @Test(arguments: [-1, 0, 1 << 20])
  func `something else than the shared memory is refused`(descriptor: Int32) {
    #expect(throws: MeasureError.self) { try SharedCounters(descriptor: descriptor) }
  }

  @Test func `a phase that nobody knows is the first`() throws {
    let counters = try SharedCounters()
    counters[.phase] = 99
    #expect(counters.phase == .starting)
  }
}

@Suite struct OwnThreadTests {
  @Test func `a thread runs its work and is joined`() throws {
    let counters = try SharedCounters()
    let thread = try OwnThread(stackBytes: 0) { counters[.first] = 5 }
    thread.join()
    #expect(counters[.first] == 5)
  }

  @Test func `a stack that no machine has is an error`() {
    let failure = #expect(throws: MeasureError.self) {
      let thread = try OwnThread(stackBytes: 1 << 50) {}
      thread.join()
    }
    #expect(failure?.code == .thread)
  }
}
