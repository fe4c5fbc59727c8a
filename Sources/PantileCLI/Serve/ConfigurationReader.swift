internal import PantileCore
internal import PantileHost
internal import PantileJSON
internal import PantileServer

/// Reads `pantile.json`; what is wrong is told with the member that it is about.
struct ConfigurationReader {
  /// The name of the file in messages.
  let label: String
  /// What paths are relative to; empty for the current folder.
  let folder: String

  private static let keys = [
    "listen", "admin", "workers", "connections", "connectionsPerAddress", "tokens", "accessLog",
    "state", "etag", "cacheBytes", "widgets",
  ]
  private static let widgetKeys = [
    "id", "entry", "export", "supportedFamilies", "props", "mode", "ttlSeconds", "maxAgeSeconds",
  ]

  mutating func read(_ file: String) throws(CommandError) -> ServeConfiguration {
    let input = try JSONInput(file, JSONReadOptions(byteLimit: 1 << 20, duplicates: .refuse))
    var result: Result<ServeConfiguration, CommandError> = .success(ServeConfiguration())
    try input.withDocument { document in
      do throws(CommandError) { result = .success(try configuration(document)) } catch {
        result = .failure(error)
      }
    }
    return try result.get()
  }
}

// MARK: - Members

extension ConfigurationReader {
  private func configuration(
    _ document: borrowing JSONDocument
  ) throws(CommandError) -> ServeConfiguration {
    var made = ServeConfiguration()
    made.state = path(made.state)
    for (key, node) in try members(document, document.root, "", Self.keys) {
      switch key {
      case "listen": made.listen = try address(document, node, key)
      case "admin": made.admin = try address(document, node, key)
      case "workers": made.workers = try integer(document, node, key, 1...64)
      case "connections": made.connections = try integer(document, node, key, 1...1_000_000)
      case "connectionsPerAddress":
        made.connectionsPerAddress = try integer(document, node, key, 0...1_000_000)
      case "tokens": made.tokens = path(try string(document, node, key))
      case "state": made.state = path(try string(document, node, key))
      case "etag": made.tags = try choice(document, node, key)
      case "cacheBytes": made.cacheByteCount = try integer(document, node, key, 0...(1 << 30))
      case "accessLog":
        if case .bool(false) = document.value(at: node) {
          made.accessLog = nil
        } else {
          let name = try string(document, node, key)
          made.accessLog = name == "-" ? name : path(name)
        }
      default: made.widgets = try widgets(document, node)
      }
    }
    guard !made.widgets.isEmpty else { throw wrong("widgets", "must list at least one widget") }
    return made
  }

  private func widgets(
    _ document: borrowing JSONDocument, _ list: JSONNode
  ) throws(CommandError) -> [ServeConfiguration.Widget] {
    var widgets: [ServeConfiguration.Widget] = []
    for (index, node) in try elements(document, list, "widgets").enumerated() {
      let widget = try widget(document, node, "widgets[\(index)]")
      if widgets.contains(where: { $0.id == widget.id }) {
        throw wrong("widgets[\(index)].id", "is that of another widget: \(widget.id.quoted)")
      }
      widgets.append(widget)
    }
    return widgets
  }

  private func widget(
    _ document: borrowing JSONDocument, _ object: JSONNode, _ place: String
  ) throws(CommandError) -> ServeConfiguration.Widget {
    var made = ServeConfiguration.Widget(id: "", entry: "")
    for (key, node) in try members(document, object, place, Self.widgetKeys) {
      let place = "\(place).\(key)"
      switch key {
      case "id": made.id = try id(document, node, place)
      case "entry": made.entry = path(try string(document, node, place))
      case "export": made.export = try string(document, node, place)
      case "supportedFamilies": made.families = try families(document, node, place)
      case "props": made.props = path(try string(document, node, place))
      case "mode": made.mode = try choice(document, node, place)
      case "ttlSeconds": made.timeToLive = try milliseconds(document, node, place)
      default: made.maxAge = try integer(document, node, place, 0...31_536_000)
      }
    }
    if made.id.isEmpty { throw wrong("\(place).id", "is missing") }
    if made.entry.isEmpty { throw wrong("\(place).entry", "is missing") }
    if made.mode == .props, made.props == nil {
      throw wrong("\(place).props", "is missing; mode 'props' needs it")
    }
    return made
  }

  private func id(
    _ document: borrowing JSONDocument, _ node: JSONNode, _ place: String
  ) throws(CommandError) -> String {
    let id = try string(document, node, place)
    guard ServeConfiguration.isID(id) else {
      throw wrong(
        place,
        "must start with a letter or underscore and contain only alphanumeric characters and "
          + "underscores")
    }
    return id
  }

  private func families(
    _ document: borrowing JSONDocument, _ list: JSONNode, _ place: String
  ) throws(CommandError) -> [String] {
    let known = Family.allCases.map { $0.name.description }
    var names: [String] = []
    for (index, node) in try elements(document, list, place).enumerated() {
      let name = try string(document, node, "\(place)[\(index)]")
      guard known.contains(name) else {
        let hint = Suggestion.text(for: name, among: known)
        throw wrong("\(place)[\(index)]", "is no family: \(name.quoted)\(hint)")
      }
      if !names.contains(name) { names.append(name) }
    }
    guard !names.isEmpty else { throw wrong(place, "must list at least one family") }
    return names
  }

  private func address(
    _ document: borrowing JSONDocument, _ node: JSONNode, _ place: String
  ) throws(CommandError) -> ListenAddress {
    let text = try string(document, node, place)
    guard let address = ListenAddress(text: text) else {
      throw wrong(place, "must be an address such as 127.0.0.1:3333 or unix:/run/pantile.sock")
    }
    return address
  }

  private func choice<Choice: CaseIterable & RawRepresentable<String>>(
    _ document: borrowing JSONDocument, _ node: JSONNode, _ place: String
  ) throws(CommandError) -> Choice {
    let text = try string(document, node, place)
    if let choice = Choice(rawValue: text) { return choice }
    let names = Choice.allCases.map { "'\($0.rawValue)'" }.joined(separator: " or ")
    throw wrong(place, "must be \(names)")
  }

  private func milliseconds(
    _ document: borrowing JSONDocument, _ node: JSONNode, _ place: String
  ) throws(CommandError) -> Int64 {
    guard case .number(let seconds) = document.value(at: node), seconds >= 0,
      seconds <= 31_536_000
    else { throw wrong(place, "must be a number of seconds from 0 to 31536000") }
    return Int64((seconds * 1_000).rounded())
  }
}

// MARK: - Kinds of values

extension ConfigurationReader {
  private func wrong(_ place: String, _ message: String) -> CommandError {
    .failed("\(label): \(place.isEmpty ? "the configuration" : place) \(message)")
  }

  private func path(_ name: String) -> String {
    name.hasPrefix("/") ? name : FilePath.join(folder, name)
  }

  private func members(
    _ document: borrowing JSONDocument, _ object: JSONNode, _ place: String, _ known: [String]
  ) throws(CommandError) -> [(String, JSONNode)] {
    guard case .object(let count) = document.value(at: object) else {
      throw wrong(place, "must be an object")
    }
    var members: [(String, JSONNode)] = []
    var node = document.first(in: object)
    for _ in 0..<count {
      let key = Self.text(document, node)
      let value = document.next(after: node)
      guard known.contains(key) else {
        let owner = place.isEmpty ? "" : "\(place) has "
        let hint = Suggestion.text(for: key, among: known)
        throw .failed("\(label): \(owner)unknown member \(key.quoted)\(hint)")
      }
      members.append((key, value))
      node = document.next(after: value)
    }
    return members
  }

  private func elements(
    _ document: borrowing JSONDocument, _ list: JSONNode, _ place: String
  ) throws(CommandError) -> [JSONNode] {
    guard case .array(let count) = document.value(at: list) else {
      throw wrong(place, "must be a list")
    }
    var nodes: [JSONNode] = []
    var node = document.first(in: list)
    for _ in 0..<count {
      nodes.append(node)
      node = document.next(after: node)
    }
    return nodes
  }

  private func string(
    _ document: borrowing JSONDocument, _ node: JSONNode, _ place: String
  ) throws(CommandError) -> String {
    guard case .string(let text) = document.value(at: node), text.byteCount > 0 else {
      throw wrong(place, "must be a text")
    }
    return Self.text(document, node)
  }

  private func integer(
    _ document: borrowing JSONDocument, _ node: JSONNode, _ place: String,
    _ range: ClosedRange<Int>
  ) throws(CommandError) -> Int {
    guard case .number(let number) = document.value(at: node), let value = Int(exactly: number),
      range.contains(value)
    else {
      throw wrong(
        place, "must be a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return value
  }

  private static func text(_ document: borrowing JSONDocument, _ node: JSONNode) -> String {
    var buffer = ByteBuffer()
    document.withBytes(of: document.text(at: node)) { buffer.append($0) }
    return buffer.text()
  }
}
