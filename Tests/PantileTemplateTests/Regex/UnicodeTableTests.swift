import Testing

@testable import PantileTemplate

struct UnicodeTableTests {
  /// Sizes as Node 20.20 (Unicode 17) counts them.
  @Test(arguments: [
    ("L", 145672), ("Lu", 1886), ("Ll", 2283), ("Lt", 31), ("Lm", 410), ("Lo", 141062),
    ("M", 2543), ("Mn", 2059), ("Mc", 471), ("Me", 13), ("N", 1924), ("Nd", 770), ("Nl", 239),
    ("No", 915), ("P", 856), ("Pc", 10), ("Pd", 27), ("Ps", 79), ("Pe", 77), ("Pi", 12),
    ("Pf", 10), ("Po", 641), ("S", 8617), ("Sm", 960), ("Sc", 64), ("Sk", 125), ("So", 7468),
    ("Z", 19), ("Zs", 17), ("Zl", 1), ("Zp", 1), ("C", 954481), ("Cc", 65), ("Cf", 170),
    ("Cs", 2048), ("Co", 137468), ("Cn", 814730), ("LC", 4200), ("Any", 1_114_112), ("ASCII", 128),
    ("Assigned", 299382), ("Alphabetic", 147421), ("Uppercase", 2006), ("Lowercase", 2595),
    ("White_Space", 25), ("Emoji", 1438), ("Emoji_Presentation", 1219), ("Emoji_Modifier", 5),
    ("Extended_Pictographic", 2848), ("ID_Start", 145916), ("ID_Continue", 149240),
    ("Script=Latin", 1492), ("Script=Greek", 518), ("Script=Han", 103351),
    ("Script=Common", 9123), ("Script=Inherited", 684), ("Script=Zzzz", 954246),
    ("Script_Extensions=Latin", 1559), ("Script_Extensions=Greek", 531),
    ("Script_Extensions=Han", 103659), ("Script_Extensions=Common", 8655), ("scx=Deva", 221),
    ("scx=Arab", 1461),
  ])
  func `has as many characters as Unicode`(_ property: String, _ size: Int) throws {
    let parts = property.split(separator: "=").map(String.init)
    let set = try #require(
      CodePointSet(property: parts[0], value: parts.count > 1 ? parts[1] : nil))
    var count = 0
    for index in stride(from: 0, to: set.bounds.count, by: 2) {
      count += Int(set.bounds[index + 1] - set.bounds[index])
    }
    #expect(count == size)
  }

  @Test func `knows no other names`() {
    for name in ["Foo", "lu", "Greek", "gc", "Script", "any", ""] {
      #expect(CodePointSet(property: name, value: nil) == nil)
    }
    #expect(CodePointSet(property: "Lu", value: "Lu") == nil)
    #expect(CodePointSet(property: "sc", value: "Lu") == nil)
    #expect(CodePointSet(property: "gc", value: "Greek") == nil)
  }

  @Test func `agrees with the standard library on categories`() throws {
    let upper = try #require(CodePointSet(property: "Lu", value: nil))
    let letters = try #require(CodePointSet(property: "L", value: nil))
    for code in UInt32(0)..<0x3000 {
      guard let scalar = Unicode.Scalar(code) else { continue }
      let category = scalar.properties.generalCategory
      #expect(upper.contains(code) == (category == .uppercaseLetter))
      let isLetter = [
        .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      ].contains(category)
      #expect(letters.contains(code) == isLetter)
    }
  }

  @Test func `maps every canonical character to itself`() {
    for mapping in [CaseMapping.folding, .uppercase] {
      for run in mapping.runs {
        for step in 0..<run.count {
          let image = mapping.canonical(run.start + step * run.stride)
          #expect(image != run.start + step * run.stride)
          #expect(mapping.canonical(image) == image)
        }
      }
    }
  }

  @Test func `closes a set under case`() {
    var set = CodePointSet(0x61...0x7A, 0x3C3...0x3C3)
    set.close(unicode: true)
    for code: UInt32 in [0x41, 0x5A, 0x17F, 0x212A, 0x3A3, 0x3C2] { #expect(set.contains(code)) }
    set = CodePointSet(0x61...0x7A)
    set.close(unicode: false)
    #expect(set == CodePointSet(0x41...0x5A, 0x61...0x7A))
  }
}
