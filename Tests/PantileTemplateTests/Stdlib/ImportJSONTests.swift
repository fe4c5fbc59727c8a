import PantileJSON
import Testing

@testable import PantileTemplate

/// The way of props and environments into a machine.
@Suite struct ImportJSONTests {
  private func imported(_ text: [UInt8]) throws -> String {
    var machine = try Realm.makeMachine()
    let value = try machine.importJSON(text.span)
    var buffer = ByteBuffer()
    _ = try machine.stringify(value, into: &buffer)
    return buffer.text()
  }

  private func failure(_ text: [UInt8], memory: Int = 64 << 20) throws -> JSONImportError? {
    var machine = try Realm.makeMachine()
    machine.sealImage()
    machine.limits.memory = memory
    machine.heap.limit = machine.heap.imageEnd + memory
    do throws(JSONImportError) {
      _ = try machine.importJSON(text.span)
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: [
    (#"{"b":1,"a":[true,null,-0.5e1],"2":"x"}"#, #"{"2":"x","b":1,"a":[true,null,-5]}"#),
    (#"{"a":1,"b":2,"a":3}"#, #"{"a":3,"b":2}"#),
    (
      #"["\ud83d","ü😀","a longer text of ASCII","a longer text with ü"]"#,
      #"["\ud83d","ü😀","a longer text of ASCII","a longer text with ü"]"#
    ),
    (#"{"__proto__":{"x":1}}"#, #"{"__proto__":{"x":1}}"#),
    ("[1e400,-1e400,1e-400]", "[null,null,0]"),
    (" \t\r\n1 ", "1"),
  ])
  func `gives what JSON.parse gives`(_ text: String, _ expected: String) throws {
    #expect(try imported(Array(text.utf8)) == expected)
  }

  @Test func `keeps minus zero`() throws {
    var machine = try Realm.makeMachine()
    let value = try machine.importJSON(Array("-0".utf8).span)
    #expect(value.number == 0 && value.number.sign == .minus)
  }

  @Test func `gives rows with the same keys the same shape`() throws {
    var machine = try Realm.makeMachine()
    let rows = try machine.importJSON(Array(#"[{"a":1,"b":2},{"a":3,"b":4}]"#.utf8).span)
    let first = try machine.get(rows.ref, index: 0)
    let second = try machine.get(rows.ref, index: 1)
    #expect(machine.shape(first.ref) == machine.shape(second.ref))
  }

  @Test(arguments: [
    ("", "Unexpected end of JSON input", 0),
    (#"{"ü":}"#, #"Unexpected token '}', "{"ü":}" is not valid JSON"#, 6),
    (#"["😀" 1]"#, "Expected ',' or ']' after array element in JSON at position 6", 8),
    ("[1,]", #"Unexpected token ']', "[1,]" is not valid JSON"#, 3),
    ("{} x", "Unexpected non-whitespace character after JSON at position 3", 3),
  ])
  func `names a fault and its byte`(_ text: String, _ message: String, _ offset: Int) throws {
    let error = try failure(Array(text.utf8))
    #expect(error?.message == message)
    #expect(error?.offset == offset)
    #expect(error?.limit == nil)
  }

  @Test(
    arguments: [
      [0x22, 0xFF, 0x22], [0x22, 0xC0, 0x80, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22],
      [0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], [0x22, 0xE2, 0x82, 0x22], [0xEF, 0xBB, 0xBF, 0x31],
    ] as [[UInt8]])
  func `refuses bytes that are not UTF-8`(_ bytes: [UInt8]) throws {
    #expect(try failure(bytes) != nil)
  }

  @Test func `refuses every prefix of a text without a trap`() throws {
    let text = Array(#"{"a":[1,-2.5e3,"ü\u00e9\n",{"b":null}],"c":true}"#.utf8)
    for count in 0..<text.count { #expect(try failure(Array(text[..<count])) != nil) }
  }

  @Test func `reads deep nesting without recursion and ends at the memory limit`() throws {
    let deep = Array(repeating: UInt8(0x5B), count: 20_000)
    let text = deep + Array(repeating: UInt8(0x5D), count: 20_000)
    #expect(try failure(text) == nil)
    #expect(try failure(text, memory: 64 << 10)?.limit == .memory)
  }
}
