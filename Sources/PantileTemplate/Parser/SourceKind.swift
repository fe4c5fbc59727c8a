/// The language of a source file, which its extension tells.
enum SourceKind {
  case tsx, ts, jsx, js

  /// The kind of a file name or path; nil when its extension is another one.
  init?(path: String) {
    let bytes = path.utf8
    guard let dot = bytes.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    switch String(path[bytes.index(after: dot)...]) {
    case "tsx": self = .tsx
    case "ts": self = .ts
    case "jsx": self = .jsx
    case "js": self = .js
    default: return nil
    }
  }

  var hasTypes: Bool { self == .tsx || self == .ts }
  var hasJSX: Bool { self != .ts }
}

/// What a source may cost.
struct SourceLimits {
  /// Bytes of one file.
  var size = 1 << 20
  /// Levels of nesting, of the source and of the syntax tree made from it.
  var nesting = 256
  /// The address that the host's stack must stay above while a source is compiled.
  var stackEnd: UInt = 0
}
