import PantileJSON

@testable import PantileCore

/// Payload text read into a tree, for tests that start from bytes.
///
/// The text must be what `JSON.stringify` writes: nothing is checked.
struct PayloadText {
  private let bytes: [UInt8]
  private var at = 0

  init(_ text: String) { bytes = Array(text.utf8) }

  /// Fills an empty tree from a payload.
  static func read(_ text: String, as form: Tree.Form = .widget, into tree: inout Tree) throws {
    var reader = PayloadText(text)
    tree.form = form
    if form == .bare { return try tree.addRoot(.empty, reader.content(&tree)) }
    try reader.payload(&tree)
  }

  private mutating func payload(_ tree: inout Tree) throws {
    try object { reader, key in
      let name = try tree.text(utf16: key.span)
      switch tree.string(name) {
      case "v" where reader.peek != UInt8(ascii: "{") && reader.peek != UInt8(ascii: "["):
        _ = reader.raw()
      case "e" where reader.peek == UInt8(ascii: "["):
        try reader.array { reader in _ = try tree.share(try reader.content(&tree)) }
      case "s" where reader.peek == UInt8(ascii: "["):
        try reader.array { reader in _ = try reader.registerStyle(&tree) }
      case let text:
        if let region = Region.allCases.first(where: { $0.key.description == text }) {
          try tree.addRoot(region, try reader.content(&tree))
        } else if text == "ls_background_tint" {
          tree.setTint(.lockScreenBackground, try tree.text(utf16: reader.string().span))
        } else if text == "isl_keyline_tint" {
          tree.setTint(.islandKeyline, try tree.text(utf16: reader.string().span))
        } else {
          try tree.addRoot(name, try reader.content(&tree))
        }
      }
    }
  }

  private mutating func registerStyle(_ tree: inout Tree) throws -> Int {
    if peek == UInt8(ascii: "{") { return tree.register(try style(&tree)) }
    _ = raw()
    return try tree.registerNullStyle()
  }

  private mutating func content(_ tree: inout Tree) throws -> Content {
    var content = Content(isArray: peek == UInt8(ascii: "["))
    if content.isArray {
      try array { reader in
        let inner = try reader.content(&tree)
        tree.append(contentsOf: inner, to: &content)
      }
    } else {
      tree.append(try node(&tree), to: &content)
    }
    return content
  }

  private mutating func node(_ tree: inout Tree) throws -> NodeID {
    guard peek == UInt8(ascii: "{") else {
      if peek == UInt8(ascii: "\"") {
        return try tree.beginTextNode(try tree.text(utf16: string().span))
      }
      return try tree.beginRawNode(try tree.text(raw()))
    }
    var node = NodeID.none
    try object { reader, key in
      switch String(decoding: key, as: UTF16.self) {
      case "$r": node = try tree.beginReference(to: Int(reader.raw()) ?? -1)
      case "t": node = try tree.beginElement(componentID: UInt8(reader.raw()) ?? 255)
      case "i": tree.setID(try tree.text(utf16: reader.string().span), of: node)
      case "c" where reader.peek == UInt8(ascii: "\""):
        tree.setContent(text: try tree.text(utf16: reader.string().span), of: node)
      case "c": tree.setContent(try reader.content(&tree), of: node)
      default:
        tree.openProps(of: node)
        try reader.object { reader, key in
          let name = tree.written(try tree.text(utf16: key.span))
          try tree.set(name, try reader.value(name, &tree), of: node)
        }
      }
    }
    return node
  }

  private mutating func style(_ tree: inout Tree) throws -> NodeID {
    let style = try tree.beginStyle()
    try object { reader, key in
      let name = tree.written(try tree.text(utf16: key.span))
      try tree.set(name, try reader.scalar(&tree), of: style)
    }
    return style
  }

  private mutating func value(_ name: PropName, _ tree: inout Tree) throws -> PropValue {
    switch peek {
    case UInt8(ascii: "["): return .content(try content(&tree))
    case UInt8(ascii: "{"):
      if name.short == .style { return .inlineStyle(try style(&tree)) }
      let start = at
      let text = raw()
      guard text.hasPrefix("{\"t\":") || text.hasPrefix("{\"$r\":") else {
        return .raw(try tree.text(text))
      }
      at = start
      return .content(try content(&tree))
    default:
      let value = try scalar(&tree)
      if name.short == .style, case .number(let index) = value { return .style(Int(index)) }
      return value
    }
  }

  private mutating func scalar(_ tree: inout Tree) throws -> PropValue {
    if peek == UInt8(ascii: "\"") { return .string(try tree.text(utf16: string().span)) }
    let text = raw()
    switch text {
    case "null": return .null
    case "true": return .bool(true)
    case "false": return .bool(false)
    default:
      if let number = Double(text) { return .number(number) }
      return .raw(try tree.text(text))
    }
  }

  // MARK: - JSON

  private var peek: UInt8 { bytes[at] }

  private mutating func object(
    _ member: (inout PayloadText, [UInt16]) throws -> Void
  ) throws {
    at += 1
    while peek != UInt8(ascii: "}") {
      let key = string()
      at += 1
      try member(&self, key)
      if peek == UInt8(ascii: ",") { at += 1 }
    }
    at += 1
  }

  private mutating func array(_ item: (inout PayloadText) throws -> Void) throws {
    at += 1
    while peek != UInt8(ascii: "]") {
      try item(&self)
      if peek == UInt8(ascii: ",") { at += 1 }
    }
    at += 1
  }

  /// The text of one value.
  private mutating func raw() -> String {
    let start = at
    var depth = 0
    repeat {
      switch peek {
      case UInt8(ascii: "\""): _ = string()
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        at += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if depth == 0 { return String(decoding: bytes[start..<at], as: UTF8.self) }
        depth -= 1
        at += 1
      case UInt8(ascii: ",") where depth == 0:
        return String(decoding: bytes[start..<at], as: UTF8.self)
      default: at += 1
      }
    } while at < bytes.count
    return String(decoding: bytes[start..<at], as: UTF8.self)
  }

  private mutating func string() -> [UInt16] {
    var units: [UInt16] = []
    var plain: [UInt8] = []
    at += 1
    func flush() {
      units += String(decoding: plain, as: UTF8.self).utf16
      plain = []
    }
    while peek != UInt8(ascii: "\"") {
      guard peek == UInt8(ascii: "\\") else {
        plain.append(peek)
        at += 1
        continue
      }
      flush()
      let letter = bytes[at + 1]
      at += 2
      switch letter {
      case UInt8(ascii: "u"):
        let digits = String(decoding: bytes[at..<at + 4], as: UTF8.self)
        units.append(UInt16(digits, radix: 16) ?? 0)
        at += 4
      case UInt8(ascii: "n"): units.append(10)
      case UInt8(ascii: "t"): units.append(9)
      case UInt8(ascii: "r"): units.append(13)
      case UInt8(ascii: "b"): units.append(8)
      case UInt8(ascii: "f"): units.append(12)
      default: units.append(UInt16(letter))
      }
    }
    flush()
    at += 1
    return units
  }
}
