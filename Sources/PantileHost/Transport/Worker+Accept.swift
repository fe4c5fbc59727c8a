internal import CUV
internal import Glibc

extension Worker {
  /// Takes connections of a listener.
  func listen(_ listener: Listener) throws(SystemError) {
    let handle = UnsafeMutablePointer<uv_pipe_t>.allocate(capacity: 1)
    // Safe: the handle is freed when it is closed, and a pipe's memory has room for TCP's.
    unsafe handle.initialize(to: uv_pipe_t())
    let stream = unsafe Self.stream(handle)
    do throws(SystemError) {
      if listener.isTCP {
        let tcp = unsafe Self.tcp(handle)
        try Self.check("uv_tcp_init", unsafe uv_tcp_init(loop, tcp))
        unsafe listening.append(handle)
        try Self.check("uv_tcp_open", unsafe uv_tcp_open(tcp, listener.descriptor))
      } else {
        try Self.check("uv_pipe_init", unsafe uv_pipe_init(loop, handle, 0))
        unsafe listening.append(handle)
        try Self.check("uv_pipe_open", unsafe uv_pipe_open(handle, listener.descriptor))
      }
    } catch {
      if unsafe listening.last != handle { unsafe handle.deallocate() }
      throw error
    }
    let result = unsafe uv_listen(stream, configuration.limits.backlog) { stream, status in
      guard status == 0, let stream = unsafe stream,
        let worker = unsafe Worker.of(stream.pointee.loop)
      else { return }
      unsafe worker.take(from: stream)
    }
    try Self.check("uv_listen", result)
  }

  /// Closes the listeners. Connections that wait in the system are taken first, since closing a
  /// socket resets them.
  func closeListeners() {
    for index in unsafe listening.indices {
      let handle = unsafe listening[index]
      let stream = unsafe Self.stream(handle)
      unsafe takeWaiting(from: stream)
      // Safe: a listener is closed once, and its memory freed behind that.
      unsafe uv_close(Self.handle(handle)) { closed in
        unsafe UnsafeMutableRawPointer(closed)?.deallocate()
      }
    }
    unsafe listening.removeAll()
    for listener in listeners { listener.removePath() }
  }

  private func takeWaiting(from stream: UnsafeMutablePointer<uv_stream_t>) {
    var descriptor: uv_os_fd_t = -1
    // Safe: the stream is open.
    guard unsafe uv_fileno(UnsafePointer(Self.handle(stream)), &descriptor) == 0 else { return }
    for _ in 0..<Int(configuration.limits.backlog) {
      let taken = accept(descriptor, nil, nil)
      guard taken >= 0 else { return }
      _ = fcntl(taken, F_SETFD, FD_CLOEXEC)
      unsafe add(from: stream, isTCP: stream.pointee.type == UV_TCP) { connection, isTCP in
        // Safe: the connection's handle was initialised, and owns the descriptor from here on.
        let result =
          unsafe isTCP
          ? uv_tcp_open(Self.tcp(connection), taken) : uv_pipe_open(Self.pipe(connection), taken)
        if result < 0 { _ = Glibc.close(taken) }
        return result
      }
    }
  }

  private func take(from stream: UnsafeMutablePointer<uv_stream_t>) {
    unsafe add(from: stream, isTCP: stream.pointee.type == UV_TCP) { connection, _ in
      unsafe uv_accept(stream, Self.stream(connection))
    }
  }

  /// Makes a connection, lets `open` open its handle, and reads from it if the limits allow.
  private func add(
    from stream: UnsafeMutablePointer<uv_stream_t>, isTCP: Bool,
    _ open: (ConnectionReference, Bool) -> Int32
  ) {
    let connection = ConnectionReference.allocate(capacity: 1)
    // Safe: the block is freed when its handle is closed.
    unsafe connection.initialize(to: Connection())
    let initialised =
      unsafe isTCP
      ? uv_tcp_init(loop, Self.tcp(connection)) : uv_pipe_init(loop, Self.pipe(connection), 0)
    guard initialised == 0 else {
      unsafe connection.deallocate()
      return
    }
    connectionCount += 1
    guard unsafe open(connection, isTCP) == 0 else {
      unsafe discard(connection)
      return
    }
    statistics.accepted.wrappingAdd(1, ordering: .relaxed)
    if isTCP && peers.countsAddresses { unsafe connection.pointee.peer = Self.peer(of: connection) }
    guard unsafe peers.add(connection.pointee.peer) else {
      statistics.refused.wrappingAdd(1, ordering: .relaxed)
      unsafe discard(connection)
      return
    }
    if isTCP { _ = unsafe uv_tcp_nodelay(Self.tcp(connection), 1) }
    unsafe enter(.idle, connection)
    unsafe startReading(connection)
  }

  /// Closes a connection that is not counted and in no list.
  private func discard(_ connection: ConnectionReference) {
    // Safe: the handle was initialised, and the block is freed behind its end.
    unsafe uv_close(Self.handle(connection)) { handle in
      guard let handle = unsafe handle, let worker = unsafe Worker.of(handle.pointee.loop) else {
        return
      }
      worker.connectionCount -= 1
      unsafe UnsafeMutableRawPointer(handle).deallocate()
      worker.finishIfEmpty()
    }
  }

  private static func peer(of connection: ConnectionReference) -> PeerAddress? {
    var storage = sockaddr_storage()
    var byteCount = Int32(MemoryLayout<sockaddr_storage>.size)
    let result = unsafe withUnsafeMutablePointer(to: &storage) { pointer in
      // Safe: the system writes at most `byteCount` bytes.
      unsafe UnsafeMutableRawPointer(pointer).withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe uv_tcp_getpeername(UnsafePointer(tcp(connection)), $0, &byteCount)
      }
    }
    return result == 0 ? PeerAddress(storage) : nil
  }
}

// MARK: - Kinds of handles

extension Worker {
  // Safe: a connection and a listener begin with a handle that is as large as the largest of these,
  // and which of the two it is was chosen when it was initialised.

  static func stream<Specific>(
    _ handle: UnsafeMutablePointer<Specific>
  ) -> UnsafeMutablePointer<uv_stream_t> {
    unsafe UnsafeMutableRawPointer(handle).assumingMemoryBound(to: uv_stream_t.self)
  }

  static func tcp<Specific>(
    _ handle: UnsafeMutablePointer<Specific>
  ) -> UnsafeMutablePointer<uv_tcp_t> {
    unsafe UnsafeMutableRawPointer(handle).assumingMemoryBound(to: uv_tcp_t.self)
  }

  static func pipe<Specific>(
    _ handle: UnsafeMutablePointer<Specific>
  ) -> UnsafeMutablePointer<uv_pipe_t> {
    unsafe UnsafeMutableRawPointer(handle).assumingMemoryBound(to: uv_pipe_t.self)
  }

  /// The connection of a handle.
  static func connection<Specific>(
    _ handle: UnsafeMutablePointer<Specific>?
  ) -> ConnectionReference? {
    unsafe UnsafeMutableRawPointer(handle)?.assumingMemoryBound(to: Connection.self)
  }
}
