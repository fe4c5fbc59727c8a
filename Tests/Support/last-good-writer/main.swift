internal import Glibc
internal import PantileHost
internal import PantileRender

// Writes ever newer values to the slot in the folder that it is given, until it is killed, and a
// line with the number of each value when the store has it. A test kills it at random instants.

/// The value with a number: its bytes tell the number, and their lengths alternate.
func value(_ number: Int) -> LastGoodValue {
  let filler = String(repeating: number.isMultiple(of: 2) ? "a" : "b", count: 1_000)
  let count = number.isMultiple(of: 2) ? 40 : 200
  let fillers = [String](repeating: "\"\(filler)\"", count: count).joined(separator: ",")
  return LastGoodValue(
    props: Array("{\"n\":\(number)}".utf8),
    payload: Array("{\"n\":\(number),\"fill\":[\(fillers)]}".utf8))
}

let file = try LastGoodFile(folder: CommandLine.arguments[1])
var number = try file.load().flatMap { value in
  Int(String(decoding: value.props.filter { (0x30...0x39).contains($0) }, as: UTF8.self))
}
while true {
  let next = (number ?? 0) + 1
  try file.save(value(next))
  let line = Array("\(next)\n".utf8)
  // Safe: as many bytes are written as there are.
  _ = unsafe line.withUnsafeBytes { unsafe write(STDOUT_FILENO, $0.baseAddress, $0.count) }
  number = next
}
