/// Makes inputs out of seeds; the same seed number gives the same inputs.
struct Mutator {
  private var state: UInt64
  private let seeds: [[UInt8]]
  private let words: [[UInt8]]

  init(seed: UInt64, seeds: [[UInt8]], words: [String]) {
    state = seed
    self.seeds = seeds
    self.words = words.map { Array($0.utf8) }
  }

  /// A number below a bound (SplitMix64).
  mutating func below(_ bound: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    word ^= word >> 31
    return bound <= 1 ? 0 : Int(word % UInt64(bound))
  }

  /// A seed with a few changes, most often with one or two.
  mutating func input(from bytes: [UInt8], sizeLimit: Int = 16 << 10) -> [UInt8] {
    var bytes = bytes
    for _ in 0...(below(8) == 0 ? below(12) : below(2)) { change(&bytes) }
    if bytes.count > sizeLimit { bytes.removeSubrange(sizeLimit...) }
    return bytes
  }

  private mutating func range(_ bytes: [UInt8], _ limit: Int) -> Range<Int> {
    let start = below(bytes.count + 1)
    return start..<min(bytes.count, start + 1 + below(limit))
  }

  private mutating func change(_ bytes: inout [UInt8]) {
    let at = below(bytes.count + 1)
    switch below(18) {
    case 0 where at < bytes.count: bytes[at] ^= 1 << UInt8(below(8))
    case 1 where at < bytes.count: bytes[at] = UInt8(below(256))
    case 2: bytes.removeSubrange(range(bytes, 40))
    case 3:
      let part = Array(bytes[range(bytes, 60)])
      for _ in 0...below(below(6) == 0 ? 300 : 3) { bytes.insert(contentsOf: part, at: at) }
    case 4:
      let part = Array(bytes[range(bytes, 60)])
      bytes.replaceSubrange(range(bytes, 60), with: part)
    case 5:
      let other = seeds[below(seeds.count)]
      let part = Array(other[range(other, 200)])
      bytes.insert(contentsOf: part, at: at)
    case 6: bytes.removeSubrange(at...)
    case 7: replaceWord(&bytes)
    case 8, 9: replaceNumber(&bytes)
    case 10, 11, 12: replaceWord(&bytes)
    case 13, 14, 15, 16: replaceBracket(&bytes)
    default: bytes.insert(contentsOf: words[below(words.count)], at: at)
    }
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte) || byte == 0x5F
  }

  /// Puts a word of the list, or another one of the input, in place of a word.
  private mutating func replaceWord(_ bytes: inout [UInt8]) {
    let place = word(bytes)
    let fresh = below(2) == 0 ? words[below(words.count)] : Array(bytes[word(bytes)])
    bytes.replaceSubrange(place, with: fresh)
  }

  private mutating func word(_ bytes: [UInt8]) -> Range<Int> {
    var start = below(bytes.count + 1)
    while start < bytes.count, !Self.isWord(bytes[start]) { start += 1 }
    while start > 0, Self.isWord(bytes[start - 1]) { start -= 1 }
    var end = start
    while end < bytes.count, Self.isWord(bytes[end]) { end += 1 }
    return start..<end
  }

  /// Puts a bracketed part of a seed in place of one of the same kind, or a part inside itself.
  private mutating func replaceBracket(_ bytes: inout [UInt8]) {
    guard let place = bracket(in: bytes, like: nil) else { return }
    let other = below(3) == 0 ? seeds[below(seeds.count)] : bytes
    guard let part = bracket(in: other, like: bytes[place.lowerBound]) else { return }
    bytes.replaceSubrange(place, with: Array(other[part]))
  }

  private mutating func bracket(in bytes: [UInt8], like wanted: UInt8?) -> Range<Int>? {
    let open: [UInt8] = wanted.map { [$0] } ?? [0x28, 0x5B, 0x7B]
    var start = below(bytes.count + 1)
    while start < bytes.count, !open.contains(bytes[start]) { start += 1 }
    var depth = 0
    for index in start..<max(start, bytes.count) {
      switch bytes[index] {
      case 0x28, 0x5B, 0x7B: depth += 1
      case 0x29, 0x5D, 0x7D: depth -= 1
      default: continue
      }
      if depth == 0 { return start..<(index + 1) }
    }
    return nil
  }

  private mutating func replaceNumber(_ bytes: inout [UInt8]) {
    var start = below(bytes.count + 1)
    while start < bytes.count, !(0x30...0x39).contains(bytes[start]) { start += 1 }
    guard start < bytes.count else { return }
    var end = start
    while end < bytes.count, (0x30...0x39).contains(bytes[end]) { end += 1 }
    let fresh = Dictionary.numbers[below(Dictionary.numbers.count)]
    bytes.replaceSubrange(start..<end, with: Array(fresh.utf8))
  }
}
