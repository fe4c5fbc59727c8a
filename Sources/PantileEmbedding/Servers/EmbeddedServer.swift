internal import Glibc
internal import PantileRender
internal import PantileServer
internal import Synchronization

/// A server whose requests come from a C caller.
final class EmbeddedServer: Sendable {
  /// Placements of one widget that have props of their own.
  private static let instanceLimit = 4_096

  private let server: WidgetServer
  private let widgets: [String: EmbeddedWidget]
  private let instances = Mutex<[String: Set<String>]>([:])
  /// The threads that are in ``answer(_:)``.
  private let threads = Mutex<Set<UInt>>([])

  init(_ widgets: [EmbeddedWidget], settings: WidgetServer.Settings) {
    server = WidgetServer(widgets.map(\.served), settings: settings)
    self.widgets = Dictionary(widgets.map { ($0.id, $0) }) { $1 }
  }

  /// Tries props and takes them if they are good.
  func publish(_ props: [UInt8], id: String, instance: String?) throws(CallFailure) {
    guard let slots = widgets[id]?.slots else {
      throw .invalid("there is no widget '\(id)' with a template")
    }
    if let instance {
      let fits = instances.withLock { instances in
        var known = instances[id] ?? []
        guard known.contains(instance) || known.count < Self.instanceLimit else { return false }
        known.insert(instance)
        instances[id] = known
        return true
      }
      guard fits else {
        throw CallFailure(
          CallFailure.limit, "'\(id)' has props of \(Self.instanceLimit) placements already")
      }
    }
    try ThreadStack.checkTrial()
    switch slots.publish(props, instance: instance) {
    case .published: server.invalidate(id)
    case .superseded: break
    case .refused(let reason), .notStored(let reason):
      throw CallFailure(CallFailure.refused, "\(id): \(reason)")
    }
  }

  /// Answers a request and waits where another thread renders the same.
  func answer(
    _ request: borrowing HTTPRequest, _ response: inout HTTPResponse
  ) throws(CallFailure) {
    let thread = UInt(pthread_self())
    guard threads.withLock({ $0.insert(thread).inserted }) else {
      throw .invalid("a callback of the server calls it again")
    }
    defer { threads.withLock { _ = $0.remove(thread) } }
    guard let receiver = ReplyWait() else { throw .noMemory }
    let target = ReplyTarget(receiver, token: 0)
    switch server.respond(to: request, into: &response, replyingTo: target) {
    case .done: break
    case .later: receiver.fill(&response)
    }
  }
}

/// Keeps nothing: the embedding program publishes anew when it starts.
struct MemoryStore: LastGoodStore {
  func load() -> LastGoodValue? { nil }
  func save(_ value: LastGoodValue) {}
}

/// A thread that waits for a reply.
@safe
final class ReplyWait: ReplyReceiver, @unchecked Sendable {
  private let semaphore: UnsafeMutablePointer<sem_t>
  private let reply = Mutex<(@Sendable (inout HTTPResponse) -> Void)?>(nil)

  init?() {
    unsafe semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
    // Safe: the place is the object's own.
    guard unsafe sem_init(semaphore, 0, 0) == 0 else {
      unsafe semaphore.deallocate()
      return nil
    }
  }

  deinit {
    // Safe: nobody waits for an object that is held by nobody.
    unsafe sem_destroy(semaphore)
    unsafe semaphore.deallocate()
  }

  func deliver(_ token: UInt64, _ fill: @escaping @Sendable (inout HTTPResponse) -> Void) {
    reply.withLock { $0 = fill }
    // Safe: the object lives, and so does its semaphore.
    _ = unsafe sem_post(semaphore)
  }

  /// Waits, then fills a response.
  func fill(_ response: inout HTTPResponse) {
    // Safe: as above. A signal wakes a thread early.
    while unsafe sem_wait(semaphore) != 0 && errno == EINTR {}
    let reply = reply.withLock { $0 }
    reply?(&response)
  }
}
