/// Paths of modules, relative to the project root.
enum ModulePath {
  /// The folder of a path; empty for the root.
  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "" }
    return String(path[..<slash])
  }

  /// `specifier` as seen from a folder; nil when it leaves the root.
  static func join(_ folder: String, _ specifier: String) -> String? {
    var parts = folder.split(separator: "/").map(String.init)
    for part in specifier.split(separator: "/", omittingEmptySubsequences: true) {
      switch part {
      case ".": continue
      case "..":
        guard parts.popLast() != nil else { return nil }
      default: parts.append(String(part))
      }
    }
    return parts.joined(separator: "/")
  }

  private static let known = ["tsx", "ts", "jsx", "js", "json"]

  /// The extension of a path, if it is one of a module.
  static func knownExtension(_ path: String) -> String? {
    guard let dot = path.lastIndex(of: ".") else { return nil }
    let text = String(path[path.index(after: dot)...])
    return known.contains(text) ? text : nil
  }

  /// The paths that a resolved path may stand for, step by step; the first step with a file wins.
  static func candidates(_ path: String) -> [[String]] {
    var steps: [[String]] = []
    if let kind = knownExtension(path) {
      var exact = [path]
      if kind == "js" {
        let stem = path.dropLast(3)
        exact += ["\(stem).ts", "\(stem).tsx"]
      }
      steps.append(contentsOf: exact.map { [$0] })
    }
    steps.append(known.map { "\(path).\($0)" })
    let folder = path.isEmpty ? "" : path + "/"
    steps.append(known.map { "\(folder)index.\($0)" })
    return steps
  }
}
