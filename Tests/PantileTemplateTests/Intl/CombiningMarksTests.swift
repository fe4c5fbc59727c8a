import Testing

@testable import PantileTemplate

struct CombiningMarksTests {
  private let marks: [UInt16] = (0..<200_000).map { $0 % 2 == 0 ? 0x301 : 0x323 }

  @Test func `leaves short runs alone`() {
    let short = Array(marks.prefix(CombiningMarks.runLimit))
    #expect(CombiningMarks.ordered([0x61] + short + [0x62]) == [0x61] + short + [0x62])
  }

  @Test func `puts a long run into canonical order`() {
    let long = Array(marks.prefix(100))
    let sorted = [UInt16](repeating: 0x323, count: 50) + [UInt16](repeating: 0x301, count: 50)
    #expect(
      CombiningMarks.ordered([0x61, 0xD83D] + long + [0x62])
        == [0x61, 0xD83D] + sorted + [0x62])
  }

  @Test func `normalises the worst order as ICU would`() throws {
    let mixed: [UInt16] = (0..<300).map { [0x301, 0x323, 0x334, 0x345, 0x3099][$0 % 5] }
    let text = [0xE9] + mixed
    let short = try TextNormalizer.normalize([0xE9] + mixed.prefix(60), .nfd)
    #expect(short == short.sorted { rank($0) < rank($1) })
    let long = try TextNormalizer.normalize(text, .nfd)
    #expect(long.count == 302)
    #expect(long == long.sorted { rank($0) < rank($1) })
  }

  @Test(.timeLimit(.minutes(1)))
  func `takes no quadratic time`() throws {
    _ = try TextNormalizer.normalize(marks, .nfc)
    let session = try IntlSession()
    let collator = try session.collator(locales: [], options: [:])
    #expect(try session.compare(marks, marks.reversed(), collator) == 0)
  }

  private func rank(_ unit: UInt16) -> UInt8 {
    Unicode.Scalar(unit)?.properties.canonicalCombiningClass.rawValue ?? 0
  }
}
