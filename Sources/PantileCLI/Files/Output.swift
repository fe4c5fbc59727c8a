internal import Glibc
internal import PantileJSON

/// Where results and reports go.
enum Output {
  /// Lets a write to a closed pipe fail, where it would otherwise end the process.
  static func ignoreClosedPipes() {
    _ = signal(SIGPIPE, SIG_IGN)
  }

  /// Writes to standard output.
  static func write(_ bytes: borrowing ByteBuffer) throws(CommandError) {
    do throws(SystemError) {
      try write(bytes, to: OpenFile.standardOutput())
    } catch {
      if error.number == EPIPE { throw .closedPipe }
      throw .failed("cannot write to standard output: \(error.text)")
    }
  }

  /// Writes text to standard output.
  static func write(_ text: String) throws(CommandError) {
    var bytes = ByteBuffer()
    bytes.append(utf8: text)
    try write(bytes)
  }

  /// Writes a line to standard error; nobody can be told when that fails.
  static func report(_ text: String) {
    guard !text.isEmpty else { return }
    var bytes = ByteBuffer()
    bytes.append(utf8: text)
    bytes.append(0x0a)
    do throws(SystemError) { try write(bytes, to: OpenFile.standardError()) } catch {}
  }

  /// Whether standard error is a terminal.
  static let isErrorTerminal = isatty(STDERR_FILENO) == 1

  /// Replaces the line that a terminal's cursor is in; an empty text clears it.
  static func progress(_ text: String) {
    guard isErrorTerminal else { return }
    var bytes = ByteBuffer()
    bytes.append(utf8: "\r\(text)\u{1b}[K")
    do throws(SystemError) { try write(bytes, to: OpenFile.standardError()) } catch {}
  }

  /// Replaces a file as a whole: a reader sees the old bytes or the new ones.
  ///
  /// Something that is there and no regular file, such as `/dev/null`, is written to.
  static func write(_ bytes: borrowing ByteBuffer, file name: String) throws(CommandError) {
    do throws(SystemError) {
      switch FilePath.kind(name) {
      case nil: try replace(name, bytes)
      case .file: try replace(FilePath.real(name), bytes)
      case .folder: throw SystemError(number: EISDIR)
      case .other: try write(bytes, to: OpenFile(writing: name))
      }
    } catch {
      throw .failed("cannot write \(name.quoted): \(error.text)")
    }
  }

  private static func replace(
    _ target: String, _ bytes: borrowing ByteBuffer
  ) throws(SystemError) {
    let draft = "\(target).\(getpid()).part"
    do throws(SystemError) {
      try write(bytes, to: OpenFile(writing: draft))
      // Safe: the paths live across the call.
      if unsafe rename(draft, target) != 0 { throw .last }
    } catch {
      // Safe: as above.
      _ = unsafe unlink(draft)
      throw error
    }
  }

  private static func write(
    _ bytes: borrowing ByteBuffer, to file: borrowing OpenFile
  ) throws(SystemError) {
    var failure: SystemError?
    bytes.withBytes { span in
      do throws(SystemError) { try file.write(span) } catch { failure = error }
    }
    if let failure { throw failure }
  }
}
