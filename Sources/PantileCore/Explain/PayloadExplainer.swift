public import PantileJSON

/// Prints a payload as an indented tree with long names.
///
///     try PayloadExplainer.explain(Array(#"{"v":1,"systemSmall":{"t":0,"c":"Hi"}}"#.utf8))
///     // systemSmall
///     //   Text "Hi"
///
/// Widgets, Live Activities, Android's variants and single nodes are known. A shared element is
/// printed where it is used first; what is wrong is printed as it stands. Long values are cut.
public struct PayloadExplainer: ~Copyable {
  /// A line that is due, or a value that becomes lines.
  private enum Step {
    case line(String, Int)
    case node(Int, Int, prefix: String)
    case props(Int, Int)
  }

  let tree: SourceTree
  let payload: [UInt8]
  private var steps: [Step] = []
  private var output = ""
  private var elements: [Int] = []
  private var styles: [Int] = []
  private var isPrinted: [Bool] = []
  private var isAndroid = false

  /// Levels that are printed; no device shows so many.
  private static let depthLimit = 600
  /// The longest output in bytes.
  private static let outputLimit = 8 << 20

  /// Prints a payload.
  ///
  /// - Throws: `JSONError` when the text is not JSON, or longer than the linter's limit.
  /// - Complexity: O(*n*).
  public static func explain(_ payload: [UInt8]) throws(JSONError) -> String {
    guard payload.count <= PayloadLinter.byteLimit else {
      throw JSONError(.sizeLimit, at: PayloadLinter.byteLimit)
    }
    var explainer = PayloadExplainer(payload, try SourceTree(payload))
    explainer.explainRoot()
    return explainer.output
  }

  private init(_ payload: [UInt8], _ tree: consuming SourceTree) {
    self.tree = tree
    self.payload = payload
  }

  // MARK: Root

  private mutating func explainRoot() {
    let root = SourceTree.root
    guard tree.kind(root) == .object else { return print(node: root, prefix: "") }
    if let list = tree.member("e", of: root), tree.kind(list) == .array {
      elements = tree.children(list)
    }
    if let list = tree.member("s", of: root), tree.kind(list) == .array {
      styles = tree.children(list)
    }
    isPrinted = Array(repeating: false, count: elements.count)
    if isNode(root) { return print(node: root, prefix: "") }
    for member in tree.children(root) { explain(member: member) }
    for index in elements.indices where !isPrinted[index] {
      isPrinted[index] = true
      print(node: elements[index], prefix: "unused e[\(index)] ")
    }
  }

  private func isNode(_ value: Int) -> Bool {
    tree.member("t", of: value) != nil || tree.member("$r", of: value) != nil
  }

  private static let families = Set(Family.allCases.map { $0.name.description })
  private static let regions = Dictionary(
    uniqueKeysWithValues: Region.allCases.map {
      ($0.key.description, "\(String(describing: $0)) (\($0.key))")
    })
  private static let tints = [
    "ls_background_tint": "lockScreen background tint", "isl_keyline_tint": "island keyline tint",
  ]

  private mutating func explain(member: Int) {
    let key = tree.key(member)
    let kind = tree.kind(member)
    if key == "e" || key == "s", kind == .array { return }
    if Self.families.contains(key) || Self.regions[key] != nil {
      add(Self.regions[key] ?? key, 0)
      print(node: member, prefix: "", indent: 1)
    } else if key == "variants", kind == .object {
      isAndroid = true
      for variant in tree.children(member) {
        add(ValueText.name(tree.key(variant)), 0)
        print(node: variant, prefix: "", indent: 1)
      }
    } else if kind == .object, isNode(member) {
      add("\(ValueText.name(key)), no widget family", 0)
      print(node: member, prefix: "", indent: 1)
    } else {
      let name = key == "v" ? "version" : Self.tints[key] ?? ValueText.name(key)
      add("\(name): \(text(member))", 0)
    }
  }

  // MARK: Steps

  private mutating func add(_ line: String, _ indent: Int) {
    for _ in 0..<indent { output += "  " }
    output += line
    output += "\n"
  }

  private func text(_ value: Int) -> String { ValueText.text(tree, payload, value) }

  private mutating func print(node: Int, prefix: String, indent: Int = 0) {
    steps = [.node(node, indent, prefix: prefix)]
    while let step = steps.popLast() {
      if output.utf8.count > Self.outputLimit {
        steps.removeAll()
        return add("… and more", indent)
      }
      switch step {
      case .line(let line, let indent): add(line, indent)
      case .node(let value, let indent, let prefix):
        if indent > Self.depthLimit {
          add("\(prefix)…", indent)
        } else {
          explain(node: value, indent, prefix)
        }
      case .props(let props, let indent): explain(props: props, indent)
      }
    }
  }

  // MARK: Nodes

  private mutating func explain(node value: Int, _ indent: Int, _ prefix: String) {
    switch tree.kind(value) {
    case .null: add(prefix + "nothing (null)", indent)
    case .bool, .number, .string: add(prefix + text(value), indent)
    case .array:
      if prefix.isEmpty, tree.childCount(value) > 0 {
        push(children: value, indent)
      } else {
        add(prefix + "list of \(tree.childCount(value))", indent)
        push(children: value, indent + 1)
      }
    case .object:
      if let reference = tree.member("$r", of: value), explain(reference, indent, prefix) { return }
      explain(element: value, indent, prefix)
    }
  }

  private mutating func push(children array: Int, _ indent: Int) {
    for child in tree.children(array).reversed() {
      steps.append(.node(child, indent, prefix: tree.kind(child) == .array ? "nested " : ""))
    }
  }

  /// Prints a reference; false where it is none and the node may be an element.
  private mutating func explain(_ reference: Int, _ indent: Int, _ prefix: String) -> Bool {
    guard let index = tree.integer(reference), elements.indices.contains(index) else {
      add("\(prefix)→ e[\(text(reference))], which does not exist", indent)
      return tree.member("t", of: tree.parent(reference)) == nil
    }
    if isPrinted[index] {
      add("\(prefix)→ e[\(index)]", indent)
    } else {
      isPrinted[index] = true
      steps.append(.node(elements[index], indent, prefix: prefix + "e[\(index)] "))
    }
    return true
  }

  private mutating func explain(element value: Int, _ indent: Int, _ prefix: String) {
    var line = prefix + name(of: value)
    if let id = tree.member("i", of: value) { line += " id=\(text(id))" }
    let content = tree.member("c", of: value)
    if let content, tree.kind(content) == .string { line += " " + text(content) }
    add(line, indent)
    if let content, tree.kind(content) != .string {
      steps.append(.node(content, indent + 1, prefix: ""))
    }
    if let props = tree.member("p", of: value) { steps.append(.props(props, indent + 1)) }
  }

  private func name(of element: Int) -> String {
    guard let type = tree.member("t", of: element) else { return "object without a component" }
    guard let id = tree.integer(type) else { return "component \(text(type))" }
    if isAndroid {
      return AndroidComponent.names.indices.contains(id)
        ? AndroidComponent.names[id] : "component \(id)"
    }
    let component = UInt8(exactly: id).flatMap { Component(rawValue: $0) }
    return component.map { $0.name.description } ?? "component \(id)"
  }

  // MARK: Props

  private mutating func explain(props: Int, _ indent: Int) {
    guard tree.kind(props) == .object else { return add("props: \(text(props))", indent) }
    var due: [Step] = []
    for member in tree.children(props) {
      let key = tree.key(member)
      let name = ShortName(key) ?? ShortName(short: key)
      let label = name?.full ?? ValueText.name(key)
      switch tree.kind(member) {
      case _ where name == .style: due.append(.line(style(member), indent))
      case .object where isNode(member), .array where isNodeList(member):
        due.append(.line("\(label):", indent))
        due.append(.node(member, indent + 1, prefix: ""))
      case .string:
        for line in DecodedProp.lines(name, label, tree.string(member) ?? "", text(member)) {
          due.append(.line(line.text, indent + line.indent))
        }
      default: due.append(.line("\(label): \(text(member))", indent))
      }
    }
    steps += due.reversed()
  }

  private func isNodeList(_ array: Int) -> Bool {
    guard let first = tree.first(array) else { return false }
    return isNode(first) || tree.kind(first) == .array
  }

  private func style(_ member: Int) -> String {
    if tree.kind(member) == .object { return "style: \(styleText(member))" }
    guard let index = tree.integer(member) else { return "style: \(text(member))" }
    guard styles.indices.contains(index) else {
      return "style s[\(index)], which does not exist"
    }
    let style = styles[index]
    let isObject = tree.kind(style) == .object
    return "style s[\(index)]: \(isObject ? styleText(style) : text(style))"
  }

  private func styleText(_ style: Int) -> String {
    ValueText.members(tree, payload, style) { key in
      (ShortName(key) ?? ShortName(short: key))?.full
    }
  }
}
