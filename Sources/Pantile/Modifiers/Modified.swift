public import PantileCore
public import PantileJSON

/// A change to an element besides its style, such as its id.
public protocol ViewChange {
  /// Changes the element that was finished last in `builder`.
  func apply(to builder: inout TreeBuilder) throws(ArenaFull)
}

/// A view with a change to each element that it consists of at the top.
@frozen
public struct Modified<Base: View, Change: ViewChange>: PrimitiveView {
  @usableFromInline var base: Base
  @usableFromInline let change: Change

  @inlinable @inline(__always)
  init(_ base: consuming Base, _ change: consuming Change) {
    self.base = base
    self.change = change
  }

  /// Writes the view and changes what was written.
  @inlinable @inline(__always)
  public mutating func write(into builder: inout TreeBuilder) throws(ArenaFull) {
    let count = builder.list.count
    let last = builder.element
    try base.write(into: &builder)
    if builder.list.count == count &+ 1 {
      try change.apply(to: &builder)
    } else if builder.list.count != count {
      try change.apply(toNodesBehind: count == 0 ? .none : last, in: &builder)
    }
  }
}

extension ViewChange {
  /// Changes the elements of the open list behind `last`, or all when it is none.
  @inlinable @inline(never)
  func apply(
    toNodesBehind last: NodeID, in builder: inout TreeBuilder
  ) throws(ArenaFull) {
    var node = last == .none ? builder.list.first : builder.tree.next(after: last)
    while node != .none {
      builder.select(node)
      try apply(to: &builder)
      node = builder.tree.next(after: node)
    }
  }
}

/// A view with a style on each element that it consists of at the top.
///
/// The modifiers of one view fill one style; of two values for the same member the outer one counts.
@frozen
public struct Styled<Base: View, Members: StyleMember>: PrimitiveView {
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

  /// The view with more members.
  @inlinable @inline(__always)
  consuming func adding<More: StyleMember>(
    _ more: consuming More
  ) -> Styled<Base, MemberPair<Members, More>> {
    Styled<Base, MemberPair<Members, More>>(base, MemberPair(members, more))
  }
}
