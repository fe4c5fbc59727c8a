public import PantileCore
public import PantileRender

/// Why a widget has no payload.
public struct RenderError: Error, Sendable, Hashable {
  /// What kind of end it was.
  public enum Code: Sendable, Hashable {
    /// The payload would blank or crash a device; ``RenderError/problems`` say why.
    case refused
    /// The tree would take more memory than the renderer's limit.
    case treeLimit
    /// The text of a push is too long for one, or could not be compressed.
    case push(PushError)
  }

  /// Something that is wrong with a widget, or worth a look.
  public struct Problem: Sendable, Hashable {
    /// What it is, such as `bad_range`.
    public let code: String
    /// Whether it stops the payload.
    public let severity: Finding.Severity
    /// A sentence about it.
    public let message: String
    /// The family, when it is about one.
    public let family: Family?
  }

  /// What kind of end it was.
  public let code: Code
  /// What is wrong.
  public let problems: [Problem]

  init(_ code: Code, _ problems: [Problem] = []) {
    self.code = code
    self.problems = problems
  }
}

extension RenderError: CustomStringConvertible {
  /// The problems, one a line.
  public var description: String {
    switch code {
    case .treeLimit: "tree_limit: the tree takes more memory than the renderer allows"
    case .push(let error): error.message
    case .refused: problems.map { "\($0.code): \($0.message)" }.joined(separator: "\n")
    }
  }
}
