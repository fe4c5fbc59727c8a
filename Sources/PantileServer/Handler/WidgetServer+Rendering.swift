internal import PantileJSON

// A render ends as `Rendering`: content in a buffer, or a refusal. What happens then depends on who
// waits for it:
//
//     no cache, at once      the response takes the buffer
//     no cache, later        the target is delivered to
//     cache                  the flight ends: the reply is kept, and all who wait are delivered to

/// What a render gave.
struct Rendering: ~Copyable {
  var head: ReplyHead
  var body: ByteBuffer
}

extension WidgetServer {
  // MARK: Without the cache

  /// Renders for one request.
  func render(
    _ route: Route, _ request: borrowing HTTPRequest, _ response: inout HTTPResponse,
    _ origin: Origin
  ) throws(Refusal) -> Handling {
    let context = RenderContext(route, request)
    switch route.renderer {
    case .immediate(let draw):
      fill(&response, try run(draw, context, route.slot.widget), request)
      return .done
    case .later(let draw):
      let waiter = Waiter(self, request, origin)
      draw(context, reply(context, route.slot.widget) { waiter.deliver($0) })
      return .later
    }
  }

  /// Fills a response with content of its own.
  private func fill(
    _ response: inout HTTPResponse, _ rendering: consuming Rendering,
    _ request: borrowing HTTPRequest
  ) {
    if isUnchanged(request, rendering.head.hash) {
      return response.fillUnchanged(rendering.head)
    }
    var coding = AcceptedCodings(request).best
    if rendering.body.count < ContentCoding.smallestBody { coding = .identity }
    if coding != .identity {
      let isCoded = rendering.body.withBytes { coding.encode($0, into: &response.body) }
      if !isCoded { coding = .identity }
    }
    let head = rendering.head
    if coding == .identity { response.body = rendering.takeBody() }
    response.appendFields { head.write(to: &$0, coding: coding) }
  }

  // MARK: For the cache

  /// Renders for all who wait for a key.
  func lead(
    _ flight: Flight, _ route: Route, _ digest: TokenDigest?, _ request: borrowing HTTPRequest,
    _ response: inout HTTPResponse, _ origin: Origin
  ) throws(Refusal) -> Handling {
    let context = RenderContext(route, request)
    let slot = route.slot
    switch route.renderer {
    case .immediate(let draw):
      do throws(Refusal) {
        let rendering = try run(draw, context, slot.widget)
        let reply = Reply(rendering.head, rendering.body)
        if let entry = end(flight, slot, reply, at: context.now) {
          cache.remember(entry, request, digest)
        }
        fill(&response, reply, request)
        return .done
      } catch {
        end(flight, error)
        throw error
      }
    case .later(let draw):
      let waiter = Waiter(self, request, origin)
      let reply = reply(context, slot.widget) { [self] result in
        switch result {
        case .content(let reply): _ = end(flight, slot, reply, at: context.now)
        case .refused(let refusal): end(flight, refusal)
        }
        waiter.deliver(result)
      }
      draw(context, reply)
      return .later
    }
  }

  private func end(
    _ flight: Flight, _ slot: WidgetSlot, _ reply: Reply, at now: Int64
  ) -> ReplyCache.Entry? {
    let entry = ReplyCache.Entry(
      flight.key, slot, reply, storedAt: now, timeToLive: slot.widget.timeToLive)
    for waiter in cache.end(flight, entry) { waiter.deliver(reply) }
    return entry
  }

  private func end(_ flight: Flight, _ refusal: Refusal) {
    for waiter in cache.end(flight, nil) { waiter.deliver(refusal) }
  }

  // MARK: Renderers

  private func run(
    _ draw: (borrowing RenderContext, inout RenderOutput) throws -> Outcome,
    _ context: RenderContext, _ widget: ServedWidget
  ) throws(Refusal) -> Rendering {
    let began = settings.clock?() ?? 0
    var output = RenderOutput()
    let outcome: Outcome
    do {
      outcome = try draw(context, &output)
    } catch {
      failed(context, "\(error)")
      throw .failed
    }
    metrics.countRender(nanoseconds: settings.clock.map { $0() - began })
    return try accept(outcome, output.takeBody(), context, widget)
  }

  /// What a renderer that takes its time gives its result to.
  private func reply(
    _ context: RenderContext, _ widget: ServedWidget,
    _ complete: @escaping @Sendable (RenderReply.Result) -> Void
  ) -> RenderReply {
    let began = settings.clock?() ?? 0
    return RenderReply(
      accept: { [self] outcome, body in
        metrics.countRender(nanoseconds: settings.clock.map { $0() - began })
        do throws(Refusal) {
          let rendering = try accept(outcome, body, context, widget)
          return .content(Reply(rendering.head, rendering.body))
        } catch {
          return .refused(error)
        }
      },
      report: { [self] in failed(context, $0) },
      complete: complete)
  }

  /// Checks what a renderer gave.
  private func accept(
    _ outcome: Outcome, _ body: consuming ByteBuffer, _ context: RenderContext,
    _ widget: ServedWidget
  ) throws(Refusal) -> Rendering {
    switch outcome {
    case .nothing: throw .noContent(context.platform, id: context.widgetID)
    case .unavailable(let seconds): throw .unavailable(retryAfter: max(seconds, 0))
    case .content(let maxAge):
      guard body.count <= PropsRules.largest else {
        failed(context, "a body of \(body.count) bytes, where a device takes \(PropsRules.largest)")
        throw .failed
      }
      let head = ReplyHead(
        hash: try hash(body, context, widget), maxAge: maxAge.map { max($0, 0) },
        isPrivate: context.token != nil)
      return Rendering(head: head, body: body)
    }
  }

  private func hash(
    _ body: borrowing ByteBuffer, _ context: RenderContext, _ widget: ServedWidget
  ) throws(Refusal) -> ContentHash {
    guard widget.mode == .props else {
      return body.withBytes { settings.visibleForm?($0) ?? ContentHash($0) }
    }
    var document = JSONDocument(capacity: body.count)
    var writer = CanonicalWriter()
    var result = Result<ContentHash, PropsFault>.failure(.noObject)
    body.withBytes { bytes in
      do throws(PropsFault) {
        result = .success(try PropsRules.check(bytes, &document, &writer))
      } catch {
        result = .failure(error)
      }
    }
    switch result {
    case .success(let hash): return hash
    case .failure(let fault):
      metrics.countRefusedProps()
      failed(context, fault.message)
      throw .failed
    }
  }

  private func failed(_ context: RenderContext, _ message: String) {
    metrics.countFailedRender()
    settings.report?("widget \(context.widgetID): \(message)")
  }
}

extension Rendering {
  consuming func takeBody() -> ByteBuffer { body }
}

/// A request whose reply comes later.
final class Waiter: Sendable {
  private let server: WidgetServer
  private let request: HTTPRequest
  private let origin: WidgetServer.Origin

  init(
    _ server: WidgetServer, _ request: borrowing HTTPRequest, _ origin: WidgetServer.Origin
  ) {
    self.server = server
    self.request = request.copy()
    self.origin = origin
  }

  func deliver(_ result: RenderReply.Result) {
    switch result {
    case .content(let reply): deliver(reply)
    case .refused(let refusal): deliver(refusal)
    }
  }

  func deliver(_ reply: Reply) {
    origin.target.deliver { [self] response in
      begin(&response)
      server.fill(&response, reply, request)
      end(&response)
    }
  }

  func deliver(_ refusal: Refusal) {
    origin.target.deliver { [self] response in
      begin(&response)
      response.refuse(refusal)
      end(&response)
    }
  }

  private func begin(_ response: inout HTTPResponse) {
    response.omitsBody = request.isEqual(request.method, "HEAD")
  }

  private func end(_ response: inout HTTPResponse) {
    server.finish(request, &response, origin.target.stripe, origin.began)
  }
}
