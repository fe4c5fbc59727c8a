// Payloads of Android are recognised; of their rules only the required props are looked at.

extension LintRun {
  mutating func checkAndroid(_ variants: Int) {
    if let elements = tree.member("e", of: SourceTree.root), tree.kind(elements) == .array {
      checkAndroid(within: elements)
    }
    if tree.kind(variants) == .object { checkAndroid(within: variants) }
  }

  /// Looks at the elements within a value; every object with a known `t` counts as one.
  private mutating func checkAndroid(within value: Int) {
    var index = value + 1
    let end = tree.end(value)
    while index < tree.count, tree.start(index) < end {
      if isReadable(index), let type = tree.member("t", of: index), let id = tree.integer(type),
        let required = AndroidComponent.required[id]
      {
        for prop in required where !hasProp(prop, index) {
          note(
            .missingRequired, at: index,
            "\(AndroidComponent.names[id]) needs \"\(prop)\"")
        }
      }
      index += 1
    }
  }

  private func hasProp(_ prop: String, _ element: Int) -> Bool {
    if prop == "id" {
      return tree.member("i", of: element).map { tree.kind($0) == .string } ?? false
    }
    guard let props = tree.member("p", of: element), tree.kind(props) == .object else {
      return false
    }
    return tree.children(props).contains { member in
      let key = tree.key(member)
      let name = ShortName(key) ?? ShortName(short: key)
      return (name?.full ?? key) == prop && tree.kind(member) != .null
    }
  }
}
