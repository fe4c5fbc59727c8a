import Testing

@testable import PantileTemplate

struct TextNormalizerTests {
  @Test(arguments: [
    ("e\u{301}", NormalizationForm.nfc, "\u{E9}"), ("\u{E9}", .nfd, "e\u{301}"),
    ("\u{FB01}\u{2460}", .nfkc, "fi1"), ("\u{BD}", .nfkd, "1\u{2044}2"),
    ("\u{1100}\u{1161}", .nfc, "\u{AC00}"), ("x\u{323}\u{307}", .nfc, "\u{1E8B}\u{323}"),
    ("plain", .nfkd, "plain"), ("\u{FF76}\u{FF9E}", .nfkc, "\u{30AC}"), ("", .nfc, ""),
  ])
  func `brings text into a form`(source: String, form: NormalizationForm, result: String) throws {
    // Units are compared: Swift's strings are equal whatever their form.
    #expect(try TextNormalizer.normalize(units(source), form) == units(result))
  }

  @Test func `keeps lone surrogates`() throws {
    let source: [UInt16] = [0xD83D, 0x65, 0x301, 0xDE00]
    #expect(try TextNormalizer.normalize(source, .nfc) == [0xD83D, 0xE9, 0xDE00])
  }

  @Test func `grows as far as needed`() throws {
    let source = [UInt16](repeating: 0xFDFA, count: 1000)
    #expect(try TextNormalizer.normalize(source, .nfkd).count == 18_000)
  }
}
