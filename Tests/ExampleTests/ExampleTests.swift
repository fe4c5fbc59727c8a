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

/// What a device asks for.
private struct Question {
  var target: String
  var body = ""

  init(_ widget: String, configuration: String = "", body: String = "") {
    target = "/?platform=ios&widgetId=\(widget)"
    if !configuration.isEmpty { target += "&configuration=\(configuration)" }
    self.body = body
  }

  /// Asks a server at a port of this machine, through bash's own sockets; the body of its answer,
  /// or the status of one without.
  func ask(_ port: String) throws -> String {
    let request =
      "\(body.isEmpty ? "GET" : "POST") \(target) HTTP/1.1\r\nHost: example\r\n"
      + "Connection: close\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    let script = #"exec 3<>"/dev/tcp/127.0.0.1/$1"; printf %s "$2" >&3; cat <&3"#
    process.arguments = ["-c", script, "ask", port, request]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let answer = String(
      decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    let body = answer.components(separatedBy: "\r\n\r\n").dropFirst().joined()
    return body.isEmpty ? answer.components(separatedBy: "\r\n")[0] : body
  }
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

  @Test func `keeps the last good props`() throws {
    let run = try Example(
      "trial-render",
      [
        #"{"title": "Rain"}"#, #"{"title": "Rain", "level": 0.4}"#,
        #"{"title": "Sun", "level": "1"}"#,
      ]
    ).end()
    try expect(run.output, "trial-render")
    #expect(run.status == 0)
  }

  /// Starts a server, asks it and ends it.
  private func serve(_ name: String, _ questions: [Question]) throws {
    let server = try Example(name, ["0"])
    let port = server.line().components(separatedBy: "port: ").last?.prefix { $0.isNumber } ?? ""
    let answers = try questions.map { try $0.ask(String(port)) }
    try expect(answers.joined(separator: "\n") + "\n", name)
    server.terminate()
    #expect(server.end().status == 0)
  }

  @Test func `serves three widgets`() throws {
    try serve(
      "server-handler",
      [
        Question("hello"), Question("user", configuration: "%7B%22name%22%3A%22Ada%22%7D"),
        Question("post", body: #"{"name":"Bob"}"#), Question("other"),
      ])
  }

  @Test func `serves what the tutorial ends with`() throws {
    try serve(
      "weather",
      [
        Question("weather"), Question("weather", configuration: "%7B%22city%22%3A%22oslo%22%7D"),
        Question("weather", configuration: "%7B%22city%22%3A%22bonn%22%7D"),
      ])
  }
}
