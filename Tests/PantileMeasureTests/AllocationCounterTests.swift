import Testing

@testable import PantileMeasure

/// Other tests of the process allocate at the same time, which can only add to a count: the least
/// of many is the exact one.
@Suite(.serialized, .enabled(if: AllocationCounter().isAvailable))
struct AllocationCounterTests {
  private let counter = AllocationCounter()

  private func least(_ body: () -> Void) -> AllocationCounter.Reading {
    var least = AllocationCounter.Reading(calls: .max, bytes: .max)
    for _ in 0..<200 {
      let found = counter.measure(body)
      least.calls = min(least.calls, found.calls)
      least.bytes = min(least.bytes, found.bytes)
    }
    return least
  }

  @Test(arguments: [0, 1, 2, 1_000])
  func `small allocations read back exactly`(count: Int) {
    let found = least {
      for _ in 0..<count {
        unsafe UnsafeMutableRawPointer.allocate(byteCount: 24, alignment: 8).deallocate()
      }
    }
    #expect(found == AllocationCounter.Reading(calls: count, bytes: count * 32))
  }

  @Test func `a large allocation reads back exactly`() {
    let found = least {
      unsafe UnsafeMutableRawPointer.allocate(byteCount: 1 << 20, alignment: 8).deallocate()
    }
    #expect(found == AllocationCounter.Reading(calls: 1, bytes: 1 << 20))
  }

  @Test func `the error of a body is passed on`() {
    struct Failure: Error {}
    #expect(throws: Failure.self) { try counter.measure { () throws(Failure) in throw Failure() } }
  }

  @Test func `statistics grow with what is allocated`() {
    let before = AllocatorStatistics.read()
    let block = UnsafeMutableRawPointer.allocate(byteCount: 64 << 20, alignment: 8)
    let after = AllocatorStatistics.read()
    unsafe block.deallocate()
    #expect(after.allocated - before.allocated > 32 << 20)
    #expect(after.active >= after.allocated)
    #expect(after.mapped >= after.active)
    #expect(after.metadata > 0)
  }
}
