// Duplicate keys as JavaScript resolves them: the last value stands at the first place. First they
// are marked on the tape, then the tape is written anew without marks:
//
//     {"a":[1],"b":2,"a":3}     key a │ link → 3 │ hole │ … │ key b │ 2 │ hole │ 3
//                                                             (was key a) ▲

extension JSONDocument {
  /// Resolves or refuses duplicate keys after a parse that saw some, or large objects.
  @inline(never)
  mutating func resolveDuplicates(refuse: Bool, all: Bool) throws(JSONError) {
    let seed = UInt64.random(in: 1 ... .max)
    var index = 1
    var firstOffset = Int.max
    var isChanged = false
    let end = tape.top / 8
    while index < end {
      let word = word(index)
      switch word.tag {
      case TapeTag.object:
        let count = self.word(index + 1).low
        if count > (all ? 1 : JSONParser.comparedMembers) {
          let offset = try markDuplicates(index, count, seed, marks: !refuse)
          firstOffset = Swift.min(firstOffset, offset)
          isChanged = isChanged || offset != Int.max
        }
        index += 2
      case TapeTag.array, TapeTag.long: index += 2
      case TapeTag.hole:
        // The value of a hole is still in use.
        index += self.word(index).middle
      default: index += 1
      }
    }
    if refuse && firstOffset != Int.max { throw JSONError(.duplicateKey, at: firstOffset) }
    if isChanged { try rewriteTape() }
  }

  /// Marks the duplicates of one object; returns the offset of the first, or `Int.max`.
  private mutating func markDuplicates(
    _ object: Int, _ count: Int, _ seed: UInt64, marks: Bool
  ) throws(JSONError) -> Int {
    var slots = 16
    while slots < count * 2 { slots *= 2 }
    scratch.reset()
    do { _ = try scratch.allocate(slots * 4) } catch { throw JSONError(.sizeLimit, at: 0) }
    scratch.fill64(8, count: slots / 2, 0)
    var key = JSONNode(index: object + 2)
    var first = Int.max
    for _ in 0..<count {
      let value = next(after: key)
      let behind = next(after: value)
      let text = text(at: key)
      var slot = Int(truncatingIfNeeded: hash(text, seed)) & (slots - 1)
      var known = 0
      while true {
        known = Int(scratch.load32(8 + slot * 4))
        if known == 0 || isEqual(self.text(at: JSONNode(index: known)), text) { break }
        slot = (slot + 1) & (slots - 1)
      }
      if known == 0 {
        scratch.store32(8 + slot * 4, UInt32(key.index))
      } else {
        first = Swift.min(first, Int(text.offset) - 1 - JSONParser.origin)
        if marks { mark(key, value, behind, first: JSONNode(index: known)) }
      }
      key = behind
    }
    return first
  }

  private mutating func mark(
    _ key: JSONNode, _ value: JSONNode, _ behind: JSONNode, first: JSONNode
  ) {
    let old = next(after: first)
    let end = next(after: old).index
    if end > old.index + 1 && word(old.index).tag != TapeTag.link {
      tape.store64((old.index + 1) * 8, TapeWord(TapeTag.hole, low: end, middle: 1).bits)
    }
    tape.store64(old.index * 8, TapeWord(TapeTag.link, low: value.index).bits)
    let step = value.index - key.index
    tape.store64(key.index * 8, TapeWord(TapeTag.hole, low: behind.index, middle: step).bits)
  }

  private func hash(_ text: JSONText, _ seed: UInt64) -> UInt64 {
    var state = seed ^ UInt64(text.byteCount)
    var offset = Int(text.offset)
    var rest = Int(text.byteCount)
    while rest > 0 {
      let shift = UInt64(truncatingIfNeeded: rest < 8 ? 32 - rest * 4 : 0)
      let bytes = (self.text.load64(offset) &<< shift) &<< shift
      let product = (state ^ bytes).multipliedFullWidth(by: 0x9e37_79b9_7f4a_7c15)
      state = product.high ^ product.low ^ seed
      offset += 8
      rest -= 8
    }
    return state ^ state &>> 32
  }

  private func isEqual(_ left: JSONText, _ right: JSONText) -> Bool {
    left.byteCount == right.byteCount
      && text.equal(Int(left.offset), Int(right.offset), byteCount: Int(left.byteCount))
  }
}

// MARK: - Writing the tape anew

extension JSONDocument {
  /// A container that is being copied, kept in `scratch` in four words.
  private struct Frame {
    /// The index of its new head.
    var head: Int
    /// The index behind its old content.
    var end: Int
    /// The old index to go on from when it ends.
    var resume: Int
    /// Words of keys and values copied into it.
    var children = 0
  }

  private mutating func rewriteTape() throws(JSONError) {
    spare.reset()
    scratch.reset()
    var frame = Frame(head: 0, end: tape.top / 8, resume: 0)
    var read = 1
    while true {
      if read == frame.end {
        if frame.head == 0 { break }
        read = close(&frame)
        continue
      }
      let marked = word(read)
      if marked.tag == TapeTag.hole {
        read = marked.low
        continue
      }
      let isLink = marked.tag == TapeTag.link
      let source = isLink ? marked.low : read
      let resume = isLink ? read + 1 : next(after: JSONNode(index: read)).index
      frame.children += 1
      let tag = word(source).tag
      try copy(source, resume, &frame)
      read = tag == TapeTag.array || tag == TapeTag.object ? source + 2 : resume
    }
    swap(&tape, &spare)
  }

  /// Copies one value; a container only begins, and becomes the frame.
  private mutating func copy(
    _ source: Int, _ resume: Int, _ frame: inout Frame
  ) throws(JSONError) {
    let word = word(source)
    let isContainer = word.tag == TapeTag.array || word.tag == TapeTag.object
    let isLong = word.tag == TapeTag.long
    do {
      let offset = Int(try spare.allocate(isContainer || isLong ? 16 : 8))
      spare.store64(offset, word.bits)
      if isLong { spare.store64(offset + 8, self.word(source + 1).bits) }
      guard isContainer else { return }
      let saved = Int(try scratch.allocate(32))
      scratch.store64(saved, UInt64(frame.head))
      scratch.store64(saved + 8, UInt64(frame.end))
      scratch.store64(saved + 16, UInt64(frame.resume))
      scratch.store64(saved + 24, UInt64(frame.children))
      spare.store64(offset + 8, UInt64(frame.head) << 32)
      frame = Frame(head: offset / 8, end: word.low, resume: resume)
    } catch {
      throw JSONError(.sizeLimit, at: 0)
    }
  }

  /// Ends the frame, goes back to the one around it, and returns the old index to go on from.
  private mutating func close(_ frame: inout Frame) -> Int {
    let head = spare.load64(frame.head * 8)
    let tag = TapeWord(bits: head).tag
    spare.store64(frame.head * 8, TapeWord(tag, low: spare.top / 8).bits)
    let count = tag == TapeTag.object ? frame.children / 2 : frame.children
    spare.store32(frame.head * 8 + 8, UInt32(truncatingIfNeeded: count))
    let resume = frame.resume
    let saved = scratch.top - 32
    frame = Frame(
      head: Int(scratch.load64(saved)), end: Int(scratch.load64(saved + 8)),
      resume: Int(scratch.load64(saved + 16)), children: Int(scratch.load64(saved + 24)))
    scratch.reset(to: saved)
    return resume
  }
}
