extension Finding {
  /// The finding for people, as `code: sentence`.
  ///
  ///     bad_range: the minimum of a Gauge in systemSmall is not below its maximum
  ///
  /// - Parameters:
  ///   - tree: The tree that was written, unchanged since.
  ///   - limits: The bounds that it was written with.
  public func message(
    in tree: borrowing Tree, limits: CompactWriter.Limits = CompactWriter.Limits()
  ) -> String {
    code.rawValue + ": " + sentence(tree, limits)
  }

  private func sentence(_ tree: borrowing Tree, _ limits: CompactWriter.Limits) -> String {
    switch code {
    case .emptyRoot: return "\(rootName(tree)) renders to nothing and is left out"
    case .noContent:
      return tree.form == .widget ? "no family has anything to show" : "there is nothing to show"
    case .unknownFamily: return "\(rootName(tree)) is no widget family"
    case .reservedFamily: return "\(rootName(tree)) is a key of the payload itself, no family"
    case .otherID: return "the id of \(element(tree)) is no string"
    case .nonFiniteNumber: return "\(nonFinite(tree)) of \(element(tree)) is NaN or infinite"
    case .nonFiniteText: return "the text of \(element(tree)) was made of NaN or an infinity"
    case .tooDeep:
      return "containers nest more than \(limits.depth) levels deep, which no device takes"
    case .tooManyNodes: return nodes(tree, limits)
    case .bodyOverLimit: return "the payload is longer than \(limits.byteCount) bytes"
    case .largeBody: return "the payload is longer than \(limits.manyBytes) bytes"
    case .duplicateID: return "siblings in \(rootName(tree)) have the same id\(quotedID(tree))"
    case .referenceCycle: return "a shared element in \(rootName(tree)) contains itself"
    case .referenceOutOfRange: return "a reference in \(rootName(tree)) leads to no element"
    case .badRange: return range(tree)
    }
  }

  private func nodes(_ tree: borrowing Tree, _ limits: CompactWriter.Limits) -> String {
    guard let root, root < tree.rootCount else { return "there are too many nodes" }
    var counter = NodeCounter()
    let count = counter.count(tree.root(root).content, in: tree)
    return "\(rootName(tree)) has \(count) nodes with shared ones expanded, "
      + (count > limits.nodes
        ? "where a device takes \(limits.nodes)" : "where \(limits.manyNodes) are many")
  }

  private func range(_ tree: borrowing Tree) -> String {
    guard node != .none, tree.component(of: node) != .gauge else {
      return "the minimum of \(element(tree)) is not below its maximum"
    }
    return "the maximum of \(element(tree)) is not above 0"
  }

  private func element(_ tree: borrowing Tree) -> String {
    guard node != .none, tree.kind(of: node) == .element else { return "an element" }
    let name = tree.component(of: node)?.name.description ?? "component"
    let article = name.hasPrefix("I") ? "an" : "a"
    return "\(article) \(name)\(quotedID(tree)) in \(rootName(tree))"
  }

  private func quotedID(_ tree: borrowing Tree) -> String {
    guard node != .none, tree.kind(of: node) == .element, let id = tree.id(of: node) else {
      return ""
    }
    return " '\(tree.string(id).shownInLine)'"
  }

  /// The first prop or style member that is no finite number.
  private func nonFinite(_ tree: borrowing Tree) -> String {
    guard node != .none, tree.kind(of: node) == .element else { return "a number" }
    if let name = nonFiniteName(node, tree) { return "'\(name)'" }
    let style: NodeID =
      switch tree.value(.style, of: node) {
      case .style(let index)?: tree.style(index)
      case .inlineStyle(let style)?: style
      default: .none
      }
    guard style != .none, tree.kind(of: style) == .style, let name = nonFiniteName(style, tree)
    else { return "a number" }
    return "style '\(name)'"
  }

  private func nonFiniteName(_ holder: NodeID, _ tree: borrowing Tree) -> String? {
    var prop = tree.firstProp(of: holder)
    while prop != .none {
      if case .number(let number) = tree.value(of: prop), !number.isFinite {
        let name = tree.name(of: prop)
        return name.short?.full ?? tree.string(name.customText).shownInLine
      }
      prop = tree.next(after: prop)
    }
    return nil
  }

  private func rootName(_ tree: borrowing Tree) -> String {
    guard let root, root < tree.rootCount else { return "the payload" }
    return tree.shownName(ofRoot: root)
  }
}

extension Tree {
  /// The name of a root for people: between quotes where it is no known family or region.
  public func shownName(ofRoot index: Int) -> String {
    let root = root(index)
    if let region = root.region { return String(describing: region) }
    if form == .bare { return "entry" }
    let name = string(root.name)
    if Family.allCases.contains(where: { $0.name.description == name }) { return name }
    return "'\(name.shownInLine)'"
  }
}

extension String {
  /// The text with control characters as `\xNN`.
  var shownInLine: String {
    var shown = ""
    for scalar in unicodeScalars {
      if scalar.value < 0x20 || scalar.value == 0x7f {
        shown += scalar.value < 0x10 ? "\\x0" : "\\x"
        shown += String(scalar.value, radix: 16)
      } else {
        shown.unicodeScalars.append(scalar)
      }
    }
    return shown
  }
}
