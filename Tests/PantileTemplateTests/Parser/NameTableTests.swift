import Testing

@testable import PantileTemplate

struct NameTableTests {
  @Test
  func `holds the words as its first names`() {
    var names = NameTable()
    #expect(Word.spellings.count == Word.allCases.count)
    for word in Word.allCases {
      #expect(names.string(word.name) == Word.spellings[Int(word.rawValue)])
      #expect(names.intern(Word.spellings[Int(word.rawValue)]) == word.name)
    }
    #expect(names.string(Word.with.name) == "with")
    #expect(names.string(Word.await.name) == "await")
    #expect(names.string(Word.undefined.name) == "undefined")
  }

  @Test
  func `gives equal texts equal names`() {
    var names = NameTable()
    var first: [Name] = []
    for index in 0..<2000 { first.append(names.intern("name\(index)")) }
    for index in 0..<2000 { #expect(names.intern("name\(index)") == first[index]) }
    let source = ContiguousArray("xname7y".utf8)
    var hash = NameTable.hashSeed
    for byte in source[1..<6] { hash = NameTable.hash(hash, UInt16(byte)) }
    #expect(names.intern(ascii: source, 1..<6, hash: hash) == first[7])
  }

  @Test
  func `keeps lone surrogates`() {
    var names = NameTable()
    let name = names.intern([0xD83D, 0x61])
    #expect(Array(names.text(name)) == [0xD83D, 0x61])
    #expect(names.string(name) == "\u{fffd}a")
  }

  @Test(
    arguments: [
      (0, "0"), (-0.0, "0"), (1, "1"), (-1.5, "-1.5"), (1e21, "1e+21"),
      (1e20, "100000000000000000000"), (0.000001, "0.000001"), (1e-7, "1e-7"),
      (123e-20, "1.23e-18"), (.leastNonzeroMagnitude, "5e-324"),
      (1.7976931348623157e308, "1.7976931348623157e+308"),
      (1.2345678901234568e20, "123456789012345680000"), (0.1, "0.1"),
      (1e15, "1000000000000000"),
      (2251799813685248.5, "2251799813685248.5"), (.infinity, "Infinity"), (.nan, "NaN"),
    ] as [(Double, String)])
  func `prints numbers as the language does`(_ value: Double, _ text: String) {
    #expect(NumberText.text(value) == text)
  }

  @Test(arguments: [
    ("12", "12"), ("0xff", "255"), ("0b101", "5"), ("0o17", "15"),
    ("0xffffffffffffffffffffffff", "79228162514264337593543950335"), ("0x0", "0"),
  ])
  func `prints the digits of bigints`(_ literal: String, _ digits: String) {
    #expect(NumberText.decimal(bigint: literal) == digits)
  }
}
