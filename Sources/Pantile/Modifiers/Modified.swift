public import PantileCore
public import PantileJSON

/// A view with a style on each element that it consists of at the top.
///
/// The modifiers of one view fill one style; of two values for the same member the outer one counts.
@frozen
public struct Styled<Base: View, Members: StyleMembers>: PrimitiveView {
  @usableFromInline var base: Base
  @usableFromInline var members: Members

  @inlinable @inline(__always)
  init(_ base: consuming Base, _ members: consuming Members) {
    self.base = base
    self.members = members
  }

  /// Writes the view and gives what was written the style.
  @inlinable @inline(__always)
  public mutating func write(into builder: inout TreeBuilder) throws(ArenaFull) {
    let count = builder.list.count
    let last = builder.element
    try base.write(into: &builder)
    if builder.list.count == count &+ 1 {
      try builder.style(members)
    } else if builder.list.count != count {
      try apply(toNodesBehind: count == 0 ? .none : last, in: &builder)
    }
  }

  @inlinable @inline(never)
  func apply(
    toNodesBehind last: NodeID, in builder: inout TreeBuilder
  ) throws(ArenaFull) {
    var node = last == .none ? builder.list.first : builder.tree.next(after: last)
    while node != .none {
      builder.select(node)
      try builder.style(members)
      node = builder.tree.next(after: node)
    }
  }
}

/// A view with an id on each element that it consists of at the top.
@frozen
public struct Identified<Base: View>: PrimitiveView {
  @usableFromInline var base: Base
  @usableFromInline let id: String

  @inlinable @inline(__always)
  init(_ base: consuming Base, _ id: consuming String) {
    self.base = base
    self.id = id
  }

  /// Writes the view and gives what was written the id.
  @inlinable @inline(__always)
  public mutating func write(into builder: inout TreeBuilder) throws(ArenaFull) {
    let count = builder.list.count
    let last = builder.element
    try base.write(into: &builder)
    if builder.list.count == count &+ 1 {
      try builder.setID(id, of: builder.element)
    } else if builder.list.count != count {
      try builder.setID(id, ofNodesBehind: count == 0 ? .none : last)
    }
  }
}

extension TreeBuilder {
  /// Sets an element's id; an empty one is left out.
  @usableFromInline
  mutating func setID(_ id: String, of element: NodeID) throws(ArenaFull) {
    guard !id.isEmpty else { return }
    let text = try tree.text(id)
    tree.setID(text, of: element)
  }

  @inline(never)
  @usableFromInline
  mutating func setID(_ id: String, ofNodesBehind last: NodeID) throws(ArenaFull) {
    var node = last == .none ? list.first : tree.next(after: last)
    while node != .none {
      try setID(id, of: node)
      node = tree.next(after: node)
    }
  }
}
