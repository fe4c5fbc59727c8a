public import PantileCore
public import PantileJSON

/// Members of a style, to be used on several views.
///
///     let faint = Style().font(.size(12)).foreground(.hex(0x94A3B8))
///
///     Text(place).style(faint)
///     Text(date).style(faint).padding(.top, 4)
///
/// A style has the modifiers of a view that end in the payload's style. Its type names its members,
/// so a style is as fast as the modifiers themselves; equal styles are written once.
@frozen
public struct Style<Members: StyleMember>: Sendable {
  @usableFromInline let members: Members

  @inlinable @inline(__always)
  init(_ members: consuming Members) { self.members = members }

  /// The style with more members; of two values for the same member the last one counts.
  @inlinable @inline(__always)
  consuming func adding<More: StyleMember>(_ more: consuming More) -> Style<MemberPair<Members, More>> {
    Style<MemberPair<Members, More>>(MemberPair(members, more))
  }

  /// The style with the members of another.
  @inlinable @inline(__always)
  public func style<More: StyleMember>(
    _ other: Style<More>
  ) -> Style<MemberPair<Members, More>> {
    adding(other.members)
  }
}

extension Style where Members == NoMember {
  /// Creates a style without members.
  @inlinable @inline(__always)
  public init() { members = NoMember() }
}

extension View {
  /// The view with a style's members.
  @inlinable @inline(__always)
  public consuming func style<Members: StyleMember>(
    _ style: Style<Members>
  ) -> Styled<Self, Members> {
    Styled(self, style.members)
  }

  /// The view with an id: of a button or toggle it names the event, of siblings it tells them apart.
  @inlinable @inline(__always)
  public consuming func id(_ id: String) -> Modified<Self, IDChange> { Modified(self, IDChange(id)) }
}

/// The id of an element.
@frozen
public struct IDChange: ViewChange {
  @usableFromInline let id: String

  @inlinable @inline(__always)
  init(_ id: String) { self.id = id }

  /// Sets the id.
  @inlinable @inline(__always)
  public func apply(to builder: inout TreeBuilder) throws(ArenaFull) {
    try builder.setID(id, of: builder.element)
  }
}

extension TreeBuilder {
  /// Sets an element's id; an empty one is left out.
  @inlinable @inline(__always)
  mutating func setID(_ id: String?, of element: NodeID) throws(ArenaFull) {
    guard let id, !id.isEmpty else { return }
    let text = try tree.text(id)
    tree.setID(text, of: element)
  }
}
