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
public struct Style<Members: StyleMembers>: Sendable {
  @usableFromInline let members: Members

  @inlinable @inline(__always)
  init(_ members: consuming Members) { self.members = members }
}

extension Style where Members == NoMembers {
  /// Creates a style without members.
  @inlinable @inline(__always)
  public init() { members = NoMembers() }
}

extension View {
  /// The view with a style's members.
  @inlinable @inline(__always)
  public consuming func style<Members: StyleMembers>(
    _ style: Style<Members>
  ) -> Styled<Self, Members> {
    Styled(self, style.members)
  }

  /// The view with an id: of a button or toggle it names the event, of siblings it tells them apart.
  @inlinable @inline(__always)
  public consuming func id(_ id: String) -> Identified<Self> { Identified(self, id) }
}
