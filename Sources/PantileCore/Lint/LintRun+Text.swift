internal import PantileJSON

// What holds for any JSON text: depth, keys and length.

extension LintRun {
  /// Whether a value lies within the containers that a device reads.
  func isReadable(_ value: Int) -> Bool { tree.depth(value) <= options.limits.depth }

  mutating func checkDepth() {
    var deepest = 0
    var first: Int?
    for value in 0..<tree.count where tree.kind(value) == .array || tree.kind(value) == .object {
      let level = tree.depth(value) + 1
      guard level > options.limits.depth else { continue }
      first = first ?? value
      deepest = max(deepest, level)
    }
    guard let first else { return }
    note(
      .tooDeep, at: first,
      "containers nest \(deepest) levels deep, where a device takes \(options.limits.depth) and "
        + "shows nothing of a deeper payload")
  }

  /// Looks for keys that an object has twice, and for reserved ones.
  mutating func checkKeys() {
    for value in 0..<tree.count where tree.kind(value) == .object && isReadable(value) {
      let members = tree.children(value)
      if members.count <= 12 {
        for (index, member) in members.enumerated() {
          for other in members[..<index] where tree.haveEqualKeys(member, other) {
            noteDuplicate(member)
            break
          }
        }
      } else {
        var seen = Set<[UInt8]>()
        for member in members where !seen.insert(tree.keyBytes(member)).inserted {
          noteDuplicate(member)
        }
      }
      for member in members where tree.hasKey(member, "$rv") {
        note(
          .reservedRV, at: member, atKey: true,
          "\"$rv\" is reserved for a later format, and no device reads it")
      }
    }
  }

  private mutating func noteDuplicate(_ member: Int) {
    note(
      .duplicateKey, at: member, atKey: true,
      "the object has the key \(shown(tree.key(member))) already, and which value counts is left "
        + "open")
  }

  mutating func checkLength(_ payload: [UInt8]) {
    if options.kind == .liveActivity { return checkPush(payload) }
    let count = payload.count
    let limits = options.limits
    if count > limits.byteCount {
      note(
        .bodyOverLimit, at: SourceTree.root,
        "the payload has \(count) bytes, where a device takes \(limits.byteCount)")
    } else if count > limits.manyBytes {
      note(
        .largeBody, .warning, at: SourceTree.root,
        "the payload has \(count) bytes, where \(limits.manyBytes) are many")
    }
  }

  private mutating func checkPush(_ payload: [UInt8]) {
    guard let count = options.pushByteCount?(payload) else { return }
    let budget = PayloadLinter.pushBudget
    if count.text > budget.most {
      note(
        .liveActivityBudget, at: SourceTree.root,
        "compressed for a push it has \(count.text) bytes, where \(budget.most) are safe and "
          + "4096 the most")
    } else if count.text > budget.many {
      note(
        .liveActivityBudget, .warning, at: SourceTree.root,
        "compressed for a push it has \(count.text) bytes, close to the \(budget.most) that are safe"
      )
    }
    if payload.count > count.compressed * PayloadLinter.pushRatio {
      note(
        .liveActivityBudget, at: SourceTree.root,
        "it shrinks to less than an eighth when compressed for a push, and a device cuts what is "
          + "longer")
    }
  }
}
