public import PantileJSON
internal import Synchronization

/// Answers the update requests of widgets.
///
///     let server = WidgetServer([
///       ServedWidget(id: "weather", ios: .immediate { context, output in
///         output.body.append("{\"v\":1,\"systemSmall\":{\"t\":0,\"c\":\"21°\"}}")
///         return .content()
///       })
///     ])
///
/// A request that the cache can answer takes about a microsecond and no heap allocation.
public final class WidgetServer: Handler {
  /// Choices of a server.
  public struct Settings: Sendable {
    /// How tokens are checked.
    public var tokens = TokenCheck.none
    /// Hashes what a payload shows, for tags that are equal when two bodies look the same; nil, or a
    /// nil hash, takes the hash of the bytes. Props are always hashed in their canonical form.
    public var visibleForm: (@Sendable (RawSpan) -> ContentHash?)?
    /// The bytes that cached replies may have together.
    public var cacheByteCount = 4 << 20
    /// A clock that never goes back, in nanoseconds, for the latencies of ``ServerMetrics``.
    public var clock: (@Sendable () -> Int64)?
    /// Takes a line about something that went wrong on the server's side.
    public var report: (@Sendable (String) -> Void)?
    /// Takes a record of each request.
    public var accessLog: AccessLog?

    /// Choices by default: no tokens, 4 MiB of cache, no clock, no reports.
    public init() {}
  }

  /// Counts what the server does.
  public let metrics: ServerMetrics

  let cache: ReplyCache
  let settings: Settings
  private let slots: [String: WidgetSlot]
  private let tokens: Mutex<TokenCheck>

  /// Creates a server for some widgets; of two with one id the last one counts.
  public init(
    _ widgets: [ServedWidget], settings: Settings = Settings(),
    metrics: ServerMetrics = ServerMetrics()
  ) {
    self.settings = settings
    self.metrics = metrics
    cache = ReplyCache(capacity: settings.cacheByteCount)
    tokens = Mutex(settings.tokens)
    var slots: [String: WidgetSlot] = [:]
    for widget in widgets { slots[widget.id] = WidgetSlot(widget) }
    self.slots = slots
  }

  /// Forgets cached replies of a widget whose content has changed. Renders that are under way are
  /// not kept.
  public func invalidate(_ id: String) {
    guard let slot = slots[id] else { return }
    slot.change()
    cache.removeAll(of: slot)
  }

  /// Checks tokens in another way from now on.
  public func replaceTokens(_ check: TokenCheck) { tokens.withLock { $0 = check } }

  /// The number of cached replies, and the bytes that they take.
  public var cacheSize: (count: Int, byteCount: Int) { cache.size }

  func slot(of id: String) -> WidgetSlot? { slots[id] }
}

// MARK: - Answering

extension WidgetServer {
  public func respond(
    to request: borrowing HTTPRequest, into response: inout HTTPResponse,
    replyingTo target: ReplyTarget
  ) -> Handling {
    let began = settings.clock?() ?? 0
    let stripe = target.stripe
    response.omitsBody = request.isEqual(request.method, "HEAD")
    let handling: Handling
    do throws(Refusal) {
      handling = try answer(request, &response, Origin(target, began))
    } catch {
      response.refuse(error)
      handling = .done
    }
    if case .done = handling { finish(request, &response, stripe, began) }
    return handling
  }

  /// Where a request came from, and when.
  struct Origin: Sendable {
    var target: ReplyTarget
    var began: Int64

    init(_ target: ReplyTarget, _ began: Int64) {
      self.target = target
      self.began = began
    }
  }

  private func answer(
    _ request: borrowing HTTPRequest, _ response: inout HTTPResponse, _ origin: Origin
  ) throws(Refusal) -> Handling {
    let method = try Method(request)
    let token = BearerToken.find(request)
    let check = tokens.withLock { $0 }
    let digest = token.map { part in request.withBytes(of: part) { TokenDigest(of: $0) } }
    if method == .read, let entry = cache.entry(of: request, digest),
      entry.isFresh(at: request.receivedAt), check.accepts(request, token, digest)
    {
      metrics.countCache(.hit, origin.target.stripe)
      fill(&response, entry, request)
      return .done
    }
    let route = try route(request, token, digest, check)
    guard method == .read, route.slot.widget.timeToLive > 0, cache.capacity > 0 else {
      return try render(route, request, &response, origin)
    }
    return try answer(route, digest, request, &response, origin)
  }

  private enum Method {
    /// GET and HEAD, whose replies may be cached.
    case read
    case other

    init(_ request: borrowing HTTPRequest) throws(Refusal) {
      let method = request.method
      if request.isEqual(method, "GET") || request.isEqual(method, "HEAD") {
        self = .read
        return
      }
      for name: StaticString in ["POST", "PUT", "PATCH", "DELETE"]
      where request.isEqual(method, name) {
        self = .other
        return
      }
      throw .method
    }
  }

  /// Checks a request in the order of the contract.
  private func route(
    _ request: borrowing HTTPRequest, _ token: HTTPPart?, _ digest: TokenDigest?,
    _ check: TokenCheck
  ) throws(Refusal) -> Route {
    let query = Query(request)
    if query.widgetID.isEmpty { throw .noWidget }
    guard let platform = query.platform else { throw .noPlatform }
    if case .none = check {
    } else {
      if token == nil { throw .noToken }
      guard check.accepts(request, token, digest) else { throw .badToken }
    }
    guard let configuration = ConfigurationValue(query, request) else { throw .badConfiguration }
    guard let slot = slots[query.widgetID], let renderer = slot.renderer(for: platform) else {
      throw .noRenderer(platform, id: query.widgetID)
    }
    let route = Route(
      query: query, platform: platform, configuration: configuration, token: token, slot: slot,
      renderer: renderer)
    if route.hasInstanceMismatch { metrics.countInstanceMismatch() }
    return route
  }

  /// Answers from the cache, or renders for it.
  private func answer(
    _ route: Route, _ digest: TokenDigest?, _ request: borrowing HTTPRequest,
    _ response: inout HTTPResponse, _ origin: Origin
  ) throws(Refusal) -> Handling {
    var bytes = ByteBuffer(capacity: 512)
    route.writeKey(to: &bytes, digest)
    let key = ReplyCache.Key(bytes, generation: route.slot.currentGeneration)
    let lookup = cache.find(key, now: request.receivedAt) { Waiter(self, request, origin) }
    switch lookup {
    case .hit(let entry):
      metrics.countCache(.hit, origin.target.stripe)
      cache.remember(entry, request, digest)
      fill(&response, entry, request)
      return .done
    case .joined:
      metrics.countCache(.joined, origin.target.stripe)
      return .later
    case .lead(let flight):
      metrics.countCache(.miss, origin.target.stripe)
      return try lead(flight, route, digest, request, &response, origin)
    }
  }

  /// Fills a response from the cache.
  private func fill(
    _ response: inout HTTPResponse, _ entry: ReplyCache.Entry, _ request: borrowing HTTPRequest
  ) {
    fill(&response, entry.reply, request)
    cache.recount(entry)
  }

  func fill(_ response: inout HTTPResponse, _ reply: Reply, _ request: borrowing HTTPRequest) {
    if isUnchanged(request, reply.head.hash) {
      response.fillUnchanged(reply.head)
    } else {
      response.content = reply.content(AcceptedCodings(request).best)
    }
  }

  /// Whether the client has the content already.
  func isUnchanged(_ request: borrowing HTTPRequest, _ hash: ContentHash) -> Bool {
    EntityTags.match(request, hash)
      && (request.isEqual(request.method, "GET") || request.isEqual(request.method, "HEAD"))
  }

  /// Counts and logs a response that is complete.
  func finish(
    _ request: borrowing HTTPRequest, _ response: inout HTTPResponse, _ stripe: Int,
    _ began: Int64
  ) {
    let took = settings.clock.map { $0() - began }
    metrics.count(
      status: response.status, sent: response.omitsBody ? 0 : response.bodyByteCount,
      nanoseconds: took, stripe)
    settings.accessLog?.add(request, response, nanoseconds: took)
  }
}

extension TokenCheck {
  /// Whether a request may go on.
  func accepts(
    _ request: borrowing HTTPRequest, _ token: HTTPPart?, _ digest: TokenDigest?
  ) -> Bool {
    switch self {
    case .none: return true
    case .digests(let digests): return digest?.isOne(of: digests) ?? false
    case .closure(let isGood):
      guard let token else { return false }
      return isGood(request.text(of: token))
    }
  }
}

extension HTTPResponse {
  /// Makes the response one that says that the client has the content already.
  mutating func fillUnchanged(_ head: ReplyHead) {
    status = 304
    hasContent = false
    omitsBody = true
    head.writeFields(of: &self)
  }

  mutating func appendFields(_ write: (inout ByteBuffer) -> Void) { write(&fields) }
}

extension ReplyHead {
  fileprivate func writeFields(of response: inout HTTPResponse) {
    response.appendFields { write(to: &$0) }
  }
}
