public import PantileCore
internal import PantileJSON
internal import Synchronization

/// A slot that shows only what renders everywhere.
///
///     let slot = LastGood(widget, store: store)
///     let offer = slot.offer(props)
///     if case .refused(let report) = offer { log(report.reason ?? "") }
///     show(slot.current?.payload)
///
/// Offers may come from several threads. Each takes a number as it begins; of those that are
/// accepted, the one with the highest number stays, in whatever order the trials end. A reader
/// never sees props of one offer with the payload of another.
public final class LastGood: Sendable {
  /// What became of an offer.
  public enum Offer: Sendable, Equatable {
    /// The props are in the slot.
    case committed(TrialReport)
    /// The props do not render everywhere; the slot has what it had.
    case refused(TrialReport)
    /// The props render, but a newer offer was committed meanwhile.
    case superseded(TrialReport)
    /// The props render, but the store did not take them; the slot has what it had.
    case notStored(TrialReport, LastGoodError)

    /// What the trial found.
    public var report: TrialReport {
      switch self {
      case .committed(let report), .refused(let report), .superseded(let report),
        .notStored(let report, _):
        report
      }
    }
  }

  private let widget: any TrialRender
  private let store: any LastGoodStore
  private let limits: CompactWriter.Limits
  private let tickets = Atomic<Int>(0)
  /// The number of the newest offer that was committed; held while the store writes.
  private let newest = Mutex(0)
  private let value: Mutex<LastGoodValue?>

  /// Why the store had no value to begin with, when the reason is not that there was none.
  ///
  /// The slot is empty then, and the first good offer replaces what is in the store.
  public let failure: LastGoodError?

  /// Creates a slot with what the store keeps.
  public init(
    _ widget: any TrialRender, store: any LastGoodStore,
    limits: CompactWriter.Limits = CompactWriter.Limits()
  ) {
    self.widget = widget
    self.store = store
    self.limits = limits
    do throws(LastGoodError) {
      let found = try store.load()
      if let found, !Self.isValid(found) {
        throw LastGoodError(.damaged, "the last good value is no JSON")
      }
      value = Mutex(found)
      failure = nil
    } catch {
      value = Mutex(nil)
      failure = error
    }
  }

  /// What is in the slot; nil while nothing was good.
  public var current: LastGoodValue? { value.withLock { $0 } }

  /// Tries props, and puts them in the slot when they render everywhere.
  public func offer(_ props: [UInt8]) -> Offer {
    let ticket = tickets.wrappingAdd(1, ordering: .relaxed).newValue
    let report = widget.trial(props, limits: limits)
    guard report.isAccepted else { return .refused(report) }
    return commit(LastGoodValue(props: props, payload: report.payload), ticket, report)
  }

  private func commit(_ good: LastGoodValue, _ ticket: Int, _ report: TrialReport) -> Offer {
    newest.withLock { newest in
      guard ticket > newest else { return .superseded(report) }
      do throws(LastGoodError) {
        try store.save(good)
      } catch {
        return .notStored(report, error)
      }
      newest = ticket
      value.withLock { $0 = good }
      return .committed(report)
    }
  }

  /// Whether both texts are JSON, and the props an object.
  private static func isValid(_ value: LastGoodValue) -> Bool {
    var document = JSONDocument(capacity: value.payload.count)
    do throws(JSONError) {
      try parse(value.payload, &document)
      guard !value.props.isEmpty else { return true }
      try parse(value.props, &document)
      if case .object = document.value(at: document.root) { return true }
      return false
    } catch {
      return false
    }
  }

  private static func parse(
    _ bytes: [UInt8], _ document: inout JSONDocument
  ) throws(JSONError) {
    var buffer = ByteBuffer(capacity: bytes.count)
    buffer.append(bytes.span)
    var failure: JSONError?
    buffer.withBytes { span in
      do throws(JSONError) { try document.parse(span) } catch { failure = error }
    }
    if let failure { throw failure }
  }
}
