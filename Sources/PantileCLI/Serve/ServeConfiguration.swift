internal import PantileHost
internal import PantileServer

/// What `pantile serve` serves, and where.
struct ServeConfiguration: Sendable {
  /// A widget.
  struct Widget: Sendable {
    var id: String
    /// The path of the entry.
    var entry: String
    /// The export; nil for the default one.
    var export: String?
    var families = ["systemSmall", "systemMedium", "systemLarge"]
    /// The path of the props: a file, or a folder with a file an instance; nil without props.
    var props: String?
    var mode = ServedWidget.Mode.payload
    var timeToLive: Int64 = 0
    /// The seconds of `max-age`; nil for `no-cache`.
    var maxAge: Int?
  }

  /// How tags are made.
  enum Tags: String, CaseIterable {
    /// From the bytes.
    case bytes
    /// From what the device shows.
    case visible
  }

  var listen = ListenAddress.tcp(host: "127.0.0.1", port: 3333)
  /// The address of health and metrics; nil for none.
  var admin: ListenAddress?
  var workers = 1
  /// The most open connections.
  var connections = 10_000
  /// The most open connections from one address; 0 for no limit, as is right behind a proxy.
  var connectionsPerAddress = 256
  /// The path of the file with the digests of tokens; nil where tokens are not checked.
  var tokens: String?
  /// Where the access log goes: a path, `-` for standard output; nil for no log.
  var accessLog: String? = "-"
  /// The folder that keeps what was good last.
  var state = ".pantile"
  var tags = Tags.bytes
  var cacheByteCount = 4 << 20
  var widgets: [Widget] = []
}

// MARK: - Where it comes from

extension ServeConfiguration {
  /// The name of the file.
  static let fileName = "pantile.json"

  /// Reads a configuration file; paths in it are relative to its folder.
  init(file: String) throws(CommandError) {
    let folder = FilePath.split(file).folder
    var reader = ConfigurationReader(label: file, folder: folder == "." ? "" : folder)
    self = try reader.read(file)
  }

  /// The configuration of a folder: its file, else each TSX or JSX file in it as a widget, with the
  /// file or folder of the same name as its props.
  init(folder: String) throws(CommandError) {
    let file = FilePath.join(folder, Self.fileName)
    self.init()
    guard !FilePath.exists(file) else {
      self = try ServeConfiguration(file: file)
      return
    }
    let names: [String]
    do throws(SystemError) { names = try Folder.names(in: folder) } catch {
      throw .failed("cannot read \(folder.quoted): \(error.text)")
    }
    for name in names {
      guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")),
        ["tsx", "jsx"].contains(name[dot...].dropFirst())
      else { continue }
      let id = String(name[..<dot])
      guard Self.isID(id) else { continue }
      var widget = Widget(id: id, entry: FilePath.join(folder, name))
      let candidates = [FilePath.join(folder, id + ".json"), FilePath.join(folder, id)]
      widget.props = candidates.first { FilePath.exists($0) }
      widgets.append(widget)
    }
    guard !widgets.isEmpty else {
      throw .failed("\(folder.quoted) has no \(Self.fileName) and no widget")
    }
    state = FilePath.join(folder, state)
  }

  /// Whether a text can be a widget's id: a letter or underscore, then also digits.
  static func isID(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard let first = bytes.first, !(0x30...0x39).contains(first), bytes.count <= 128 else {
      return false
    }
    return bytes.allSatisfy {
      (0x30...0x39).contains($0) || (0x61...0x7a).contains($0 | 0x20) || $0 == 0x5f
    }
  }

  /// Replaces the port of the address.
  mutating func replacePort(_ port: UInt16) throws(CommandError) {
    guard case .tcp(let host, _) = listen else {
      throw .failed("option '--port' needs an address with a port to listen on")
    }
    listen = .tcp(host: host, port: port)
  }
}

extension ListenAddress {
  /// An address such as `127.0.0.1:3333`, `[::1]:3333` or `unix:/run/pantile.sock`; nil for
  /// anything else.
  init?(text: String) {
    if text.hasPrefix("unix:") {
      let path = String(text.utf8.dropFirst(5)) ?? ""
      guard !path.isEmpty else { return nil }
      self = .unix(path: path)
      return
    }
    guard let colon = text.utf8.lastIndex(of: UInt8(ascii: ":")),
      let port = UInt16(text[text.utf8.index(after: colon)...])
    else { return nil }
    var host = String(text[..<colon])
    if host.hasPrefix("["), host.hasSuffix("]") {
      host = String(host.dropFirst().dropLast())
    } else if host.utf8.contains(UInt8(ascii: ":")) {
      return nil
    }
    guard !host.isEmpty else { return nil }
    self = .tcp(host: host, port: port)
  }

  /// The address as people write it.
  var text: String {
    switch self {
    case .tcp(let host, let port):
      host.utf8.contains(UInt8(ascii: ":")) ? "http://[\(host)]:\(port)" : "http://\(host):\(port)"
    case .unix(let path): "unix:\(path)"
    case .descriptor(let number): "descriptor \(number)"
    }
  }
}
