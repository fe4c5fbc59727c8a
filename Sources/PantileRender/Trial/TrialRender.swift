public import PantileCore
public import PantileJSON

/// Something that can be rendered off screen before anybody sees it: a template, or a widget in
/// Swift.
///
/// A type that meets it says which parts there are and draws them; ``trial(_:limits:)`` then tries
/// every part and tells what would be shown.
public protocol TrialRender: Sendable {
  /// How the widget is drawn with these props.
  ///
  /// - Throws: ``TrialFailure`` when the widget cannot be drawn at all.
  func scope(of props: [UInt8]) throws(TrialFailure) -> TrialScope

  /// Draws a part and appends its payload to `payload`.
  ///
  /// - Parameters:
  ///   - props: The props as JSON text; empty text means no props.
  ///   - part: What to draw.
  ///   - limit: The longest payload that is written, in bytes.
  ///   - payload: Where it is appended.
  ///   - inspect: Called with the complete tree before it is written.
  /// - Throws: ``TrialFailure``; `payload` is unchanged then.
  func draw(
    _ props: [UInt8], _ part: TrialPart, limit: Int, into payload: inout ByteBuffer,
    inspecting inspect: (borrowing Tree) -> Void
  ) throws(TrialFailure) -> TrialCost
}

/// How a widget is drawn.
public enum TrialScope: Sendable, Equatable {
  /// At once: the payload itself says which parts it has.
  case payload
  /// Once a family. Each is tried by itself, so that one family's failure does not hide the
  /// others, then all together.
  case families([String])
  /// Once a family, each with a payload of its own.
  case separateFamilies([String])
}

/// What one drawing holds.
public enum TrialPart: Sendable, Equatable {
  /// The whole payload.
  case payload
  /// A payload that holds one family.
  case family(String)
}

/// What a drawing took.
public struct TrialCost: Sendable, Equatable {
  /// Steps of the virtual machine; 0 for a widget in Swift.
  public var steps: Int
  /// Warnings as `code: sentence`.
  public var warnings: [String]

  /// Creates a cost.
  public init(steps: Int = 0, warnings: [String] = []) {
    self.steps = steps
    self.warnings = warnings
  }
}

/// Why a part could not be drawn.
public struct TrialFailure: Error, Sendable, Equatable {
  /// What went wrong.
  public enum Code: Sendable, Equatable {
    /// The widget threw.
    case threw
    /// The props are not what they must be, such as no JSON object.
    case props
    /// A limit was reached.
    case limit
    /// The payload is longer than was asked for.
    case tooLong
  }

  /// A place in a source file, or in the props.
  public struct Place: Sendable, Equatable {
    /// The path as people know it.
    public var path: String
    /// The line, from 1.
    public var line: Int
    /// The column, from 1.
    public var column: Int

    /// Creates a place.
    public init(path: String, line: Int, column: Int) {
      self.path = path
      self.line = line
      self.column = column
    }
  }

  /// What went wrong.
  public var code: Code
  /// The error's name, such as `TypeError`.
  public var name: String
  /// The message.
  public var message: String
  /// Where it happened.
  public var place: Place?
  /// The error as text in several lines, without a line feed at the end.
  public var report: String

  /// Creates a failure; without a report the name and the message are it.
  public init(
    _ code: Code, name: String, message: String, place: Place? = nil, report: String? = nil
  ) {
    self.code = code
    self.name = name
    self.message = message
    self.place = place
    self.report = report ?? "error: \(name): \(message)"
  }
}

extension TrialRender {
  /// Renders props off screen, every part of the widget, and says whether they can be shown.
  ///
  /// Props are accepted when every family renders, shows something, and the payload keeps within
  /// `limits`. Nothing is kept between trials.
  ///
  /// - Parameters:
  ///   - props: The props as JSON text; empty text means no props.
  ///   - limits: What a device takes; `byteCount` is the budget of the whole payload.
  public func trial(
    _ props: [UInt8], limits: CompactWriter.Limits = CompactWriter.Limits()
  ) -> TrialReport {
    var run = TrialRun(widget: self, props: props, limits: limits)
    return run.report()
  }
}
