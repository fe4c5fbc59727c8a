internal import CICU

/// What a text is cut into.
enum SegmentGranularity: String, Sendable {
  case grapheme, word, sentence
}

/// A piece of a text, as `Intl.Segmenter` gives it.
struct TextSegment: Equatable, Sendable {
  var start: Int
  var end: Int
  /// Set for words only: whether the piece is a word, not space or punctuation.
  var isWordLike: Bool?
}

extension ICULibrary {
  /// Cuts a whole text.
  func segments(
    _ text: [UInt16], granularity: SegmentGranularity, locale: String
  ) throws(IntlError) -> [TextSegment] {
    let type =
      switch granularity {
      case .grapheme: ICUConstant.graphemes
      case .word: ICUConstant.words
      case .sentence: ICUConstant.sentences
      }
    // Safe: the iterator lives inside the closure, as the text it reads does.
    let (segments, status) = unsafe text.withUnsafeBufferPointer { buffer in
      var status = ICUConstant.noError
      var segments: [TextSegment] = []
      let breaker = unsafe table.ubrk_open(
        type, locale, buffer.baseAddress, Int32(buffer.count), &status)
      guard let breaker = unsafe breaker, !Self.failed(status) else { return (segments, status) }
      defer { unsafe table.ubrk_close(breaker) }
      var start = unsafe table.ubrk_first(breaker)
      while true {
        let end = unsafe table.ubrk_next(breaker)
        guard end > start else { break }
        let isWord = unsafe table.ubrk_getRuleStatus(breaker) >= ICUConstant.wordNoneLimit
        segments.append(
          TextSegment(
            start: Int(start), end: Int(end), isWordLike: granularity == .word ? isWord : nil))
        start = end
      }
      return (segments, status)
    }
    try check(status, "ubrk_open")
    return segments
  }
}
