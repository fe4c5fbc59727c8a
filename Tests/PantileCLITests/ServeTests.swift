import Foundation
import Glibc
import Testing

@Suite(.serialized) struct ServeTests {
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    try scratch.write(Self.widget("°"), to: "weather.tsx")
    try scratch.write(#"{"city":"Oslo","degrees":4}"#, to: "weather.json")
    try configure()
  }

  private static func widget(_ unit: String) -> String {
    """
    import { Voltra } from '@use-voltra/ios'
    import { text } from './text'
    export default (props, env) =>
      <Voltra.Text>{text(props)}\(unit) {env.locale} {env.configuration.unit}</Voltra.Text>
    """
  }

  private func configure(_ more: String = "", widget: String = "") throws {
    try scratch.write("export const text = p => p.city + p.degrees.toFixed(0)", to: "text.ts")
    try scratch.write(
      """
      {"listen": "127.0.0.1:0", \(more) "widgets": [{"id": "weather", "entry": "weather.tsx",
       "supportedFamilies": ["systemSmall"], "props": "weather.json" \(widget)}]}
      """, to: "pantile.json")
  }

  private func start() throws -> RunningServer {
    try RunningServer(scratch.folder.appendingPathComponent("pantile.json").path)
  }

  private static func payload(_ text: String) -> String {
    #"{"v":1,"systemSmall":{"t":0,"c":"\#(text)"}}"#
  }

  private static let query = "/?widgetId=weather&platform=ios"

  @Test func `renders with the locale and configuration of a request`() throws {
    let server = try start()
    #expect(try server.get(Self.query) == Self.payload("Oslo4° en-US "))
    let placed = "&locale=de_DE&configuration=%7B%22unit%22:%22C%22%7D"
    #expect(try server.get(Self.query + placed) == Self.payload("Oslo4° de-DE C"))
    #expect(
      try server.get("/?widgetId=weather&platform=android")
        == #"{"error":"No Android render handler configured for widget: weather"}"#)
    #expect(try server.terminate() == 0)
    let log = server.output.split(separator: "\n")
    #expect(log.count == 3)
    #expect(log[0].contains(#""target":"/?widgetId=weather&platform=ios","status":200,"bytes":50"#))
  }

  @Test func `takes changed files when they are good, and only then`() throws {
    try configure(widget: #", "ttlSeconds": 3600"#)
    let server = try start()
    let first = Self.payload("Oslo4° en-US ")
    #expect(try server.get(Self.query) == first)

    try scratch.write(#"{"city":"Oslo"}"#, to: "weather.json")
    try server.waitForErrors("reading 'toFixed'")
    #expect(try server.get(Self.query) == first)
    try scratch.write(#"{"city":"Oslo","degrees":5}"#, to: "weather.json")
    try server.wait(Self.query, Self.payload("Oslo5° en-US "))

    try scratch.write("export default () => <b", to: "weather.tsx")
    try server.waitForErrors("SyntaxError")
    #expect(try server.get(Self.query) == Self.payload("Oslo5° en-US "))
    try scratch.write(#"{"city":"Rome","degrees":5}"#, to: "weather.json")
    try server.wait(Self.query, Self.payload("Rome5° en-US "))
    try scratch.write(Self.widget(" degrees"), to: "weather.tsx")
    try server.wait(Self.query, Self.payload("Rome5 degrees en-US "))

    // A file that is imported, a props file that goes, and one that comes with a new widget.
    try scratch.write("export const text = p => p.town.trim()", to: "text.ts")
    try server.waitForErrors("reading 'trim'")
    try scratch.write(#"{"town":"Bonn"}"#, to: "weather.json")
    try server.wait(Self.query, Self.payload("Bonn degrees en-US "))
    try FileManager.default.removeItem(at: scratch.folder.appendingPathComponent("weather.json"))
    try server.waitForErrors("weather.json': No such file")
    #expect(try server.get(Self.query) == Self.payload("Bonn degrees en-US "))
  }

  @Test func `serves what was good last after it was killed in the middle of swaps`() throws {
    for round in 0..<3 {
      let server = try start()
      for number in 0..<20 {
        try scratch.write(#"{"city":"Oslo","degrees":\#(round * 20 + number)}"#, to: "weather.json")
        usleep(30_000)
      }
      let last = try server.get(Self.query)
      kill(server.process.processIdentifier, SIGKILL)
      server.process.waitUntilExit()
      try scratch.write("{", to: "weather.json")
      try scratch.write("export default", to: "weather.tsx")
      let next = try start()
      let shown = try next.get(Self.query)
      // Between the last answer and the end one more change may have been taken.
      let number = { (text: String) in
        Int(text.components(separatedBy: "Oslo").last?.prefix { $0.isNumber } ?? "") ?? -1
      }
      #expect(shown.hasPrefix(#"{"v":1,"systemSmall":{"t":0,"c":"Oslo"#))
      #expect(number(shown) >= number(last))
      #expect(next.errors.contains("SyntaxError"))
      #expect(try next.terminate() == 0)
      try scratch.write(Self.widget("°"), to: "weather.tsx")
    }
  }

  @Test func `finds props by instance`() throws {
    try configure()
    let config = try String(
      contentsOf: scratch.folder.appendingPathComponent("pantile.json"), encoding: .utf8)
    try scratch.write(
      config.replacingOccurrences(of: "\"weather.json\"", with: "\"props\", \"mode\": \"props\""),
      to: "pantile.json")
    try scratch.write(#"{"city":"Rome","degrees":1}"#, to: "props/default.json")
    // The key of {"city":"Paris","units":"metric"}.
    try scratch.write(#"{"city":"Paris","degrees":2}"#, to: "props/8e22a4e8.json")
    try scratch.write("no props", to: "props/notes.json")
    let server = try start()
    let paris =
      Self.query + "&configuration=%7B%22city%22:%22Paris%22,%22units%22:%22metric%22%7D"
    #expect(try server.get(Self.query) == #"{"city":"Rome","degrees":1}"#)
    #expect(try server.get(paris) == #"{"city":"Paris","degrees":2}"#)
    try FileManager.default.removeItem(
      at: scratch.folder.appendingPathComponent("props/8e22a4e8.json"))
    try server.wait(paris, #"{"city":"Rome","degrees":1}"#)
  }

  @Test func `checks tokens and takes a changed list of them`() throws {
    // The digests of abc and of the empty text.
    let digest = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    try scratch.write("# tokens\n\n\(digest)\n", to: "tokens.txt")
    try configure(#""tokens": "tokens.txt","#)
    let server = try start()
    #expect(try server.get(Self.query) == #"{"error":"Authorization required"}"#)
    let field = "Authorization: Bearer abc\r\n"
    #expect(try server.get(Self.query, fields: field) == Self.payload("Oslo4° en-US "))
    try scratch.write("", to: "tokens.txt")
    try server.wait(Self.query, #"{"error":"Invalid token"}"#, fields: field)
    try scratch.write("x", to: "tokens.txt")
    try server.waitForErrors("expected a SHA-256")
  }

  @Test func `tells health and figures on an address of their own`() throws {
    try configure(#""admin": "127.0.0.1:0", "accessLog": false,"#)
    let server = try start()
    _ = try server.get(Self.query)
    #expect(try server.get("/healthz", admin: true) == "ok\n")
    #expect(try server.get("/readyz", admin: true) == "ready\n")
    let metrics = try server.get("/metrics", admin: true)
    for line in [#"pantile_http_responses_total{status="200"} 1"#, "pantile_http_requests_total 1"]
    {
      #expect(metrics.contains("\n\(line)\n"))
    }
    // Neither address has what the other one has.
    #expect(try server.get(Self.query, admin: true) == #"{"error":"Not found"}"#)
    for path in ["/healthz", "/readyz", "/metrics"] {
      #expect(
        try server.get(path) == #"{"error":"Missing required query parameter: widgetId"}"#)
    }
    let peak = metrics.components(separatedBy: "\npantile_memory_peak_bytes ")[1]
    #expect((Int(peak.prefix { $0.isNumber }) ?? 0) > 1 << 20)
    #expect(try server.terminate() == 0)
    #expect(server.output == "")
  }

  @Test func `is not ready before anything of a widget was good`() throws {
    try scratch.write("export default", to: "weather.tsx")
    try configure(#""admin": "127.0.0.1:0","#)
    let server = try start()
    #expect(try server.get("/readyz", admin: true) == "not ready\n")
    #expect(try server.get(Self.query) == #"{"error":"Internal server error"}"#)
    try scratch.write(Self.widget("°"), to: "weather.tsx")
    try server.wait(Self.query, Self.payload("Oslo4° en-US "))
    #expect(try server.get("/readyz", admin: true) == "ready\n")
  }

  @Test func `ends with an error where it cannot listen`() throws {
    try configure()
    let path = try scratch.write(
      #"{"listen":"192.0.2.1:1","widgets":[{"id":"a","entry":"weather.tsx","props":"weather.json"}]}"#,
      to: "away.json")
    let run = try CommandRun.pantile(["serve", "--config", path.path])
    #expect(run.status == 1)
    #expect(run.firstErrorLine.hasPrefix("error: cannot listen on http://192.0.2.1:1: "))
  }

  @Test func `keeps nothing when it only checks`() throws {
    let path = scratch.folder.appendingPathComponent("pantile.json").path
    #expect(try CommandRun.pantile(["serve", "--check", "--config", path]).status == 0)
    let state = scratch.folder.appendingPathComponent(".pantile").path
    #expect(!FileManager.default.fileExists(atPath: state))
  }
}

/// A `pantile serve` that runs until the end of the test.
final class RunningServer {
  struct Failure: Error, CustomStringConvertible { var description: String }

  let process = Process()
  private let scratch: Scratch
  private(set) var address: URL?
  private var admin: URL?

  init(_ configuration: String) throws {
    scratch = try Scratch()
    process.executableURL = CommandRun.program
    process.arguments = ["serve", "--config", configuration]
    for name in ["output", "errors"] { try scratch.write("", to: name) }
    process.standardOutput = try FileHandle(forWritingTo: file("output"))
    process.standardError = try FileHandle(forWritingTo: file("errors"))
    try process.run()
    try waitForErrors("listening on ")
    try wait("the addresses") {
      address = url("listening on ")
      admin = url("admin on ")
      return errors.hasSuffix("\n")
    }
  }

  deinit {
    if process.isRunning {
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    }
  }

  private func file(_ name: String) -> URL { scratch.folder.appendingPathComponent(name) }

  private func text(_ name: String) -> String {
    (try? String(contentsOf: file(name), encoding: .utf8)) ?? ""
  }

  /// What it has written.
  var output: String { text("output") }
  /// What it has reported.
  var errors: String { text("errors") }

  private func url(_ label: String) -> URL? {
    let parts = errors.components(separatedBy: label)
    return parts.count > 1 ? URL(string: String(parts[1].prefix { $0 != "\n" })) : nil
  }

  /// Ends it with SIGTERM and gives its exit status.
  func terminate() throws -> Int32 {
    process.terminate()
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// Waits until something is so, at most 20 seconds.
  private func wait(_ what: String, _ isSo: () throws -> Bool) throws {
    let end = Date(timeIntervalSinceNow: 20)
    while try !isSo() {
      guard process.isRunning, Date() < end else {
        throw Failure(description: "\(what) did not come; \(errors)")
      }
      usleep(20_000)
    }
  }

  func waitForErrors(_ text: String) throws {
    try wait("'\(text)'") { errors.contains(text) }
  }

  func wait(_ path: String, _ body: String, fields: String = "") throws {
    try wait("'\(body)'") { try get(path, fields: fields) == body }
  }

  /// The body of a response.
  func get(_ path: String, fields: String = "", admin isAdmin: Bool = false) throws -> String {
    guard let port = (isAdmin ? admin : address)?.port else {
      throw Failure(description: "no address; \(errors)")
    }
    let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    let file = FileHandle(fileDescriptor: socket, closeOnDealloc: true)
    var target = sockaddr_in()
    target.sin_family = sa_family_t(AF_INET)
    target.sin_port = UInt16(port).bigEndian
    target.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = unsafe withUnsafePointer(to: &target) { target in
      unsafe target.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe connect(socket, $0, size)
      }
    }
    guard result == 0 else { throw Failure(description: "cannot connect; \(errors)") }
    let request = "GET \(path) HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\(fields)\r\n"
    try file.write(contentsOf: Data(request.utf8))
    let response = try file.readToEnd() ?? Data()
    guard let end = response.range(of: Data("\r\n\r\n".utf8)) else {
      throw Failure(description: "no response")
    }
    return String(decoding: response[end.upperBound...], as: UTF8.self)
  }
}
