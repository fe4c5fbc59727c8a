internal import CUV
internal import Glibc
internal import PantileJSON
internal import PantileServer

extension Worker {
  /// Bytes of responses that are gathered before they are written.
  static let outputByteCount = 65_536
  /// Bytes that are read and dropped behind the last response.
  static let droppedByteCount = 1 << 20

  /// Reads from a connection as bytes come.
  func startReading(_ connection: ConnectionReference) {
    // Safe: a connection in a list is open.
    guard unsafe !connection.pointee.isReading else { return }
    unsafe connection.pointee.isReading = true
    let result = unsafe uv_read_start(Self.stream(connection)) { handle, _, buffer in
      guard let buffer = unsafe buffer, let worker = unsafe Worker.of(handle?.pointee.loop) else {
        return
      }
      // Every connection of the loop reads into the same bytes, which are used up at once.
      unsafe buffer.pointee.base = worker.input.baseAddress?.assumingMemoryBound(to: CChar.self)
      unsafe buffer.pointee.len = worker.input.count
    } _: { stream, byteCount, _ in
      guard byteCount != 0, let worker = unsafe Worker.of(stream?.pointee.loop),
        let connection = unsafe Worker.connection(stream)
      else { return }
      if byteCount < 0 {
        unsafe worker.close(connection)
      } else {
        let bytes = unsafe UnsafeRawBufferPointer(rebasing: worker.input[..<byteCount])
        unsafe worker.received(bytes, connection)
      }
    }
    if result < 0 { unsafe close(connection) }
  }

  /// Reads no more until `startReading`: what comes waits in the system, and the client with it.
  func stopReading(_ connection: ConnectionReference) {
    // Safe: a connection in a list is open.
    guard unsafe connection.pointee.isReading else { return }
    unsafe connection.pointee.isReading = false
    _ = unsafe uv_read_stop(Self.stream(connection))
  }

  private func received(_ bytes: UnsafeRawBufferPointer, _ connection: ConnectionReference) {
    // Safe: the connection is open, or libuv would not call.
    if unsafe connection.pointee.phase == .linger {
      unsafe connection.pointee.dropped += bytes.count
      if unsafe connection.pointee.dropped > Self.droppedByteCount { unsafe close(connection) }
      return
    }
    unsafe process(bytes, connection)
  }

  /// Reads requests out of bytes and answers them in their order.
  private func process(_ bytes: UnsafeRawBufferPointer, _ connection: ConnectionReference) {
    // Safe: the connection is open; its block stays until the loop goes on, even when it is closed.
    var rest = unsafe bytes
    var isNewRequest = false
    while unsafe !rest.isEmpty && !connection.pointee.isLast {
      let request = unsafe connection.pointee.request ?? requests.take()
      unsafe connection.pointee.request = request
      let fed = unsafe connection.pointee.parser.feed(rest, into: request)
      unsafe rest = UnsafeRawBufferPointer(rebasing: rest[fed.byteCount...])
      switch fed.outcome {
      case .incomplete: unsafe sendContinue(connection)
      case .refused(let refusal): unsafe refuse(refusal, connection)
      case .complete:
        isNewRequest = true
        let handling = unsafe respond(to: request, connection)
        if handling == .later || output.count >= Self.outputByteCount {
          let isWritten = unsafe flush(connection)
          if handling == .later || !isWritten {
            unsafe keep(rest, connection)
            return
          }
        }
      }
    }
    if unsafe flush(connection) { unsafe settle(connection, restarts: isNewRequest) }
  }

  /// Keeps bytes for the time when the connection goes on.
  private func keep(_ rest: UnsafeRawBufferPointer, _ connection: ConnectionReference) {
    // Safe: the connection's block is there, see `process`.
    let isOpen = unsafe connection.pointee.phase != .closed && !connection.pointee.isLast
    if unsafe isOpen && !rest.isEmpty { unsafe connection.pointee.rest = Block(copying: rest) }
  }

  /// Goes on with a connection whose output was taken by the system.
  func proceed(_ connection: ConnectionReference) {
    // Safe: the connection is open.
    guard unsafe !connection.pointee.isLast && !connection.pointee.rest.isEmpty else {
      unsafe settle(connection, restarts: true)
      return
    }
    var rest = unsafe connection.pointee.rest
    unsafe connection.pointee.rest = Block()
    unsafe process(UnsafeRawBufferPointer(rest.bytes), connection)
    rest.free()
  }

  /// Waits for what comes next. Nothing is to be written.
  ///
  /// - Parameter restarts: Whether a time-out begins anew although the phase stays the same.
  private func settle(_ connection: ConnectionReference, restarts: Bool) {
    // Safe: the connection is open.
    if unsafe connection.pointee.isLast {
      unsafe linger(connection)
      return
    }
    let phase: Connection.Phase
    switch unsafe connection.pointee.parser.message.stage {
    case .idle, .end: phase = .idle
    case .head: phase = .head
    case .body: phase = .body
    }
    if phase == .idle { unsafe giveRequest(connection) }
    if unsafe restarts || connection.pointee.phase != phase { unsafe enter(phase, connection) }
    unsafe startReading(connection)
  }

  /// Tells a client that it may send the body.
  private func sendContinue(_ connection: ConnectionReference) {
    // Safe: the connection is open.
    guard unsafe connection.pointee.parser.message.awaitsContinue,
      unsafe !connection.pointee.hasContinued
    else { return }
    unsafe connection.pointee.hasContinued = true
    output.append("HTTP/1.1 100 Continue\r\n\r\n")
  }

  /// Gives the request of a connection back.
  func giveRequest(_ connection: ConnectionReference) {
    // Safe: the connection is open, and it alone has the request.
    guard let request = unsafe connection.pointee.request else { return }
    unsafe connection.pointee.request = nil
    unsafe requests.give(request)
  }
}

// MARK: - Answers

extension Worker {
  private func respond(
    to request: UnsafeMutablePointer<HTTPRequest>, _ connection: ConnectionReference
  ) -> Handling {
    // Safe: the request is the connection's, which is open.
    unsafe request.pointee.receivedAt = Self.milliseconds()
    lastToken &+= 1
    statistics.requests.wrappingAdd(1, ordering: .relaxed)
    let target = ReplyTarget(self, token: lastToken)
    let handling = unsafe handler.respond(
      to: request.pointee, into: &response, replyingTo: target)
    unsafe connection.pointee.hasContinued = false
    switch handling {
    case .done:
      unsafe append(connection)
      unsafe request.pointee.reset(keeping: 4_096)
    case .later:
      response.reset()
      unsafe giveRequest(connection)
      unsafe connection.pointee.token = lastToken
      unsafe pending[lastToken] = connection
      unsafe stopReading(connection)
      unsafe enter(.reply, connection)
    }
    return handling
  }

  /// Answers a request whose handler took its time.
  func finish(_ token: UInt64, _ fill: (inout HTTPResponse) -> Void) {
    guard let connection = unsafe pending.removeValue(forKey: token) else { return }
    // Safe: a connection leaves `pending` before it is closed.
    unsafe connection.pointee.token = 0
    fill(&response)
    unsafe append(connection)
    if unsafe flush(connection) { unsafe proceed(connection) }
  }

  /// Answers with a refusal, behind which the connection ends.
  func refuse(_ refusal: HTTPRefusal, _ connection: ConnectionReference) {
    statistics.refusals.wrappingAdd(1, ordering: .relaxed)
    unsafe giveRequest(connection)
    response.refuse(refusal)
    unsafe append(connection)
  }

  /// Appends the response to the output.
  func append(_ connection: ConnectionReference) {
    // Safe: the connection is open.
    let message = unsafe connection.pointee.parser.message
    if message.isHead || response.status == 304 { response.omitsBody = true }
    if !message.keepsAlive || isDraining { response.closes = true }
    let isLast = response.closes
    if isLast { unsafe connection.pointee.isLast = true }
    let second = Self.milliseconds() / 1_000
    let needsKeepAlive = message.isOld && !isLast
    lines.with(second: second, date: configuration.sendsDate, keepAlive: needsKeepAlive) { lines in
      if !response.write(to: &output, adding: lines) { response.withBody { output.append($0) } }
    }
    response.reset()
  }

  private static func milliseconds() -> Int64 {
    var time = timespec()
    // Safe: the time lives across the call.
    _ = unsafe clock_gettime(CLOCK_REALTIME_COARSE, &time)
    return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
  }
}
