internal import PantileJSON

/// `Number.prototype.toString(radix)` with the digits that V8 gives.
enum RadixText {
  /// Appends a finite number in a base from 2 to 36.
  static func append(_ number: Double, radix: Int, to text: inout ByteBuffer) {
    if number < 0 { text.append(0x2D) }
    let magnitude = number.magnitude
    var whole = magnitude.rounded(.down)
    let start = text.count
    if magnitude != whole {
      // The fraction comes first, because it may carry into the integer part.
      var digits: ContiguousArray<UInt8> = []
      if fraction(of: magnitude, Double(radix), &digits) { whole += 1 }
      appendWhole(whole, radix, start, &text)
      if !digits.isEmpty {
        text.append(0x2E)
        for digit in digits { text.append(letter(digit)) }
      }
    } else {
      appendWhole(whole, radix, start, &text)
    }
  }

  private static func letter(_ digit: UInt8) -> UInt8 { digit + (digit < 10 ? 0x30 : 0x57) }

  /// The digits behind the point that tell the number from its neighbours; true for a carry.
  private static func fraction(
    of number: Double, _ radix: Double, _ digits: inout ContiguousArray<UInt8>
  ) -> Bool {
    var rest = number - number.rounded(.down)
    var delta = max(0.5 * (number.nextUp - number), Double.leastNonzeroMagnitude)
    guard rest >= delta else { return false }
    repeat {
      rest *= radix
      delta *= radix
      let digit = UInt8(rest)
      digits.append(digit)
      rest -= Double(digit)
      let isUp = rest > 0.5 || rest == 0.5 && digit & 1 == 1
      if isUp, rest + delta > 1 {
        while let last = digits.popLast() {
          if Double(last) + 1 < radix {
            digits.append(last + 1)
            return false
          }
        }
        return true
      }
    } while rest >= delta
    return false
  }

  private static func appendWhole(
    _ number: Double, _ radix: Int, _ start: Int, _ text: inout ByteBuffer
  ) {
    var whole = number
    let base = Double(radix)
    // Digits below the precision of the number are zeros.
    while whole / base >= 9_007_199_254_740_992 {
      whole /= base
      text.append(0x30)
    }
    repeat {
      let digit = whole.truncatingRemainder(dividingBy: base)
      text.append(letter(UInt8(digit)))
      whole = (whole - digit) / base
    } while whole > 0
    var low = start
    var high = text.count - 1
    while low < high {
      let byte = text[low]
      text[low] = text[high]
      text[high] = byte
      low += 1
      high -= 1
    }
  }
}
