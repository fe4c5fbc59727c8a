import Foundation
import PantileRender
import Testing

@testable import PantileHost

/// Kills a process that saves, at random instants, and looks at what it left.
@Suite struct KilledWriterTests {
  private static let writer = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent().appendingPathComponent("last-good-writer")

  @Test func `a writer that is killed at any instant leaves a whole value`() throws {
    let folder = try Folder()
    let seed = UInt64.random(in: 0...UInt64.max)
    print("seed of the kills: \(seed)")
    var random = SplitMix(state: seed)
    var last = 0
    var leftovers = 0
    for round in 0..<300 {
      // Some writers are killed while they start.
      let told = try Self.runWriter(
        folder.slot, waits: round % 8 != 0, microseconds: Int(random.next() % 12_000))
      if folder.names.contains(where: { $0.hasSuffix(".part") }) { leftovers += 1 }
      let value = try LastGoodFile(folder: folder.slot).load()
      let number = try value.map(Self.number) ?? 0
      #expect(number >= max(told, last), "round \(round), seed \(seed)")
      #expect(folder.names.allSatisfy { $0 == "last-good" }, "round \(round), seed \(seed)")
      last = number
    }
    print("values written: \(last), drafts left behind: \(leftovers)")
    #expect(last > 300)
    #expect(leftovers > 0)
  }

  /// Runs a writer for some time and returns the number of the last value that it told of.
  private static func runWriter(
    _ folder: String, waits: Bool, microseconds: Int
  ) throws -> Int {
    let process = Process()
    process.executableURL = writer
    process.arguments = [folder]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = pipe.fileHandleForReading
    var text = waits ? output.availableData : Data()
    // Not a wait for something to happen: the random instant of the kill.
    usleep(UInt32(microseconds))
    kill(process.processIdentifier, SIGKILL)
    text += output.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal)
    let lines = String(decoding: text, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    // What stands behind the last line feed was not told whole.
    return lines.dropLast().last.flatMap { Int($0) } ?? 0
  }

  /// The number of a value, which its props and its payload must agree on.
  private static func number(_ value: LastGoodValue) throws -> Int {
    let digits = value.props.filter { (0x30...0x39).contains($0) }
    let number = try #require(Int(String(decoding: digits, as: UTF8.self)))
    #expect(value.props == Array("{\"n\":\(number)}".utf8))
    #expect(value.payload.starts(with: "{\"n\":\(number),\"fill\":[".utf8))
    #expect(value.payload.suffix(2) == Array("]}".utf8)[...])
    let count = number.isMultiple(of: 2) ? 40 : 200
    #expect(value.payload.count == "{\"n\":\(number),\"fill\":[]}".utf8.count + count * 1_003 - 1)
    return number
  }
}
