internal import PantileTemplate
internal import Synchronization

/// What handles of C stand for.
///
/// A handle is a number that looks like a pointer and is none: no two handles of a process are
/// equal, and no address is equal to one, so one that was freed or never given out is recognised.
/// Whoever looks a handle up holds what it stands for, also when it is freed meanwhile.
///
///     0x5041 │ counter … │ 0000
///     16 bits, outside of all addresses
final class HandleTable: Sendable {
  enum Entry: Sendable {
    case template(Template)
    case server(EmbeddedServer)
    case output(CallbackOutput)
  }

  static let shared = HandleTable()

  private struct State: Sendable {
    var last: UInt = 0x5041 << 48
    var entries: [UInt: Entry] = [:]
  }

  private let state = Mutex(State())

  func insert(_ entry: Entry) -> OpaquePointer? {
    let number = state.withLock { state in
      state.last += 16
      state.entries[state.last] = entry
      return state.last
    }
    return unsafe OpaquePointer(bitPattern: number)
  }

  /// Ends a handle; one of another kind is left alone.
  func remove(_ handle: OpaquePointer?, where isKind: (Entry) -> Bool) {
    guard let entry = unsafe entry(handle), isKind(entry) else { return }
    let number = UInt(bitPattern: handle)
    // What is held by nobody else ends behind the lock.
    state.withLock { _ = $0.entries.removeValue(forKey: number) }
  }

  private func entry(_ handle: OpaquePointer?) -> Entry? {
    let number = UInt(bitPattern: handle)
    return state.withLock { $0.entries[number] }
  }

  func template(_ handle: OpaquePointer?) throws(CallFailure) -> Template {
    guard case .template(let template) = unsafe entry(handle) else {
      throw .invalid("the template is NULL, freed or none")
    }
    return template
  }

  func server(_ handle: OpaquePointer?) throws(CallFailure) -> EmbeddedServer {
    guard case .server(let server) = unsafe entry(handle) else {
      throw .invalid("the server is NULL, freed or none")
    }
    return server
  }

  func output(_ handle: OpaquePointer?) throws(CallFailure) -> CallbackOutput {
    guard case .output(let output) = unsafe entry(handle) else {
      throw .invalid("the output is NULL, ended or none")
    }
    return output
  }
}
