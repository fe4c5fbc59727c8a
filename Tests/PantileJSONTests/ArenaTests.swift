import Testing

@testable import PantileJSON

@Suite struct ArenaTests {
  /// An arena with 64-bit words that tell their offset.
  private func filled(_ count: Int) throws -> Arena {
    var arena = Arena(capacity: 64)
    for _ in 0..<count {
      let offset = Int(try arena.allocate(8))
      arena.store64(offset, UInt64(offset))
    }
    return arena
  }

  private func holds(_ arena: borrowing Arena, _ count: Int) -> Bool {
    (0..<count).allSatisfy { arena.load64(8 + $0 * 8) == UInt64(8 + $0 * 8) }
  }

  @Test(arguments: [1, 7, 100, 5_000, 300_000])
  func `records stay where they are while the block grows and shrinks`(count: Int) throws {
    var arena = try filled(count)
    let isHeld = holds(arena, count)
    #expect(isHeld)
    arena.shrink(to: 0)
    let capacity = arena.capacity
    #expect(capacity == max(64, 8 + count * 8))
    let isKept = holds(arena, count)
    #expect(isKept)
    _ = try arena.allocate(1 << 20)
    let isStillHeld = holds(arena, count)
    #expect(isStillHeld)
  }

  @Test(arguments: [1, 8, 63, 64, 65, 1_000, 100_000])
  func `the block grows to the size that it tells`(byteCount: Int) throws {
    var arena = Arena(capacity: 256)
    let told = arena.grownSize(byteCount)
    try arena.grow(byteCount)
    let capacity = arena.capacity
    #expect(capacity == told)
    #expect(capacity >= byteCount + 16)
  }

  @Test func `an arena at its limit is full and keeps what it has`() throws {
    var arena = Arena(capacity: 64, limit: 1_024)
    _ = try arena.allocate(900)
    let top = arena.top
    var isFull = false
    for byteCount in [200, 1 << 40, -1] {
      do { _ = try arena.allocate(byteCount) } catch { isFull = true }
      #expect(isFull)
      isFull = false
    }
    let after = arena.top
    #expect(after == top)
    let capacity = arena.capacity
    #expect(capacity <= 1_024)
  }
}

@Suite struct ByteBufferTests {
  @Test(arguments: [0, 1, 63, 64, 65, 4_096, 2_000_000])
  func `bytes stay while the block grows`(count: Int) {
    var buffer = ByteBuffer(capacity: 0)
    for index in 0..<count { buffer.append(UInt8(truncatingIfNeeded: index)) }
    let bytes = buffer.array()
    #expect(bytes.count == count)
    #expect(bytes.indices.allSatisfy { bytes[$0] == UInt8(truncatingIfNeeded: $0) })
  }
}
