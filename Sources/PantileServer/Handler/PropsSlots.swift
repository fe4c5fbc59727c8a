public import PantileCore
public import PantileRender
internal import Synchronization

/// The props of a widget: one set for all placements, and others by instance key.
///
/// Props are published by a call, and only after a trial: they must be sound (``PropsRules``), and
/// every family must render with them. Those that do not leave the slot as it is.
///
///     let slots = PropsSlots(of: widget) { _ in MemoryStore() }
///     switch slots.publish(props) {
///     case .published: break
///     case .refused(let reason): log(reason)
///     …
///     }
///     server = WidgetServer([ServedWidget(id: "weather", mode: .props, ios: slots.renderer())])
public final class PropsSlots: Sendable {
  /// What became of props.
  public enum Publication: Sendable, Equatable {
    /// They are in the slot.
    case published
    /// They are not; the slot has what it had. The reason is a line.
    case refused(String)
    /// They are good, but newer ones were published meanwhile.
    case superseded
    /// They are good, but the store did not take them. The reason is a line.
    case notStored(String)
  }

  private let widget: any TrialRender
  private let limits: CompactWriter.Limits
  private let metrics: ServerMetrics?
  private let makeStore: @Sendable (String?) throws(LastGoodError) -> any LastGoodStore
  private let slots = Mutex<[String: LastGood]>([:])

  /// Creates slots.
  ///
  /// - Parameters:
  ///   - widget: Renders trials.
  ///   - limits: What a device takes.
  ///   - metrics: Counts what was published and what was refused.
  ///   - makeStore: Makes the store of a slot when it is first used: of an instance key, or of the
  ///     props of all placements.
  public init(
    of widget: any TrialRender, limits: CompactWriter.Limits = CompactWriter.Limits(),
    metrics: ServerMetrics? = nil,
    makeStore: @escaping @Sendable (String?) throws(LastGoodError) -> any LastGoodStore
  ) {
    self.widget = widget
    self.limits = limits
    self.metrics = metrics
    self.makeStore = makeStore
  }
}

extension PropsSlots {
  /// Tries props and puts them into a slot.
  ///
  /// - Parameters:
  ///   - props: JSON text.
  ///   - instance: The key of the slot; nil for the props of all placements.
  public func publish(_ props: [UInt8], instance: String? = nil) -> Publication {
    let publication = offer(props, instance)
    metrics?.count(publication)
    return publication
  }

  private func offer(_ props: [UInt8], _ instance: String?) -> Publication {
    do throws(PropsFault) { try PropsRules.check(props) } catch { return .refused(error.message) }
    do throws(LastGoodError) {
      switch try slot(instance).offer(props) {
      case .committed: return .published
      case .refused(let report): return .refused(report.reason ?? "refused")
      case .superseded: return .superseded
      case .notStored(_, let error): return .notStored(error.message)
      }
    } catch {
      return .notStored(error.message)
    }
  }

  /// What is published for an instance, else for all placements; nil where there is neither.
  public func current(_ instance: String? = nil) -> LastGoodValue? {
    if let instance, let value = existing(instance)?.current { return value }
    return existing(nil)?.current
  }

  /// Makes a slot, so that what its store kept is published.
  ///
  /// - Throws: `LastGoodError` where the store cannot be made, or holds no whole value.
  public func open(_ instance: String? = nil) throws(LastGoodError) {
    if let failure = try slot(instance).failure { throw failure }
  }

  /// A renderer that gives the props of a request's instance, else those of all placements.
  ///
  /// - Parameter maxAge: As in ``Outcome/content(maxAge:)``.
  public func renderer(maxAge: Int? = nil) -> Renderer {
    .immediate { [self] context, output in
      guard let value = current(context.instance) else { return .nothing }
      output.body.append(value.props.span)
      return .content(maxAge: maxAge)
    }
  }

  private func existing(_ instance: String?) -> LastGood? {
    slots.withLock { $0[instance ?? ""] }
  }

  private func slot(_ instance: String?) throws(LastGoodError) -> LastGood {
    if let slot = existing(instance) { return slot }
    let fresh = LastGood(widget, store: try makeStore(instance), limits: limits)
    return slots.withLock { slots in
      if let slot = slots[instance ?? ""] { return slot }
      slots[instance ?? ""] = fresh
      return fresh
    }
  }
}
