internal import Synchronization

/// The memory that all renders of a process may take together.
final class MemoryBudget: Sendable {
  /// The bound in bytes.
  let limit: Int
  private let taken = Atomic<Int>(0)

  /// Creates a budget of `limit` bytes.
  init(limit: Int) { self.limit = limit }

  /// The bytes that are taken.
  var takenBytes: Int { taken.load(ordering: .relaxed) }

  /// Takes bytes; false when they are not left.
  func take(_ byteCount: Int) -> Bool {
    let after = taken.wrappingAdd(byteCount, ordering: .relaxed).newValue
    if after <= limit { return true }
    taken.wrappingSubtract(byteCount, ordering: .relaxed)
    return false
  }

  /// Gives bytes back.
  func giveBack(_ byteCount: Int) { taken.wrappingSubtract(byteCount, ordering: .relaxed) }
}
