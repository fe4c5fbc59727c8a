internal import PantileCore

/// Where the regions and elements of a Live Activity's payload lie in its text.
///
/// The text must be what compact mode writes with everything in place.
struct ElementOutline {
  struct Element {
    var range: Range<Int>
    var component: Int
    /// The element that holds it, or -1 for a region's root.
    var parent: Int
    var region: Int
    /// Its place among the elements that its parent holds, from 1, and how many those are.
    var place: Int
    /// Bytes of the elements that it holds.
    var inner = 0
    var children = 0
    var longestChild = 0
  }

  private(set) var regions: [(name: String, range: Range<Int>)] = []
  private(set) var elements: [Element] = []

  init(_ text: [UInt8]) {
    var scan = Scan()
    while scan.at < text.count { step(&scan, text) }
  }

  private struct Scan {
    var at = 0
    /// What is open: an element by its number, else -1.
    var open: [Int] = []
    /// The elements among them.
    var elements: [Int] = []
    var key = 0..<0
  }

  private mutating func step(_ scan: inout Scan, _ text: [UInt8]) {
    let at = scan.at
    scan.at += 1
    switch text[at] {
    case UInt8(ascii: "\""):
      while scan.at < text.count, text[scan.at] != UInt8(ascii: "\"") {
        scan.at += text[scan.at] == UInt8(ascii: "\\") ? 2 : 1
      }
      if scan.open.count == 1 { scan.key = at + 1..<scan.at }
      scan.at += 1
    case UInt8(ascii: "{"):
      if let component = component(text, at) {
        open(component, at, &scan, text)
      } else {
        scan.open.append(-1)
      }
    case UInt8(ascii: "["): scan.open.append(-1)
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      guard let element = scan.open.popLast(), element >= 0 else { return }
      close(element, at + 1, &scan)
    default: break
    }
  }

  private func component(_ text: [UInt8], _ at: Int) -> Int? {
    let head: [UInt8] = Array("{\"t\":".utf8)
    guard at + head.count < text.count, text[at..<at + head.count].elementsEqual(head) else {
      return nil
    }
    var value = 0
    for digit in text[(at + head.count)...].prefix(3) {
      guard digit >= UInt8(ascii: "0"), digit <= UInt8(ascii: "9") else { break }
      value = value * 10 + Int(digit - UInt8(ascii: "0"))
    }
    return value
  }

  private mutating func open(_ component: Int, _ at: Int, _ scan: inout Scan, _ text: [UInt8]) {
    let parent = scan.elements.last ?? -1
    if parent < 0 { regions.append((Self.name(text[scan.key]), at..<at)) }
    var place = 1
    if parent >= 0 {
      elements[parent].children += 1
      place = elements[parent].children
    }
    scan.open.append(elements.count)
    scan.elements.append(elements.count)
    elements.append(
      Element(
        range: at..<at, component: component, parent: parent, region: regions.count - 1,
        place: place))
  }

  private mutating func close(_ element: Int, _ end: Int, _ scan: inout Scan) {
    scan.elements.removeLast()
    let start = elements[element].range.lowerBound
    elements[element].range = start..<end
    let parent = elements[element].parent
    if parent < 0 {
      regions[regions.count - 1].range = start..<end
    } else {
      elements[parent].inner += end - start
      elements[parent].longestChild = max(elements[parent].longestChild, end - start)
    }
  }

  private static func name(_ key: ArraySlice<UInt8>) -> String {
    let text = String(decoding: key, as: UTF8.self)
    let region = Region.allCases.first { $0.key.description == text }
    return region.map { String(describing: $0) } ?? text
  }
}

// MARK: - Names and sums

extension ElementOutline {
  /// Whether an element is a region's root, or little more than the one element that it holds.
  func isWrapper(_ element: Element) -> Bool {
    element.parent < 0 || element.longestChild * 10 > element.range.count * 8
  }

  /// The way from the region to an element, and the begin of its text.
  func path(of element: Element, _ text: [UInt8]) -> String {
    var names: [String] = []
    var current = element
    while true {
      var name = Self.name(of: current.component)
      if current.parent >= 0, elements[current.parent].children > 1 { name += " \(current.place)" }
      names.append(name)
      guard current.parent >= 0 else { break }
      current = elements[current.parent]
    }
    if names.count > 6 { names = names.prefix(3) + ["…"] + names.suffix(2) }
    names.append(regions[current.region].name)
    return names.reversed().joined(separator: " > ") + Self.excerpt(element, text)
  }

  static func name(of component: Int) -> String {
    UInt8(exactly: component).flatMap { Component(rawValue: $0) }?.name.description
      ?? "component \(component)"
  }

  /// The first characters of an element's own text, between quotes.
  private static func excerpt(_ element: Element, _ text: [UInt8]) -> String {
    let inside = String(decoding: text[element.range], as: UTF8.self)
    guard element.children == 0, let start = inside.range(after: "\"c\":\"") else { return "" }
    let content = inside[start...].prefix { $0 != "\"" && $0 != "\\" }
    return " \"\(content.prefix(16))\(content.count > 16 ? "…" : "")\""
  }

  /// What the elements take by component, without what they hold, in descending order.
  var components: [SizeReport.ComponentCost] {
    var costs: [Int: SizeReport.ComponentCost] = [:]
    for element in elements {
      let own = element.range.count - element.inner
      let empty = SizeReport.ComponentCost(
        name: Self.name(of: element.component), count: 0, payload: 0)
      costs[element.component, default: empty].count += 1
      costs[element.component, default: empty].payload += own
    }
    return costs.values.sorted { ($0.payload, $1.name) > ($1.payload, $0.name) }
  }
}

extension String {
  /// The index behind the first occurrence of `text`.
  fileprivate func range(after text: String) -> Index? {
    var rest = self[...]
    while !rest.isEmpty {
      if rest.hasPrefix(text) { return rest.index(rest.startIndex, offsetBy: text.count) }
      rest.removeFirst()
    }
    return nil
  }
}
