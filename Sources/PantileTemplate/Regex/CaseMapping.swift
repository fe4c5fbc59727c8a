/// ECMAScript's Canonicalize: which characters the flag `i` makes equal.
///
/// A mapping is a short list of runs: each `stride`-th of `count` characters from `start` on maps
/// to itself plus `delta`. A canonical character maps to itself.
struct CaseMapping: Sendable {
  struct Run {
    var start: UInt32
    var count: UInt32
    var stride: UInt32
    var delta: Int32

    var last: UInt32 { start + (count - 1) * stride }
  }

  let runs: [Run]

  /// Simple case folding, used with the flag `u`.
  static let folding = CaseMapping(table: UnicodeTables.caseFolding)
  /// The upper-case form where it is one code unit, used without the flag `u`.
  static let uppercase = CaseMapping(table: UnicodeTables.uppercase)

  static func mapping(unicode: Bool) -> CaseMapping { unicode ? folding : uppercase }

  init(table: String) {
    var runs: [Run] = []
    var numbers = UnicodeTable(table)
    var start: UInt32 = 0
    while let gap = numbers.next(), let count = numbers.next(), let stride = numbers.next(),
      let delta = numbers.next()
    {
      start += gap
      let signed = delta & 1 == 0 ? Int32(delta >> 1) : -Int32(delta >> 1) - 1
      runs.append(Run(start: start, count: count, stride: stride, delta: signed))
    }
    self.runs = runs
  }

  /// - Complexity: O(log *n*) in the number of runs.
  func canonical(_ code: UInt32) -> UInt32 {
    var low = 0
    var high = runs.count
    while low < high {
      let middle = (low + high) / 2
      if runs[middle].start <= code { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return code }
    let run = runs[low - 1]
    guard code <= run.last, (code - run.start) % run.stride == 0 else { return code }
    return UInt32(bitPattern: Int32(bitPattern: code) &+ run.delta)
  }
}

extension CodePointSet {
  /// Adds every character that Canonicalize makes equal to a member.
  mutating func close(unicode: Bool) {
    if let last = bounds.last, last <= 0x80 {
      closeASCII(unicode: unicode)
      return
    }
    let mapping = CaseMapping.mapping(unicode: unicode)
    var images = self
    for run in mapping.runs where overlaps(run.start...run.last) {
      for step in 0..<run.count {
        let code = run.start + step * run.stride
        if contains(code) { images.add(UInt32(bitPattern: Int32(bitPattern: code) + run.delta)) }
      }
    }
    images.normalize()
    var result = images
    for run in mapping.runs {
      for step in 0..<run.count {
        let code = run.start + step * run.stride
        if images.contains(UInt32(bitPattern: Int32(bitPattern: code) + run.delta)) {
          result.add(code)
        }
      }
    }
    result.normalize()
    self = result
  }

  private mutating func closeASCII(unicode: Bool) {
    let ranges = bounds
    for index in stride(from: 0, to: ranges.count, by: 2) {
      for code in ranges[index]..<ranges[index + 1] {
        let letter = code | 0x20
        guard letter >= 0x61, letter <= 0x7A else { continue }
        add(code ^ 0x20)
        if unicode, letter == 0x6B { add(0x212A) }
        if unicode, letter == 0x73 { add(0x17F) }
      }
    }
    normalize()
  }
}

extension CaseMapping {
  /// Every character that is equal to `code`, itself included.
  func equals(of code: UInt32) -> CodePointSet {
    let image = canonical(code)
    var result = CodePointSet()
    result.add(code)
    result.add(image)
    for run in runs {
      let source = Int64(image) - Int64(run.delta)
      guard source >= Int64(run.start), source <= Int64(run.last),
        (source - Int64(run.start)) % Int64(run.stride) == 0
      else { continue }
      result.add(UInt32(source))
    }
    result.normalize()
    return result
  }
}
