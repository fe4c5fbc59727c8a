import Testing

@testable import PantileTemplate

/// Whatever stands in a file gives a tree or an error, and nothing else.
struct ParserRobustnessTests {
  #if DEBUG
    static let stride = 61
    static let mutations = 20
  #else
    static let stride = 1
    static let mutations = 500
  #endif

  private func check(_ bytes: ContiguousArray<UInt8>, _ kind: SourceKind) {
    var names = NameTable()
    do {
      _ = try Parser.parseModule(bytes, kind: kind, names: &names)
    } catch {
      #expect(Int(error.offset) <= bytes.count)
      #expect(!error.message.isEmpty)
    }
  }

  @Test(arguments: Corpus.sources)
  func `takes every prefix of a corpus file`(_ source: Corpus.Source) {
    let bytes = ContiguousArray(source.text.utf8)
    for count in Swift.stride(from: 0, to: bytes.count, by: Self.stride) {
      check(ContiguousArray(bytes[..<count]), source.kind)
    }
  }

  static let pieces = [
    "(", ")", "{", "}", "[", "]", "<", ">", "=>", "?", ":", "?.", "??", "||", "`", "${", "/", "'",
    "\"", "<a>", "</a>", "async ", "=", "...", ",", ";", "\n", " as ", "type ", "class ", "let ",
    "function", "#x", "\\u{", "&#", "0x", "1n", " in ", " of ", "new ", "super", "**", "@", "/*",
    "//", "import ", "export ", "enum ", "declare ", "infer ", " extends ", "<T,>", "\u{2028}",
  ]

  @Test(arguments: Corpus.sources)
  func `takes corpus files with random changes`(_ source: Corpus.Source) {
    var random = Random(state: UInt64(source.text.utf8.count) &* 0x9E37_79B9 | 1)
    let original = ContiguousArray(source.text.utf8)
    for _ in 0..<Self.mutations {
      var bytes = original
      for _ in 0...random.below(5) { mutate(&bytes, &random) }
      check(bytes, source.kind)
    }
  }

  private func mutate(_ bytes: inout ContiguousArray<UInt8>, _ random: inout Random) {
    guard !bytes.isEmpty else { return }
    let index = random.below(bytes.count)
    let end = min(bytes.count, index + random.below(50))
    switch random.below(5) {
    case 0: bytes.removeSubrange(index..<end)
    case 1: bytes[index] = UInt8(truncatingIfNeeded: random.next())
    case 2: bytes.insert(contentsOf: bytes[index..<end], at: random.below(bytes.count))
    default:
      let piece = Self.pieces[random.below(Self.pieces.count)]
      bytes.insert(contentsOf: piece.utf8, at: index)
    }
  }

  struct Random {
    var state: UInt64

    mutating func next() -> UInt64 {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return state
    }

    mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(max(1, limit))) }
  }
}
