internal import PantileTemplate
internal import Synchronization

/// What is known of a widget's files, and of the attempts to take them.
struct SourceFiles: Sendable {
  /// Props of a slot as they were read.
  struct Props: Sendable {
    var path: String
    var stamp: FileStamp?
    /// The text; nil where it could not be read or is no sound object.
    var text: [UInt8]?
    /// Whether they were read since they were tried last.
    var isFresh = false
  }

  /// The files that the last compile looked for, with what stood there.
  var sources: [String: FileStamp?] = [:]
  /// A template that compiled and was not taken, as props did not render with it.
  var waiting: Template?
  /// Props by slot.
  var props: [String: Props] = [:]
  /// What stood in the place of the props, when it could not be listed.
  var propsFailure: String?
}

extension SourceFiles {
  /// The files that stand where props come from, by slot.
  ///
  /// A folder holds `default.json` and a file for each instance key, such as `eb69b5d1.json`.
  static func propsPaths(_ path: String) throws(SystemError) -> [String: String] {
    guard FilePath.kind(path) == .folder else { return ["": path] }
    var paths: [String: String] = [:]
    for name in try Folder.names(in: path) {
      guard name.hasSuffix(".json") else { continue }
      let stem = String(name.dropLast(5))
      if stem == "default" { paths[""] = FilePath.join(path, name) }
      if isKey(stem) { paths[stem] = FilePath.join(path, name) }
    }
    return paths
  }

  /// Whether a name is an instance key: eight lower-case hexadecimal digits.
  private static func isKey(_ text: String) -> Bool {
    text.utf8.count == 8
      && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }
}

/// Notes which files a compile looks for.
final class LookupLog: Sendable {
  private let stamps = Mutex<[String: FileStamp?]>([:])

  /// What stood at each path when it was looked for.
  var found: [String: FileStamp?] { stamps.withLock { $0 } }

  /// A loader that notes the paths below a folder.
  func loader(_ loader: SourceLoader, root: String) -> SourceLoader {
    SourceLoader { [self] path in
      note(FilePath.join(root, path))
      return loader.entry(path)
    }
  }

  func note(_ path: String) {
    // The stamp comes before the bytes: a change between the two is then seen as one.
    let stamp = FileStamp(path)
    stamps.withLock { stamps in
      if stamps.index(forKey: path) == nil { stamps.updateValue(stamp, forKey: path) }
    }
  }
}
