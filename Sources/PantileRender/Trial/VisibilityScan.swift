internal import PantileCore

/// Looks whether a root shows anything, as far as that can be told without layout.
///
/// These count as visible:
///
/// - text of more than white space, in a Text or in place of a node, but not as a whole family;
/// - Symbol, Toggle, progress views, Gauge, Timer, Divider, LinearGradient and GroupBox;
/// - an Image with a source, a Chart with marks, a Label with a symbol, and a Button without
///   content or with a border;
/// - any element with a background, a border or a glass effect.
///
/// Other elements show what they hold, a Spacer nothing. An element with an opacity of 0 and a Mask
/// without a mask hide what they hold. Colours are not compared, and sizes not computed: white on
/// white counts as visible.
struct VisibilityScan: ~Copyable {
  /// Whether NaN or an infinity was met before the scan ended.
  private(set) var foundNonFinite = false

  private var stack: [NodeID] = []
  /// Shared elements that were looked at in this root.
  private var seen: [Bool] = []
  private var isFound = false

  /// Whether anything in `content` can be seen.
  ///
  /// - Complexity: O(*n*) in the nodes of the tree; a shared element is looked at once.
  mutating func isVisible(_ content: Content, in tree: borrowing Tree) -> Bool {
    foundNonFinite = false
    isFound = false
    seen = [Bool](repeating: false, count: tree.sharedCount)
    stack.removeAll(keepingCapacity: true)
    if tree.form == .widget, content.count == 1 {
      // A text in place of a family is no node for a device.
      switch tree.kind(of: content.first) {
      case .element, .reference: break
      default: return false
      }
    }
    push(content)
    while let node = stack.popLast() {
      let next = tree.next(after: node)
      if next != .none { stack.append(next) }
      visit(node, tree)
    }
    return isFound
  }

  private mutating func push(_ content: Content) {
    if content.count > 0 { stack.append(content.first) }
  }

  private mutating func visit(_ node: NodeID, _ tree: borrowing Tree) {
    switch tree.kind(of: node) {
    case .element: visit(element: node, tree)
    case .reference:
      let index = tree.index(of: node)
      guard index < seen.count, !seen[index], let content = tree.shared(index) else { return }
      seen[index] = true
      push(content)
    case .text: note(isText(tree.text(of: node), tree))
    case .raw: note(!isNull(tree.text(of: node), tree))
    case .none, .style, .nullStyle, .instance: break
    }
  }

  private mutating func note(_ isVisible: Bool) {
    if isVisible { isFound = true }
  }

  // MARK: Elements

  private mutating func visit(element: NodeID, _ tree: borrowing Tree) {
    if tree.hasNonFiniteText(element) { foundNonFinite = true }
    noteNumbers(of: element, tree)
    let style = style(of: element, tree)
    if style != .none {
      noteNumbers(of: style, tree)
      if case .number(let opacity)? = tree.value(.opacity, of: style), opacity <= 0 { return }
      note(paints(style, tree))
    }
    guard let component = tree.component(of: element), tree.form != .android else {
      return note(tree.form == .android)
    }
    if component == .mask, !hasContent(.maskElement, element, tree) { return }
    note(paints(component, element, tree))
    if let text = tree.contentText(of: element) { note(isText(text, tree)) }
    if component.hasChildren { push(tree.content(of: element)) }
    if component == .image, case .content(let content)? = tree.value(.fallback, of: element) {
      push(content)
    }
  }

  /// Whether a component shows something by itself, whatever it holds.
  private func paints(
    _ component: Component, _ element: NodeID, _ tree: borrowing Tree
  ) -> Bool {
    switch component {
    case .symbol, .toggle, .linearProgressView, .circularProgressView, .gauge, .timer, .divider,
      .linearGradient, .groupBox:
      return true
    case .image: return hasText(.source, element, tree)
    case .chart: return hasText(.marks, element, tree)
    case .label: return hasText(.systemImage, element, tree)
    case .button:
      // A device writes "Button" on one without content.
      let isEmpty = tree.contentText(of: element) == nil && tree.content(of: element).isEmpty
      return isEmpty || isBordered(element, tree)
    case .text, .vStack, .hStack, .zStack, .glassContainer, .spacer, .mask, .link, .view:
      return false
    }
  }

  private func isBordered(_ button: NodeID, _ tree: borrowing Tree) -> Bool {
    guard case .string(let text)? = tree.value(.buttonStyle, of: button) else { return false }
    return tree.string(text).hasPrefix("bordered")
  }

  private func hasText(_ name: ShortName, _ element: NodeID, _ tree: borrowing Tree) -> Bool {
    switch tree.value(name, of: element) {
    case .string(let text)?, .raw(let text)?: isText(text, tree)
    default: false
    }
  }

  private func hasContent(_ name: ShortName, _ element: NodeID, _ tree: borrowing Tree) -> Bool {
    guard case .content(let content)? = tree.value(name, of: element) else { return false }
    return content.count > 0
  }

  // MARK: Styles

  private func style(of element: NodeID, _ tree: borrowing Tree) -> NodeID {
    let style: NodeID
    switch tree.value(.style, of: element) {
    case .style(let index)?: style = tree.style(index)
    case .inlineStyle(let node)?: style = node
    default: return .none
    }
    return style != .none && tree.kind(of: style) == .style ? style : .none
  }

  private func paints(_ style: NodeID, _ tree: borrowing Tree) -> Bool {
    if isColor(.backgroundColor, style, tree) { return true }
    if case .number(let width)? = tree.value(.borderWidth, of: style), width > 0 {
      return isColor(.borderColor, style, tree)
    }
    guard case .string(let glass)? = tree.value(.glassEffect, of: style) else { return false }
    return !["none", "identity"].contains(tree.string(glass).lowercased())
  }

  private func isColor(_ name: ShortName, _ style: NodeID, _ tree: borrowing Tree) -> Bool {
    guard case .string(let color)? = tree.value(name, of: style), isText(color, tree) else {
      return false
    }
    return !["clear", "transparent"].contains(tree.string(color).lowercased())
  }

  // MARK: Text and numbers

  /// Whether a text has more than white space of ASCII.
  private func isText(_ text: TextRange, _ tree: borrowing Tree) -> Bool {
    tree.withText(text) { bytes in
      for index in 0..<bytes.byteCount where bytes.byte(at: index) > 0x20 { return true }
      return false
    }
  }

  private func isNull(_ json: TextRange, _ tree: borrowing Tree) -> Bool {
    json.byteCount == 4 && tree.string(json) == "null"
  }

  private mutating func noteNumbers(of holder: NodeID, _ tree: borrowing Tree) {
    var prop = tree.firstProp(of: holder)
    while prop != .none {
      if case .number(let number) = tree.value(of: prop), !number.isFinite { foundNonFinite = true }
      prop = tree.next(after: prop)
    }
  }
}
