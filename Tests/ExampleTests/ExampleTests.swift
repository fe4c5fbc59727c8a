import Foundation
import Testing

/// An example of docs/examples that is running.
private final class Example {
  private let process = Process()
  private let output = Pipe()

  /// Starts the program that was built with the tests.
  init(_ name: String, _ arguments: [String]) throws {
    let tests = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    process.executableURL = tests.deletingLastPathComponent().appendingPathComponent(name)
    process.arguments = arguments
    process.standardOutput = output
    process.standardError = output
    try process.run()
  }

  deinit {
    if process.isRunning { process.terminate() }
  }

  /// What the program has printed, up to its next line feed.
  func line() -> String {
    var line = Data()
    while let byte = try? output.fileHandleForReading.read(upToCount: 1), byte != Data([0x0a]) {
      if byte.isEmpty { break }
      line += byte
    }
    return String(decoding: line, as: UTF8.self)
  }

  /// Asks the program to end, as a service manager does.
  func terminate() { process.terminate() }

  /// Waits for the end; the rest of the output, and the exit status.
  func end() -> (output: String, status: Int32) {
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (String(decoding: data, as: UTF8.self), process.terminationStatus)
  }
}

/// Asks a server at a port of this machine, through bash's own sockets; the body of its answer.
private func ask(_ port: String, _ method: String, _ target: String, body: String = "") throws
  -> String
{
  let request =
    "\(method) \(target) HTTP/1.1\\r\\nHost: example\\r\\nConnection: close\\r\\n"
    + "Content-Length: \(body.utf8.count)\\r\\n\\r\\n"
  let script = """
    exec 3<>"/dev/tcp/127.0.0.1/$1"; printf '\(request)' >&3; printf '%s' "$2" >&3; cat <&3
    """
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/bin/bash")
  process.arguments = ["-c", script, "ask", port, body]
  let output = Pipe()
  process.standardOutput = output
  try process.run()
  let answer = String(
    decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  process.waitUntilExit()
  return answer.components(separatedBy: "\r\n\r\n").dropFirst().joined()
}

struct ExampleTests {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Compares with a file of Corpus/examples, or writes it when `RECORD` is set.
  private func expect(_ output: String, _ name: String) throws {
    let file = Self.root.appendingPathComponent("Corpus/examples/\(name).txt")
    if ProcessInfo.processInfo.environment["RECORD"] != nil {
      try output.write(to: file, atomically: true, encoding: .utf8)
    }
    #expect(try output == String(contentsOf: file, encoding: .utf8))
  }

  @Test(arguments: [
    ("weather", #"{"city": "Rome", "temperature": 21.5, "sky": "cloud.sun"}"#, 0),
    ("wrong-type", #"{"city": "Rome", "temperature": "21.5", "sky": "cloud.sun"}"#, 1),
    ("no-props", "{}", 1),
    ("no-json", #"{"city": "Rome" "temperature": 21.5}"#, 1),
  ])
  func `renders to standard output`(name: String, props: String, status: Int32) throws {
    let run = try Example("render-to-stdout", [props]).end()
    try expect(run.output, "render-to-stdout-\(name)")
    #expect(run.status == status)
  }

  @Test func `serves three widgets`() throws {
    let server = try Example("server-handler", ["0"])
    let port = server.line().components(separatedBy: "port: ").last?.prefix { $0.isNumber } ?? ""
    let query = "platform=ios&widgetId="
    let named = "user&configuration=%7B%22name%22%3A%22Ada%22%7D"
    let answers = [
      try ask(String(port), "GET", "/?\(query)hello"),
      try ask(String(port), "GET", "/?\(query)\(named.replacing("%", with: "%%"))"),
      try ask(String(port), "POST", "/?\(query)post", body: #"{"name":"Bob"}"#),
      try ask(String(port), "GET", "/?\(query)other"),
    ]
    try expect(answers.joined(separator: "\n") + "\n", "server-handler")
    server.terminate()
    #expect(server.end().status == 0)
  }
}
