/// A request as bytes, and how the server must answer.
struct RequestCase: Sendable, CustomStringConvertible {
  var name: String
  var bytes: String
  var status: Int
  /// Whether the connection can be used again.
  var staysOpen: Bool

  var description: String { name }

  private init(_ name: String, _ bytes: String, _ status: Int, staysOpen: Bool) {
    self.name = name
    self.bytes = bytes
    self.status = status
    self.staysOpen = staysOpen
  }

  private static func good(_ name: String, _ bytes: String) -> RequestCase {
    RequestCase(name, bytes, 200, staysOpen: true)
  }

  private static func last(_ name: String, _ bytes: String, _ status: Int) -> RequestCase {
    RequestCase(name, bytes, status, staysOpen: false)
  }

  private static func bad(_ name: String, _ bytes: String) -> RequestCase {
    last(name, bytes, 400)
  }

  private static func get(_ target: String = "/", _ fields: String = "Host: a\r\n") -> String {
    "GET \(target) HTTP/1.1\r\n\(fields)\r\n"
  }

  private static func post(_ fields: String, _ body: String) -> String {
    "POST /echo HTTP/1.1\r\nHost: a\r\n\(fields)\r\n\(body)"
  }

  private static func chunks(_ body: String) -> String {
    post("Transfer-Encoding: chunked\r\n", body)
  }

  static let all: [RequestCase] = hosts + targets + lines + fields + lengths + chunked + sizes

  // MARK: - Host and target

  static let hosts: [RequestCase] = [
    bad("no Host", get("/", "")),
    bad("two Hosts", get("/", "Host: a\r\nHost: a\r\n")),
    bad("an empty Host", get("/", "Host:\r\n")),
    bad("a blank in Host", get("/", "Host: a b\r\n")),
    bad("a user in Host", get("/", "Host: u@a\r\n")),
    bad("a port that is too large", get("/", "Host: a:65536\r\n")),
    bad("a port that is no number", get("/", "Host: a:b\r\n")),
    bad("a slash in Host", get("/", "Host: a/b\r\n")),
    bad("an IPv6 address without an end", get("/", "Host: [::1\r\n")),
    bad("a host with an escape", get("/", "Host: a%20b\r\n")),
    good("a name with a port", get("/", "Host: example.com:8080\r\n")),
    good("a Host with blanks around", get("/", "Host: \t a \r\n")),
    good("an IPv6 address with a port", get("/", "Host: [::1]:80\r\n")),
    last("HTTP/1.0 without Host", "GET / HTTP/1.0\r\n\r\n", 200),
    bad("HTTP/1.0 with two Hosts", "GET / HTTP/1.0\r\nHost: a\r\nHost: a\r\n\r\n"),
    good("HTTP/1.0 that stays", "GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n"),
  ]

  static let targets: [RequestCase] = [
    good("two slashes", get("//")),
    good("all that a query may hold", get("/a?b=%7B%22c%22&d=+:,;@!$'()*~[]{}|^`\"<>\\")),
    good("an absolute target", get("http://a/b?c")),
    good("an absolute target without a path", get("HTTP://A")),
    bad("an absolute target for another host", get("http://b/")),
    bad("an absolute target with a broken host", get("http://[")),
    bad("an absolute target without a host", get("http:///a")),
    bad("an absolute target with a user", get("http://u@a/")),
    bad("a target of another scheme", get("ftp://a/")),
    bad("a relative target", get("echo")),
    bad("a fragment", get("/a#b")),
    bad("a blank in the target", get("/a b")),
    bad("a tab in the target", get("/a\tb")),
    bad("a NUL in the target", get("/a\0b")),
    bad("a byte above ASCII in the target", get("/ä")),
    bad("no target", "GET HTTP/1.1\r\nHost: a\r\n\r\n"),
  ]

  // MARK: - Lines and fields

  static let lines: [RequestCase] = [
    good("empty lines before the request", "\r\n\r\n" + get()),
    bad("a bare LF before the request", "\n" + get()),
    bad("two blanks behind the method", "GET  / HTTP/1.1\r\nHost: a\r\n\r\n"),
    bad("two blanks before the version", "GET /  HTTP/1.1\r\nHost: a\r\n\r\n"),
    bad("a blank behind the version", "GET / HTTP/1.1 \r\nHost: a\r\n\r\n"),
    bad("a tab behind the method", "GET\t/ HTTP/1.1\r\nHost: a\r\n\r\n"),
    bad("a blank before the method", " GET / HTTP/1.1\r\nHost: a\r\n\r\n"),
    bad("a bare LF behind the request line", "GET / HTTP/1.1\nHost: a\r\n\r\n"),
    bad("a bare CR behind the request line", "GET / HTTP/1.1\rHost: a\r\n\r\n"),
    bad("HTTP/0.9 with a version", "GET / HTTP/0.9\r\n\r\n"),
    bad("HTTP/0.9", "GET /\r\n\r\n"),
    bad("HTTP/1.2", "GET / HTTP/1.2\r\nHost: a\r\n\r\n"),
    bad("HTTP/2.0", "GET / HTTP/2.0\r\nHost: a\r\n\r\n"),
    bad("HTTP/1.10", "GET / HTTP/1.10\r\nHost: a\r\n\r\n"),
    bad("http/1.1 in lower case", "GET / http/1.1\r\nHost: a\r\n\r\n"),
    bad("RTSP", "GET / RTSP/1.0\r\nHost: a\r\n\r\n"),
    bad("RTSP with its own method", "DESCRIBE / RTSP/1.0\r\nHost: a\r\n\r\n"),
    bad("ICE", "SOURCE / ICE/1.0\r\nHost: a\r\n\r\n"),
    bad("the preface of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
    bad("the first bytes of TLS", "\u{16}\u{3}\u{1}\u{0}\u{1}\r\n"),
    RequestCase("TRACE", "TRACE / HTTP/1.1\r\nHost: a\r\n\r\n", 405, staysOpen: true),
    RequestCase("OPTIONS *", "OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n", 405, staysOpen: true),
    last("CONNECT", "CONNECT a:443 HTTP/1.1\r\nHost: a:443\r\n\r\n", 405),
    last("a method that nobody knows", "FOO / HTTP/1.1\r\nHost: a\r\n\r\n", 405),
    last("a method in lower case", "get / HTTP/1.1\r\nHost: a\r\n\r\n", 405),
    last("a method that begins like another", "GETS / HTTP/1.1\r\nHost: a\r\n\r\n", 405),
    bad("a method that is no token", "G(T / HTTP/1.1\r\nHost: a\r\n\r\n"),
    bad("an unknown method with a broken line", "FOO /\r\nHost: a\r\n\r\n"),
  ]

  static let fields: [RequestCase] = [
    bad("a blank before the colon", get("/", "Host : a\r\n")),
    bad("a blank before the colon of any field", get("/", "Host: a\r\nX : b\r\n")),
    bad("a NUL in a value", get("/", "Host: a\r\nX: a\0b\r\n")),
    bad("a NUL in a name", get("/", "Host: a\r\nX\0: b\r\n")),
    bad("a control sign in a value", get("/", "Host: a\r\nX: a\u{1}b\r\n")),
    bad("a bare CR in a value", get("/", "Host: a\r\nX: a\rY: b\r\n")),
    bad("a bare LF behind a field", get("/", "Host: a\nX: b\r\n")),
    bad("a bare LF as the empty line", "GET / HTTP/1.1\r\nHost: a\r\n\n"),
    bad("a folded field", get("/", "Host: a\r\nX: b\r\n c\r\n")),
    bad("a blank before the first field", get("/", " Host: a\r\n")),
    bad("a field without a name", get("/", "Host: a\r\n: b\r\n")),
    bad("a field without a colon", get("/", "Host: a\r\nfoo\r\n")),
    good("an empty value", get("/", "Host: a\r\nX:\r\nY: \r\nZ: 1\r\n")),
    good("UTF-8 in a value", get("/", "Host: a\r\nX: ä\r\n")),
    good(
      "an upgrade that is not granted",
      get("/", "Host: a\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n")),
    last("Connection: close", get("/", "Host: a\r\nConnection: close\r\n"), 200),
    last("Connection: Close among others", get("/", "Host: a\r\nConnection: x, Close\r\n"), 200),
  ]

  // MARK: - Bodies

  static let lengths: [RequestCase] = [
    good("a body", post("Content-Length: 3\r\n", "abc")),
    good("an empty body", post("Content-Length: 0\r\n", "")),
    good("a body of GET", "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc"),
    bad(
      "a length and chunks",
      post("Content-Length: 3\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n")),
    bad(
      "chunks and a length",
      post("Transfer-Encoding: chunked\r\nContent-Length: 3\r\n", "0\r\n\r\n")),
    bad("two lengths", post("Content-Length: 3\r\nContent-Length: 4\r\n", "abcd")),
    bad("one length twice", post("Content-Length: 3\r\nContent-Length: 3\r\n", "abc")),
    bad("a list of lengths", post("Content-Length: 3, 3\r\n", "abc")),
    bad("a length with a plus", post("Content-Length: +5\r\n", "abcde")),
    bad("a length below zero", post("Content-Length: -1\r\n", "abcde")),
    bad("a length in hexadecimal", post("Content-Length: 0x5\r\n", "abcde")),
    bad("a length with a blank inside", post("Content-Length: 5 5\r\n", "abcde")),
    bad("an empty length", post("Content-Length:\r\n", "")),
    bad("a length beyond 64 bits", post("Content-Length: 18446744073709551616\r\n", "a")),
    last("a length of 64 bits", post("Content-Length: 18446744073709551615\r\n", "a"), 413),
  ]

  static let chunked: [RequestCase] = [
    good("chunks", chunks("5\r\nabcde\r\n3\r\nfgh\r\n0\r\n\r\n")),
    good("Chunked in any case", post("transfer-encoding: Chunked\r\n", "0\r\n\r\n")),
    good(
      "extensions and trailers", chunks("5;a=b\r\nabcde\r\n3;c=\"d\"\r\nfgh\r\n0\r\nX: y\r\n\r\n")),
    bad(
      "a size that goes on behind an extension", chunks("1;a=b;0\r\nabcdefghijklmnop\r\n0\r\n\r\n")),
    bad("a last chunk that goes on behind an extension", chunks("0;a=b;5\r\nabcde\r\n0\r\n\r\n")),
    bad("a chunk size with 0x", chunks("0x5\r\nabcde\r\n0\r\n\r\n")),
    bad("a chunk size with a sign", chunks("-5\r\nabcde\r\n0\r\n\r\n")),
    bad("a chunk size with a blank", chunks("5 \r\nabcde\r\n0\r\n\r\n")),
    bad("a chunk size beyond 64 bits", chunks("fffffffffffffffff\r\na\r\n0\r\n\r\n")),
    last("a chunk size of 64 bits", chunks("ffffffffffffffff\r\na\r\n0\r\n\r\n"), 413),
    bad("a bare LF behind a chunk size", chunks("5\nabcde\r\n0\r\n\r\n")),
    bad("a bare LF behind an extension", chunks("5;a\nabcde\r\n0\r\n\r\n")),
    bad("a bare LF behind a chunk", chunks("5\r\nabcde\n0\r\n\r\n")),
    bad("a bare LF behind the last chunk", chunks("5\r\nabcde\r\n0\n\r\n")),
    bad("a bare LF as the last line", chunks("5\r\nabcde\r\n0\r\n\n")),
    bad("a bare LF behind a trailer", chunks("0\r\nX: y\n\r\n")),
    bad("a chunk longer than it says", chunks("3\r\nabcde\r\n0\r\n\r\n")),
    bad("an unknown coding", post("Transfer-Encoding: gzip\r\n", "")),
    bad("a coding around chunks", post("Transfer-Encoding: gzip, chunked\r\n", "0\r\n\r\n")),
    bad("chunks twice", post("Transfer-Encoding: chunked, chunked\r\n", "0\r\n\r\n")),
    bad(
      "two codings",
      post("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n")),
    bad("a coding that ends with chunked", post("Transfer-Encoding: xchunked\r\n", "0\r\n\r\n")),
    bad("identity", post("Transfer-Encoding: identity\r\n", "")),
    bad("an empty coding", post("Transfer-Encoding:\r\n", "")),
    bad("chunks in HTTP/1.0", "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
  ]

  // MARK: - Sizes

  private static func letters(_ count: Int) -> String { String(repeating: "a", count: count) }

  static let sizes: [RequestCase] = [
    good("a target of 8,192 bytes", get("/" + letters(8_191))),
    last("a target of 8,193 bytes", get("/" + letters(8_192)), 414),
    last("an unknown method with a long target", "FOO /\(letters(9_000)) HTTP/1.1\r\n\r\n", 414),
    good("fields of 16,384 bytes", get("/", "Host: a\r\nX: \(letters(16_378))\r\n")),
    last("fields of 16,385 bytes", get("/", "Host: a\r\nX: \(letters(16_379))\r\n"), 431),
    last("a name of 16,385 bytes", get("/", "Host: a\r\n\(letters(16_385)): b\r\n"), 431),
    good("128 fields", get("/", "Host: a\r\n" + String(repeating: "X: y\r\n", count: 127))),
    last("129 fields", get("/", "Host: a\r\n" + String(repeating: "X: y\r\n", count: 128)), 431),
    last(
      "blanks without an end", get("/", "Host: a\r\nX:" + String(repeating: " ", count: 60_000)),
      431),
    last("empty lines without an end", String(repeating: "\r\n", count: 30_000), 431),
    good("a body of 65,536 bytes", post("Content-Length: 65536\r\n", letters(65_536))),
    last("a body of 65,537 bytes", post("Content-Length: 65537\r\n", letters(65_537)), 413),
    good("a chunk of 65,536 bytes", chunks("10000\r\n\(letters(65_536))\r\n0\r\n\r\n")),
    last("a chunk of 65,537 bytes", chunks("10001\r\n\(letters(65_537))\r\n0\r\n\r\n"), 413),
    last(
      "chunks of 65,537 bytes", chunks("10000\r\n\(letters(65_536))\r\n1\r\na\r\n0\r\n\r\n"), 413),
    last("extensions without an end", chunks("1;" + letters(600_000)), 413),
    last("trailers of 17,000 bytes", chunks("0\r\nX: \(letters(17_000))\r\n\r\n"), 431),
  ]
}
