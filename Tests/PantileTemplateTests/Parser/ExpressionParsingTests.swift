import Testing

@testable import PantileTemplate

struct ExpressionParsingTests {
  @Test(arguments: operators)
  func `groups operators and links as the grammar says`(_ source: String, _ tree: String) throws {
    #expect(try treeText(source, .tsx) == tree)
  }

  static let operators: [(source: String, tree: String)] = [
    ("a + b * c - d", "a + (b * c) - d;"),
    ("a ** b ** c", "a ** (b ** c);"),
    (
      "a || b && c | d ^ e & f == g < h << i + j * k",
      "a || (b && (c | (d ^ (e & (f == (g < (h << (i + (j * k)))))))));"
    ),
    ("(a ?? b) || c", "(a ?? b) || c;"),
    ("a in b instanceof c", "a in b instanceof c;"),
    ("-a + !b * ~c", "(-a) + ((!b) * (~c));"),
    ("typeof a === 'b' && void 0", "((typeof a) === 'b') && (void 0);"),
    ("a++ + ++b", "(a++) + (++b);"),
    ("a ? b : c ? d : e", "a ? b : (c ? d : e);"),
    ("a = b += c ||= d", "a = (b += (c ||= d));"),
    ("a, b, c", "a, b, c;"),
    ("a.b[c].d(e)(...f)", "a.b[c].d(e)(...f);"),
    ("a?.b.c?.[d]?.(e)", "chain a?.b.c?.[d]?.(e);"),
    ("(a?.b).c", "(chain a?.b).c;"),
    ("new a.b(c).d", "(new a.b(c)).d;"),
    ("new a", "new a();"),
    ("new new a(b)(c)", "new (new a(b))(c);"),
    ("new (a())()", "new a()();"),
    ("a`b${c}d`", "a`b${c}d`;"),
    ("`a${b}${`c${d}`}`", "`a${b}${`c${d}`}`;"),
    ("async(a), get, set, of", "async(a), get, set, of;"),
    ("x = [a, , ...b, ]", "x = [a,,...b];"),
    ("x = [, ]", "x = [];"),
    (
      "x = { a, b: c, 'd-e': f, 1.50: g, [h]: i, ...j, 0x10n: k }",
      "x = {a,b:c,'d-e':f,'1.5':g,[h]:i,...j,16:k};"
    ),
    (
      "x = { get a() { return 1 }, set a(b) {}, c() {}, get: 1, set() {}, async: 2 }",
      "x = {get a(){return 1;},set a(b){},c(){},get:1,set(){},async:2};"
    ),
    (#"x = /[/\]]+/g.test(a) / b"#, #"x = (/[/\]]+/g.test(a) / b);"#),
    ("x = a / b / c", "x = (a / b / c);"),
    ("x = a++ / b", "x = ((a++) / b);"),
    (
      "1_000 + 0xFF + 0b11 + 0o17 + .5 + 1e3 + 10n + 0xFn",
      "1000 + 255 + 3 + 15 + 0.5 + 1000 + 10n + 0xFn;"
    ),
    (
      #"'\x41\u{1F600}\'\0' + "b" + '\v\ud83d'"#,
      #"'A\ud83d\ude00\'\u0000' + 'b' + '\u000b\ud83d';"#
    ),
    ("a = b\n(c)", "a = b(c);"),
    ("a\n++b", "a; ++b;"),
    ("a = b\n/c/g", "a = (b / c / g);"),
  ]

  @Test(arguments: arrows)
  func `tells arrow functions and patterns from expressions`(_ source: String, _ tree: String)
    throws
  {
    #expect(try treeText(source, .tsx) == tree)
  }

  static let arrows: [(source: String, tree: String)] = [
    ("a => b => c", "(a) => ((b) => c);"),
    ("x = () => ({})", "x = (() => {});"),
    (
      "x = (a, b = 1, [c, d = 2], { e, f: { g } = {}, ...h }, ...i) => {}",
      "x = ((a,b=1,[c,d=2],{e:e,f:{g:g}={},...h},...i) => {});"
    ),
    ("(a, b)", "a, b;"),
    ("(a = 1, b)", "(a = 1), b;"),
    ("x = a ? (b) : c => d", "x = (a ? b : ((c) => d));"),
    ("x = a ? (b): c => d : e", "x = (a ? ((b) => d) : e);"),
    ("x = a ? (b, c) : (d)", "x = (a ? (b, c) : d);"),
    ("x = a ? b => (c) : d => (e)", "x = (a ? ((b) => c) : ((d) => e));"),
    ("x = a ? (b ? (c) : d) : (e)", "x = (a ? (b ? c : d) : e);"),
    ("x = <T,>(a: T): T => a", "x = ((a) => a);"),
    ("x = <T extends { b: c }>(a?: T, ...b: T[]): a is T => true", "x = ((a,...b) => true);"),
    ("x = (this: A, a: B) => a", "x = ((a) => a);"),
    ("x = (a: A = 1, { b }: B, [c]: C) => 1", "x = ((a=1,{b:b},[c]) => 1);"),
    ("x = (a?, b?: A) => 1", "x = ((a,b) => 1);"),
    ("f(a => a, (b) => b, (c: A) => c)", "f(((a) => a),((b) => b),((c) => c));"),
    ("[a, b.c, ...d[e]] = f", "[a,b.c,...d[e]] = f;"),
    ("({ a, b: c.d = 1, ...e } = f)", "{a:a,b:c.d=1,...e} = f;"),
    ("for (const [a, { b = 1 }] of c) d", "for (const [a,{b:b=1}] of c) d;"),
    ("for (a.b in c) d", "for (a.b in c) d;"),
    ("for ({ a = 1 } of b) c", "for ({a:a=1} of b) c;"),
  ]
}
