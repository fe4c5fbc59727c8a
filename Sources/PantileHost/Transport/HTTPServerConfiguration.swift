/// Where a server listens.
public enum ListenAddress: Sendable, Hashable {
  /// A numeric IPv4 or IPv6 address and a port; with port 0 the system chooses one.
  case tcp(host: String, port: UInt16)
  /// The path of a Unix socket. A socket that is there is replaced in one step, so a new process
  /// takes over from an old one.
  case unix(path: String)
  /// A listening socket that was opened before, such as one that systemd hands over.
  case descriptor(Int32)
}

/// How a server listens and what it allows.
///
///     var configuration = HTTPServerConfiguration()
///     configuration.addresses = [.tcp(host: "127.0.0.1", port: 8080)]
///     configuration.workers = 2
public struct HTTPServerConfiguration: Sendable {
  /// Where to listen.
  public var addresses: [ListenAddress] = [.tcp(host: "127.0.0.1", port: 8080)]
  /// The number of threads, each with a loop and connections of its own.
  public var workers = 1
  /// The stack of a worker in bytes; handlers run on it.
  public var stackByteCount = 1 << 20
  /// What clients may use.
  public var limits = Limits()
  /// How long clients may take.
  public var timeouts = Timeouts()
  /// Whether responses carry `Date`.
  public var sendsDate = true

  /// Creates a configuration: one worker on `127.0.0.1:8080`.
  public init() {}

  /// The usual settings, at addresses.
  public init(addresses: [ListenAddress]) { self.addresses = addresses }

  /// What clients may use. Limits of a single request are in `HTTPLimits`.
  public struct Limits: Sendable {
    /// Open connections of the whole server.
    public var connections = 10_000
    /// Open connections from one address (for IPv6: one /64 network); Unix sockets do not count.
    /// 0 sets no limit, as is right behind a proxy.
    public var connectionsPerAddress = 256
    /// Bytes of responses that a worker holds for clients that do not take them. Beyond it,
    /// connections that cannot take their response are closed.
    public var heldByteCount = 8 << 20
    /// Connections that wait in the system to be taken.
    public var backlog: Int32 = 1_024

    /// Creates the default limits.
    public init() {}
  }

  /// How long clients may take.
  public struct Timeouts: Sendable {
    /// From one response to the first byte of the next request.
    public var idle: Duration = .seconds(60)
    /// From the first byte of a request to the end of its fields.
    public var head: Duration = .seconds(10)
    /// From the end of the fields to the end of the body.
    public var body: Duration = .seconds(20)
    /// From a request to a reply that comes later.
    public var reply: Duration = .seconds(30)
    /// In which a client must take 4,096 bytes of a response, or all that is left of it.
    public var write: Duration = .seconds(20)
    /// From the last response to the client's end of the connection.
    public var linger: Duration = .seconds(2)
    /// For how long connections may still bring a request once draining has begun.
    public var drainIdle: Duration = .seconds(5)
    /// When draining ends with whatever is still open.
    public var drain: Duration = .seconds(30)

    /// Creates the default times.
    public init() {}
  }
}
