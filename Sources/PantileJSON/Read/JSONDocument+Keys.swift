// Keys and strings for Swift's own types: a key is a `String` whose UTF-8 is compared byte by byte.

extension JSONDocument {
  /// Looks for a member's key, first where it probably stands.
  ///
  /// - Parameters:
  ///   - key: The key, compared by its bytes.
  ///   - object: An object of this document.
  ///   - next: The key to compare first: that behind the member which was read last.
  ///   - last: The key to compare second: that which was read last.
  /// - Returns: The key's place, or nil.
  /// - Complexity: O(1) when one of the two is it, else O(*n*) in the members.
  @inline(__always)
  func key(
    _ key: String, of object: JSONNode, next: JSONNode, last: JSONNode
  ) -> JSONNode? {
    let bytes = key.utf8.span
    let end = word(object.index).low
    if next.index < end && isKey(next.index, bytes) { return next }
    if last.index < end && isKey(last.index, bytes) { return last }
    var key = first(in: object)
    while key.index < end {
      if isKey(key.index, bytes) { return key }
      key = behindMember(key)
    }
    return nil
  }

  /// Whether the key at an index of the tape has the given bytes.
  @inline(__always)
  private func isKey(_ index: Int, _ bytes: Span<UInt8>) -> Bool {
    let word = word(index)
    if word.tag > TapeTag.unescapedText { return isUncommonKey(JSONNode(index: index), bytes) }
    if word.tag < TapeTag.ascii || word.middle != bytes.count { return false }
    return isEqual(word.low, bytes)
  }

  /// Whether a long key, or one with a lone surrogate, is it.
  @inline(never)
  private func isUncommonKey(_ key: JSONNode, _ bytes: Span<UInt8>) -> Bool {
    let text = text(at: key)
    if text.hasLoneSurrogate {
      let repaired = Array(string(text).utf8)
      return repaired.count == bytes.count
        && repaired.indices.allSatisfy { repaired[$0] == bytes[$0] }
    }
    return Int(text.byteCount) == bytes.count && isEqual(Int(text.offset), bytes)
  }

  @inline(__always)
  private func isEqual(_ offset: Int, _ bytes: Span<UInt8>) -> Bool {
    let input = text.rawBlock.input
    for index in 0..<bytes.count where input[offset &+ index] != bytes[index] { return false }
    return true
  }

  /// The key behind a member, or the end of its object.
  @inline(__always)
  func behindMember(_ key: JSONNode) -> JSONNode { next(after: value(ofKey: key)) }

  /// The value of a member; a key that is hidden keeps its length.
  @inline(__always)
  func value(ofKey key: JSONNode) -> JSONNode {
    let word = word(key.index)
    if word.tag == TapeTag.hole { return JSONNode(index: key.index &+ word.middle) }
    return JSONNode(index: key.index &+ (word.tag == TapeTag.long ? 2 : 1))
  }

  /// A string of the document; a surrogate without partner becomes U+FFFD.
  @inline(__always)
  func string(_ text: JSONText) -> String {
    if text.hasLoneSurrogate { return repaired(text) }
    return self.text.withASCII(Int(text.offset), Int(text.byteCount)) { bytes in
      // Safe: the parser has checked the bytes to be UTF-8, and its tag says which are ASCII.
      String(copying: unsafe UTF8Span(unchecked: bytes, isKnownASCII: text.isASCII))
    }
  }

  /// The string with U+FFFD for each three bytes that spell a surrogate: ED A0...BF xx.
  @inline(never)
  private func repaired(_ text: JSONText) -> String {
    self.text.withASCII(Int(text.offset), Int(text.byteCount)) { bytes in
      var fixed: [UInt8] = []
      fixed.reserveCapacity(bytes.count)
      var index = 0
      while index < bytes.count {
        if bytes[index] == 0xed && index + 2 < bytes.count && bytes[index + 1] >= 0xa0 {
          fixed += [0xef, 0xbf, 0xbd]
          index += 3
        } else {
          fixed.append(bytes[index])
          index += 1
        }
      }
      return String(decoding: fixed, as: UTF8.self)
    }
  }
}
