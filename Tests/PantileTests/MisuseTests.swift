import Foundation
import Testing

/// What the compiler refuses.
struct MisuseTests {
  /// `Corpus/dsl/misuse.swift` says which lines must not compile and why; the compiler's own
  /// verifier compares that with what it finds.
  @Test func `refuses misuse when it is compiled`() throws {
    let source = Corpus.file("dsl/misuse.swift")
    let system = Corpus.root.deletingLastPathComponent().appendingPathComponent("Sources/System")
    let tests = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    let modules = tests.deletingLastPathComponent().appendingPathComponent("Modules")
    var arguments = [
      "swiftc", "-frontend", "-typecheck", "-verify", "-verify-ignore-unrelated",
      "-swift-version", "6", "-I", modules.path,
    ]
    for module in ["CThreadStack", "CXXHash", "CZlib", "CBrotli"] {
      let map = system.appendingPathComponent("\(module)/module.modulemap").path
      arguments += ["-Xcc", "-fmodule-map-file=\(map)"]
    }
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = arguments + [source.path]
    process.standardError = output
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(text)")
    #expect(text == "")
  }
}
