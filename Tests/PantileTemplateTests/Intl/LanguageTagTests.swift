import Testing

@testable import PantileTemplate

struct LanguageTagTests {
  @Test(arguments: [
    ("en", "en"), ("EN-us", "en-US"), ("ZH-HANT-tw", "zh-Hant-TW"), ("es-419", "es-419"),
    ("iw", "he"), ("mo", "ro"), ("cmn", "zh"), ("sh", "sr-Latn"), ("tl", "fil"), ("deu", "de"),
    ("sr-YU", "sr-RS"), ("de-DD", "de-DE"), ("ru-SU", "ru-RU"), ("hy-SU", "hy-AM"),
    ("art-lojban", "jbo"), ("zh-guoyu", "zh"), ("en-US-posix", "en-US-u-va-posix"),
    ("en-u-nu-latn-ca-gregory", "en-u-ca-gregory-nu-latn"), ("en-u-kn-true", "en-u-kn"),
    ("ar-u-ca-islamicc", "ar-u-ca-islamic-civil"), ("en-a-bb-x-a-cc", "en-a-bb-x-a-cc"),
    ("de-DE-1996-1901", "de-DE-1901-1996"), ("en-t-de-m0-xxx", "en-t-de-m0-xxx"),
    ("en-Qaai", "en-Zinh"), ("en-840", "en-US"),
  ])
  func `canonicalises a tag`(tag: String, canonical: String) throws {
    #expect(try IntlSession().canonicalTag(tag).text == canonical)
  }

  @Test(arguments: [
    "", "a", "abcd", "aaaaaaaaa", "en_US", "-en", "en--US", "x-foo", "i-klingon", "zh-cmn", "en-12",
    "sgn-BE-FR", "en US", "én", "en-GB-oed", "root", "not_a_locale",
  ])
  func `refuses what is not a tag`(tag: String) throws {
    #expect(throws: IntlError.invalidLocale) { try IntlSession().canonicalTag(tag) }
  }

  @Test(arguments: ["en-", "en-1", "en-US-u", "en-a-bb-a-cc", "de-1996-1996", "en-t-de-m0-x"])
  func `has another message for a bad ending`(tag: String) throws {
    #expect(throws: IntlError.range("Invalid language tag: \(tag.lowercased())")) {
      try IntlSession().canonicalTag(tag)
    }
  }

  @Test func `bounds the length of a tag`() {
    let long = "en" + String(repeating: "-a1bcd", count: 400)
    #expect(LanguageTagParser.parse(long) == nil)
  }

  @Test func `lists supported locales`() throws {
    let session = try IntlSession()
    let locales = try session.supportedLocales(
      ["de-DE", "xx-YY", "EN-us", "de-DE"], options: [:], method: "Intl.NumberFormat")
    #expect(locales == ["de-DE", "en-US"])
  }
}
