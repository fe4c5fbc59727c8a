import Testing

@testable import PantileTemplate

struct StatementParsingTests {
  @Test(arguments: statements)
  func `parses statements and inserts semicolons`(_ source: String, _ tree: String) throws {
    #expect(try treeText(source, .tsx) == tree)
  }

  static let statements: [(source: String, tree: String)] = [
    ("if (a) b; else if (c) d; else e", "if (a) b; else if (c) d; else e;"),
    ("if (a) { } else { }", "if (a) {} else {}"),
    ("for (let i = 0, j = 1; i < j; i++) a", "for (let i = 0, j = 1; i < j; i++) a;"),
    ("for (;;) { break }", "for (; ; ) {break;}"),
    ("for (var a in b) continue", "for (var a in b) continue;"),
    ("do a; while (b) c", "do a; while (b); c;"),
    ("while (a) if (b) break; else continue", "while (a) if (b) break; else continue;"),
    (
      "a: b: for (;;) { for (;;) continue a; break b }",
      "a: b: for (; ; ) {for (; ; ) continue a; break b;}"
    ),
    (
      "switch (a) { case 1: case 2: b; break; default: c }",
      "switch (a) {case 1:  case 2: b; break; default: c;}"
    ),
    ("try { a } catch ({ b }) { c } finally { d }", "try {a;} catch ({b:b}) {c;} finally {d;}"),
    ("try { a } catch { b }", "try {a;} catch {b;}"),
    ("throw new A(b)", "throw new A(b);"),
    ("function f() { return\n1 }", "function f(){return; 1;}"),
    ("let a\nlet b = 1, { c, d: [e] } = f", "let a; let b = 1, {c:c,d:[e]} = f;"),
    ("var a = 1;;", "var a = 1; ;"),
    ("'use strict'; debugger", "'use strict'; ;"),
    (
      "function f(a, { b } = {}, ...c) { return arguments }",
      "function f(a,{b:b}={},...c){return arguments;}"
    ),
    (
      "class A extends B { #a = 1; static b; c = () => this.#a; constructor(d) { super(d) } get e() { return #a in this } static { this.b = super.f } [g]() {} 'h' = 2; static async = 3; get = 4 }",
      "class A extends B{constructor(d){super(d);}#a=1;static b;c=(() => this.#a);get e(){return #a in this;}static {this.b = (super.f);}[g](){}h=2;static async=3;get=4;}"
    ),
    (
      "x = class { static static() {} ; get\na() { return 1 } }",
      "x = (class {static static(){}get a(){return 1;}});"
    ),
    ("x = function f() { return new.target }", "x = (function f(){return new.target;});"),
    (#"l\u{65}tter = { v\u0061r: 1 }.v\u0061r"#, "letter = {var:1}.var;"),
  ]
}
