extension CeilingReport {
  /// The error of a child that did not do its work within its limit; nil where it did, where it
  /// has told an error of its own, or where somebody ended it.
  public func reason(while phase: MeasurePhase) -> String? {
    let bound = Figure.megabytes(limit ?? 0)
    switch end {
    case .exited(0), .interrupted(status: 0):
      guard isOver else { return nil }
      return "peak of \(Figure.megabytes(peak)) resident is over the ceiling of \(bound)"
    case .exited(let status):
      return "the process ended with status \(status) while \(phase.text)"
    case .signalled(let number):
      return "the process ended by signal \(number) while \(phase.text)"
    case .outOfMemory:
      return "out of memory under the ceiling of \(bound) while \(phase.text)"
    case .hung:
      return "no progress while \(phase.text); the process was killed"
    case .interrupted:
      return "the process did not stop while \(phase.text), and was killed"
    }
  }

  /// The verdict in a word.
  public var verdict: String {
    switch end {
    case .exited(0): isOver ? "over" : "kept"
    case .exited: "failed"
    case .signalled: "crashed"
    case .outOfMemory: "out of memory"
    case .hung: "hung"
    case .interrupted: "interrupted"
    }
  }
}

extension SharedCounters {
  /// Lines that say where the memory was when the process was last looked at.
  public var placesOfMemory: [String] {
    let mb = { (counter: SharedCounters.Counter) in Figure.megabytes(self[counter]) }
    guard self[.resident] > 0 else { return ["the process told nothing of its memory"] }
    var lines = [
      "last look: \(mb(.resident)) resident, \(mb(.anonymous)) of it in no file, "
        + "\(mb(.file)) of files"
    ]
    if self[.heapResident] > 0 {
      lines.append(
        "heap: \(mb(.heapAllocated)) allocated, in pages of \(mb(.heapActive)); "
          + "\(mb(.heapMetadata)) of records; \(mb(.heapResident)) resident")
    }
    lines.append(
      "machines: \(self[.idleMachines]) idle with \(mb(.idleBytes)); renders that run took "
        + "\(mb(.budgetBytes))")
    return lines
  }
}
