internal import Glibc
internal import Synchronization

/// Where a connection comes from: an IPv4 address, or the network of an IPv6 address.
struct PeerAddress: Hashable, Sendable {
  /// The network (IPv6, 64 bits), or the IPv4 address with a mark above it.
  var bits: UInt64

  /// The address of a peer; nil for one that is not counted.
  ///
  /// An IPv4 address mapped into IPv6 is that IPv4 address.
  init?(_ storage: sockaddr_storage) {
    var storage = storage
    switch Int32(storage.ss_family) {
    case AF_INET:
      bits = unsafe withUnsafeBytes(of: &storage) { bytes in
        // Safe: a storage of this family holds a `sockaddr_in`, whose address begins at byte 4.
        unsafe Self.fromIPv4(bytes.loadUnaligned(fromByteOffset: 4, as: UInt32.self))
      }
    case AF_INET6:
      bits = unsafe withUnsafeBytes(of: &storage) { bytes in
        // Safe: a storage of this family holds a `sockaddr_in6`, whose address begins at byte 8.
        let high = unsafe UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
        let low = unsafe UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 16, as: UInt64.self))
        if high == 0 && low >> 32 == 0xFFFF {
          return Self.fromIPv4(UInt32(truncatingIfNeeded: low).bigEndian)
        }
        return high
      }
    default: return nil
    }
  }

  private static func fromIPv4(_ bytes: UInt32) -> UInt64 {
    // No IPv6 network in use begins with these bits.
    0xFFFF_FFFF_0000_0000 | UInt64(UInt32(bigEndian: bytes))
  }
}

/// Counts open connections, in all and by address, for all workers of a server.
final class PeerTable: Sendable {
  private let limits: HTTPServerConfiguration.Limits
  private let counts = Mutex<[PeerAddress: Int]>([:])
  private let open = Atomic<Int>(0)

  /// Creates an empty table.
  init(_ limits: HTTPServerConfiguration.Limits) { self.limits = limits }

  /// The number of open connections.
  var count: Int { open.load(ordering: .relaxed) }

  /// Whether addresses are counted.
  var countsAddresses: Bool { limits.connectionsPerAddress > 0 }

  /// Counts a connection; false when it is one too many, and is not counted.
  func add(_ peer: PeerAddress?) -> Bool {
    if open.wrappingAdd(1, ordering: .relaxed).newValue > limits.connections {
      open.wrappingSubtract(1, ordering: .relaxed)
      return false
    }
    guard let peer else { return true }
    let fits = counts.withLock { counts in
      let count = counts[peer, default: 0]
      guard count < limits.connectionsPerAddress else { return false }
      counts[peer] = count + 1
      return true
    }
    if !fits { open.wrappingSubtract(1, ordering: .relaxed) }
    return fits
  }

  /// Counts a connection no more.
  func remove(_ peer: PeerAddress?) {
    open.wrappingSubtract(1, ordering: .relaxed)
    guard let peer else { return }
    counts.withLock { counts in
      guard let count = counts[peer] else { return }
      counts[peer] = count > 1 ? count - 1 : nil
    }
  }
}
