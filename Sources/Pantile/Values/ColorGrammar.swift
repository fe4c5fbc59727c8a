// The colour grammar of the payload, as far as text can be checked without keeping anything.

/// Whether a device reads `text` as a colour: `#` and 3, 4, 6 or 8 digits, `rgb(…)`, `rgba(…)`,
/// `hsl(…)`, `hsla(…)`, or a name.
func isColor(_ text: String) -> Bool {
  let bytes = text.utf8
  guard let first = bytes.first else { return false }
  if first == UInt8(ascii: "#") { return isHex(bytes.dropFirst(), orShort: true) }
  if bytes.last == UInt8(ascii: ")") { return isColorFunction(text) }
  if ColorName.allCases.contains(where: { matches(bytes, $0.wire) }) { return true }
  return isHex(bytes[...], orShort: false)
}

private func matches(_ bytes: String.UTF8View, _ word: StaticString) -> Bool {
  var rest = bytes.makeIterator()
  for scalar in word.description.utf8 {
    guard let byte = rest.next(), byte | 0x20 == scalar else { return false }
  }
  return rest.next() == nil
}

private func isHex(_ digits: Substring.UTF8View, orShort: Bool) -> Bool {
  let count = digits.count
  guard count == 6 || count == 8 || (orShort && (count == 3 || count == 4)) else { return false }
  return digits.allSatisfy { byte in
    (0x30...0x39).contains(byte) || (0x41...0x46).contains(byte & 0xDF)
  }
}

/// Whether a function has the right number of parts, each a number with the units that it may have.
private func isColorFunction(_ text: String) -> Bool {
  guard let open = text.utf8.firstIndex(of: UInt8(ascii: "(")) else { return false }
  let name = text[..<open].lowercased()
  guard let isHue = ["rgb": false, "rgba": false, "hsl": true, "hsla": true][name] else {
    return false
  }
  let inner = text[open...].dropFirst().dropLast()
  let takesAlpha = name.hasSuffix("a")
  var parts: [Substring]
  if inner.utf8.contains(UInt8(ascii: ",")) {
    parts = inner.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == (takesAlpha ? 4 : 3) else { return false }
  } else {
    let halves = inner.split(separator: "/", omittingEmptySubsequences: false)
    parts = halves[0].split(separator: " ")
    guard parts.count == 3, halves.count <= 2, halves.count == 2 || !takesAlpha else {
      return false
    }
    if halves.count == 2 { parts.append(halves[1]) }
  }
  for (index, part) in parts.enumerated() {
    let isHuePart = isHue && index == 0
    let needsPercent = isHue && (index == 1 || index == 2)
    guard isNumber(part, isHue: isHuePart, needsPercent: needsPercent) else { return false }
  }
  return true
}

private func isNumber(_ text: Substring, isHue: Bool, needsPercent: Bool) -> Bool {
  var text = text
  while text.first == " " { text = text.dropFirst() }
  while text.last == " " { text = text.dropLast() }
  if isHue {
    for unit in ["deg", "rad", "turn"] where text.hasSuffix(unit) {
      text = text.dropLast(unit.count)
      break
    }
  } else if text.last == "%" {
    text = text.dropLast()
  } else if needsPercent {
    return false
  }
  return Double(text)?.isFinite ?? false
}
