internal import CUV
internal import Glibc
internal import PantileJSON

extension Worker {
  /// Bytes that a client must take within the time-out for writing.
  static let progressByteCount = 4_096

  /// Writes the output to a connection.
  ///
  /// - Returns: Whether the system took all of it. Otherwise the connection waits until it can, or
  ///   is closed.
  func flush(_ connection: ConnectionReference) -> Bool {
    let byteCount = output.count
    guard byteCount > 0 else { return true }
    defer {
      output.removeAll()
      if output.capacity > 2 * Self.outputByteCount { output = ByteBuffer(capacity: 16_384) }
    }
    let stream = unsafe Self.stream(connection)
    let taken = output.withBytes { bytes in
      unsafe bytes.withUnsafeBytes { bytes in
        var buffer = unsafe Self.buffer(bytes)
        // Safe: the system reads the bytes during the call, and no longer.
        return unsafe uv_try_write(stream, &buffer, 1)
      }
    }
    if taken == byteCount { return true }
    guard taken >= 0 || taken == UV_EAGAIN.rawValue else {
      unsafe close(connection)
      return false
    }
    let left = byteCount - Int(max(taken, 0))
    guard heldByteCount + left <= configuration.limits.heldByteCount else {
      unsafe close(connection)
      return false
    }
    let block = output.withBytes(from: byteCount - left) { bytes in
      unsafe bytes.withUnsafeBytes { unsafe Block(copying: $0) }
    }
    unsafe write(block, connection)
    return false
  }

  /// Writes a block as the client takes it, and reads nothing until then.
  private func write(_ block: Block, _ connection: ConnectionReference) {
    let write = UnsafeMutablePointer<Write>.allocate(capacity: 1)
    // Safe: the write is freed when libuv has ended it, which it does before the connection's end.
    unsafe write.initialize(to: Write(bytes: block))
    unsafe connection.pointee.write = write
    unsafe connection.pointee.unwritten = block.bytes.count
    heldByteCount += unsafe block.bytes.count
    unsafe stopReading(connection)
    unsafe enter(.write, connection)
    var buffer = unsafe Self.buffer(UnsafeRawBufferPointer(block.bytes))
    let request = unsafe UnsafeMutableRawPointer(write).assumingMemoryBound(to: uv_write_t.self)
    let result = unsafe uv_write(request, Self.stream(connection), &buffer, 1) { request, status in
      guard let request = unsafe request,
        let worker = unsafe Worker.of(request.pointee.handle?.pointee.loop)
      else { return }
      unsafe worker.written(request, status)
    }
    if result < 0 {
      unsafe free(write)
      unsafe connection.pointee.write = nil
      unsafe close(connection)
    }
  }

  private func written(_ request: UnsafeMutablePointer<uv_write_t>, _ status: Int32) {
    guard let connection = unsafe Self.connection(request.pointee.handle) else { return }
    // Safe: a write begins with its request, and its connection's block is there until its end.
    unsafe free(UnsafeMutableRawPointer(request).assumingMemoryBound(to: Write.self))
    guard unsafe connection.pointee.phase != .closed else { return }
    unsafe connection.pointee.write = nil
    if status < 0 {
      unsafe close(connection)
    } else if unsafe connection.pointee.token == 0 {
      unsafe proceed(connection)
    } else {
      // What was written was in front of a request whose reply comes later.
      unsafe enter(.reply, connection)
    }
  }

  private func free(_ write: UnsafeMutablePointer<Write>) {
    // Safe: libuv has ended the write.
    heldByteCount -= unsafe write.pointee.bytes.bytes.count
    unsafe write.pointee.bytes.free()
    unsafe write.deallocate()
  }

  private static func buffer(_ bytes: UnsafeRawBufferPointer) -> uv_buf_t {
    // Safe: libuv reads from the bytes and does not write.
    let base = unsafe UnsafeMutableRawPointer(mutating: bytes.baseAddress)
    return unsafe uv_buf_t(base: base?.assumingMemoryBound(to: CChar.self), len: bytes.count)
  }
}

// MARK: - Ends

extension Worker {
  /// Ends the server's side of a connection behind the last response, and waits for the client's.
  ///
  /// Closing at once would reset the connection if bytes of the client were unread, and the client
  /// could lose the response.
  func linger(_ connection: ConnectionReference) {
    // Safe: the connection is open.
    unsafe giveRequest(connection)
    var descriptor: uv_os_fd_t = -1
    let handle = unsafe Self.handle(connection)
    guard unsafe uv_fileno(UnsafePointer(handle), &descriptor) == 0,
      shutdown(descriptor, Int32(SHUT_WR)) == 0
    else {
      unsafe close(connection)
      return
    }
    unsafe enter(.linger, connection)
    unsafe startReading(connection)
  }

  /// Closes a connection and forgets what belongs to it.
  func close(_ connection: ConnectionReference) {
    // Safe: the connection's block is there until the last call of libuv, which frees it.
    guard unsafe connection.pointee.phase != .closed else { return }
    unsafe lists[Int(connection.pointee.phase.rawValue)].remove(connection)
    unsafe connection.pointee.phase = .closed
    unsafe connection.pointee.isReading = false
    if unsafe connection.pointee.token != 0 {
      unsafe pending[connection.pointee.token] = nil
      unsafe connection.pointee.token = 0
    }
    if unsafe !connection.pointee.rest.isEmpty { unsafe connection.pointee.rest.free() }
    unsafe giveRequest(connection)
    unsafe peers.remove(connection.pointee.peer)
    unsafe uv_close(Self.handle(connection)) { handle in
      guard let handle = unsafe handle, let worker = unsafe Worker.of(handle.pointee.loop) else {
        return
      }
      unsafe UnsafeMutableRawPointer(handle).deallocate()
      worker.connectionCount -= 1
      worker.finishIfEmpty()
    }
  }
}
