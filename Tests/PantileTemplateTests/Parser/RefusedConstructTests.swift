import Testing

@testable import PantileTemplate

struct RefusedConstructTests {
  static let noAsync =
    "async functions are not supported in widget templates;"
    + " fetch data before rendering and pass it as props"

  @Test(arguments: constructs)
  func `refuses what templates may not use, at its keyword`(_ source: String, _ error: String) {
    #expect(errorText(source, .js) == error)
  }

  static let constructs: [(source: String, error: String)] = [
    ("class A { static { await } }", "1:20 \(noAsync)"),
    ("@x class A {}", "1:1 decorators are not supported in widget templates"),
    ("x = function* () {}", "1:5 generators are not supported in widget templates"),
    ("async () => 1", "1:1 \(noAsync)"),
    ("async function f() {}", "1:1 \(noAsync)"),
    ("async x => 1", "1:1 \(noAsync)"),
    ("({ async a() {} })", "1:4 \(noAsync)"),
    ("class A { async a() {} }", "1:11 \(noAsync)"),
    ("class A { *a() {} }", "1:11 generators are not supported in widget templates"),
    ("await x", "1:1 \(noAsync)"),
    ("yield x", "1:1 generators are not supported in widget templates"),
    ("import('a')", "1:1 dynamic import is not supported in widget templates"),
    ("import.meta", "1:1 dynamic import is not supported in widget templates"),
    ("eval('1')", "1:1 eval is not supported in widget templates"),
    ("new Function('a')", "1:1 eval is not supported in widget templates"),
    ("require('a')", "1:1 require is not supported in widget templates; use an import declaration"),
    (
      "module.exports = 1",
      "1:1 module.exports is not supported in widget templates; use an export declaration"
    ),
    ("({ await })", "1:4 \(noAsync)"),
    ("({ yield })", "1:4 generators are not supported in widget templates"),
  ]

  @Test(arguments: typescript)
  func `refuses what is left of TypeScript, and reports errors in types`(
    _ source: String, _ error: String
  ) {
    #expect(errorText(source, .ts) == error)
  }

  static let typescript: [(source: String, error: String)] = [
    ("namespace A { export const b = 1 }", "1:1 namespaces are not supported in widget templates"),
    ("import a = require('b')", "1:1 import = is not supported in widget templates"),
    ("export = a", "1:1 export = is not supported in widget templates"),
    ("@a class B {}", "1:1 decorators are not supported in widget templates"),
    ("class A { @b c() {} }", "1:11 decorators are not supported in widget templates"),
    ("class A { accessor b = 1 }", "1:11 accessor fields are not supported in widget templates"),
    ("f(async (a: B): C => d)", "1:3 \(noAsync)"),
    ("for await (a of b) {}", "1:5 \(noAsync)"),
    ("class A { async b() {} }", "1:11 \(noAsync)"),
    ("({ async *a() {} })", "1:4 \(noAsync)"),
    ("function f(a: string) { return a", "1:33 Unexpected end of file"),
    ("type A = ", "1:10 Unexpected end of file"),
    ("let a: = 1", #"1:8 Unexpected token "=""#),
    ("interface A { b: }", #"1:18 Unexpected token "}""#),
    ("enum A { b c }", #"1:12 Expected "}" but found "c""#),
    ("class A { b(): void }\nclass A {}", "2:7 Identifier 'A' has already been declared"),
    ("let a = b as", "1:13 Unexpected end of file"),
    ("(a?) + 1", #"1:6 Expected "=>" but found "+""#),
    ("(a: B)", "1:7 Unexpected end of file"),
    ("f(a: B)", #"1:4 Expected ")" but found ":""#),
    ("import type { A } from", "1:23 Unexpected end of file"),
    ("export { A }", "1:10 Export 'A' is not defined in module"),
  ]

  @Test(arguments: javascript)
  func `takes type syntax in JavaScript files for errors`(_ source: String, _ error: String) {
    #expect(errorText(source, .js) == error)
  }

  static let javascript: [(source: String, error: String)] = [
    ("let a: string = 1", #"1:6 Expected ";" but found ":""#),
    ("function f(a: b) {}", #"1:13 Expected ")" but found ":""#),
    ("a as b", #"1:3 Expected ";" but found "as""#),
    ("a!", #"1:2 Expected ";" but found "!""#),
    ("enum A {}", #"1:1 Unexpected token "enum""#),
    ("interface A {}", "1:1 Unexpected strict mode reserved word"),
    ("type A = 1", #"1:6 Expected ";" but found "A""#),
    ("import type { A } from 'b'", #"1:13 Expected "from" but found "{""#),
    ("class A { private b }", #"1:19 Expected ";" but found "b""#),
  ]
}
