internal import CJemalloc

/// A value that jemalloc keeps under a name, looked up once.
///
/// Reading it allocates nothing.
struct AllocatorControl: Sendable {
  /// The name as jemalloc's numbers, in the first `depth` places.
  private let key: InlineArray<8, Int>
  private let depth: Int

  /// Looks a name up; nil where the allocator has no such name.
  init?(_ name: StaticString) {
    var key = InlineArray<8, Int>(repeating: 0)
    var depth = 8
    var status: Int32 = -1
    var span = key.mutableSpan
    unsafe span.withUnsafeMutableBufferPointer { places in
      // Safe: at most `depth` places are written, as many as there are; the name is a C string.
      status = unsafe mallctlnametomib(
        UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self),
        UnsafeMutableRawPointer(places.baseAddress)?.assumingMemoryBound(to: Int.self), &depth)
    }
    guard status == 0 else { return nil }
    self.key = key
    self.depth = depth
  }

  /// Reads a 64-bit value; 0 where it cannot be read.
  func read() -> Int {
    var value: UInt64 = 0
    var size = MemoryLayout<UInt64>.size
    var status: Int32 = -1
    unsafe key.span.withUnsafeBufferPointer { places in
      // Safe: the value has the size that is told, and jemalloc does not write to the key.
      status = unsafe mallctlbymib(places.baseAddress, depth, &value, &size, nil, 0)
    }
    return status == 0 ? Int(truncatingIfNeeded: value) : 0
  }

  /// Writes a 64-bit value.
  func write(_ value: UInt64) {
    var value = value
    unsafe key.span.withUnsafeBufferPointer { places in
      // Safe: the value has the size that is told.
      _ = unsafe mallctlbymib(
        places.baseAddress, depth, nil, nil, &value, MemoryLayout<UInt64>.size)
    }
  }

  /// Does what the name says.
  func perform() {
    unsafe key.span.withUnsafeBufferPointer { places in
      // Safe: a call without a value.
      _ = unsafe mallctlbymib(places.baseAddress, depth, nil, nil, nil, 0)
    }
  }
}
