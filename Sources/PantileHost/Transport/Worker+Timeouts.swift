internal import CUV
internal import Glibc
internal import PantileServer

extension Worker {
  /// Moves a connection to a phase, whose time-out begins.
  func enter(_ phase: Connection.Phase, _ connection: ConnectionReference) {
    // Safe: the connection is open, and in the list of its phase unless it is new.
    let old = unsafe connection.pointee.phase
    if old != .closed { unsafe lists[Int(old.rawValue)].remove(connection) }
    unsafe connection.pointee.phase = phase
    unsafe connection.pointee.deadline = now &+ durations[Int(phase.rawValue)]
    unsafe lists[Int(phase.rawValue)].append(connection)
  }

  /// Looks at the time-outs again and again: one timer serves all connections.
  func startTimer() {
    let shortest = durations.min() ?? 1_000
    let interval = min(max(shortest / 4, 5), 250)
    // Safe: the handle was initialised and is open.
    let result = unsafe uv_timer_start(
      timer,
      { timer in
        guard let worker = unsafe Worker.of(timer?.pointee.loop) else { return }
        worker.tick()
      }, interval, interval)
    if result < 0 { statistics.failures.wrappingAdd(1, ordering: .relaxed) }
  }

  private func tick() {
    let now = now
    for phase in Connection.Phase.allCases where phase != .closed {
      while let connection = unsafe lists[Int(phase.rawValue)].first,
        unsafe connection.pointee.deadline <= now
      {
        unsafe expire(connection)
      }
    }
    guard isDraining, !isStopping else { return }
    if now >= drainEnd {
      closeAll()
    } else if now >= drainIdleEnd {
      closeIdle()
    }
  }

  private func expire(_ connection: ConnectionReference) {
    // Safe: the connection is in a list and so is open.
    switch unsafe connection.pointee.phase {
    case .head, .body:
      statistics.timeouts.wrappingAdd(1, ordering: .relaxed)
      unsafe refuse(.timeout, connection)
      if unsafe flush(connection) { unsafe linger(connection) }
    case .reply:
      statistics.timeouts.wrappingAdd(1, ordering: .relaxed)
      unsafe pending[connection.pointee.token] = nil
      unsafe connection.pointee.token = 0
      response.fail(503, "Service unavailable")
      response.closes = true
      unsafe append(connection)
      if unsafe flush(connection) { unsafe linger(connection) }
    case .write:
      let left = unsafe Self.stream(connection).pointee.write_queue_size
      if unsafe connection.pointee.unwritten - left >= Self.progressByteCount {
        unsafe connection.pointee.unwritten = left
        unsafe enter(.write, connection)
      } else {
        statistics.timeouts.wrappingAdd(1, ordering: .relaxed)
        unsafe close(connection)
      }
    case .idle, .linger, .closed: unsafe close(connection)
    }
  }
}

// MARK: - Draining

extension Worker {
  /// Takes no more connections, and ends each behind its next response.
  func drain() {
    guard !isDraining else { return }
    isDraining = true
    closeListeners()
    drainIdleEnd = now &+ configuration.timeouts.drainIdle.milliseconds
    drainEnd = now &+ configuration.timeouts.drain.milliseconds
    finishIfEmpty()
  }

  /// Ends all connections.
  func stop() {
    drain()
    closeAll()
  }

  private func closeAll() {
    for phase in Connection.Phase.allCases where phase != .closed {
      while let connection = unsafe lists[Int(phase.rawValue)].first { unsafe close(connection) }
    }
  }

  /// Closes the connections that have brought no request since draining began.
  private func closeIdle() {
    var next = unsafe lists[Int(Connection.Phase.idle.rawValue)].first
    while let connection = unsafe next {
      // Safe: the connection is in a list; it is asked for its neighbour before it leaves.
      unsafe next = connection.pointee.next
      if unsafe !hasInput(connection) { unsafe close(connection) }
    }
  }

  /// Whether bytes have come that the loop has not read yet.
  private func hasInput(_ connection: ConnectionReference) -> Bool {
    var descriptor: uv_os_fd_t = -1
    var byte: UInt8 = 0
    // Safe: the connection is open, and one byte is asked for.
    guard unsafe uv_fileno(UnsafePointer(Self.handle(connection)), &descriptor) == 0 else {
      return false
    }
    return unsafe recv(descriptor, &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT)) > 0
  }
}

extension HTTPServerConfiguration.Timeouts {
  /// The time-out of a phase.
  func milliseconds(of phase: Connection.Phase) -> UInt64 {
    switch phase {
    case .idle, .closed: idle.milliseconds
    case .head: head.milliseconds
    case .body: body.milliseconds
    case .reply: reply.milliseconds
    case .write: write.milliseconds
    case .linger: linger.milliseconds
    }
  }
}

extension Duration {
  /// The duration in milliseconds, at least 1.
  var milliseconds: UInt64 {
    let (seconds, attoseconds) = components
    guard seconds >= 0, attoseconds >= 0 else { return 1 }
    let capped = min(seconds, 1 << 32)
    return max(UInt64(capped) * 1_000 + UInt64(attoseconds / 1_000_000_000_000_000), 1)
  }
}
