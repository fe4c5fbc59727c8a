/// What stands under a path of the project.
public enum SourceEntry: Sendable {
  /// Nothing.
  case missing
  /// A folder.
  case folder
  /// A file with its bytes.
  case file([UInt8])
  /// Something whose real place is not inside the project root.
  case outside
  /// A file that is too large or cannot be read, with the reason.
  case unreadable(String)
}

/// Where a template's files come from.
///
/// The template compiler reads no files itself: it asks a loader for paths relative to the project
/// root, with `/` between names and without `.` and `..`.
public struct SourceLoader: Sendable {
  /// Looks a path up.
  public var entry: @Sendable (_ path: String) -> SourceEntry

  /// Creates a loader from a function.
  public init(entry: @escaping @Sendable (_ path: String) -> SourceEntry) { self.entry = entry }

  /// A loader of files that lie in memory.
  public init(files: [String: [UInt8]]) {
    entry = { path in files[path].map { .file($0) } ?? .missing }
  }
}
