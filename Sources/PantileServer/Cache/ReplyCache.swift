internal import PantileJSON
internal import Synchronization

/// Replies by key, bounded by bytes, the least recently used first out, and one render a key at a
/// time.
///
/// A reply is found by its key, or at once by an alias: the target of an earlier request with the
/// digest of its token. An alias says that this target has that key, so a hit needs no parsing.
final class ReplyCache: Sendable {
  /// What a reply depends on.
  struct Key: Hashable, Sendable {
    var hash: UInt64
    var bytes: [UInt8]
    /// Of the widget; older ones are found no more.
    var generation: Int

    init(_ bytes: borrowing ByteBuffer, generation: Int) {
      self.bytes = bytes.array()
      self.generation = generation
      hash = bytes.withBytes { ContentHash($0).low }
    }

    func hash(into hasher: inout Hasher) { hasher.combine(hash) }
  }

  /// A reply in the cache.
  final class Entry: Sendable {
    let key: Key
    let widget: WidgetSlot
    let reply: Reply
    /// Milliseconds since 1970.
    let storedAt: Int64
    let expiresAt: Int64
    fileprivate let lastUse = Atomic<Int>(0)
    /// Whether the cache holds it.
    fileprivate let isLive = Atomic<Bool>(false)
    /// The bytes that the cache counts for it.
    fileprivate let counted = Atomic<Int>(0)

    init(_ key: Key, _ widget: WidgetSlot, _ reply: Reply, storedAt: Int64, timeToLive: Int64) {
      self.key = key
      self.widget = widget
      self.reply = reply
      self.storedAt = storedAt
      let (end, overflow) = storedAt.addingReportingOverflow(timeToLive)
      expiresAt = overflow ? .max : end
    }

    /// Whether the reply may be given at a time; a clock that was set back ends it too.
    func isFresh(at now: Int64) -> Bool {
      now >= storedAt && now < expiresAt && isCurrent
    }

    fileprivate var isCurrent: Bool { key.generation == widget.currentGeneration }

    fileprivate var byteCount: Int { reply.byteCount + key.bytes.count + 256 }
  }

  /// What a request for a key finds.
  enum Lookup {
    case hit(Entry)
    /// Somebody renders it; the request waits.
    case joined
    /// Nobody renders it: the caller does, and ends the flight.
    case lead(Flight)
  }

  private struct Alias {
    var target: [UInt8]
    var token: TokenDigest?
    var entry: Entry
  }

  private struct State: ~Copyable {
    var entries: [Key: Entry] = [:]
    var flights: [Key: Flight] = [:]
    var aliases: [Alias?] = []
    var byteCount = 0
  }

  /// The bytes that all replies may have together; 0 keeps none.
  let capacity: Int
  private let state = Mutex(State())
  private let ticks = Atomic<Int>(0)

  /// How long requests join a render, in milliseconds; then another one begins, in case that the
  /// renderer never ends.
  private static let patience: Int64 = 30_000
  private static let aliasCount = 512
  private static let longestAlias = 1_024

  init(capacity: Int) { self.capacity = capacity }

  /// The number of replies, and their bytes.
  var size: (count: Int, byteCount: Int) {
    state.withLock { ($0.entries.count, $0.byteCount) }
  }
}

// MARK: - Aliases

extension ReplyCache {
  /// The entry of a target; it may have expired.
  func entry(of request: borrowing HTTPRequest, _ token: TokenDigest?) -> Entry? {
    guard request.target.byteCount <= Self.longestAlias else { return nil }
    let slot = Self.slot(request, token)
    let found: Entry? = state.withLock { state in
      guard slot < state.aliases.count, let alias = state.aliases[slot], alias.token == token,
        request.isEqual(request.target, alias.target.span)
      else { return nil }
      return alias.entry
    }
    if let found { touch(found) }
    return found
  }

  /// Remembers the entry of a target.
  func remember(_ entry: Entry, _ request: borrowing HTTPRequest, _ token: TokenDigest?) {
    guard request.target.byteCount <= Self.longestAlias else { return }
    let slot = Self.slot(request, token)
    let alias = Alias(target: request.array(of: request.target), token: token, entry: entry)
    state.withLock { state in
      guard entry.isLive.load(ordering: .relaxed) else { return }
      if state.aliases.isEmpty {
        state.aliases = [Alias?](repeating: nil, count: Self.aliasCount)
      }
      state.aliases[slot] = alias
    }
  }

  private static func slot(_ request: borrowing HTTPRequest, _ token: TokenDigest?) -> Int {
    let hash = request.withBytes(of: request.target) { ContentHash($0).low }
    return Int((hash ^ (token?.prefix ?? 0)) % UInt64(aliasCount))
  }

  private func touch(_ entry: Entry) {
    let tick = ticks.wrappingAdd(1, ordering: .relaxed).newValue
    entry.lastUse.store(tick, ordering: .relaxed)
  }
}

// MARK: - Flights

extension ReplyCache {
  /// Looks a key up; the request that is copied by `wait` waits where somebody renders it already.
  func find(_ key: Key, now: Int64, wait: () -> Waiter) -> Lookup {
    let lookup: Lookup = state.withLock { state in
      if let entry = state.entries[key], entry.isFresh(at: now) { return .hit(entry) }
      if let flight = state.flights[key], now - flight.startedAt < Self.patience {
        flight.waiters.withLock { $0.append(wait()) }
        return .joined
      }
      let flight = Flight(key, startedAt: now)
      state.flights[key] = flight
      return .lead(flight)
    }
    if case .hit(let entry) = lookup { touch(entry) }
    return lookup
  }

  /// Ends a flight, keeps its entry where there is one, and gives those who wait.
  func end(_ flight: Flight, _ entry: Entry?) -> [Waiter] {
    let waiters = state.withLock { state in
      if state.flights[flight.key] === flight { state.flights[flight.key] = nil }
      if let entry, entry.byteCount <= capacity, entry.isCurrent { insert(entry, &state) }
      return flight.waiters.withLock { $0 }
    }
    return waiters
  }

  private func insert(_ entry: Entry, _ state: inout State) {
    touch(entry)
    if let old = state.entries[entry.key] { remove(old, &state) }
    state.entries[entry.key] = entry
    entry.isLive.store(true, ordering: .relaxed)
    count(entry, &state)
    if state.byteCount > capacity { evict(&state) }
  }

  /// Counts what an entry has grown by.
  func recount(_ entry: Entry) {
    guard entry.counted.load(ordering: .relaxed) != entry.byteCount else { return }
    state.withLock { state in
      guard entry.isLive.load(ordering: .relaxed) else { return }
      count(entry, &state)
      if state.byteCount > capacity { evict(&state) }
    }
  }

  private func count(_ entry: Entry, _ state: inout State) {
    let bytes = entry.byteCount
    state.byteCount += bytes - entry.counted.load(ordering: .relaxed)
    entry.counted.store(bytes, ordering: .relaxed)
  }
}

// MARK: - Removal

extension ReplyCache {
  private func remove(_ entry: Entry, _ state: inout State) {
    state.entries[entry.key] = nil
    state.byteCount -= entry.counted.load(ordering: .relaxed)
    entry.isLive.store(false, ordering: .relaxed)
  }

  /// Removes the least recently used entries, down to seven eighths of the capacity, so that the
  /// sorting is rare.
  private func evict(_ state: inout State) {
    let target = capacity / 8 * 7
    let byAge = state.entries.values
      .map { (use: $0.lastUse.load(ordering: .relaxed), entry: $0) }
      .sorted { $0.use < $1.use }
    for (_, entry) in byAge {
      if state.byteCount <= target { break }
      // The one that was used last stays, as long as it fits.
      if state.entries.count == 1, state.byteCount <= capacity { break }
      remove(entry, &state)
    }
    dropAliases(&state)
  }

  /// Removes the entries of a widget.
  func removeAll(of widget: WidgetSlot) {
    state.withLock { state in
      for entry in state.entries.values where entry.widget === widget { remove(entry, &state) }
      dropAliases(&state)
    }
  }

  private func dropAliases(_ state: inout State) {
    for index in state.aliases.indices {
      if let alias = state.aliases[index], !alias.entry.isLive.load(ordering: .relaxed) {
        state.aliases[index] = nil
      }
    }
  }
}

/// A render that is under way, and those who wait for it.
final class Flight: Sendable {
  let key: ReplyCache.Key
  fileprivate let startedAt: Int64
  fileprivate let waiters = Mutex<[Waiter]>([])

  init(_ key: ReplyCache.Key, startedAt: Int64) {
    self.key = key
    self.startedAt = startedAt
  }
}
