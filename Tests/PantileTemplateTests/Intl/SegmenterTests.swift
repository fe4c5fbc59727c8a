import Testing

@testable import PantileTemplate

struct SegmenterTests {
  @Test(arguments: [
    ("grapheme", "e\u{301}👨‍👩‍👧🇵🇱", "0-2 2-10 10-14"),
    ("word", "Hi, you 1.5", "0-2w 2-3 3-4 4-7w 7-8 8-11w"),
    ("sentence", "One. Two?", "0-5 5-9"), ("word", "", ""),
  ])
  func `cuts a text`(granularity: String, source: String, result: String) throws {
    let session = try IntlSession()
    let segmenter = try session.segmenter(
      locales: ["en"], options: [.granularity: .string(granularity)])
    let segments = try session.segments(units(source), segmenter)
    let list = segments.map { "\($0.start)-\($0.end)" + ($0.isWordLike == true ? "w" : "") }
    #expect(list.joined(separator: " ") == result)
  }
}
