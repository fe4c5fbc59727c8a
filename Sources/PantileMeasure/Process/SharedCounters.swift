internal import Glibc
internal import Synchronization

/// Numbers, a histogram and a text in memory that a process shares with its children.
///
///     0           4 KiB            20 KiB        28 KiB
///     ┌───────────┬────────────────┬─────────────┐
///     │ counters  │ buckets of the │ text:       │
///     │ 64-bit    │ histogram      │ UTF-8, zero │
///     └───────────┴────────────────┴─────────────┘
///
/// A child writes while it works; what it wrote is still there when it was killed. Every access is
/// one atomic word, or a copy within the bounds of its area.
@safe
public final class SharedCounters: @unchecked Sendable {
  private static let bucketStart = 4 << 10
  private static let textStart = 20 << 10
  private static let byteCount = 28 << 10

  /// The memory as a file of this process.
  let descriptor: Int32
  private let base: UnsafeMutableRawPointer

  /// Makes the memory, all zero.
  public convenience init() throws(MeasureError) {
    let name = "/pantile-\(getpid())-\(MonotonicClock.now())"
    // Safe: the name lives across the calls.
    let file = unsafe shm_open(name, O_RDWR | O_CREAT | O_EXCL, 0o600)
    guard file >= 0 else {
      throw MeasureError(.sharedMemory, "cannot make shared memory", number: errno)
    }
    // Safe: as above; the memory lives on as long as it is open or mapped.
    _ = unsafe shm_unlink(name)
    // Low numbers are where a child finds what it inherits.
    let moved = fcntl(file, F_DUPFD_CLOEXEC, 16)
    _ = close(file)
    guard moved >= 0, ftruncate(moved, Self.byteCount) == 0 else {
      let number = errno
      if moved >= 0 { _ = close(moved) }
      throw MeasureError(.sharedMemory, "cannot make shared memory", number: number)
    }
    try self.init(descriptor: moved)
  }

  /// Maps the memory that a file stands for; the file is closed at the end.
  init(descriptor: Int32) throws(MeasureError) {
    var status = stat()
    // Safe: `status` lives across the call.
    guard unsafe fstat(descriptor, &status) == 0, status.st_size == Self.byteCount else {
      throw MeasureError(.sharedMemory, "there is no shared memory to write to")
    }
    // Safe: a fresh mapping of a file that is as long.
    let mapped = unsafe mmap(
      nil, Self.byteCount, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
    guard let mapped = unsafe mapped, unsafe mapped != MAP_FAILED else {
      throw MeasureError(.sharedMemory, "cannot map shared memory", number: errno)
    }
    self.descriptor = descriptor
    unsafe base = mapped
  }

  deinit {
    // Safe: mapped in `init`, and nobody has an address in it.
    _ = unsafe munmap(base, Self.byteCount)
    _ = close(descriptor)
  }

  private func word(_ offset: Int) -> UnsafeMutablePointer<Atomic<Int>> {
    precondition(offset >= 0 && offset <= Self.byteCount - 8, "an offset in the shared memory")
    // Safe: eight bytes within the mapping; an atomic integer is laid out as an integer.
    return unsafe (base + offset).assumingMemoryBound(to: Atomic<Int>.self)
  }
}

// MARK: - Counters

extension SharedCounters {
  /// A number or a moment by its name.
  public subscript(counter: Counter) -> Int {
    get {
      // Safe: a counter lies within the mapping.
      unsafe word(counter.rawValue * 8).pointee.load(ordering: .acquiring)
    }
    set {
      // Safe: as above.
      unsafe word(counter.rawValue * 8).pointee.store(newValue, ordering: .releasing)
    }
  }

  /// Adds to a number; several threads may add at once.
  public func add(_ amount: Int, to counter: Counter) {
    // Safe: a counter lies within the mapping.
    _ = unsafe word(counter.rawValue * 8).pointee.wrappingAdd(amount, ordering: .relaxed)
  }

  /// What the process is doing.
  public var phase: MeasurePhase {
    get { MeasurePhase(rawValue: self[.phase]) ?? .starting }
    set {
      self[.phase] = newValue.rawValue
      add(1, to: .beats)
    }
  }

  /// Whether the work shall end early.
  public var isStopped: Bool {
    get { self[.stop] != 0 }
    set { self[.stop] = newValue ? 1 : 0 }
  }
}

// MARK: - Histogram and text

extension SharedCounters {
  /// The latencies that were published.
  public var latencies: LatencyHistogram {
    get {
      let buckets = (0..<LatencyHistogram.bucketCount).map { index in
        // Safe: a bucket lies within the mapping.
        UInt64(bitPattern: Int64(unsafe bucket(index).pointee.load(ordering: .relaxed)))
      }
      return LatencyHistogram(
        buckets: buckets, minimum: self[.latencyMinimum], maximum: self[.latencyMaximum],
        mean: Double(self[.latencyMeanInPicoseconds]) / 1_000)
    }
    set {
      for index in 0..<LatencyHistogram.bucketCount where newValue[index] > 0 {
        // Safe: as above. Empty buckets are left alone, so that their pages stay untouched.
        unsafe bucket(index).pointee.store(newValue[index], ordering: .relaxed)
      }
      self[.latencyMinimum] = newValue.minimum
      self[.latencyMaximum] = newValue.maximum
      self[.latencyMeanInPicoseconds] = Int(min(newValue.mean * 1_000, 9e18))
    }
  }

  private func bucket(_ index: Int) -> UnsafeMutablePointer<Atomic<Int>> {
    unsafe word(Self.bucketStart + index * 8)
  }

  /// A text of at most 8 KiB; a longer one is cut.
  public var text: String {
    get {
      // Safe: the area lies within the mapping.
      let area = unsafe UnsafeRawBufferPointer(
        start: base + Self.textStart, count: Self.byteCount - Self.textStart)
      return unsafe String(decoding: area.prefix { $0 != 0 }, as: UTF8.self)
    }
    set {
      var offset = Self.textStart
      for byte in newValue.utf8.prefix(Self.byteCount - Self.textStart - 1) {
        // Safe: below the end of the area.
        unsafe base.storeBytes(of: byte, toByteOffset: offset, as: UInt8.self)
        offset += 1
      }
      // Safe: as above.
      unsafe base.storeBytes(of: 0, toByteOffset: offset, as: UInt8.self)
    }
  }
}
