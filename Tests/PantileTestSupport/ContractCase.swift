/// A raw request and the response that it must get, from `Corpus/http/contract.txt`.
///
/// The same table is run against the handler alone, against a server on a socket, and against one
/// behind a proxy: give ``failure(of:)`` whatever bytes came back.
///
///     for test in ContractCase.table(text) where !test.isForTransport {
///       #expect(test.failure(of: exchange(test.request)) == nil)
///     }
public struct ContractCase: Sendable, CustomStringConvertible {
  /// What the case is about.
  public private(set) var name: String
  /// The bytes of the request.
  public private(set) var request: [UInt8] = []
  /// Whether a transport answers without asking its handler.
  public private(set) var isForTransport = false
  /// Whether the server checks tokens (``ContractServer/guarded``).
  public private(set) var needsTokens = false
  /// Whether the connection ends behind the response.
  public private(set) var closes = false

  private var status = ""
  private var fields: [String] = []
  private var body: [UInt8]?

  private init(name: String) { self.name = name }

  public var description: String { name }
}

// MARK: - Reading the table

// A case is a line `## name`, lines `@word`, the request's lines behind `> ` and the response's
// behind `< `; any other line is a comment.
//
//     ## content of a payload widget
//     > GET /?widgetId=weather&platform=ios HTTP/1.1
//     > Host: a
//     >
//     < 200
//     < Content-Type: application/json
//     <
//     < {"v":1}
//
// Lines of a request's head end with CR and LF, the last line of a body with nothing. `\xNN` is a
// byte, `\\` a backslash, `\{20*text}` a repeated text, and `\l` at a line's end ends it with LF
// alone. The value `*` of a field, or a body `*`, may be anything. A case that says `@transport` is
// answered by the transport, `@tokens` is for the server that checks tokens, and `@closes` ends the
// connection.

extension ContractCase {
  /// The cases of a table.
  public static func table(_ text: String) -> [ContractCase] {
    var cases: [ContractCase] = []
    var parser = Parser()
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("## ") {
        if let done = parser.take() { cases.append(done) }
        parser.begin(String(line.dropFirst(3)))
      } else {
        parser.line(line)
      }
    }
    if let done = parser.take() { cases.append(done) }
    return cases
  }

  private struct Parser {
    var current: ContractCase?
    var isInRequestBody = false
    var requestBody: [[UInt8]] = []
    var isInResponseBody = false
    var responseBody: [[UInt8]] = []

    mutating func begin(_ name: String) {
      self = Parser()
      current = ContractCase(name: name)
    }

    mutating func line(_ line: Substring) {
      switch line {
      case "@transport": current?.isForTransport = true
      case "@tokens": current?.needsTokens = true
      case "@closes": current?.closes = true
      default:
        if line.hasPrefix(">") { requestLine(line.dropFirst(line.hasPrefix("> ") ? 2 : 1)) }
        if line.hasPrefix("<") { responseLine(line.dropFirst(line.hasPrefix("< ") ? 2 : 1)) }
      }
    }

    private mutating func requestLine(_ line: Substring) {
      if isInRequestBody { return requestBody.append(bytes(line)) }
      let isBare = line.hasSuffix("\\l")
      current?.request +=
        bytes(isBare ? line.dropLast(2) : line) + (isBare ? [0x0a] : [0x0d, 0x0a])
      isInRequestBody = line.isEmpty
    }

    private mutating func responseLine(_ line: Substring) {
      if isInResponseBody { return responseBody.append(bytes(line)) }
      if line.isEmpty {
        isInResponseBody = true
      } else if current?.status == "" {
        current?.status = String(line)
      } else {
        current?.fields.append(String(decoding: bytes(line), as: UTF8.self))
      }
    }

    mutating func take() -> ContractCase? {
      guard var done = current else { return nil }
      done.request += Array(requestBody.joined(separator: [0x0a]))
      let body = Array(responseBody.joined(separator: [0x0a]))
      done.body = body == [0x2a] ? nil : body
      return done
    }
  }

  private static func bytes(_ text: Substring) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = text
    while let next = rest.popFirst() {
      guard next == "\\", let kind = rest.popFirst() else {
        bytes += String(next).utf8
        continue
      }
      switch kind {
      case "x":
        bytes.append(UInt8(rest.prefix(2), radix: 16) ?? 0x3f)
        rest = rest.dropFirst(2)
      case "{":
        let parts = rest.prefix { $0 != "}" }.split(separator: "*", maxSplits: 1)
        for _ in 0..<(Int(parts[0]) ?? 0) { bytes += String(parts[1]).utf8 }
        rest = rest.drop { $0 != "}" }.dropFirst()
      default: bytes += String(kind).utf8
      }
    }
    return bytes
  }
}

// MARK: - Comparing

extension ContractCase {
  /// Fields that belong to the connection and its date; the table does not name them.
  private static let ignored: Set<String> = ["date", "connection", "keep-alive", "server", "via"]

  /// What is wrong with a response; nil where it is as it must be.
  public func failure(of response: [UInt8]) -> String? {
    guard let end = Self.headEnd(response) else {
      return "no whole response: \(String(decoding: response.prefix(300), as: UTF8.self))"
    }
    let lines = String(decoding: response[..<end], as: UTF8.self).split(separator: "\r\n")
    let body = Array(response[(end + 4)...])
    let words = lines.first?.split(separator: " ", maxSplits: 2) ?? []
    guard words.count >= 2, words[0] == "HTTP/1.1", words[1] == status else {
      return "\(lines.first ?? "") where \(status) was expected: "
        + String(decoding: body.prefix(300), as: UTF8.self)
    }
    let found = lines.dropFirst().map(String.init).filter { !Self.ignored.contains(Self.name($0)) }
    if let wrong = difference(found) { return wrong }
    guard let expected = self.body, expected != body else { return nil }
    return "body '\(String(decoding: body.prefix(600), as: UTF8.self))' where "
      + "'\(String(decoding: expected.prefix(600), as: UTF8.self))' was expected"
  }

  private func difference(_ found: [String]) -> String? {
    var rest = found
    for field in fields {
      let isOpen = field.hasSuffix(": *")
      let index = rest.firstIndex { other in
        Self.name(other) == Self.name(field) && (isOpen || Self.value(other) == Self.value(field))
      }
      guard let index else { return "no field '\(field)' among \(found)" }
      rest.remove(at: index)
    }
    return rest.isEmpty ? nil : "fields that were not expected: \(rest)"
  }

  private static func name(_ field: String) -> String {
    field.prefix { $0 != ":" }.lowercased()
  }

  private static func value(_ field: String) -> Substring {
    field.drop { $0 != ":" }.dropFirst().drop { $0 == " " }
  }

  /// Where the empty line begins that ends the head.
  private static func headEnd(_ bytes: [UInt8]) -> Int? {
    guard bytes.count >= 4 else { return nil }
    return (0...(bytes.count - 4)).first {
      bytes[$0] == 0x0d && bytes[$0 + 1] == 0x0a && bytes[$0 + 2] == 0x0d && bytes[$0 + 3] == 0x0a
    }
  }
}
