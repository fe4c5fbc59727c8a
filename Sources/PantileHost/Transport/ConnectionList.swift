/// Connections in the order of their deadlines, linked through themselves.
///
/// All of a list have the same time-out, so who joins last ends last: joining, leaving and finding
/// those whose time is over cost the same for one connection as for many thousands.
@safe
struct ConnectionList {
  private(set) var first: ConnectionReference?
  private var last: ConnectionReference?

  /// Adds a connection at the end.
  mutating func append(_ connection: ConnectionReference) {
    // Safe: a connection leaves its list before its memory is freed.
    unsafe connection.pointee.previous = last
    unsafe connection.pointee.next = nil
    if let last = unsafe last {
      unsafe last.pointee.next = connection
    } else {
      unsafe first = connection
    }
    unsafe last = connection
  }

  /// Takes a connection out, which is in this list.
  mutating func remove(_ connection: ConnectionReference) {
    // Safe: neighbours are in the list and so are alive.
    let next = unsafe connection.pointee.next
    let previous = unsafe connection.pointee.previous
    if let previous = unsafe previous {
      unsafe previous.pointee.next = next
    } else {
      unsafe first = next
    }
    if let next = unsafe next {
      unsafe next.pointee.previous = previous
    } else {
      unsafe last = previous
    }
    unsafe connection.pointee.next = nil
    unsafe connection.pointee.previous = nil
  }
}
