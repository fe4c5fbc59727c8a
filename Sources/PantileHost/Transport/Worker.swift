internal import CUV
internal import Glibc
internal import PantileJSON
internal import PantileServer
internal import Synchronization

/// One loop with connections of its own, on one thread.
///
/// Everything but `post` and `deliver` happens on the thread of `run`. A request is read, answered
/// and written without leaving it; a handler that answers later delivers to the queue, and the loop
/// wakes up.
@safe
final class Worker: @unchecked Sendable {
  /// What other threads ask of a worker.
  enum Order {
    case drain
    case stop
    case reply(token: UInt64, fill: @Sendable (inout HTTPResponse) -> Void)
  }

  let configuration: HTTPServerConfiguration
  let handler: any Handler
  let peers: PeerTable
  let listeners: [Listener]

  let loop: UnsafeMutablePointer<uv_loop_t>
  private let wake: UnsafeMutablePointer<uv_async_t>
  let timer: UnsafeMutablePointer<uv_timer_t>
  var listening: [UnsafeMutablePointer<uv_pipe_t>] = unsafe []

  private struct Mailbox {
    var orders: [Order] = []
    var isClosed = false
  }
  private let mailbox = Mutex(Mailbox())

  // State of the loop's thread.
  var requests = RequestPool()
  var response = HTTPResponse()
  var output = ByteBuffer(capacity: 16_384)
  var lines = ServerLines()
  let input: UnsafeMutableRawBufferPointer
  var lists = [ConnectionList](repeating: ConnectionList(), count: Connection.Phase.allCases.count)
  let durations: [UInt64]
  var pending: [UInt64: ConnectionReference] = unsafe [:]
  var lastToken: UInt64 = 0
  var connectionCount = 0
  var heldByteCount = 0
  var isDraining = false
  var isStopping = false
  var drainIdleEnd: UInt64 = 0
  var drainEnd: UInt64 = 0
  let statistics: ServerCounters

  /// The bytes that one read may bring.
  static let inputByteCount = 32_768

  /// Creates a worker that listens when it runs. It owns the listeners from here on.
  init(
    _ configuration: HTTPServerConfiguration, handler: any Handler, peers: PeerTable,
    statistics: ServerCounters, listeners: [Listener]
  ) throws(SystemError) {
    self.configuration = configuration
    self.handler = handler
    self.peers = peers
    self.statistics = statistics
    self.listeners = listeners
    durations = Connection.Phase.allCases.map { configuration.timeouts.milliseconds(of: $0) }
    // Safe: the memory is freed in `deinit`, behind the end of the loop.
    unsafe input = .allocate(byteCount: Self.inputByteCount, alignment: 16)
    unsafe loop = .allocate(capacity: 1)
    unsafe wake = .allocate(capacity: 1)
    unsafe timer = .allocate(capacity: 1)
    unsafe loop.initialize(to: uv_loop_t())
    unsafe wake.initialize(to: uv_async_t())
    unsafe timer.initialize(to: uv_timer_t())
    try Self.check("uv_loop_init", unsafe uv_loop_init(loop))
    // Safe: the worker outlives its loop, whose thread holds it.
    unsafe loop.pointee.data = Unmanaged.passUnretained(self).toOpaque()
    let result = unsafe uv_async_init(loop, wake) { handle in
      guard let worker = unsafe Worker.of(handle?.pointee.loop) else { return }
      worker.takeOrders()
    }
    try Self.check("uv_async_init", result)
    try Self.check("uv_timer_init", unsafe uv_timer_init(loop, timer))
  }

  deinit {
    // Safe: `run` has ended the loop, and nobody else has these addresses.
    unsafe input.deallocate()
    unsafe loop.deallocate()
    unsafe wake.deallocate()
    unsafe timer.deallocate()
  }

  /// The worker of a loop.
  static func of(_ loop: UnsafeMutablePointer<uv_loop_t>?) -> Worker? {
    // Safe: `data` is the address that `init` set, and the worker outlives its loop.
    unsafe loop?.pointee.data.map { unsafe Unmanaged<Worker>.fromOpaque($0).takeUnretainedValue() }
  }

  static func check(_ call: StaticString, _ result: Int32) throws(SystemError) {
    if result < 0 { throw SystemError(number: -result, call: call.description) }
  }

  /// The loop's clock in milliseconds.
  var now: UInt64 { unsafe uv_now(loop) }
}

// MARK: - Running

extension Worker {
  /// Listens and serves until the worker has drained or stopped.
  func run() {
    do throws(SystemError) {
      for listener in listeners { try listen(listener) }
      startTimer()
    } catch {
      statistics.failures.wrappingAdd(1, ordering: .relaxed)
      stop()
    }
    _ = unsafe uv_run(loop, UV_RUN_DEFAULT)
    _ = unsafe uv_loop_close(loop)
    statistics.running.wrappingSubtract(1, ordering: .releasing)
  }

  /// Ends the loop's own handles once no connection is left.
  func finishIfEmpty() {
    guard isDraining, connectionCount == 0, !isStopping else { return }
    isStopping = true
    let forgotten = mailbox.withLock { box in
      box.isClosed = true
      defer { box.orders = [] }
      return box.orders
    }
    _ = forgotten
    // Safe: both handles were initialised and are closed here alone.
    unsafe uv_close(Self.handle(wake), nil)
    unsafe uv_close(Self.handle(timer), nil)
  }

  /// A handle as libuv's general one.
  static func handle<Specific>(
    _ specific: UnsafeMutablePointer<Specific>
  ) -> UnsafeMutablePointer<uv_handle_t> {
    // Safe: every handle begins as `uv_handle_t` does.
    unsafe UnsafeMutableRawPointer(specific).assumingMemoryBound(to: uv_handle_t.self)
  }
}

// MARK: - Orders

extension Worker: ReplyReceiver {
  /// Leaves an order, from any thread. Once the worker has ended, orders are forgotten.
  func post(_ order: Order) {
    mailbox.withLock { box in
      guard !box.isClosed else { return }
      box.orders.append(order)
      // Safe: the handle is open as long as the box is, and this call is for all threads.
      if box.orders.count == 1 { _ = unsafe uv_async_send(wake) }
    }
  }

  func deliver(_ token: UInt64, _ fill: @escaping @Sendable (inout HTTPResponse) -> Void) {
    post(.reply(token: token, fill: fill))
  }

  private func takeOrders() {
    let orders = mailbox.withLock { box in
      defer { box.orders = [] }
      return box.orders
    }
    for order in orders {
      switch order {
      case .drain: drain()
      case .stop: stop()
      case .reply(let token, let fill): finish(token, fill)
      }
    }
  }
}
