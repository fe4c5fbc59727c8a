internal import PantileJSON

/// A configuration that a request carries.
struct ConfigurationValue {
  /// The values.
  private(set) var values: [String: String] = [:]
  /// The canonical text; empty for an empty configuration.
  private(set) var canonical: [UInt8] = []
  /// The instance key; nil for an empty configuration.
  private(set) var key: String?

  /// The empty configuration.
  init() {}

  /// Reads JSON text; nil where it is no object of strings.
  init?(_ text: String) {
    var document = JSONDocument(capacity: text.utf8.count)
    var buffer = ByteBuffer(capacity: text.utf8.count)
    buffer.append(utf8: text)
    var isGood = true
    buffer.withBytes { bytes in
      do throws(JSONError) { try document.parse(bytes) } catch { isGood = false }
    }
    guard isGood else { return nil }
    buffer.removeAll()
    do throws(JSONError) { try Configuration.write(document, to: &buffer) } catch { return nil }
    guard buffer.count > 0 else { return }
    canonical = buffer.array()
    let hash = buffer.withBytes { Configuration.key(ofCanonical: $0) }
    buffer.removeAll()
    buffer.append(hex: hash)
    key = buffer.text()
    read(document)
  }

  private mutating func read(_ document: borrowing JSONDocument) {
    guard case .object(let count) = document.value(at: document.root) else { return }
    var node = document.first(in: document.root)
    for _ in 0..<count {
      let value = document.next(after: node)
      values[document.string(at: node)] = document.string(at: value)
      node = document.next(after: value)
    }
  }
}

extension ConfigurationValue {
  /// The configuration of a request; nil where it is no object of strings.
  ///
  /// Where the client's instance key shows that it wrote spaces as `+`, they are read as spaces.
  init?(_ query: Query, _ request: borrowing HTTPRequest) {
    guard let text = query.configuration else {
      self.init()
      return
    }
    let literal = ConfigurationValue(text)
    if let instance = query.instance, literal?.key != instance {
      let spaced = Query.decode(request, query.rawConfiguration, plusIsSpace: true)
      if let other = ConfigurationValue(spaced), other.key == instance {
        self = other
        return
      }
    }
    guard let literal else { return nil }
    self = literal
  }
}

extension JSONDocument {
  /// The text of a string or key.
  func string(at node: JSONNode) -> String {
    withBytes(of: text(at: node)) { bytes in
      var array: [UInt8] = []
      array.reserveCapacity(bytes.byteCount)
      for index in 0..<bytes.byteCount { array.append(bytes.byte(at: index)) }
      return String(decoding: array, as: UTF8.self)
    }
  }
}
