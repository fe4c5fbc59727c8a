public import PantileJSON

// MARK: - Nodes

extension Tree {
  /// What a node is.
  @inlinable @inline(__always)
  public func kind(of node: NodeID) -> NodeKind {
    NodeKind(rawValue: records.load8(node.offset)) ?? .none
  }

  /// The node behind `node` in its list; ``NodeID/none`` at the end.
  @inlinable @inline(__always)
  public func next(after node: NodeID) -> NodeID {
    NodeID(rawValue: records.load32(node.offset &+ 4))
  }

  /// The component number of an element.
  @inlinable @inline(__always)
  public func componentID(of element: NodeID) -> UInt8 { records.load8(element.offset &+ 2) }

  /// The component of an element; `nil` for a number that iOS does not know.
  @inlinable @inline(__always)
  public func component(of element: NodeID) -> Component? {
    Component(rawValue: componentID(of: element))
  }

  @inlinable @inline(__always)
  func hasFlag(_ flag: UInt32, _ element: NodeID) -> Bool {
    records.load32(element.offset) & flag != 0
  }

  /// An element's `i`; `nil` when it has none.
  @inlinable
  public func id(of element: NodeID) -> TextRange? {
    hasFlag(ElementFlags.hasID, element)
      ? TextRange(word: records.load64(element.offset &+ 24)) : nil
  }

  /// An element's children; empty when it has none or has text.
  @inlinable
  public func content(of element: NodeID) -> Content {
    hasFlag(ElementFlags.hasNodes, element)
      ? Content(word: records.load64(element.offset &+ 8)) : Content()
  }

  /// An element's text; `nil` when it has none.
  @inlinable
  public func contentText(of element: NodeID) -> TextRange? {
    hasFlag(ElementFlags.hasText, element)
      ? TextRange(word: records.load64(element.offset &+ 8)) : nil
  }

  /// The text of a text node, or the JSON of a raw node.
  @inlinable
  public func text(of node: NodeID) -> TextRange {
    TextRange(word: records.load64(node.offset &+ 8))
  }

  /// The index of the shared element that a reference stands for.
  @inlinable
  public func index(of reference: NodeID) -> Int { Int(records.load64(reference.offset &+ 8)) }

  /// Whether an element shows `p`.
  @inlinable
  public func hasProps(_ element: NodeID) -> Bool { hasFlag(ElementFlags.hasProps, element) }

  /// Whether the source gave an id that is no string.
  public func hasOtherID(_ element: NodeID) -> Bool { hasFlag(ElementFlags.hasOtherID, element) }

  /// Whether NaN or an infinity went into the text.
  public func hasNonFiniteText(_ element: NodeID) -> Bool {
    hasFlag(ElementFlags.hasNonFiniteText, element)
  }
}

// MARK: - Props and members

extension Tree {
  /// The first prop of an element or the first member of a style.
  @inlinable @inline(__always)
  public func firstProp(of holder: NodeID) -> PropID {
    let first = PropID(rawValue: records.load32(holder.offset &+ 16))
    guard first != .none, records.load8(first.offset) == ValueKind.table.rawValue else {
      return first
    }
    return next(after: first)
  }

  /// The prop behind `prop`; ``PropID/none`` at the end.
  @inlinable @inline(__always)
  public func next(after prop: PropID) -> PropID {
    PropID(rawValue: records.load32(prop.offset &+ 4))
  }

  /// The name of a prop.
  @inlinable @inline(__always)
  public func name(of prop: PropID) -> PropName {
    let id = records.load16(prop.offset &+ 2)
    guard id == PropName.custom else { return PropName(id: id, text: .empty) }
    return PropName(id: id, text: TextRange(word: records.load64(prop.offset &+ 16)))
  }

  /// The value of a prop.
  @inlinable @inline(__always)
  public func value(of prop: PropID) -> PropValue {
    let word = records.load64(prop.offset &+ 8)
    switch ValueKind(rawValue: records.load8(prop.offset)) {
    case .null: return .null
    case .bool: return .bool(word != 0)
    case .number: return .number(Double(bitPattern: word))
    case .string: return .string(TextRange(word: word))
    case .raw: return .raw(TextRange(word: word))
    case .content: return .content(Content(word: word))
    case .style: return .style(Int(word))
    case .inlineStyle: return .inlineStyle(NodeID(rawValue: UInt32(truncatingIfNeeded: word)))
    case .dropped, .table, nil: return .dropped
    }
  }

  /// The value that `holder` has under a table name; `nil` when it has none.
  public func value(_ name: ShortName, of holder: NodeID) -> PropValue? {
    var prop = firstProp(of: holder)
    while prop != .none {
      if records.load16(prop.offset + 2) == UInt16(name.rawValue) { return value(of: prop) }
      prop = next(after: prop)
    }
    return nil
  }
}

// MARK: - Text

extension Tree {
  /// Lends the bytes of a text.
  @inlinable
  public func withText<Result>(
    _ text: TextRange, _ body: (RawSpan) throws -> Result
  ) rethrows -> Result {
    try texts.withBytes(Int(text.offset), text.byteCount, body)
  }

  /// A text as a string; a lone surrogate becomes U+FFFD.
  public func string(_ text: TextRange) -> String {
    var bytes: [UInt8] = []
    for index in 0..<text.byteCount { bytes.append(texts.load8(Int(text.offset) + index)) }
    return String(decoding: bytes, as: UTF8.self)
  }
}
