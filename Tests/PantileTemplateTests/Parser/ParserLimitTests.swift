import Foundation
import Synchronization
import Testing

@testable import PantileTemplate

struct ParserLimitTests {
  @Test
  func `refuses a source over the size limit`() {
    let limits = SourceLimits(size: 10)
    #expect(throws: Never.self) { try parse("a;b;c;d;e;", limits: limits) }
    do {
      _ = try parse("a;b;c;d;e;f", limits: limits)
      Issue.record("no error")
    } catch {
      #expect(error.name == "LimitError")
      #expect(error.message == "source limit of 10 bytes reached")
    }
  }

  @Test(
    arguments: [
      ([0x61, 0xFF], 1), ([0x22, 0xC3, 0x22], 1), ([0xED, 0xA0, 0x80], 0), ([0x61, 0xE2, 0x80], 1),
      ([0xC0, 0x80], 0), ([0x2F, 0x2F, 0xF5, 0x80, 0x80, 0x80], 2),
    ] as [([UInt8], UInt32)])
  func `refuses what is not UTF-8`(_ bytes: [UInt8], _ offset: UInt32) {
    var names = NameTable()
    do {
      _ = try Parser.parseModule(ContiguousArray(bytes), kind: .tsx, names: &names)
      Issue.record("no error")
    } catch {
      #expect(error == SyntaxError("Invalid UTF-8", at: offset))
    }
  }

  /// Ways to nest: what opens a level, what stands inside, what closes it.
  static let nestings: [(open: String, inner: String, close: String)] = [
    ("(", "1", ")"), ("[", "1", "]"), ("({a:", "1", "})"), ("a=>", "1", ""),
    ("()=>{return ", "1", "}"), ("(function(){return ", "1", "})"),
    ("(class{m(){return ", "1", "}})"), ("<a>", "1", "</a>"), ("<a b={", "1", "}/>"),
    ("<a>{b.map(c=>(", "1", "))}</a>"), ("`${", "1", "}`"), ("!", "1", ""), ("new ", "a", ""),
    ("a?b:", "1", ""), ("a?", "1", ":b"), ("f(", "1", ")"), ("a[", "1", "]"), ("a**", "1", ""),
    ("a=", "1", ""), ("(1||2&&3|4^5&6==7<8<<9+1*2**", "1", ")"), ("(a=", "1", ")=>1"),
    ("a?(b):c=>", "1", ""), ("(function(a=", "1", "){})"), ("a.b.c.d(", "1", ")"),
  ]

  static let typeNestings: [(open: String, inner: String, close: String)] = [
    ("(", "a", ")"), ("{a:", "b", "}"), ("a<", "b", ">"), ("[", "a", "]"), ("(a:b)=>", "c", ""),
    ("(a:", "b", ")=>c"), ("`${", "a", "}`"), ("a extends b?", "c", ":d"),
    ("(infer a extends ", "b", "?c:d)"), ("{[a in b]:", "c", "}"),
  ]

  @Test(arguments: nestings)
  func `ends nesting with an error`(_ open: String, _ inner: String, _ close: String) {
    checkNesting("x=", open, inner, close)
  }

  @Test(arguments: typeNestings)
  func `ends nesting of types with an error`(_ open: String, _ inner: String, _ close: String) {
    checkNesting("type A=", open, inner, close)
  }

  private func checkNesting(
    _ first: String, _ open: String, _ inner: String, _ close: String
  ) {
    let small = String(repeating: open, count: 10) + inner + String(repeating: close, count: 10)
    #expect(errorText(first + small) == nil)
    let count = 2000
    let large =
      String(repeating: open, count: count) + inner + String(repeating: close, count: count)
    #expect(onSmallThread { errorText(first + large)?.hasSuffix(" nesting too deep") ?? false })
  }

  @Test(arguments: [
    ("f", "(1)"), ("f", ".a"), ("f", "[0]"), ("f", "?.a"), ("f", "`a`"), ("[", "["), ("{", "{"),
    ("", "if(a)"), ("", "while(a)"), ("", "{"), ("", "a:;a:"), ("const ", "{a:"),
    ("if(a);", "else if(a);"),
  ])
  func `ends chains and blocks with an error`(_ first: String, _ link: String) {
    let source = first + String(repeating: link, count: 3000)
    let error = onSmallThread { errorText(source) }
    #expect(error?.isEmpty == false || link == "a:;a:")
  }

  @Test
  func `lets flat sources be long`() throws {
    for piece in ["a+", "a||", "a,", "a-b*", "`${a}`+"] {
      _ = try parse("x=" + String(repeating: piece, count: 5000) + "a")
    }
    _ = try parse(String(repeating: "if(a);else ", count: 900) + ";")
    _ = try parse("f(" + String(repeating: "a.b(c).d[e]+", count: 2000) + "1)")
    _ = try parse("type A=" + String(repeating: "B extends C?D:", count: 2000) + "E")
  }

  @Test
  func `keeps the depth of a tree below the limit, however it is written`() {
    // Parentheses around chains make trees deeper than the text is nested.
    let count = 100
    let source =
      String(repeating: "(", count: count) + "a" + String(repeating: ".b.c.d.e)", count: count)
    #expect(errorText("x=" + source)?.hasSuffix(" nesting too deep") == true)
  }

  /// Runs on a thread with the stack of a render; a debug build needs a larger one.
  private func onSmallThread<Result: Sendable>(
    _ body: @escaping @Sendable () -> Result
  ) -> Result {
    let box = Box<Result>()
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      box.value.withLock { $0 = body() }
      done.signal()
    }
    #if DEBUG
      thread.stackSize = 16 << 20
    #else
      thread.stackSize = 256 << 10
    #endif
    thread.start()
    done.wait()
    return box.value.withLock { $0! }
  }

  private final class Box<Value: Sendable>: Sendable {
    let value = Mutex<Value?>(nil)
  }
}
