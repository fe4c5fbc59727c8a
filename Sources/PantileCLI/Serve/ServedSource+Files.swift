internal import PantileCore
internal import PantileHost
internal import PantileRender
internal import PantileServer
internal import PantileTemplate

// A round of looking at the files:
//
//     sources changed? ── compile ──┐
//     props changed?  ─── read ─────┴─► try every slot ──► all render: keep on disk, swap
//                                                     └──► else: report, keep what is shown
//
// A template takes each slot's new props, or where they fail its old ones. Where a slot renders with
// neither, the template waits for other props, and the old template goes on with what it can take.

extension ServedSource {
  /// What a round did.
  struct Round {
    /// What was not taken.
    var refusals: [Refusal] = []
    /// Warnings of what was.
    var warnings: [String] = []
    /// Whether a template was taken.
    var tookTemplate = false
    /// The number of slots whose props were taken.
    var takenProps = 0
    /// Reports of trials that were accepted, by slot.
    var accepted: [String: TrialReport] = [:]

    /// Whether something else is shown than before.
    var hasChanged: Bool { tookTemplate || takenProps > 0 }

    mutating func refuse(_ kind: Refusal.Kind, _ text: String) {
      refusals.append(Refusal(kind: kind, text: text))
    }
  }

  /// Something that was not taken, and why.
  struct Refusal {
    enum Kind {
      /// The widget itself.
      case widget
      /// The props of a slot.
      case props
      /// What an earlier process kept.
      case kept
    }

    var kind: Kind
    /// For people, in one or several lines.
    var text: String
  }

  /// Shows what an earlier process kept, until the files turn out to be good.
  func restore() -> Round {
    var round = Round()
    guard let state, FilePath.kind(state) == .folder else { return round }
    do throws(SystemError) {
      for name in try Folder.names(in: state) {
        let folder = FilePath.join(state, name)
        guard FilePath.kind(folder) == .folder else { continue }
        do throws(LastGoodError) {
          guard let value = try LastGoodFile(folder: folder).load() else { continue }
          live.withLock { $0.slots[name == Self.defaultSlot ? "" : name] = value }
        } catch {
          round.refuse(.kept, "\(widget.id): \(error.message)")
        }
      }
    } catch {
      round.refuse(.kept, "\(widget.id): cannot read \(state.quoted): \(error.text)")
    }
    return round
  }

  static let defaultSlot = "default"

  /// Whether files differ from what the last round saw.
  var hasChangedFiles: Bool {
    files.withLock { files in
      files.sources.contains { FileStamp($0.key) != $0.value } || haveChangedProps(files)
    }
  }

  private func haveChangedProps(_ files: SourceFiles) -> Bool {
    guard let path = widget.props else { return false }
    do throws(SystemError) {
      let paths = try SourceFiles.propsPaths(path)
      if paths != files.props.mapValues(\.path) { return true }
    } catch {
      return files.propsFailure != error.text
    }
    return files.props.values.contains { FileStamp($0.path) != $0.stamp }
  }

  /// Looks at the files and takes what is good.
  func refresh() -> Round {
    var round = Round()
    let (fresh, known) = files.withLock { files in
      readProps(&files, &round)
      let isDue =
        files.sources.isEmpty || files.sources.contains { FileStamp($0.key) != $0.value }
      if isDue { files.waiting = compile(&files, &round) }
      let known = files
      for slot in files.props.keys { files.props[slot]?.isFresh = false }
      return (known.waiting, known)
    }
    if let fresh {
      if take(fresh, known, &round) {
        files.withLock { $0.waiting = nil }
        return round
      }
    }
    if let template = live.withLock({ $0.template }) { takeProps(template, known, &round) }
    return round
  }

  // MARK: Reading

  private func compile(_ files: inout SourceFiles, _ round: inout Round) -> Template? {
    let log = LookupLog()
    defer { files.sources = log.found }
    log.note(widget.entry)
    let limits = CompileLimits()
    do throws(CommandError) {
      let project = try Project(of: widget.entry, root: nil, limit: limits.source)
      do throws(TemplateError) {
        let template = try Template(
          entry: project.entry, loader: log.loader(project.loader, root: project.root),
          limits: limits)
        round.warnings += template.warnings.map { "\(widget.id): \($0)" }
        return template
      } catch {
        throw CommandError(code: .failed, report: error.report)
      }
    } catch {
      round.refuse(.widget, "\(widget.id): the widget is not taken\n\(error.report)")
      return nil
    }
  }

  private func readProps(_ files: inout SourceFiles, _ round: inout Round) {
    guard let path = widget.props else {
      if files.props.isEmpty {
        files.props[""] = SourceFiles.Props(path: "", text: [], isFresh: true)
      }
      return
    }
    do throws(SystemError) {
      let paths = try SourceFiles.propsPaths(path)
      files.propsFailure = nil
      drop(except: paths.keys, &files)
      for (slot, path) in paths.sorted(by: { $0.key < $1.key }) {
        let stamp = FileStamp(path)
        let isKnown = files.props[slot].map { $0.stamp == stamp && $0.path == path } ?? false
        if isKnown { continue }
        files.props[slot] = SourceFiles.Props(
          path: path, stamp: stamp, text: read(path, &round), isFresh: true)
      }
    } catch {
      if files.propsFailure != error.text {
        round.refuse(.props, "\(widget.id): cannot read \(path.quoted): \(error.text)")
      }
      files.propsFailure = error.text
    }
  }

  /// Forgets props whose file is gone; those of all placements go on to be shown.
  private func drop(except slots: some Collection<String>, _ files: inout SourceFiles) {
    for slot in Array(files.props.keys) where !slots.contains(slot) { files.props[slot] = nil }
    live.withLock { live in
      for slot in Array(live.slots.keys) where !slot.isEmpty && !slots.contains(slot) {
        live.slots[slot] = nil
      }
    }
  }

  private func read(_ path: String, _ round: inout Round) -> [UInt8]? {
    do throws(CommandError) {
      let text = try Input(path).read(limit: PropsRules.largest)
      guard widget.mode == .props else { return text }
      do throws(PropsFault) { try PropsRules.check(text) } catch {
        throw .failed("\(path): \(error.message)")
      }
      return text
    } catch {
      round.refuse(.props, "\(widget.id): props are not taken\n\(error.report)")
      return nil
    }
  }

  // MARK: Taking

  /// Tries a template with every slot and takes it where all render; false where one does not.
  private func take(
    _ template: Template, _ files: SourceFiles, _ round: inout Round
  ) -> Bool {
    let shown = live.withLock { $0.slots }
    var values: [String: LastGoodValue] = [:]
    var failures: [String] = []
    var isBlocked = false
    for slot in Set(files.props.keys).union(shown.keys).sorted() {
      let offered = files.props[slot]
      let texts = [offered?.text, shown[slot]?.props].compactMap { $0 }
      let path = offered?.path ?? Self.name(of: slot)
      var failure: String?
      for (index, text) in texts.enumerated() where values[slot] == nil {
        if index > 0, text == texts[0] { continue }
        let report = trial(template, propsName: path).trial(text)
        if report.isAccepted {
          values[slot] = LastGoodValue(props: text, payload: report.payload)
          round.accepted[slot] = report
        } else if failure == nil {
          failure = Self.text(report)
        }
      }
      if let failure { failures.append("\(Self.name(of: slot)) props: \(failure)") }
      if values[slot] == nil, shown[slot] != nil { isBlocked = true }
    }
    guard !isBlocked, !values.isEmpty else {
      // Props that could not be read were reported as such.
      if !failures.isEmpty || round.refusals.isEmpty {
        let reasons = failures.isEmpty ? ["there are no props"] : failures
        round.refuse(
          .widget, "\(widget.id): the widget is not taken\n" + reasons.joined(separator: "\n"))
      }
      return false
    }
    for failure in failures {
      round.refuse(.props, "\(widget.id): props are not taken\n\(failure)")
    }
    commit(template, values, &round)
    return true
  }

  /// Tries props that were read since the last round with the template that is shown.
  private func takeProps(_ template: Template, _ files: SourceFiles, _ round: inout Round) {
    var values: [String: LastGoodValue] = [:]
    for (slot, props) in files.props.sorted(by: { $0.key < $1.key }) where props.isFresh {
      guard let text = props.text else { continue }
      let report = trial(template, propsName: props.path).trial(text)
      if report.isAccepted {
        values[slot] = LastGoodValue(props: text, payload: report.payload)
        round.accepted[slot] = report
      } else {
        round.refuse(.props, "\(widget.id): props are not taken\n\(Self.text(report))")
      }
    }
    if !values.isEmpty { commit(template, values, &round) }
  }

  /// Keeps values on disk, then shows them.
  private func commit(
    _ template: Template, _ values: [String: LastGoodValue], _ round: inout Round
  ) {
    for (slot, value) in values.sorted(by: { $0.key < $1.key }) {
      if live.withLock({ $0.slots[slot] == value }) { continue }
      round.takenProps += 1
      do throws(LastGoodError) { try keep(value, slot) } catch {
        round.warnings.append("\(widget.id): not kept for a later start: \(error.message)")
      }
    }
    live.withLock { live in
      round.tookTemplate = live.template !== template
      live.template = template
      live.slots.merge(values) { $1 }
    }
  }

  private func keep(_ value: LastGoodValue, _ slot: String) throws(LastGoodError) {
    guard let state else { return }
    do throws(SystemError) { try Folder.make(state) } catch {
      throw LastGoodError(.unavailable, "cannot make \(state.quoted): \(error.text)")
    }
    let folder = FilePath.join(state, Self.name(of: slot))
    try LastGoodFile(folder: folder).save(value)
  }

  private static func name(of slot: String) -> String { slot.isEmpty ? defaultSlot : slot }

  private static func text(_ report: TrialReport) -> String {
    guard let refusal = report.refusal else { return "refused" }
    let reason = report.reason ?? refusal.name
    return refusal.verdict.failure?.report ?? reason
  }
}
