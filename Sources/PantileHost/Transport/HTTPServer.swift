internal import CUV
internal import Glibc
public import PantileServer
internal import Synchronization

/// An HTTP/1.1 server: a loop on each worker's thread, each with a listening socket of its own.
///
///     let server = HTTPServer(handler, configuration)
///     try server.run()  // until SIGTERM or SIGINT, then drains
///
/// Or step by step, as tests do:
///
///     try server.start()
///     print(server.addresses)
///     server.drain()
///     server.wait()
///
/// A worker refuses what is malformed, too large or too slow, and gives each other request to the
/// handler. Draining takes no more connections, answers what comes on open ones with
/// `Connection: close`, and ends when they have ended or the time is over.
public final class HTTPServer: Sendable {
  private let configuration: HTTPServerConfiguration
  private let handler: any Handler
  private let counters = ServerCounters()
  private let peers: PeerTable
  private let state = Mutex(State())

  private struct State {
    var workers: [Worker] = []
    var threads: [pthread_t] = []
    var addresses: [ListenAddress] = []
    var isDraining = false
  }

  /// Creates a server that does not listen yet.
  public init(_ handler: any Handler, _ configuration: HTTPServerConfiguration) {
    self.handler = handler
    self.configuration = configuration
    peers = PeerTable(configuration.limits)
  }

  /// Where the server listens, with the ports that the system chose.
  public var addresses: [ListenAddress] { state.withLock { $0.addresses } }

  /// What the server has done so far.
  public var statistics: ServerStatistics { counters.statistics(open: peers.count) }
}

// MARK: - Life

extension HTTPServer {
  /// Listens at all addresses and starts the workers.
  ///
  /// Writing to a connection that the client has closed must not end the process, so `SIGPIPE` is
  /// ignored from here on. The process's limit of open files is raised as far as the connections
  /// need it and the system allows it.
  ///
  /// - Throws: What the system says when an address is taken or wrong; nothing runs then.
  public func start() throws(SystemError) {
    // Safe: ignoring a signal runs no code.
    _ = signal(SIGPIPE, SIG_IGN)
    Self.allowDescriptors(configuration.limits.connections + 256)
    let listeners = try openListeners()
    for (index, own) in listeners.enumerated() {
      do throws(SystemError) {
        let worker = try Worker(
          configuration, handler: handler, peers: peers, statistics: counters, listeners: own)
        let thread = try WorkerThread.start(worker, stackByteCount: configuration.stackByteCount)
        state.withLock { state in
          state.workers.append(worker)
          state.threads.append(thread)
        }
      } catch {
        for rest in listeners[index...].joined() { _ = close(rest.descriptor) }
        stop()
        wait()
        throw error
      }
    }
    state.withLock { $0.addresses = listeners.first?.map(\.address) ?? [] }
  }

  private static func allowDescriptors(_ count: Int) {
    var limit = rlimit()
    let kind = __rlimit_resource_t(UInt32(RLIMIT_NOFILE.rawValue))
    // Safe: the limits live across the calls.
    guard unsafe getrlimit(kind, &limit) == 0, limit.rlim_cur < UInt(count) else { return }
    limit.rlim_cur = min(UInt(count), limit.rlim_max)
    _ = unsafe setrlimit(kind, &limit)
  }

  /// Opens the sockets of all workers: TCP ones of their own, others as copies of one.
  private func openListeners() throws(SystemError) -> [[Listener]] {
    let workers = max(configuration.workers, 1)
    var listeners = [[Listener]](repeating: [], count: workers)
    do throws(SystemError) {
      for address in configuration.addresses {
        let first = try Listener.open(address, backlog: configuration.limits.backlog)
        listeners[0].append(first)
        for worker in 1..<workers {
          if case .tcp = first.address {
            listeners[worker].append(
              try Listener.open(first.address, backlog: configuration.limits.backlog))
          } else {
            listeners[worker].append(try first.copy())
          }
        }
      }
    } catch {
      for listener in listeners.joined() {
        listener.removePath()
        _ = close(listener.descriptor)
      }
      throw error
    }
    return listeners
  }

  /// Takes no more connections and ends the open ones behind their next response.
  ///
  /// May be called from any thread, and more than once. ``wait()`` returns when it is done.
  public func drain() { post(.drain) }

  /// Ends all connections at once.
  public func stop() { post(.stop) }

  private func post(_ order: Worker.Order) {
    for worker in state.withLock({ $0.workers }) { worker.post(order) }
  }

  /// Waits until all workers have ended.
  public func wait() {
    let threads = state.withLock { state in
      defer { state.threads = [] }
      return state.threads
    }
    for thread in threads { pthread_join(thread, nil) }
    state.withLock { $0.workers = [] }
  }

  /// Starts, serves until `SIGTERM` or `SIGINT`, drains, and returns when all is done.
  ///
  /// A second signal ends the open connections at once. Only one server of a process may run so.
  ///
  /// - Parameter started: Called when the server listens.
  /// - Throws: As ``start()`` does.
  public func run(started: () -> Void = {}) throws(SystemError) {
    var signals = sigset_t()
    var before = sigset_t()
    // Safe: the sets live across the calls. Workers inherit the mask, so this thread alone waits.
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, SIGTERM)
    unsafe sigaddset(&signals, SIGINT)
    unsafe pthread_sigmask(SIG_BLOCK, &signals, &before)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
    try start()
    started()
    var seen = 0
    while counters.running.load(ordering: .acquiring) > 0 {
      var time = timespec(tv_sec: 0, tv_nsec: 200_000_000)
      guard unsafe sigtimedwait(&signals, nil, &time) > 0 else { continue }
      seen += 1
      seen == 1 ? drain() : stop()
    }
    wait()
  }
}
