internal import PantileJSON

/// Props whose text holds JSON.
enum DecodedProp {
  struct Line {
    var text: String
    var indent = 0
  }

  /// Names of a chart's marks and grids.
  private static let names = [
    "c": "color", "itp": "interpolation", "lw": "lineWidth", "sym": "symbol",
    "syms": "symbolSize", "cr": "cornerRadius", "w": "width", "stk": "stacking", "xv": "xValue",
    "yv": "yValue", "ir": "innerRadius", "or": "outerRadius", "agin": "angularInset",
    "v": "visible", "d": "dash",
  ]

  /// The lines of a prop of text.
  ///
  /// - Parameters:
  ///   - label: Its long name.
  ///   - text: What it holds.
  ///   - shown: The text as it stands in the payload.
  static func lines(
    _ name: ShortName?, _ label: String, _ text: String, _ shown: String
  ) -> [Line] {
    let plain = [Line(text: "\(label): \(shown)")]
    switch name {
    case .source?, .marks?, .xAxisGridStyle?, .yAxisGridStyle?, .foregroundStyleScale?, .yScale?,
      .textTemplates?, .modifiers?:
      let bytes = Array(text.utf8)
      do throws(JSONError) {
        return decoded(name, label, try SourceTree(bytes), bytes) ?? plain
      } catch {
        return plain
      }
    default: return plain
    }
  }

  private static func decoded(
    _ name: ShortName?, _ label: String, _ tree: borrowing SourceTree, _ bytes: [UInt8]
  ) -> [Line]? {
    let root = SourceTree.root
    switch tree.kind(root) {
    case .object:
      let isGrid = name == .xAxisGridStyle || name == .yAxisGridStyle
      let members = ValueText.members(tree, bytes, root) { isGrid ? names[$0] : nil }
      return [Line(text: "\(label): \(members)")]
    case .array where name != .source && name != .textTemplates:
      var lines = [Line(text: "\(label):")]
      for item in tree.children(root).prefix(200) {
        lines.append(Line(text: self.item(name, tree, bytes, item), indent: 1))
      }
      let more = tree.childCount(root) - 200
      if more > 0 { lines.append(Line(text: "… and \(more) more", indent: 1)) }
      return lines
    default: return nil
    }
  }

  private static func item(
    _ name: ShortName?, _ tree: borrowing SourceTree, _ bytes: [UInt8], _ item: Int
  ) -> String {
    let plain = ValueText.text(tree, bytes, item)
    switch name {
    case .marks?:
      guard tree.kind(item) == .array, tree.childCount(item) == 3 else { return plain }
      let parts = tree.children(item)
      guard let type = tree.string(parts[0]), tree.kind(parts[2]) == .object else { return plain }
      var line = ValueText.name(type)
      if tree.kind(parts[1]) != .null { line += " " + ValueText.text(tree, bytes, parts[1]) }
      if tree.childCount(parts[2]) > 0 {
        line += " " + ValueText.members(tree, bytes, parts[2]) { names[$0] }
      }
      return line
    case .foregroundStyleScale?:
      guard tree.kind(item) == .array, tree.childCount(item) == 2 else { return plain }
      let parts = tree.children(item)
      return ValueText.text(tree, bytes, parts[0]) + " → " + ValueText.text(tree, bytes, parts[1])
    case .modifiers?:
      guard let type = tree.text("$type", of: item) else { return plain }
      var line = ValueText.name(type)
      for member in tree.children(item).prefix(20) where !tree.hasKey(member, "$type") {
        line += " \(ValueText.name(tree.key(member))) \(ValueText.text(tree, bytes, member))"
      }
      return line
    default: return plain
    }
  }
}
