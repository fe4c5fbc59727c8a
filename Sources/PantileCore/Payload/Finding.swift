/// Something that compact mode noticed in a tree.
public struct Finding: Hashable, Sendable {
  /// What it is; the raw value is the code shown to people.
  public enum Code: String, Sendable {
    /// A root renders to nothing and is left out.
    case emptyRoot = "empty_root"
    /// No root is left.
    case noContent = "no_content"
    /// A root is no widget family.
    case unknownFamily = "unknown_family"
    /// A root is named `v`, `e` or `s`.
    case reservedFamily = "reserved_family"
    /// An id is no string.
    case otherID = "id_not_string"
    /// A prop or a style has NaN or an infinity.
    case nonFiniteNumber = "non_finite_number"
    /// Text was made of NaN or an infinity.
    case nonFiniteText = "non_finite_text"
    /// Containers nest too deeply.
    case tooDeep = "too_deep"
    /// A root has too many nodes.
    case tooManyNodes = "too_many_nodes"
    /// The payload is too long.
    case bodyOverLimit = "body_over_limit"
    /// The payload is long.
    case largeBody = "large_body"
    /// Siblings have the same id.
    case duplicateID = "duplicate_id"
    /// A shared element contains itself.
    case referenceCycle = "reference_cycle"
    /// A reference has no shared element.
    case referenceOutOfRange = "reference_out_of_range"
    /// A gauge's or a progress view's lower bound is not below the upper one.
    case badRange = "bad_range"
  }

  /// Whether it stops compact output.
  public enum Severity: Sendable {
    /// The payload is written.
    case warning
    /// Nothing is written.
    case error
  }

  /// What it is.
  public let code: Code
  /// Whether it stops compact output.
  public let severity: Severity
  /// The root, by its place in the tree; `nil` when it is no particular one.
  public let root: Int?
  /// The node, when it is about one.
  public let node: NodeID

  init(_ code: Code, _ severity: Severity = .error, root: Int? = nil, node: NodeID = .none) {
    self.code = code
    self.severity = severity
    self.root = root
    self.node = node
  }
}
