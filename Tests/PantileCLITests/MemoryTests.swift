import Foundation
import Glibc
import Testing

/// What a release build holds in memory when its payload is ready; debug builds are larger.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["PANTILE_CLI"] != nil))
struct MemoryTests {
  /// `/proc` of a run whose payload waits for room in a full pipe.
  private struct Snapshot {
    var peakInBytes: Int
    var mapped: String
  }

  private static let peak = 12_000_000
  /// `F_SETPIPE_SZ`, which Glibc's module lacks.
  private static let setPipeSize: Int32 = 1_031

  private func snapshot(_ words: [String]) throws -> Snapshot {
    let output = Pipe()
    let errors = Pipe()
    let room = fcntl(output.fileHandleForWriting.fileDescriptor, Self.setPipeSize, 4_096)
    output.fileHandleForWriting.write(Data(count: Int(room)))
    let process = Process()
    process.executableURL = CommandRun.program
    process.arguments = words + ["--summary"]
    process.currentDirectoryURL = Tree.files
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    // The summary comes when the payload is made and before it is written.
    let summary = String(decoding: errors.fileHandleForReading.availableData, as: UTF8.self)
    #expect(summary.hasPrefix("summary: "))
    let folder = "/proc/\(process.processIdentifier)"
    let status = try text("\(folder)/status")
    let mapped = try text("\(folder)/maps")
    _ = output.fileHandleForReading.availableData
    _ = output.fileHandleForReading.availableData
    process.waitUntilExit()
    let line = status.components(separatedBy: "\n").first { $0.hasPrefix("VmHWM:") } ?? ""
    let kibibytes = Int(line.split(separator: " ").dropLast().last ?? "") ?? .max >> 10
    return Snapshot(peakInBytes: kibibytes << 10, mapped: mapped)
  }

  /// All of a file of the kernel, which tells no size and comes in pieces.
  private func text(_ path: String) throws -> String {
    let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
    return String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self)
  }

  @Test func `a first payload takes less than 12 MB`() throws {
    let words = ["render", "weather.tsx", "--props", "props.json"]
    let found = try snapshot(words)
    #expect(found.peakInBytes < Self.peak)
    #expect(!found.mapped.contains("libicu"))
    #expect(!found.mapped.contains("Foundation"))
    #expect(found.mapped.contains("jemalloc"))
    print("first payload: \(found.peakInBytes) bytes peak resident")
  }
}
