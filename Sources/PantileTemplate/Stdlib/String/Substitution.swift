/// A match whose replacement is being made.
struct SubstitutionMatch {
  var text: Ref
  var start: Int
  var end: Int
  /// The groups from the first one on: strings or undefined.
  var captures: ContiguousArray<Value> = []
  /// The object of named groups, or undefined.
  var groups = Value.undefined
  /// The matched text where it is not that between `start` and `end`.
  var matched: Ref?
}

extension Machine {
  /// Fills a replacement template: `$$ $& $` $' $1 $<name>`.
  mutating func substitute(
    _ template: Ref, _ match: borrowing SubstitutionMatch
  ) throws(Abrupt) -> Ref {
    let run = try run(template)
    try charge(bytes: run.count)
    var pieces = TextPieces()
    var plain = 0
    var index = 0
    while index + 1 < run.count {
      guard unit(run, index) == 0x24 else {
        index += 1
        continue
      }
      let (length, filling) = try substitution(template, run, index, match)
      guard length > 0 else {
        index += 1
        continue
      }
      try pieces.append(template, plain, index, &self)
      try pieces.append(filling, &self)
      index += length
      plain = index
    }
    if pieces.isEmpty, plain == 0 { return template }
    try pieces.append(template, plain, run.count, &self)
    return try pieces.joined(&self).ref
  }

  /// What a `$` at an index stands for, and the length of the mark; length 0 for itself.
  private mutating func substitution(
    _ template: Ref, _ run: TextRun, _ index: Int, _ match: borrowing SubstitutionMatch
  ) throws(Abrupt) -> (Int, Ref) {
    let none = (0, template)
    switch unit(run, index + 1) {
    case 0x24: return (2, character(0x24).ref)
    case 0x26:
      if let matched = match.matched { return (2, matched) }
      return (2, try substring(match.text, match.start, match.end).ref)
    case 0x60: return (2, try substring(match.text, 0, match.start).ref)
    case 0x27:
      return (2, try substring(match.text, match.end, stringLength(match.text)).ref)
    case 0x30...0x39:
      let first = Int(unit(run, index + 1)) - 0x30
      if index + 2 < run.count, let second = NumberReader.digit(unit(run, index + 2)), second < 10 {
        let number = first * 10 + second
        if number >= 1, number <= match.captures.count {
          return (3, try captured(match.captures[number - 1]))
        }
      }
      guard first >= 1, first <= match.captures.count else { return none }
      return (2, try captured(match.captures[first - 1]))
    case 0x3C:
      guard !match.groups.isUndefined else { return none }
      var end = index + 2
      while end < run.count, unit(run, end) != 0x3E { end += 1 }
      guard end < run.count else { return none }
      let name = try substring(template, index + 2, end)
      let key = try propertyKey(string: name.ref)
      return (end + 1 - index, try captured(try get(match.groups, key)))
    default: return none
    }
  }

  private mutating func captured(_ value: Value) throws(Abrupt) -> Ref {
    value.isUndefined ? intrinsics.emptyString : try toString(value)
  }
}
