import Testing

@testable import PantileTemplate

struct TextCaseTests {
  @Test(arguments: [
    ("ABC", "abc"), ("ΑΣ", "ας"), ("ΑΣΑ", "ασα"), ("Σ", "σ"), ("ΑΣ.", "ας."), ("ΑΣ.Α", "ασ.α"),
    ("İ", "i\u{307}"), ("ẞ", "ß"), ("𐐀", "𐐨"), ("Ⅷ", "ⅷ"), ("ÄÖÜ", "äöü"),
    ("A\u{307}Σ", "a\u{307}ς"),
  ])
  func `lowers by the full mappings`(source: String, result: String) {
    #expect(TextCase.lower(units(source)) == units(result))
  }

  @Test(arguments: [
    ("abc", "ABC"), ("ß", "SS"), ("ﬁ", "FI"), ("ŉ", "ʼN"), ("ΐ", "Ι\u{308}\u{301}"), ("ᾳ", "ΑΙ"),
    ("ÿ", "Ÿ"),
    ("ǆ", "Ǆ"), ("𐐨", "𐐀"), ("ς", "Σ"), ("ı", "I"),
  ])
  func `raises by the full mappings`(source: String, result: String) {
    #expect(TextCase.upper(units(source)) == units(result))
  }

  @Test func `keeps lone surrogates`() {
    #expect(TextCase.lower([0x41, 0xD83D, 0xC4]) == [0x61, 0xD83D, 0xE4])
    #expect(TextCase.upper([0xDE00, 0xE4]) == [0xDE00, 0xC4])
    #expect(TextCase.lower([0x391, 0x3A3, 0xD800]) == [0x3B1, 0x3C2, 0xD800])
  }

  @Test(arguments: [
    ("tr", "Iİ", "ıi"), ("en", "I", "i"), ("az-Latn", "I", "ı"), ("lt", "Ì", "i\u{307}\u{300}"),
  ])
  func `lowers by a locale`(locale: String, source: String, result: String) throws {
    let session = try IntlSession()
    let lower = try session.localeCase(units(source), upper: false, locales: [locale])
    #expect(lower == units(result))
  }

  @Test(arguments: [("tr", "iı", "İI"), ("el", "ΐά", "ΪΑ"), ("de", "ß", "SS")])
  func `raises by a locale`(locale: String, source: String, result: String) throws {
    let session = try IntlSession()
    let upper = try session.localeCase(units(source), upper: true, locales: [locale])
    #expect(upper == units(result))
  }
}
