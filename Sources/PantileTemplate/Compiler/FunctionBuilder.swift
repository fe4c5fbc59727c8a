/// The code of one function while it is being made.
final class FunctionBuilder {
  let parent: FunctionBuilder?
  let scope: Scope
  let node: FunctionNode?
  var flags: FunctionCode.Flags = []
  var name: Atom
  var parameterCount = 0
  var length = 0

  private(set) var words: ContiguousArray<UInt64> = []
  private(set) var cacheAtoms: ContiguousArray<Atom> = []
  private(set) var handlers: [Handler] = []
  private(set) var places: ContiguousArray<CodePlace> = []
  /// Words that hold a jump target in their upper half, and words that are a target.
  private var wideJumps: [Int] = []
  private var wordJumps: [Int] = []

  /// The next free register.
  var nextRegister = 0
  private(set) var registerCount = 0
  /// Scopes of this function that are open, innermost last.
  var openScopes: [Scope] = []
  /// Loops, labelled statements, and protected regions that are open, innermost last.
  var exits: [Exit] = []
  /// The register that holds the closure's scope, or −1.
  var closureScopeRegister = -1

  init(parent: FunctionBuilder?, scope: Scope, node: FunctionNode?, name: Atom) {
    self.parent = parent
    self.scope = scope
    self.node = node
    self.name = name
  }

  /// The index of the next instruction, relative to the function's start.
  var position: Int { words.count }

  // MARK: Registers

  /// Takes the next register.
  func takeRegister() -> Int {
    let taken = nextRegister
    nextRegister += 1
    if nextRegister > registerCount { registerCount = nextRegister }
    return taken
  }

  /// Takes `count` registers in a row and returns the first.
  func takeRegisters(_ count: Int) -> Int {
    let first = nextRegister
    nextRegister += count
    if nextRegister > registerCount { registerCount = nextRegister }
    return first
  }

  // MARK: Instructions

  func emit(_ code: Opcode, _ a: Int = 0, _ b: Int = 0, _ c: Int = 0) {
    words.append(Instruction.pack(code, a, b, c))
  }

  func emit(_ code: Opcode, _ a: Int, wide: Int) {
    words.append(Instruction.pack(code, a, wide: UInt32(truncatingIfNeeded: wide)))
  }

  /// A word that belongs to the instruction before it.
  func emitDetail(_ a: Int, _ b: Int = 0) {
    words.append(
      UInt64(UInt16(truncatingIfNeeded: a)) << 16 | UInt64(UInt16(truncatingIfNeeded: b)) << 32)
  }

  func emitRaw(_ word: UInt64) { words.append(word) }

  /// Notes where the next instruction comes from.
  func mark(_ start: UInt32, _ expression: SourceRange = SourceRange(start: 0, end: 0)) {
    let place = CodePlace(
      position: UInt32(words.count), start: start, expression: expression)
    if let last = places.last, last.position == place.position {
      places[places.count - 1] = place
    } else if let last = places.last, last.start == start, last.expression == expression {
      return
    } else {
      places.append(place)
    }
  }

  /// A cache for a property name.
  func cache(_ atom: Atom) -> Int {
    cacheAtoms.append(atom)
    return cacheAtoms.count - 1
  }

  // MARK: Jumps

  /// A jump whose target is set with ``land(_:)``.
  struct Jump {
    fileprivate var word: Int
    fileprivate var isWide: Bool
  }

  /// A jump with the target in its upper half.
  func jump(_ code: Opcode, _ a: Int = 0) -> Jump {
    wideJumps.append(words.count)
    emit(code, a, wide: 0)
    return Jump(word: words.count - 1, isWide: true)
  }

  /// A jump with the target in a word of its own.
  func jump(_ code: Opcode, _ a: Int, _ b: Int) -> Jump {
    emit(code, a, b)
    wordJumps.append(words.count)
    words.append(0)
    return Jump(word: words.count - 1, isWide: false)
  }

  /// Makes a jump go to the next instruction.
  func land(_ jump: Jump) { land(jump, at: words.count) }

  /// Makes jumps go to the next instruction.
  func land(_ jumps: [Jump]) { for jump in jumps { land(jump) } }

  /// Makes a jump go to an instruction.
  func land(_ jump: Jump, at target: Int) {
    if jump.isWide {
      words[jump.word] = words[jump.word] & 0xFFFF_FFFF | UInt64(UInt32(target)) << 32
    } else {
      words[jump.word] = UInt64(target)
    }
  }

  /// Protects the instructions from `start` up to the next one.
  func protect(from start: Int, target: Int) {
    protect(from: start, to: words.count, target: target)
  }

  /// Protects a range of instructions.
  func protect(from start: Int, to end: Int, target: Int) {
    guard end > start else { return }
    handlers.append(Handler(start: UInt32(start), end: UInt32(end), target: UInt32(target)))
  }

  /// Adds the function to the code store as function `id`.
  func finish(into store: inout CodeStore, id: Int, file: Int, range: SourceRange) {
    let start = store.words.count
    for index in wideJumps {
      let target = words[index] >> 32 + UInt64(start)
      words[index] = words[index] & 0xFFFF_FFFF | target << 32
    }
    for index in wordJumps { words[index] += UInt64(start) }
    var code = FunctionCode(name: name)
    code.flags = flags
    code.parameterCount = UInt16(parameterCount)
    code.length = UInt16(length)
    code.registerCount = UInt16(registerCount + 1)
    code.start = UInt32(start)
    code.firstCache = UInt32(store.cacheAtoms.count)
    code.firstHandler = UInt32(store.handlers.count)
    code.firstPlace = UInt32(store.places.count)
    store.words.append(contentsOf: words)
    store.cacheAtoms.append(contentsOf: cacheAtoms)
    for handler in handlers.reversed() {
      store.handlers.append(
        Handler(
          start: handler.start + UInt32(start), end: handler.end + UInt32(start),
          target: handler.target + UInt32(start)))
    }
    for place in places {
      var moved = place
      moved.position += UInt32(start)
      store.places.append(moved)
    }
    code.endHandler = UInt32(store.handlers.count)
    code.endPlace = UInt32(store.places.count)
    code.file = UInt16(truncatingIfNeeded: file)
    code.range = range
    store.functions[id] = code
  }
}

/// Something that `break`, `continue` and `return` leave.
struct Exit {
  enum Kind {
    /// A loop or switch with what follows it.
    case target
    /// An iterator in three registers that is closed when it is left.
    case iterator(register: Int)
    /// A `finally` block that runs when it is left.
    case finally(body: [Statement], key: ScopeKey)
  }
  var kind: Kind
  var labels: [Name] = []
  var isLoop = false
  var isSwitch = false
  /// The scopes that were open outside of it.
  var scopeDepth: Int
  var breaks: [FunctionBuilder.Jump] = []
  var continues: [FunctionBuilder.Jump] = []
  /// Regions whose handler must not cover code that runs while leaving: starts of gaps.
  var gaps: [(start: Int, end: Int)] = []
}
