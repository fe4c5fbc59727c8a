/// Looks for inline Markdown, which a device interprets in every text.
///
/// Emphasis needs a mark that leans on its words, as in `*word*`: `5 * 3 * 2` is none. A `_` within
/// a word is none either.
struct MarkdownScan {
  private let bytes: [UInt8]
  /// The last place of each mark, so that a search behind it need not begin.
  private var last: [UInt8: Int] = [:]

  /// The first piece of Markdown in a text; nil where it has none.
  ///
  /// - Complexity: O(*n*).
  static func find(in text: String) -> String? {
    let scan = MarkdownScan(text)
    guard !scan.last.isEmpty, let range = scan.first() else { return nil }
    return String(decoding: scan.bytes[range], as: UTF8.self)
  }

  private init(_ text: String) {
    bytes = Array(text.utf8)
    for (index, byte) in bytes.enumerated() {
      switch byte {
      case 0x2a, 0x5f, 0x7e, 0x60, 0x5b, 0x5c, 0x5d, 0x3c, 0x3e, 0x29: last[byte] = index
      default: break
      }
    }
  }

  private func first() -> Range<Int>? {
    // Marks that found no partner; another of the kind finds none either.
    var isAlone = Set<UInt8>()
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if let end = end(byte, index, &isAlone) { return index..<end }
      index += 1
      // A run of marks counts once.
      while index < bytes.count, bytes[index] == byte, byte == 0x2a || byte == 0x5f || byte == 0x60
      {
        index += 1
      }
    }
    return nil
  }

  /// The end of the Markdown that begins at `index`.
  private func end(_ byte: UInt8, _ index: Int, _ isAlone: inout Set<UInt8>) -> Int? {
    switch byte {
    case 0x5c:
      return index + 1 < bytes.count && Self.isPunctuation(bytes[index + 1]) ? index + 2 : nil
    case 0x2a, 0x5f:
      guard !isAlone.contains(byte), opens(index, byte) else { return nil }
      if let close = emphasisEnd(index, byte) { return close }
      isAlone.insert(byte)
    case 0x7e:
      guard !isAlone.contains(byte), opensStrike(index) else { return nil }
      if let close = strikeEnd(index) { return close }
      isAlone.insert(byte)
    case 0x60:
      guard let close = last[byte], close > index else { return nil }
      var at = index + 1
      while at < bytes.count, bytes[at] != byte { at += 1 }
      return at < bytes.count && at > index + 1 ? at + 1 : nil
    case 0x5b:
      guard !isAlone.contains(byte) else { return nil }
      if let close = linkEnd(index) { return close }
      if (last[0x5d] ?? 0) < index { isAlone.insert(byte) }
    default: break
    }
    return nil
  }

  // MARK: Emphasis

  private func runEnd(_ index: Int, _ byte: UInt8) -> Int {
    var end = index
    while end < bytes.count, bytes[end] == byte { end += 1 }
    return end
  }

  /// Whether the run at `index` leans on what follows.
  private func opens(_ index: Int, _ byte: UInt8) -> Bool {
    let end = runEnd(index, byte)
    guard end < bytes.count, !Self.isSpace(bytes[end]) else { return false }
    let isInWord = index > 0 && Self.isWord(bytes[index - 1])
    if byte == 0x5f { return !isInWord }
    return !Self.isPunctuation(bytes[end]) || !isInWord
  }

  private func closes(_ index: Int, _ end: Int, _ byte: UInt8) -> Bool {
    guard index > 0, !Self.isSpace(bytes[index - 1]) else { return false }
    return byte == 0x2a || end == bytes.count || !Self.isWord(bytes[end])
  }

  private func emphasisEnd(_ index: Int, _ byte: UInt8) -> Int? {
    var at = runEnd(index, byte)
    while at < bytes.count {
      guard bytes[at] == byte else {
        at += 1
        continue
      }
      let end = runEnd(at, byte)
      if closes(at, end, byte) { return end }
      at = end
    }
    return nil
  }

  private func opensStrike(_ index: Int) -> Bool {
    let end = runEnd(index, 0x7e)
    return end - index <= 2 && end < bytes.count && !Self.isSpace(bytes[end])
      && (index == 0 || bytes[index - 1] != 0x7e) && end - index == 2
  }

  private func strikeEnd(_ index: Int) -> Int? {
    var at = index + 2
    while at + 1 < bytes.count {
      if bytes[at] == 0x7e, bytes[at + 1] == 0x7e, !Self.isSpace(bytes[at - 1]) { return at + 2 }
      at += 1
    }
    return nil
  }

  // MARK: Links

  /// The end of `[text](address)`, with at most 1,000 bytes of each.
  private func linkEnd(_ index: Int) -> Int? {
    guard let close = last[0x5d], close > index, (last[0x29] ?? 0) > index else { return nil }
    let limit = min(bytes.count, index + 1_000)
    var at = index + 1
    while at < limit, bytes[at] != 0x5d, bytes[at] != 0x5b { at += 1 }
    guard at + 1 < limit, bytes[at] == 0x5d, bytes[at + 1] == 0x28 else { return nil }
    let start = at + 2
    at = start
    while at < bytes.count, at < start + 1_000, bytes[at] != 0x29, !Self.isSpace(bytes[at]) {
      at += 1
    }
    return at < bytes.count && bytes[at] == 0x29 ? at + 1 : nil
  }

  // MARK: Bytes

  private static func isSpace(_ byte: UInt8) -> Bool { TextCursor.isSpace(byte) }

  private static func isPunctuation(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x21...0x2f, 0x3a...0x40, 0x5b...0x60, 0x7b...0x7e: true
    default: false
    }
  }

  /// Whether a byte is part of a word: a letter, a digit, or of a character beyond ASCII.
  private static func isWord(_ byte: UInt8) -> Bool {
    byte >= 0x80 || (byte >= 0x30 && !isPunctuation(byte) && byte != 0x7f)
  }
}
