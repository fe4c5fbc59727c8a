/// A place in a source file.
public struct SourcePlace: Sendable, Equatable {
  /// The path relative to the project root.
  public var path: String
  /// The line, from 1.
  public var line: Int
  /// The column in UTF-16 code units, from 1.
  public var column: Int
}

/// Why a template could not be compiled or rendered.
///
/// ``report`` is what a command line or a log shows:
///
///     error: TypeError: Cannot read properties of undefined (reading 'temp')
///       at widgets/weather.tsx:12:35
///          12 |       <Voltra.Text>{props.weather.temp}°</Voltra.Text>
///             |                                   ^
///       in Header (widgets/weather.tsx:31:9)
///       in family systemSmall
public struct TemplateError: Error, Sendable {
  /// Which part of the work failed.
  public enum Code: Sendable {
    /// The sources have an error.
    case compile
    /// The props or the environment are not what they must be.
    case input
    /// The template threw.
    case thrown
    /// A limit was reached.
    case limit
    /// The payload has what no device takes; ``TemplateError/findings`` say what.
    case refused
  }

  /// A component around the place of an error.
  public struct Frame: Sendable {
    /// The component's name; `Anonymous` for a function without one.
    public var name: String
    /// The tag that used it.
    public var place: SourcePlace?
  }

  /// Which part of the work failed.
  public var code: Code
  /// The error's name, such as `TypeError`.
  public var name: String
  /// The message.
  public var message: String
  /// Where the error was made.
  public var place: SourcePlace?
  /// The source line and the number of columns in front of the caret.
  public var excerpt: (line: String, caret: Int)?
  /// The components around it, innermost first.
  public var frames: [Frame] = []
  /// The family or region that was rendered.
  public var part: String?
  /// What compact or strict output refuses, as `code: sentence`.
  public var findings: [String] = []
  /// Warnings as `code: sentence` beside the findings.
  public var warnings: [String] = []
  /// What the template wrote with `console` before it failed.
  public var console: [String] = []
  /// Whether the payload is longer than the request allows.
  var isTooLong = false

  /// Creates an error without a place.
  public init(_ code: Code, name: String, message: String) {
    self.code = code
    self.name = name
    self.message = message
  }

  /// The error as text, in several lines.
  public var report: String {
    guard code == .refused else { return report(label: "error", title: "\(name): \(message)") }
    return findings.map { "error: \($0)" }.joined(separator: "\n")
  }

  private func report(label: String, title: String) -> String {
    var text = "\(label): \(title)"
    if let place {
      text += "\n  at \(place.path):\(place.line):\(place.column)"
      if let excerpt {
        let number = String(place.line)
        let margin = String(repeating: " ", count: max(0, 6 - number.count))
        text += "\n\(margin)\(number) | \(excerpt.line)"
        text += "\n       | " + String(repeating: " ", count: excerpt.caret) + "^"
      }
    }
    for frame in frames.prefix(20) {
      text += "\n  in \(frame.name)"
      if let place = frame.place { text += " (\(place.path):\(place.line):\(place.column))" }
    }
    if frames.count > 20 { text += "\n  … \(frames.count - 20) more" }
    if let part { text += "\n  in \(part)" }
    return text
  }
}
