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
  if unsafe isParseOnly { return }
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
  benchEvents(name, bytes, seconds: seconds)
  parse(.lastWins)
  print("\(name) memory-used-percent \(document.byteCount * 100 / count)")
  print("\(name) memory-reserved-percent \(document.reservedByteCount * 100 / count)")
  var buffer = ByteBuffer(capacity: count * 2)
  let write = measure(count, seconds: seconds) {
    buffer.removeAll()
    document.write(to: &buffer)
  }
  report(name, "write", write)
  benchCanonical(name, document, count, seconds: seconds)
}

/// The speed of the event reader, with chunks of 64 KiB.
func benchEvents(_ name: String, _ bytes: [UInt8], seconds: Double) {
  let speed = measure(bytes.count, seconds: seconds) {
    var reader = JSONEventReader(capacity: 1 << 17)
    do {
      var start = 0
      while true {
        let event = try reader.next()
        if event == .end { break }
        guard event == .needsInput else { continue }
        let end = min(bytes.count, start + 65_536)
        if start == end { reader.finish() }
        try unsafe reader.feed(bytes.span.extracting(start..<end).bytes)
        start = end
      }
    } catch { print(error) }
  }
  report(name, "events", speed)
}

/// The speed of the canonical hash, and what a hash of the written canonical text takes.
func benchCanonical(
  _ name: String, _ document: borrowing JSONDocument, _ count: Int, seconds: Double
) {
  var canonical = CanonicalWriter()
  var hash: ContentHash?
  let clock = ContinuousClock()
  var best = Double.infinity
  let start = clock.now
  repeat {
    let begin = clock.now
    do { hash = try canonical.hash(document) } catch { return print("\(name) \(error)") }
    let time = clock.now - begin
    best = min(best, Double(time.components.attoseconds) / 1e18)
  } while clock.now - start < .seconds(seconds)
  report(name, "canonical-hash", Double(count) / best / 1e6)
  if let hash { print("\(name) hash \(hash)") }
}

// MARK: - Memory

/// Reads a large file as events in pieces and prints the peak of the process.
func benchMemory(_ path: String) {
  guard let file = unsafe fopen(path, "rb") else { return print("cannot read \(path)") }
  // Safe: `file` is open until here ends, and reads stay in the buffer.
  defer { unsafe fclose(file) }
  var chunk = [UInt8](repeating: 0, count: 1 << 16)
  var reader = JSONEventReader(capacity: 1 << 17)
  var events = 0
  do {
    while true {
      let event = try reader.next()
      events += 1
      if event == .end { break }
      guard event == .needsInput else { continue }
      let count = unsafe fread(&chunk, 1, chunk.count, file)
      if count == 0 { reader.finish() }
      try unsafe reader.feed(chunk.span.extracting(0..<count).bytes)
    }
  } catch { print(error) }
  print("events \(events), reader \(reader.reservedByteCount) bytes")
  if let status = readFile("/proc/self/status") {
    let lines = String(decoding: status, as: UTF8.self).split(separator: "\n")
    for line in lines where line.hasPrefix("VmHWM") { print(line) }
  }
}

// MARK: - Doubles

/// Prints doubles of random bits (SplitMix64 from seed 1), a line each, and checks that each reads
/// back; tools/print-doubles.js prints the same with Node.
func printDoubles(_ count: Int) {
  var state: UInt64 = 1
  var buffer = ByteBuffer(capacity: 1 << 17)
  var failures = 0
  for index in 1...max(count, 1) {
    state &+= 0x9e37_79b9_7f4a_7c15
    var bits = state
    bits = (bits ^ bits >> 30) &* 0xbf58_476d_1ce4_e5b9
    bits = (bits ^ bits >> 27) &* 0x94d0_49bb_1331_11eb
    bits ^= bits >> 31
    let value = Double(bitPattern: bits)
    let start = buffer.count
    buffer.append(number: value)
    if value.isFinite {
      buffer.withBytes(from: start) { text in
        let read = unsafe text.withUnsafeBytes {
          // Safe: the span does not outlive the call.
          unsafe NumberParser.parse($0.bindMemory(to: UInt8.self).span)
        }
        if read != value { failures += 1 }
      }
    }
    buffer.append(0x0a)
    if buffer.count > 1 << 16 || index == count {
      buffer.withBytes { bytes in
        // Safe: `byteCount` bytes are readable at the address.
        _ = unsafe bytes.withUnsafeBytes { unsafe fullWrite(1, $0) }
      }
      buffer.removeAll()
    }
  }
  var summary = "\(count) doubles, \(failures) read back wrongly\n"
  summary.withUTF8 { unsafe fullWrite(2, UnsafeRawBufferPointer($0)) }
}

/// Writes all bytes to a file descriptor.
func fullWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) {
  var start = 0
  while start < bytes.count {
    // Safe: the rest of the buffer is readable.
    let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[start...])
    let count = unsafe write(descriptor, rest.baseAddress, rest.count)
    if count <= 0 { return }
    start += count
  }
}

nonisolated(unsafe) var isParseOnly = false
var seconds = 0.15
var paths = CommandLine.arguments.dropFirst()
if paths.first == "--seconds" {
  seconds = Double(paths.dropFirst().first ?? "") ?? seconds
  paths = paths.dropFirst(2)
}
if paths.first == "--parse-only" {
  unsafe isParseOnly = true
  paths = paths.dropFirst()
}
if paths.first == "--doubles" {
  printDoubles(Int(paths.dropFirst().first ?? "") ?? 1_000)
} else if paths.first == "--memory" {
  for path in paths.dropFirst() { benchMemory(path) }
} else {
  for path in paths { bench(path, seconds: seconds) }
}
