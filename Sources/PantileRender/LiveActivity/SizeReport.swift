/// What a Live Activity takes in a push, form by form, and which of its parts take most.
public struct SizeReport: Sendable, Equatable {
  /// A way to write the payload.
  public struct Form: Sendable, Equatable {
    /// Such as `reference, quality 2`.
    public var name: String
    /// What it takes.
    public var size: PushSize
  }

  /// A part of the payload.
  public struct Part: Sendable, Equatable {
    /// A region, or the way from a region to an element: `lockScreen > VStack > Text 2 "Gold"`.
    public var name: String
    /// Bytes of the payload when everything is written in place.
    public var payload: Int
    /// Bytes that the compressed payload would lose without the part.
    public var compressed: Int
  }

  /// All elements of one component.
  public struct ComponentCost: Sendable, Equatable {
    /// The component's name.
    public var name: String
    /// How many there are.
    public var count: Int
    /// Bytes of the payload, without what the elements hold, when everything is written in place.
    public var payload: Int
  }

  /// Reference mode with quality 2 and 11, then compact mode with shared parts and with everything
  /// in place, both with quality 11.
  public var forms: [Form] = []
  /// Which of ``forms`` is sent.
  public var sent = 0
  /// The regions, in the order of the payload.
  public var regions: [Part] = []
  /// The elements that take most, in descending order, region roots left out.
  public var parts: [Part] = []
  /// The components, in descending order.
  public var components: [ComponentCost] = []
  /// What the push may carry.
  public var budget = PushBudget()
  /// Why it cannot be sent; `nil` when it can.
  public var failure: PushError?
}

// MARK: - Text

extension SizeReport {
  /// The report as tables, with a line feed at the end.
  public var text: String {
    var text = formTable + "\n"
    let size = forms[sent].size
    let percent = size.text * 100 / max(budget.byteCount, 1)
    text += "budget: \(size.text) of \(budget.byteCount) bytes (\(percent) %), "
    text += "as \(forms[sent].name)\n"
    if let failure { text += "refused: \(failure.message)\n" }
    text += "\n" + Self.table("regions", regions)
    if !parts.isEmpty { text += "\n" + Self.table("elements that take most", parts) }
    return text + "\n" + componentTable
  }

  private var formTable: String {
    var rows = [["", "payload", "brotli", "base64", "ratio"]]
    for form in forms {
      let tenths = Int(form.size.ratio * 10)
      rows.append(
        [form.name] + [form.size.payload, form.size.compressed, form.size.text].map(String.init)
          + ["\(tenths / 10).\(tenths % 10)"])
    }
    return Self.aligned(rows)
  }

  private var componentTable: String {
    let rows = components.map { [$0.name, String($0.count), String($0.payload)] }
    return Self.aligned([["components", "count", "payload"]] + rows)
  }

  private static func table(_ title: String, _ parts: [Part]) -> String {
    let rows = parts.map { [$0.name, String($0.payload), String($0.compressed)] }
    return aligned([[title, "payload", "brotli"]] + rows)
  }

  /// Rows of cells as lines: the first column to the left, the others to the right.
  private static func aligned(_ rows: [[String]]) -> String {
    let widths = (0..<(rows.first?.count ?? 0)).map { column in
      rows.map { $0[column].unicodeScalars.count }.max() ?? 0
    }
    return rows.map { row in
      row.enumerated().map { column, cell in
        let space = String(repeating: " ", count: widths[column] - cell.unicodeScalars.count)
        return column == 0 ? cell + space : "  " + space + cell
      }.joined() + "\n"
    }.joined()
  }
}
