public import PantileCore
internal import PantileJSON

extension SizeReport {
  private static let shownParts = 10
  /// Elements that are measured: the longest ones.
  private static let measuredParts = 24

  /// Measures a tree.
  ///
  /// A part's share is measured by compressing the payload without it, so it takes some
  /// tens of milliseconds.
  ///
  /// - Parameters:
  ///   - tree: A Live Activity.
  ///   - isCompact: Whether compact mode is what is sent.
  ///   - writer: The writer of compact mode; its findings are those of the tree.
  /// - Throws: ``PushError`` with code `.refused` when compact mode refuses the tree.
  public init(
    of tree: borrowing Tree, isCompact: Bool, with writer: inout CompactWriter
  ) throws(PushError) {
    var reference = ByteBuffer(capacity: 4 << 10)
    var payloadWriter = PayloadWriter(limit: writer.limits.byteCount)
    do throws(PayloadError) { try payloadWriter.write(tree, to: &reference) } catch {
      throw PushError(.refused)
    }
    for quality in [2, 11] {
      let size = PushSize(
        payload: reference.count, compressed: try Self.length(reference.array(), quality))
      forms.append(Form(name: "reference, quality \(quality)", size: size))
    }
    var encoder = PushEncoder()
    let sizes = try encoder.sizes(of: tree, with: &writer)
    guard let shared = sizes.shared else { throw PushError(.refused) }
    forms.append(Form(name: "compact, quality 11", size: shared))
    if let inline = sizes.inline {
      forms.append(Form(name: "compact in place, quality 11", size: inline))
    }
    if isCompact { sent = 2 }
    if isCompact, let inline = sizes.inline, inline.compressed < shared.compressed,
      encoder.failure(of: inline) == nil || encoder.failure(of: shared) != nil
    {
      sent = 3
    }
    budget = encoder.budget
    failure = encoder.failure(of: forms[sent].size)
    var inline = ByteBuffer(capacity: 4 << 10)
    do throws(PayloadError) { try writer.write(tree, sharing: .never, to: &inline) } catch {
      return
    }
    try measure(inline.array())
  }

  private static func length(_ bytes: [UInt8], _ quality: Int = 11) throws(PushError) -> Int {
    var text = ByteBuffer(capacity: 4 << 10)
    text.append(bytes.span)
    var compressed = ByteBuffer(capacity: 4 << 10)
    let result: Result<Void, PushError> = text.withBytes { bytes in
      do throws(PushError) {
        return .success(try PushEncoder.compress(bytes, quality: quality, into: &compressed))
      } catch {
        return .failure(error)
      }
    }
    try result.get()
    return compressed.count
  }

  private mutating func measure(_ payload: [UInt8]) throws(PushError) {
    let whole = try Self.length(payload)
    let outline = ElementOutline(payload)
    for region in outline.regions {
      regions.append(try Self.part(region.name, [region.range], payload, whole))
    }
    for group in Self.groups(outline, payload).prefix(Self.measuredParts) {
      var name = outline.path(of: group[0], payload)
      if group.count > 1 { name += " ×\(group.count)" }
      parts.append(try Self.part(name, group.map(\.range), payload, whole))
    }
    parts.sort { ($0.compressed, $0.payload) > ($1.compressed, $1.payload) }
    parts = Array(parts.prefix(Self.shownParts))
    components = outline.components
  }

  /// Elements with equal text together, those that take most of the payload first.
  private static func groups(
    _ outline: ElementOutline, _ payload: [UInt8]
  ) -> [[ElementOutline.Element]] {
    var places: [ArraySlice<UInt8>: Int] = [:]
    var groups: [[ElementOutline.Element]] = []
    for element in outline.elements where !outline.isWrapper(element) {
      let place = places[payload[element.range], default: groups.count]
      places[payload[element.range]] = place
      if place == groups.count { groups.append([]) }
      groups[place].append(element)
    }
    let sizes = groups.map { $0.count * $0[0].range.count }
    return groups.indices.sorted { (sizes[$0], -$0) > (sizes[$1], -$1) }.map { groups[$0] }
  }

  private static func part(
    _ name: String, _ ranges: [Range<Int>], _ payload: [UInt8], _ whole: Int
  ) throws(PushError) -> Part {
    var rest: [UInt8] = []
    var end = 0
    for range in ranges {
      rest += payload[end..<range.lowerBound]
      end = range.upperBound
    }
    rest += payload[end...]
    return Part(
      name: name, payload: payload.count - rest.count,
      compressed: max(whole - (try length(rest)), 0))
  }
}
