internal import PantileJSON

extension RegexMatcher {
  /// Runs a program from its first word on, at one position.
  ///
  /// The dispatch loop is one function, so that position, stack height and fuel stay in machine
  /// registers. An operation that succeeds continues the loop; one that fails falls out of the
  /// switch, into the step that goes back to the last choice.
  @inline(__always)
  mutating func run<Unit: RegexUnit>(
    _ code: Span<UInt32>, _ sets: Span<UInt32>, _ input: Span<Unit>, _ start: Int,
    _ fuel: inout Int
  ) throws(RegexLimit) -> Bool {
    var left = fuel
    defer { fuel = left }
    var top = base
    var pc = 0
    var position = start
    let count = input.count
    while true {
      left &-= 1
      if left < 0 { throw .fuel }
      let word = code[pc]
      let argument = Int(word >> 8)
      guard let opcode = RegexOpcode(rawValue: UInt8(truncatingIfNeeded: word)) else {
        return false
      }
      switch opcode {
      case .accept:
        setRegister(1, position)
        return true

      case .unit:
        if position < count, Int(truncatingIfNeeded: input[position]) == argument {
          position &+= 1
          pc &+= 1
          continue
        }
      case .units:
        if matches(code, pc &+ 1, argument, input, position) {
          left &-= argument >> 4
          position &+= argument
          pc &+= 1 &+ (argument &+ 1) >> 1
          continue
        }
      case .pair, .any, .anyPoint, .set, .setPoint:
        let end = step(code, pc, sets, input, position)
        if end >= 0 {
          position = end
          pc &+= opcode == .pair ? 2 : 1
          continue
        }

      case .run:
        let body = pc &+ 3
        let least = Int(code[pc &+ 1])
        let low = scan(code, body, sets, input, position, least)
        if low.count == least {
          let most = Int(code[pc &+ 2]) &- least
          let high = scan(code, body, sets, input, low.end, most)
          left &-= low.count &+ high.count
          if high.count > 0 {
            try push(&top, Word.floor, 0, low.end)
            try push(&top, Word.greedy, pc, high.end)
          }
          position = high.end
          pc = behind(code, body)
          continue
        }
        left &-= low.count
      case .lazyRun:
        let body = pc &+ 3
        let least = Int(code[pc &+ 1])
        let low = scan(code, body, sets, input, position, least)
        left &-= low.count
        if low.count == least {
          position = low.end
          if Int(code[pc &+ 2]) > least {
            try push(&top, Word.floor, 0, Int(code[pc &+ 2]) &- least)
            try push(&top, Word.lazy, pc, position)
          }
          pc = behind(code, body)
          continue
        }

      case .jump:
        pc = argument
        continue
      case .split:
        try push(&top, Word.choice, argument, position)
        pc &+= 1
        continue
      case .splitLazy:
        try push(&top, Word.choice, pc &+ 1, position)
        pc = argument
        continue

      case .save:
        try set(argument, position, &top)
        pc &+= 1
        continue
      case .clear:
        let end = Int(code[pc &+ 1])
        left &-= (end &- argument) >> 4
        for index in argument..<end where register(index) >= 0 { try set(index, -1, &top) }
        pc &+= 2
        continue

      case .checkMoved:
        if register(argument) != position {
          pc &+= 1
          continue
        }
      case .zero:
        try set(argument, 0, &top)
        pc &+= 1
        continue
      case .loop:
        let done = register(argument)
        if done < Int(code[pc &+ 1]) {
          pc &+= 4
        } else if done < Int(code[pc &+ 2]) {
          try push(&top, Word.choice, Int(code[pc &+ 3]), position)
          pc &+= 4
        } else {
          pc = Int(code[pc &+ 3])
        }
        continue
      case .lazyLoop:
        let done = register(argument)
        if done < Int(code[pc &+ 1]) {
          pc &+= 4
        } else {
          if done < Int(code[pc &+ 2]) { try push(&top, Word.choice, pc &+ 4, position) }
          pc = Int(code[pc &+ 3])
        }
        continue
      case .checkCounted:
        if register(argument) != position
          || register(Int(code[pc &+ 1])) < Int(code[pc &+ 2])
        {
          pc &+= 3
          continue
        }
      case .next:
        // An unbounded loop counts no further than it must.
        let done = register(argument)
        if done < Int(Int32.max) { try set(argument, done &+ 1, &top) }
        pc = Int(code[pc &+ 1])
        continue

      case .assertStart:
        if position == 0 {
          pc &+= 1
          continue
        }
      case .assertLineStart:
        if position == 0 || isLineEnd(input[position &- 1]) {
          pc &+= 1
          continue
        }
      case .assertEnd:
        if position == count {
          pc &+= 1
          continue
        }
      case .assertLineEnd:
        if position == count || isLineEnd(input[position]) {
          pc &+= 1
          continue
        }
      case .boundary, .notBoundary:
        let isBoundary =
          isWord(input, position &- 1, argument) != isWord(input, position, argument)
        if isBoundary == (opcode == .boundary) {
          pc &+= 1
          continue
        }

      case .backreference:
        let end = backreference(argument, code[pc &+ 1], input, position, &left)
        if end >= 0 {
          position = end
          pc &+= 2
          continue
        }
      case .back:
        if position > 0 {
          position &-= 1
          pc &+= 1
          continue
        }
      case .backPoint:
        if position > 0, !splitsPair(input, position) {
          position &-= splitsPair(input, position &- 1) ? 2 : 1
          pc &+= 1
          continue
        }

      case .look:
        setRegister(argument, position)
        setRegister(argument &+ 1, top)
        pc &+= 1
        continue
      case .lookEnd:
        position = register(argument)
        top = cut(to: register(argument &+ 1), top)
        pc &+= 1
        continue
      case .lookNot:
        setRegister(argument &+ 1, top)
        try push(&top, Word.choice, Int(code[pc &+ 1]), position)
        pc &+= 2
        continue
      case .lookNotEnd:
        top = unwind(to: register(argument &+ 1), top)
      }

      // Go back to the last choice.
      back: while true {
        if top <= base { return false }
        top &-= 8
        let word = memory.load64(top)
        let argument = Int(truncatingIfNeeded: word & 0x1FFF_FFFF)
        let value = Int(truncatingIfNeeded: word >> 32)
        switch (word >> 29) & 7 {
        case Word.undo:
          memory.store32(8 &+ argument &* 4, UInt32(truncatingIfNeeded: word >> 32))
        case Word.choice:
          pc = argument
          position = value
          break back
        case Word.greedy:
          let body = argument &+ 3
          let floor = Int(truncatingIfNeeded: memory.load64(top &- 8) >> 32)
          pc = behind(code, body)
          position = retreat(code, body, input, value, floor, wanted: code[pc], &left)
          if position > floor {
            memory.store64(
              top, UInt64(truncatingIfNeeded: position) << 32 | word & 0xFFFF_FFFF)
            top &+= 8
          } else {
            top &-= 8
          }
          break back
        case Word.lazy:
          let body = argument &+ 3
          let end = step(code, body, sets, input, value)
          left &-= 1
          if left < 0 { throw .fuel }
          if end < 0 {
            top &-= 8
            continue back
          }
          let more = Int(truncatingIfNeeded: memory.load64(top &- 8) >> 32) &- 1
          position = end
          pc = behind(code, body)
          if more > 0 {
            top &-= 8
            try push(&top, Word.floor, 0, more)
            try push(&top, Word.lazy, argument, end)
          } else {
            top &-= 8
          }
          break back
        default: break
        }
      }
    }
  }
}

// MARK: - The stack

extension RegexMatcher {
  @inline(__always)
  private mutating func push(
    _ top: inout Int, _ kind: UInt64, _ argument: Int, _ value: Int
  ) throws(RegexLimit) {
    if top &+ 8 > memory.capacity { try grow(from: top, by: 64) }
    memory.store64(
      top,
      UInt64(truncatingIfNeeded: value) << 32 | kind << 29
        | UInt64(truncatingIfNeeded: argument))
    top &+= 8
  }

  /// Sets a register, and keeps its old value for the way back if there is one.
  @inline(__always)
  private mutating func set(
    _ index: Int, _ value: Int, _ top: inout Int
  ) throws(RegexLimit) {
    if top > base { try push(&top, Word.undo, index, register(index)) }
    setRegister(index, value)
  }

  /// Drops the choices above `height`; the undo words among them are still needed below.
  private mutating func cut(to height: Int, _ top: Int) -> Int {
    if height <= base { return base }
    var kept = height
    var offset = height
    while offset < top {
      let word = memory.load64(offset)
      if (word >> 29) & 7 == Word.undo {
        memory.store64(kept, word)
        kept &+= 8
      }
      offset &+= 8
    }
    return kept
  }

  /// Goes back to `height` and puts the registers back on the way.
  private mutating func unwind(to height: Int, _ top: Int) -> Int {
    var top = top
    while top > height {
      top &-= 8
      let word = memory.load64(top)
      if (word >> 29) & 7 == Word.undo {
        setRegister(
          Int(truncatingIfNeeded: word & 0x1FFF_FFFF), Int(truncatingIfNeeded: word >> 32))
      }
    }
    return height
  }
}
