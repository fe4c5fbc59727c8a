// Measures PantileJSON on files: json-bench [--seconds S] FILE…
//
// One line a measurement: file, operation, megabytes of the input a second (the best round). The
// lines have the form of tools/compare-json's peer, which puts both side by side.

import Glibc
import PantileJSON

func readFile(_ path: String) -> [UInt8]? {
  guard let file = unsafe fopen(path, "rb") else { return nil }
  // Safe: `file` is open until here ends, and reads stay in the buffer.
  defer { unsafe fclose(file) }
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let count = unsafe fread(&buffer, 1, buffer.count, file)
    if count == 0 { return bytes }
    bytes += buffer[0..<count]
  }
}

/// The best speed of many rounds in megabytes a second.
func measure(_ byteCount: Int, seconds: Double, _ body: () -> Void) -> Double {
  let clock = ContinuousClock()
  body()
  var best = Double.infinity
  let start = clock.now
  while clock.now - start < .seconds(seconds) {
    let begin = clock.now
    body()
    let time = clock.now - begin
    let taken = Double(time.components.attoseconds) / 1e18 + Double(time.components.seconds)
    best = min(best, taken)
  }
  return Double(byteCount) / best / 1e6
}

func report(_ name: String, _ operation: String, _ speed: Double) {
  print("\(name) \(operation) \(Int(speed))")
}

func bench(_ path: String, seconds: Double) {
  guard let bytes = readFile(path) else { return print("cannot read \(path)") }
  let name = String(path.split(separator: "/").last?.split(separator: ".").first ?? "")
  let count = bytes.count
  var document = JSONDocument()
  var failure: JSONError?
  func parse(_ duplicates: JSONReadOptions.DuplicateKeys) {
    let options = JSONReadOptions(duplicates: duplicates)
    do { try unsafe document.parse(bytes.span.bytes, options: options) } catch { failure = error }
  }
  parse(.lastWins)
  if let failure { return print("\(name) \(failure)") }
  report(name, "parse", measure(count, seconds: seconds) { parse(.lastWins) })
  report(name, "parse-keep", measure(count, seconds: seconds) { parse(.keep) })
  for size in [4_096, 65_536] {
    report(
      name, "parse-chunks-\(size)",
      measure(count, seconds: seconds) {
        document.begin()
        do {
          var start = 0
          while start < count {
            let end = min(count, start + size)
            try unsafe document.feed(bytes.span.extracting(start..<end).bytes)
            start = end
          }
          try document.finish()
        } catch { print(error) }
      })
  }
  print("\(name) memory-used-percent \(document.byteCount * 100 / count)")
  print("\(name) memory-reserved-percent \(document.reservedByteCount * 100 / count)")
}

var seconds = 0.15
var paths = CommandLine.arguments.dropFirst()
if paths.first == "--seconds" {
  seconds = Double(paths.dropFirst().first ?? "") ?? seconds
  paths = paths.dropFirst(2)
}
for path in paths { bench(path, seconds: seconds) }
