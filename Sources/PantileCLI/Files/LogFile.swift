internal import Glibc

/// A file that lines are added to; `-` is standard output.
final class LogFile: Sendable {
  private let file: OpenFile

  init(_ name: String) throws(SystemError) {
    file = name == "-" ? OpenFile.standardOutput() : try OpenFile(appending: name)
  }

  /// Adds lines; nobody can be told when that fails.
  func write(_ lines: RawSpan) {
    do throws(SystemError) { try file.write(lines) } catch {}
  }
}
