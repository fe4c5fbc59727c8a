/// Why a command ended without doing its work.
struct CommandError: Error {
  enum Code {
    /// The command line is wrong.
    case wrongUse
    /// The work failed.
    case failed
    /// Nobody reads what is written.
    case closedPipe
    /// Somebody ended the work by a signal.
    case interrupted
  }

  var code: Code
  /// What standard error shows, from `error:` to the end, without a line feed at the end.
  var report: String

  /// An error of the work, from a lower-case fragment.
  static func failed(_ message: String) -> CommandError {
    CommandError(code: .failed, report: "error: " + message)
  }

  /// An error with a report of its own, and warnings and console lines that follow it.
  static func failed(
    _ report: String, followedBy warnings: [String], console: [String]
  ) -> CommandError {
    let lines = [report] + warnings.map { "warning: \($0)" } + console
    return CommandError(code: .failed, report: lines.joined(separator: "\n"))
  }

  /// An error of the command line; the parser adds the usage of the command.
  static func wrongUse(_ message: String) -> CommandError {
    CommandError(code: .wrongUse, report: "error: " + message)
  }

  static let closedPipe = CommandError(code: .closedPipe, report: "")

  /// What the process ends with: 64 is `EX_USAGE`, 141 is what a shell says of a process that
  /// SIGPIPE ended, and 130 of one that SIGINT ended.
  var status: Int32 {
    switch code {
    case .wrongUse: 64
    case .failed: 1
    case .closedPipe: 141
    case .interrupted: 130
    }
  }
}

extension String {
  /// The text between single quotes, with control characters written as `\xNN`.
  var quoted: String {
    var text = "'"
    for scalar in unicodeScalars {
      if scalar.value < 0x20 || scalar.value == 0x7f {
        text += scalar.value < 0x10 ? "\\x0" : "\\x"
        text += String(scalar.value, radix: 16)
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text + "'"
  }
}
