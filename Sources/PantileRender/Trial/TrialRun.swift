internal import PantileCore
internal import PantileJSON

/// One trial of props.
struct TrialRun<Widget: TrialRender>: ~Copyable {
  let widget: Widget
  let props: [UInt8]
  let limits: CompactWriter.Limits
  private var payload = ByteBuffer(capacity: 4 << 10)

  init(widget: Widget, props: [UInt8], limits: CompactWriter.Limits) {
    self.widget = widget
    self.props = props
    self.limits = limits
  }

  /// What one drawing gave.
  private struct Drawing {
    var verdict = TrialVerdict.ok
    var parts: [TreePart] = []
    var outline = PayloadOutline()
    var byteCount = 0
    /// What it took; nil where it failed.
    var cost: TrialCost?

    /// The nodes of all parts.
    var nodeCount: Int {
      parts.reduce(0) { sum, part in
        let (total, overflow) = sum.addingReportingOverflow(part.nodeCount)
        return overflow ? Int.max : total
      }
    }
  }

  mutating func report() -> TrialReport {
    do throws(TrialFailure) {
      switch try widget.scope(of: props) {
      case .payload: return payloadReport()
      case .families(let names): return familiesReport(names, areSeparate: false)
      case .separateFamilies(let names): return familiesReport(names, areSeparate: true)
      }
    } catch {
      return refused(TrialOutcome("payload", Self.verdict(error, limits)))
    }
  }

  private func refused(_ whole: TrialOutcome) -> TrialReport {
    TrialReport(isAccepted: false, parts: [], whole: whole, payload: [])
  }

  // MARK: Scopes

  private mutating func payloadReport() -> TrialReport {
    let drawing = draw(.payload)
    let parts = drawing.parts.map { outcome(of: $0, drawing) }
    let whole = wholeOutcome(drawing)
    let isAccepted = whole.verdict.isOK && parts.allSatisfy(\.verdict.isOK)
    return TrialReport(
      isAccepted: isAccepted, parts: parts, whole: whole,
      payload: isAccepted ? payload.array() : [])
  }

  private mutating func familiesReport(_ names: [String], areSeparate: Bool) -> TrialReport {
    var report = TrialReport(isAccepted: false, parts: [], whole: nil, payload: [])
    var alone: Drawing?
    for name in names {
      let drawing = draw(.family(name))
      if case .badProps = drawing.verdict {
        return refused(TrialOutcome("payload", drawing.verdict))
      }
      report.parts.append(familyOutcome(name, drawing))
      if report.payload.isEmpty { report.payload = payload.array() }
      alone = drawing
    }
    if !report.parts.allSatisfy(\.verdict.isOK) {
      report.payload = []
    } else if areSeparate, !names.isEmpty {
      report.isAccepted = true
    } else {
      let drawing = names.count == 1 ? alone ?? draw(.payload) : draw(.payload)
      finish(&report, drawing)
    }
    return report
  }

  /// Judges all families together; they were drawn anew, so each is looked at once more.
  private func finish(_ report: inout TrialReport, _ drawing: Drawing) {
    let whole = wholeOutcome(drawing)
    for part in drawing.parts {
      let again = outcome(of: part, drawing)
      if let index = report.parts.firstIndex(where: { $0.name == part.name }) {
        if !again.verdict.isOK { report.parts[index].verdict = again.verdict }
      }
    }
    report.whole = whole
    report.isAccepted = whole.verdict.isOK && report.parts.allSatisfy(\.verdict.isOK)
    report.payload = report.isAccepted ? payload.array() : []
  }

  // MARK: Drawing

  private mutating func draw(_ part: TrialPart) -> Drawing {
    var drawing = Drawing()
    var parts: [TreePart] = []
    payload.removeAll()
    // Four times the budget, so that the verdict can say how long a payload is.
    let (measured, overflow) = limits.byteCount.multipliedReportingOverflow(by: 4)
    do throws(TrialFailure) {
      drawing.cost = try widget.draw(
        props, part, limit: overflow ? Int.max : measured, into: &payload
      ) { tree in
        parts = TreePart.all(of: tree)
      }
    } catch {
      drawing.verdict = Self.verdict(error, limits)
      return drawing
    }
    drawing.parts = parts
    drawing.byteCount = payload.count
    drawing.outline = payload.withBytes { PayloadOutline($0) }
    if drawing.outline.depth > limits.depth {
      drawing.verdict = .tooDeep(drawing.outline.depth, limit: limits.depth)
    } else if payload.count > limits.byteCount {
      drawing.verdict = .overBudget(byteCount: payload.count, budget: limits.byteCount)
    }
    return drawing
  }

  private static func verdict(
    _ failure: TrialFailure, _ limits: CompactWriter.Limits
  ) -> TrialVerdict {
    switch failure.code {
    case .threw: .threw(failure)
    case .props: .badProps(failure)
    case .limit: .overLimit(failure)
    case .tooLong: .overBudget(byteCount: nil, budget: limits.byteCount)
    }
  }

  // MARK: Outcomes

  private func verdict(_ part: TreePart) -> TrialVerdict {
    if part.nodeCount > limits.nodes {
      .tooManyNodes(part.nodeCount, limit: limits.nodes)
    } else if !part.isVisible, !part.mayBeEmpty {
      .nothingVisible
    } else {
      .ok
    }
  }

  /// The outcome of a root in a payload of several.
  private func outcome(of part: TreePart, _ drawing: Drawing) -> TrialOutcome {
    var outcome = TrialOutcome(part.name, verdict(part))
    outcome.byteCount = drawing.outline.parts.first { $0.key == part.key }?.byteCount ?? 0
    outcome.nodeCount = part.nodeCount
    outcome.warnings = part.warnings
    return outcome
  }

  /// The outcome of a payload with one family.
  private func familyOutcome(_ name: String, _ drawing: Drawing) -> TrialOutcome {
    var outcome = TrialOutcome(name, drawing.verdict)
    if outcome.verdict.isOK {
      let verdicts = drawing.parts.map { verdict($0) }
      outcome.verdict = verdicts.isEmpty ? .nothingVisible : verdicts.first { !$0.isOK } ?? .ok
    }
    outcome.byteCount = drawing.byteCount
    outcome.nodeCount = drawing.nodeCount
    outcome.steps = drawing.cost?.steps
    outcome.warnings = warnings(drawing, outcome.verdict)
    return outcome
  }

  private func wholeOutcome(_ drawing: Drawing) -> TrialOutcome {
    var outcome = TrialOutcome("payload", drawing.verdict)
    if outcome.verdict.isOK, !drawing.parts.contains(where: \.isVisible) {
      outcome.verdict = .nothingVisible
    }
    outcome.byteCount = drawing.byteCount
    outcome.nodeCount = drawing.nodeCount
    outcome.steps = drawing.cost?.steps
    outcome.warnings = drawing.cost?.warnings ?? []
    if outcome.verdict.isOK, drawing.byteCount > limits.manyBytes {
      outcome.warnings.append(
        "large_body: \(drawing.byteCount) bytes; beyond \(limits.manyBytes) a device may be slow")
    }
    return outcome
  }

  /// The warnings of a family, without those that say what the verdict says.
  private func warnings(_ drawing: Drawing, _ verdict: TrialVerdict) -> [String] {
    let all = (drawing.cost?.warnings ?? []) + drawing.parts.flatMap(\.warnings)
    return all.filter { !$0.hasPrefix(verdict.code + ":") }
  }
}
