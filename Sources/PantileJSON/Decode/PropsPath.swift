/// A step from a value to one that it holds.
enum PropsStep {
  case key(String)
  case element(Int)
}

extension PropsStep: CodingKey {
  init?(stringValue: String) { self = .key(stringValue) }

  init?(intValue: Int) { self = .element(intValue) }

  var stringValue: String {
    switch self {
    case .key(let key): key
    case .element(let index): "Index \(index)"
    }
  }

  var intValue: Int? {
    switch self {
    case .key: nil
    case .element(let index): index
    }
  }
}

/// The way from the outermost value to another.
struct PropsPath {
  var steps: [PropsStep] = []

  /// The longest key that stands whole in a message, in Unicode scalars.
  private static let keyLimit = 64

  /// The form of a message: `hours[3].label`, `cities["New York"]`.
  var text: String {
    var text = ""
    for step in steps {
      switch step {
      case .element(let index): text += "[\(index)]"
      case .key(let key) where key.unicodeScalars.count > Self.keyLimit:
        text += "[\(Self.quoted(String(key.unicodeScalars.prefix(Self.keyLimit)) + "…"))]"
      case .key(let key) where Self.isName(key): text += text.isEmpty ? key : ".\(key)"
      case .key(let key): text += "[\(Self.quoted(key))]"
      }
    }
    return text
  }

  private static func isName(_ key: String) -> Bool {
    guard let first = key.utf8.first, !(0x30...0x39).contains(first) else { return false }
    return key.utf8.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5a, 0x5f, 0x61...0x7a, 0x24, 0x80...: true
      default: false
      }
    }
  }

  private static func quoted(_ key: String) -> String {
    var buffer = ByteBuffer()
    buffer.append(jsonString: key)
    return buffer.text()
  }
}
