import Foundation
import Testing

@testable import PantileTemplate

struct ExpressionPrinterTests {
  /// The callee of a call or `new` in a snippet, as messages name it.
  private func callee(_ source: String) throws -> String? {
    var names = NameTable()
    let node = try Parser.parseSnippet(
      ContiguousArray(source.utf8), kind: .tsx, names: &names)
    guard case .expression(let expression) = node.body else { return nil }
    return ExpressionPrinter.calleeText(of: expression, names: names)
  }

  @Test(arguments: callees)
  func `names a callee as Node 20 does`(_ source: String, _ name: String) throws {
    #expect(try callee(source) == name)
  }

  @Test(
    arguments: [
      ("this.#c()", "this[#c]"), ("this?.#c()", "this?.[#c]"),
      ("super.e()", "(intermediate value).e"), ("super[f]()", "(intermediate value)[f]"),
      ("a.b", nil), ("a.b.c(d)", "a.b.c"), ("g()", "g"), ("g()()", "g(...)"), ("h", nil),
    ] as [(String, String?)])
  func `names the callee of a call in a source range`(_ call: String, _ name: String?) throws {
    let source =
      "class A extends B { #c; d() { this.#c(); this?.#c(); super.e(); super[f]();"
      + " h + a.b.c(d) + g()() } }"
    var names = NameTable()
    let bytes = ContiguousArray(source.utf8)
    _ = try Parser.parseModule(bytes, kind: .js, names: &names)
    let found = try #require(source.range(of: call))
    let start = source.utf8.distance(from: source.startIndex, to: found.lowerBound)
    let range = SourceRange(start: UInt32(start), end: UInt32(start + call.utf8.count))
    let expression = try Parser.parseExpression(bytes, range: range, kind: .js, names: &names)
    #expect(ExpressionPrinter.calleeText(of: expression, names: names) == name)
  }

  static let callees: [(source: String, name: String)] = [
    ("`a${k}b${i}`()", "ki"),
    ("`${o.x}${f()}`.x()", "o.xf(...).x"),
    ("(a??=b)()", "a"),
    ("(o.x||=0)()", "o.x"),
    ("(o.z&&=1)()", "o.z"),
    ("(a-b+c)()", "((a - b) + c)"),
    ("(a+b-c+d)()", "(((a + b) - c) + d)"),
    ("(a*b*c)()", "(a * b * c)"),
    ("(a*b/c)()", "((a * b) / c)"),
    ("(a|b|c)()", "(a | b | c)"),
    ("(a,b,c)()", "(a , b , c)"),
    ("(a,(b,c))()", "(a , (b , c))"),
    ("(a&&b&&c||d)()", "((a && b && c) || d)"),
    ("(a||(b||c))()", "(a || (b || c))"),
    ("((a||b)||c)()", "(a || b || c)"),
    ("(a+(b+c))()", "(a + (b + c))"),
    ("((a+b)+c)()", "(a + b + c)"),
    ("o[k][i]()", "o[k][i]"),
    ("o[k]?.x()", "o[k]?.x"),
    ("o.p?.[k]()", "o.p?.[k]"),
    ("(o?.x.y)()", "(intermediate value)"),
    ("o[o?.x]()", "o[(intermediate value)]"),
    ("(o?.x||a)()", "((intermediate value) || a)"),
    ("[o?.x]()", "[(intermediate value)]"),
    ("[f()]()", "[f(...)]"),
    ("[()=>1]()", "[(intermediate value)]"),
    ("[...[1]]()", "[(...[1])]"),
    ("({...o})()", "{(intermediate value)}"),
    ("(!(a===b))()", "(!(a === b))"),
    ("(a!=b)()", "(!(a == b))"),
    ("(a!==b).x()", "(!(a === b)).x"),
    ("(!a).x()", "(!a).x"),
    ("(-5).x()", "-5.x"),
    ("(-(-5))()", "5"),
    ("(+5)()", "5"),
    ("(!true)()", "false"),
    ("(typeof 5)()", "(typeof 5)"),
    ("(~5)()", "-6"),
    ("(o.x, f)().y()", "(o.x , f)(...).y"),
    ("o.t().u()", "o.t(...).u"),
    ("(f)`x`.y()", "f(...).y"),
    ("f`x`.y()", "f(...).y"),
    ("new f`x`.y()", "f(...).y"),
    ("new (class{})().x()", "(intermediate value).x"),
    ("(class extends Object{}).x()", "(intermediate value).x"),
    ("(a=>b)()()", "(intermediate value)(...)"),
    ("o[class{}]()", "o[(intermediate value)]"),
    ("o[function(){}]()", "o[(intermediate value)]"),
    (#"o["x"+k]()"#, #"o[("x" + k)]"#),
    ("o[k+1]()", "o[(k + 1)]"),
    ("o[i++]()", "o[(i++)]"),
    ("o[++i]()", "o[(++i)]"),
    ("o[typeof a]()", "o[(typeof a)]"),
    ("o[void 0]()", "o[(void 0)]"),
    ("o[-i]()", "o[(-i)]"),
    ("o[+i]()", "o[(+i)]"),
    ("o[a&&b]()", "o[(a && b)]"),
    ("o[a??b]()", "o[(a ?? b)]"),
    ("o[a||b]()", "o[(a || b)]"),
    ("o[a,b]()", "o[(a , b)]"),
    ("o[!a]()", "o[(!a)]"),
    ("o[new Date().x]()", "o[(intermediate value).x]"),
    ("o[o.t()]()", "o[o.t(...)]"),
    ("o[o.t().y]()", "o[o.t(...).y]"),
    ("o[`a${k}b`]()", "o[k]"),
    ("o[1n]()", "o[(intermediate value)]"),
    (#"o[""]()"#, "o."),
    (#"o["1a"]()"#, "o.1a"),
    ("o[NaN]()", "o[NaN]"),
    ("o[Infinity]()", "o[Infinity]"),
    ("o[0.1]()", "o[0.1]"),
    ("o[1e-7]()", "o[1e-7]"),
    ("o[0x10]()", "o[16]"),
    ("(()=>this)().x()", "(intermediate value)(...).x"),
    ("globalThis.zz()", "globalThis.zz"),
    ("(a in o)()", "(a in o)"),
    ("(k in o).x()", "(k in o).x"),
    ("(a instanceof Object).x()", "(a instanceof Object).x"),
    ("(1<2)()", "(1 < 2)"),
    ("(1<2<3)()", "((1 < 2) < 3)"),
    ("(a==b==c)()", "((a == b) == c)"),
    ("(a+b).x()", "(a + b).x"),
    ("(a**b)()", "(a ** b)"),
    ("((a**b)**c)()", "((a ** b) ** c)"),
    ("(a**b**c)()", "(a ** (b ** c))"),
    ("(1,2)()", "(1 , 2)"),
    (#""a\"b"()"#, #""a"b""#),
    ("'x'()", #""x""#),
    ("`x`.y()", #""x".y"#),
    ("``()", #""""#),
    ("[]()", "[]"),
    ("[[],{}]()", "[[],{}]"),
    ("({})[0]()", "{}[0]"),
    ("(o.n++).x()", "(o.n++).x"),
    ("(a = o).x()", "a.x"),
    ("(a = o.t)()()", "a(...)"),
    ("(a += 1).x()", "a.x"),
    ("([a] = [1])()", "[a]"),
    ("([a] = [1]).x()", "[a].x"),
    ("({a} = o)()", "{(intermediate value)}"),
    ("({a} = {}).x()", "{(intermediate value)}.x"),
    ("(o.x = 5)()", "o.x"),
    ("(o[k] = 5)()", "o[k]"),
    ("(delete o.q).x()", "(delete o.q).x"),
    ("(a ? f : f)()()", "(intermediate value)(intermediate value)(intermediate value)(...)"),
    ("f?.()()", "f(...)"),
    ("f?.().x()", "f(...).x"),
    (#"o?.["a b"]()"#, "o?.a b"),
    ("o?.[0]()", "o?.[0]"),
    ("(o)?.x()", "o?.x"),
    ("new o.x", "o.x"),
    ("new (f)()()", "(intermediate value)"),
    ("new f().x()", "(intermediate value).x"),
    ("new (f().x)()", "f(...).x"),
    ("new o[k](1)", "o[k]"),
    ("new (o?.x)()", "(intermediate value)"),
    ("new (()=>1)()", "(intermediate value)"),
    ("new 5", "5"),
    (#"new "a"()"#, #""a""#),
    ("new {}", "{}"),
    ("new [1]", "[1]"),
    ("new (class{static x=1}).x()", "(intermediate value).x"),
    ("new (a||5)", "(a || 5)"),
    ("new (a?1:2)", "(intermediate value)(intermediate value)(intermediate value)"),
    ("new (1+2)()", "3"),
    ("new this.x()", "this.x"),
    ("new f.x.y()", "f.x.y"),
    ("/a/gi.x()", "/a/gi.x"),
    ("(/a/)()", "/a/"),
    ("o.x?.y()", "o.x?.y"),
    ("o?.x()", "o?.x"),
    ("o.t?.()()", "o.t(...)"),
    ("o.t?.().u()", "o.t(...).u"),
    ("o?.t().u()", "o?.t(...).u"),
    ("(o?.t)().u()", "(intermediate value)(...).u"),
    ("(o.t)?.().u()", "o.t(...).u"),
  ]
}
