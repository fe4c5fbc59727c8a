internal import Glibc
internal import PantileJSON
internal import PantileServer

/// Answers with files that were read before, with what it was asked, or later.
///
///     GET /weather      the file of that name
///     GET /echo         method, target and body
///     GET /big          262,144 bytes
///     GET /later        like /echo, from another thread
struct SampleHandler: Handler {
  private var files: [(name: [UInt8], content: HTTPContent)] = []
  private let big: HTTPContent

  /// Creates a handler that knows no files.
  init() {
    var body = ByteBuffer()
    for _ in 0..<262_144 { body.append(0x78) }
    big = body.withBytes { HTTPContent(fields: RawSpan(), body: $0) }
  }

  /// Reads a file: `name=path`.
  mutating func load(_ argument: String) -> Bool {
    let parts = argument.split(separator: "=", maxSplits: 1)
    guard parts.count == 2, let file = unsafe fopen(String(parts[1]), "rb") else { return false }
    defer { _ = unsafe fclose(file) }
    var body = ByteBuffer()
    while true {
      let byte = unsafe getc(file)
      if byte == EOF { break }
      body.append(UInt8(truncatingIfNeeded: byte))
    }
    var fields = ByteBuffer()
    fields.append("Content-Type: application/json\r\nCache-Control: no-cache\r\n")
    let content = fields.withBytes { fields in
      body.withBytes { HTTPContent(fields: fields, body: $0) }
    }
    files.append((Array("/\(parts[0])".utf8), content))
    return true
  }

  func respond(
    to request: borrowing HTTPRequest, into response: inout HTTPResponse,
    replyingTo target: ReplyTarget
  ) -> Handling {
    guard Self.isKnown(request) else {
      response.fail(405, "Method not allowed")
      return .done
    }
    for file in files where Self.begins(request, file.name) {
      response.content = file.content
      return .done
    }
    if Self.begins(request, Array("/echo".utf8)) {
      Self.echo(Self.text(request), into: &response)
    } else if Self.begins(request, Array("/later".utf8)) {
      let text = Self.text(request)
      Self.onThread { target.deliver { response in Self.echo(text, into: &response) } }
      return .later
    } else if Self.begins(request, Array("/big".utf8)) {
      response.content = big
    } else {
      response.fail(400, "Missing required query parameter: widgetId")
    }
    return .done
  }

  private static func isKnown(_ request: borrowing HTTPRequest) -> Bool {
    request.isEqual(request.method, "GET") || request.isEqual(request.method, "HEAD")
      || request.isEqual(request.method, "POST") || request.isEqual(request.method, "PUT")
  }

  private static func begins(_ request: borrowing HTTPRequest, _ path: [UInt8]) -> Bool {
    let target = request.target
    guard target.byteCount >= path.count else { return false }
    for index in path.indices where request[target.start + index] != path[index] { return false }
    return true
  }

  private static func text(_ request: borrowing HTTPRequest) -> String {
    let method = request.text(of: request.method)
    return "\(method) \(request.text(of: request.target)) \(request.text(of: request.body))"
  }

  private static func echo(_ text: String, into response: inout HTTPResponse) {
    response.field("Content-Type", "text/plain")
    response.body.append(utf8: text)
  }

  private static func onThread(_ work: @escaping @Sendable () -> Void) {
    let box = unsafe Unmanaged.passRetained(Work(work))
    var thread = pthread_t()
    let result = unsafe pthread_create(
      &thread, nil,
      { argument in
        guard let argument = unsafe argument else { return nil }
        unsafe Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().run()
        return nil
      }, box.toOpaque())
    if result == 0 {
      pthread_detach(thread)
    } else {
      unsafe box.release()
      work()
    }
  }

  private final class Work {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }
}
