internal import Glibc
internal import PantileTemplate

/// The folder that a widget may import from, and the widget's place in it.
struct Project: Sendable {
  /// The real path of the folder.
  let root: String
  /// The widget's path relative to ``root``.
  let entry: String
  /// The widget's bytes.
  private let text: [UInt8]
  /// The bytes that a source file may have.
  private let limit: Int

  /// What stands in the root of a project.
  private static let markers = ["pantile.json", "package.json", ".git"]

  /// Finds the project of a widget.
  ///
  /// - Parameters:
  ///   - widget: The path of the entry; `-` for standard input, in the current folder.
  ///   - root: The root; nil takes the nearest folder at or above the widget's that has a marker,
  ///     else the widget's own folder.
  ///   - limit: The bytes that a source file may have.
  init(of widget: String, root: String?, limit: Int) throws(CommandError) {
    let input = Input(widget)
    let path = input.isStandardInput ? "stdin.tsx" : widget
    let parts = FilePath.split(path)
    let folder = try Self.real(parts.folder, named: widget)
    let top = try root.map(Self.folder) ?? Self.nearestRoot(above: folder)
    self.root = top
    self.limit = limit
    text = try input.read(limit: limit)
    // The folder is followed through links; the file itself may be a link within the project.
    let target = input.isStandardInput ? folder : try Self.real(path, named: widget)
    guard let inside = FilePath.relative(folder, to: top),
      FilePath.relative(target, to: top) != nil
    else { throw .failed("\(widget.quoted) is outside the project root \(top.quoted)") }
    entry = FilePath.join(inside, parts.name)
  }

  private static func folder(_ path: String) throws(CommandError) -> String {
    let real = try real(path, named: path)
    guard FilePath.kind(real) == .folder else {
      throw .failed("cannot read \(path.quoted): \(SystemError(number: ENOTDIR).text)")
    }
    return real
  }

  private static func real(_ path: String, named name: String) throws(CommandError) -> String {
    do throws(SystemError) { return try FilePath.real(path) } catch {
      throw .failed("cannot read \(name.quoted): \(error.text)")
    }
  }

  private static func nearestRoot(above folder: String) -> String {
    var candidate = folder
    while !markers.contains(where: { FilePath.exists(FilePath.join(candidate, $0)) }) {
      if candidate == "/" { return folder }
      candidate = FilePath.split(candidate).folder
    }
    return candidate
  }
}

extension Project {
  /// Gives the files inside the root to a template.
  var loader: SourceLoader { SourceLoader { path in look(up: path) } }

  private func look(up path: String) -> SourceEntry {
    if path == entry { return .file(text) }
    do throws(SystemError) {
      let real = try FilePath.real(FilePath.join(root, path))
      guard FilePath.relative(real, to: root) != nil else { return .outside }
      return try Self.entry(OpenFile(reading: real, waits: false), path, limit)
    } catch {
      if error.number == ENOENT || error.number == ENOTDIR { return .missing }
      return .unreadable("cannot read \(path.quoted): \(error.text)")
    }
  }

  private static func entry(
    _ file: borrowing OpenFile, _ path: String, _ limit: Int
  ) throws(SystemError) -> SourceEntry {
    switch try file.status().kind {
    case .folder: return .folder
    case .file: return .file(try file.read(limit: limit))
    case .other: return .unreadable("cannot read \(path.quoted): it is no regular file")
    }
  }
}
