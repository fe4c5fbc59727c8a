internal import CUV
internal import PantileServer

/// A connection: one block of memory that stays where it is.
///
/// The handle of libuv comes first, so that a handle's address is its connection's. Nothing here is
/// reference-counted. A connection without a request holds this block alone:
///
///     ┌ pipe (or tcp) ┬ parser ┬ list links, deadline ┬ request, rest, write: nil ┐   ~ 500 bytes
///     └──── 264 ──────┴─ 150 ──┴──────────────────────┴───────────────────────────┘
@safe
struct Connection {
  /// What a connection waits for; each has its own time-out.
  enum Phase: UInt8, CaseIterable {
    /// The first byte of a request.
    case idle
    /// The end of a request's fields.
    case head
    /// The end of a request's body.
    case body
    /// A reply of the handler that comes later.
    case reply
    /// The client's taking the response.
    case write
    /// The client's end of the connection, behind the last response.
    case linger
    /// The loop's leave to free the block.
    case closed
  }

  /// The handle: of a Unix socket, or of TCP, which is smaller.
  var pipe = unsafe uv_pipe_t()
  var parser = RequestParser()
  var phase = Phase.closed
  /// Whether the connection ends behind what is being written.
  var isLast = false
  /// Whether the loop reads.
  var isReading = false
  /// Whether `100 Continue` was sent for the request that is being read.
  var hasContinued = false
  /// The end of the phase, in milliseconds of the loop's clock.
  var deadline: UInt64 = 0
  var next: ConnectionReference?
  var previous: ConnectionReference?
  /// The request that is being read.
  var request: UnsafeMutablePointer<HTTPRequest>?
  /// Bytes that came and were not looked at.
  var rest = Block()
  /// A write that the system did not take at once.
  var write: UnsafeMutablePointer<Write>?
  /// What of that write was left when the time-out was last looked at.
  var unwritten = 0
  /// What the pending reply is known by.
  var token: UInt64 = 0
  /// Who counts the connection.
  var peer: PeerAddress?
  /// Bytes that were dropped behind the last response.
  var dropped = 0
}

/// Where a connection lies.
typealias ConnectionReference = UnsafeMutablePointer<Connection>

/// Bytes in memory of their own, freed by hand.
@safe
struct Block {
  private(set) var bytes = unsafe UnsafeMutableRawBufferPointer(start: nil, count: 0)

  var isEmpty: Bool { unsafe bytes.isEmpty }

  /// An empty block.
  init() {}

  /// A copy of `source`, which is not empty.
  init(copying source: UnsafeRawBufferPointer) {
    // Safe: the new memory has the size of the source.
    unsafe bytes = .allocate(byteCount: source.count, alignment: 1)
    unsafe bytes.copyMemory(from: source)
  }

  /// Frees the memory; the block is empty then.
  mutating func free() {
    // Safe: the memory came from `allocate`, and nobody keeps its address.
    unsafe bytes.deallocate()
    unsafe bytes = UnsafeMutableRawBufferPointer(start: nil, count: 0)
  }
}

/// A write that the loop does when the system has room.
@safe
struct Write {
  /// The request of libuv; it comes first, so that its address is the write's.
  var request = unsafe uv_write_t()
  var bytes: Block
}
