/// A parsed text that containers read from.
///
/// Containers hold it and indices of its tape, so a value costs no allocation of its own.
final class PropsSource {
  let document: JSONDocument
  let userInfo: [CodingUserInfoKey: any Sendable]
  /// The numbers of 2^53 or more in the order of the tape, whose digits a `Double` may not hold.
  let largeNumbers: [LargeNumber]
  /// The member that was read last.
  private var last = LastMember(object: 0, key: 0)
  /// For each level an array, one of its elements, and which that is: where a search goes on.
  var marks: [PathMark] = []

  /// Parses a text whose later duplicates of a key win.
  init(
    _ bytes: RawSpan, _ options: JSONReadOptions, _ userInfo: [CodingUserInfoKey: any Sendable]
  ) throws(PropsError) {
    var options = options
    var document = JSONDocument(capacity: bytes.byteCount)
    do throws(JSONError) {
      // Values keep the order of the text, so that a tape index leads back to it.
      options.duplicates = .refuse
      do throws(JSONError) {
        try document.parse(bytes, options: options)
      } catch  where error.code == .duplicateKey {
        options.duplicates = .keep
        try document.parse(bytes, options: options)
        document.hideRepeatedKeys()
      }
    } catch {
      throw PropsError(error, document.failurePosition)
    }
    largeNumbers = document.hasLargeNumber ? TokenScan.largeNumbers(document, bytes) : []
    self.document = document
    self.userInfo = userInfo
  }
}

/// An object and the key of one of its members, as indices of the tape.
private struct LastMember {
  var object: Int
  var key: Int
}

// MARK: - Members

extension PropsSource {
  /// The value of a member; O(1) for keys in the order of the text.
  func member(_ key: String, of object: JSONNode) -> JSONNode? {
    let first = document.first(in: object)
    let last = self.last
    let isInside = last.object == object.index
    let known = isInside ? JSONNode(index: last.key) : first
    let next = isInside ? document.behindMember(known) : first
    guard let found = document.key(key, of: object, next: next, last: known) else { return nil }
    self.last = LastMember(object: object.index, key: found.index)
    return document.value(ofKey: found)
  }

  /// Decodes a member's value and takes the search for keys up again behind it.
  func decodeMember<T: Decodable>(
    _ type: T.Type, _ value: JSONNode, of object: JSONNode
  ) throws(PropsError) -> T {
    let last = last
    defer { self.last = last }
    return try decode(type, value, in: object)
  }

  /// The keys of an object in the order of the text, each once.
  func keys(of object: JSONNode) -> [String] {
    var keys: [String] = []
    guard case .object(let count) = document.value(at: object) else { return keys }
    keys.reserveCapacity(count)
    forEachKey(of: object) { keys.append(document.string(document.text(at: $0))) }
    return keys
  }

  /// Visits the keys that are not hidden.
  func forEachKey(of object: JSONNode, _ body: (JSONNode) -> Void) {
    let end = document.next(after: object).index
    var key = document.first(in: object)
    while key.index < end {
      if document.word(key.index).tag != TapeTag.hole { body(key) }
      key = document.behindMember(key)
    }
  }
}

// MARK: - Values

extension PropsSource {
  /// Decodes a value by its type's `init(from:)`, and gives what that throws a place.
  ///
  /// An error of another decoding, of a text within the text, is as foreign as any other.
  func decode<T: Decodable>(
    _ type: T.Type, _ node: JSONNode, in parent: JSONNode
  ) throws(PropsError) -> T {
    if isPlain(type, node), let value = try plain(type, node) { return value }
    do {
      return try T(from: ValueDecoder(source: self, node: node, parent: parent))
    } catch let error as PropsError where error.word > 0 {
      throw error
    } catch {
      throw refusal(error, node, parent)
    }
  }

  @inline(__always)
  func isNull(_ node: JSONNode) -> Bool {
    document.word(node.index).bits == TapeWord(TapeTag.literal, low: 0).bits
  }

  func bool(_ node: JSONNode, in parent: JSONNode) throws(PropsError) -> Bool {
    let word = document.word(node.index)
    guard word.tag == TapeTag.literal, word.low != 0 else {
      throw mismatch("a boolean", node, parent)
    }
    return word.low == 2
  }

  func string(_ node: JSONNode, in parent: JSONNode) throws(PropsError) -> String {
    switch document.word(node.index).tag {
    case TapeTag.ascii...TapeTag.long: document.string(document.text(at: node))
    default: throw mismatch("a string", node, parent)
    }
  }

  func double(_ node: JSONNode, in parent: JSONNode) throws(PropsError) -> Double {
    let word = document.word(node.index)
    guard word.isNumber else { throw mismatch("a number", node, parent) }
    let value = Double(bitPattern: word.bits)
    guard value.isFinite else { throw outOfRange("a finite number", node, parent) }
    return value
  }

  func float(_ node: JSONNode, in parent: JSONNode) throws(PropsError) -> Float {
    let value = Float(try double(node, in: parent))
    guard value.isFinite else { throw outOfRange("a number of 32 bits", node, parent) }
    return value
  }

  /// Reads a whole number; `1.0` and `1e3` are some.
  func integer<T: FixedWidthInteger>(
    _ node: JSONNode, in parent: JSONNode
  ) throws(PropsError) -> T {
    let word = document.word(node.index)
    guard word.isNumber else { throw mismatch("a whole number", node, parent) }
    let value = Double(bitPattern: word.bits)
    let outcome: WholeNumber
    if value.magnitude < 0x1p53 {
      let whole = Int64(value)
      if Double(whole) == value, let fitting = T(exactly: whole) { return fitting }
      outcome = Double(whole) == value ? .tooLarge : .fraction
    } else {
      outcome = largeNumber(node)
      if case .whole(let isNegative, let magnitude) = outcome,
        let fitting = T(isNegative: isNegative, magnitude)
      {
        return fitting
      }
    }
    if case .fraction = outcome { throw notAnInteger(node, parent) }
    throw outOfRange("a whole number from \(T.min) to \(T.max)", node, parent)
  }

  private func largeNumber(_ node: JSONNode) -> WholeNumber {
    guard let text = largeNumberText(node) else { return .tooLarge }
    return document.withBytes(of: text) { WholeNumber($0) }
  }

  /// The digits of a number that was too large to be sure of its `Double`.
  func largeNumberText(_ node: JSONNode) -> JSONText? {
    var low = 0
    var high = largeNumbers.count
    while low < high {
      let middle = (low + high) / 2
      if Int(largeNumbers[middle].word) < node.index { low = middle + 1 } else { high = middle }
    }
    guard low < largeNumbers.count, Int(largeNumbers[low].word) == node.index else { return nil }
    return largeNumbers[low].text
  }
}
