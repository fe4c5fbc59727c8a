/// What a trial found.
public struct TrialReport: Sendable, Equatable {
  /// Whether the props can be shown: everything was tried, and all went well.
  public var isAccepted: Bool
  /// The families, or the regions of a Live Activity, in the order in which they were tried.
  public var parts: [TrialOutcome]
  /// The payload as a whole; nil where a family failed before it was tried, or where each family
  /// has a payload of its own.
  public var whole: TrialOutcome?
  /// The payload, where the props are accepted; of the first family where each has its own.
  public var payload: [UInt8]

  /// The first outcome that is not well; nil where the props are accepted.
  public var refusal: TrialOutcome? {
    parts.first { !$0.verdict.isOK } ?? whole.flatMap { $0.verdict.isOK ? nil : $0 }
  }

  /// Why the props were refused, in a line, such as `systemSmall: nothing to see`.
  public var reason: String? { refusal.map { "\($0.name): \($0.verdict.message)" } }
}

/// What a trial found of one part.
public struct TrialOutcome: Sendable, Equatable {
  /// The family or region; `payload` for the whole.
  public var name: String
  /// Whether it can be shown.
  public var verdict: TrialVerdict
  /// Bytes: of a payload with this family alone where families are drawn one by one, else of the
  /// part's value in the payload. 0 where there is none.
  public var byteCount = 0
  /// Nodes as a device sees them, with shared ones expanded.
  public var nodeCount = 0
  /// Steps of the virtual machine; nil for what failed, and for a part of a payload that was drawn
  /// at once.
  public var steps: Int?
  /// Warnings as `code: sentence`; they do not count against the props.
  public var warnings: [String] = []

  init(_ name: String, _ verdict: TrialVerdict = .ok) {
    self.name = name
    self.verdict = verdict
  }
}

/// Whether a part can be shown.
public enum TrialVerdict: Sendable, Equatable {
  /// It can.
  case ok
  /// The widget threw.
  case threw(TrialFailure)
  /// The props are no JSON object, or not what the widget takes.
  case badProps(TrialFailure)
  /// A limit of the render was reached, such as the one of steps.
  case overLimit(TrialFailure)
  /// Nothing of it can be seen. See ``TrialReport`` for what counts.
  case nothingVisible
  /// The payload is longer than the budget; nil where it is so long that it was not written out.
  case overBudget(byteCount: Int?, budget: Int)
  /// Shared elements expanded, it has more nodes than a device takes.
  case tooManyNodes(Int, limit: Int)
  /// Its containers nest more deeply than a device takes.
  case tooDeep(Int, limit: Int)
}

extension TrialVerdict {
  /// Whether the part can be shown.
  public var isOK: Bool { self == .ok }

  /// A word for programs, such as `too_deep`.
  public var code: String {
    switch self {
    case .ok: "ok"
    case .threw: "threw"
    case .badProps: "bad_props"
    case .overLimit: "over_limit"
    case .nothingVisible: "nothing_visible"
    case .overBudget: "over_budget"
    case .tooManyNodes: "too_many_nodes"
    case .tooDeep: "too_deep"
    }
  }

  /// The verdict in a line, for people.
  public var message: String {
    switch self {
    case .ok: "ok"
    case .threw(let failure), .badProps(let failure), .overLimit(let failure):
      "\(failure.name): \(failure.message)"
    case .nothingVisible: "nothing to see"
    case .overBudget(let count?, let budget): "\(count) bytes, over the budget of \(budget)"
    case .overBudget(nil, let budget): "far over the budget of \(budget) bytes"
    case .tooManyNodes(let count, let limit):
      "\(count) nodes with shared ones expanded, where a device takes \(limit)"
    case .tooDeep(let depth, let limit):
      "containers nest \(depth) levels deep, where a device takes \(limit)"
    }
  }

  /// What was thrown, or which limit was reached.
  public var failure: TrialFailure? {
    switch self {
    case .threw(let failure), .badProps(let failure), .overLimit(let failure): failure
    default: nil
    }
  }
}
