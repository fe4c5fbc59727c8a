/// What a measured process is doing.
public enum MeasurePhase: Int, Sendable {
  /// The program begins.
  case starting
  /// A template is compiled.
  case compiling
  /// The first renders run.
  case warming
  /// Allocations are counted.
  case counting
  /// Renders are measured.
  case rendering
  /// All is done and published.
  case finished

  /// What the process does, behind `while`.
  public var text: String {
    switch self {
    case .starting: "starting"
    case .compiling: "compiling"
    case .warming: "rendering for the first time"
    case .counting: "counting allocations"
    case .rendering: "rendering"
    case .finished: "ending"
    }
  }
}

extension SharedCounters {
  /// The names of the counters; times are in nanoseconds, memory in bytes.
  public enum Counter: Int, Sendable, CaseIterable {
    // What the parent says.

    /// Not 0 when the work shall end early.
    case stop
    /// A number that the parent gives a child, with a meaning that they agree on.
    case mode
    /// When the process was started.
    case startedAt

    // How far the process is.

    /// Changes whenever there is progress.
    case beats
    /// A ``MeasurePhase``.
    case phase
    /// When the first payload was ready.
    case firstPayloadAt

    // What was measured.

    /// Bytes of a payload.
    case payloadBytes
    /// Nodes of a payload.
    case nodes
    /// Steps of a render.
    case steps
    /// Time of the first compilation.
    case firstCompile
    /// Median time of a later compilation.
    case compile
    /// How often it was compiled.
    case compiles
    /// Renders that were measured.
    case renders
    /// Bytes of all payloads.
    case bytes
    /// Time from the first to the last measured render.
    case elapsed
    /// Renders whose allocations were counted; 0 where they cannot be.
    case countedRenders
    /// Allocations of those renders.
    case allocations
    /// Bytes of those allocations.
    case allocatedBytes
    /// The shortest render.
    case latencyMinimum
    /// The longest render.
    case latencyMaximum
    /// The mean time of a render, in picoseconds.
    case latencyMeanInPicoseconds

    // Memory, as the kernel accounts it.

    /// The most that was resident at once.
    case peak
    /// Resident.
    case resident
    /// Resident and backed by no file.
    case anonymous
    /// Resident pages of files.
    case file

    // Memory, as the allocator accounts it.

    /// Allocated and not freed.
    case heapAllocated
    /// In pages that hold allocations.
    case heapActive
    /// The allocator's own records.
    case heapMetadata
    /// Resident pages of the heap.
    case heapResident

    // Memory, as the templates account it.

    /// Machines that wait for a render.
    case idleMachines
    /// Bytes that idle machines hold.
    case idleBytes
    /// Bytes that running renders have taken.
    case budgetBytes

    // For programs of their own.

    /// A number of the program.
    case first
    /// A number of the program.
    case second
    /// A number of the program.
    case third
  }

  /// Publishes where the memory of this process is.
  ///
  /// - Note: No heap allocation but in the first call.
  public func publishMemory() {
    if let memory = ProcessMemory.own() {
      self[.peak] = memory.peak
      self[.resident] = memory.resident
      self[.anonymous] = memory.anonymous
      self[.file] = memory.file
    }
    let heap = AllocatorStatistics.read()
    self[.heapAllocated] = heap.allocated
    self[.heapActive] = heap.active
    self[.heapMetadata] = heap.metadata
    self[.heapResident] = heap.resident
  }
}
