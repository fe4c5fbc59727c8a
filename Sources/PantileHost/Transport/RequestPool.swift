internal import PantileServer

/// Requests that no connection is reading, kept for the next one.
///
/// Only connections in the middle of a request have one, so idle connections cost no buffer.
@safe
struct RequestPool: ~Copyable {
  /// The most requests that are kept.
  private static let keptCount = 32
  /// The block that a kept request may have, in bytes.
  private static let keptByteCount = 4_096

  private var free: [UnsafeMutablePointer<HTTPRequest>] = unsafe []

  /// Takes an empty request.
  mutating func take() -> UnsafeMutablePointer<HTTPRequest> {
    if let request = unsafe free.popLast() { return unsafe request }
    let request = UnsafeMutablePointer<HTTPRequest>.allocate(capacity: 1)
    // Safe: the place was just allocated.
    unsafe request.initialize(to: HTTPRequest())
    return unsafe request
  }

  /// Gives back a request that came from `take`.
  mutating func give(_ request: UnsafeMutablePointer<HTTPRequest>) {
    if unsafe free.count < Self.keptCount {
      // Safe: whoever took the request gives it back once.
      unsafe request.pointee.reset(keeping: Self.keptByteCount)
      unsafe free.append(request)
    } else {
      unsafe request.deinitialize(count: 1)
      unsafe request.deallocate()
    }
  }

  deinit {
    for index in unsafe free.indices {
      let request = unsafe free[index]
      // Safe: the pool alone knows the requests in it.
      unsafe request.deinitialize(count: 1)
      unsafe request.deallocate()
    }
  }
}
