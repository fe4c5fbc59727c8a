import Testing

@testable import PantileTemplate

struct EarlyErrorTests {
  @Test(arguments: early)
  func `reports early errors of strict code as V8 words them`(_ source: String, _ error: String) {
    #expect(errorText(source, .js) == error)
  }

  static let early: [(source: String, error: String)] = [
    ("let a; let a;", "1:12 Identifier 'a' has already been declared"),
    ("let a; var a;", "1:12 Identifier 'a' has already been declared"),
    ("var a; let a;", "1:12 Identifier 'a' has already been declared"),
    ("let a; { var a; }", "1:14 Identifier 'a' has already been declared"),
    ("{ var a; } let a;", "1:16 Identifier 'a' has already been declared"),
    ("{ let a; { var a } }", "1:16 Identifier 'a' has already been declared"),
    ("function f(a, a) {}", "1:15 Identifier 'a' has already been declared"),
    ("(a, a) => 1", "1:5 Identifier 'a' has already been declared"),
    ("(a, [a]) => 1", "1:6 Identifier 'a' has already been declared"),
    ("function f(a) { let a }", "1:21 Identifier 'a' has already been declared"),
    ("{ function g() {} function g() {} }", "1:28 Identifier 'g' has already been declared"),
    ("{ function g() {} var g }", "1:23 Identifier 'g' has already been declared"),
    ("function g() {} function g() {}", "1:26 Identifier 'g' has already been declared"),
    ("var g; function g() {}", "1:17 Identifier 'g' has already been declared"),
    ("class A {} class A {}", "1:18 Identifier 'A' has already been declared"),
    ("try {} catch (e) { let e }", "1:24 Identifier 'e' has already been declared"),
    ("try {} catch ({ e }) { var e }", "1:28 Identifier 'e' has already been declared"),
    ("try {} catch ([e, e]) { }", "1:19 Identifier 'e' has already been declared"),
    ("for (let i of x) { var i }", "1:24 Identifier 'i' has already been declared"),
    ("for (let i, i;;) {}", "1:13 Identifier 'i' has already been declared"),
    (
      "switch (1) { case 1: let a; case 2: let a }",
      "1:41 Identifier 'a' has already been declared"
    ),
    ("import a from 'a'; let a", "1:24 Identifier 'a' has already been declared"),
    ("import { a, b as a } from 'a'", "1:18 Identifier 'a' has already been declared"),
    ("eval = 1", "1:1 Unexpected eval or arguments in strict mode"),
    ("arguments++", "1:1 Unexpected eval or arguments in strict mode"),
    ("let eval = 1", "1:5 Unexpected eval or arguments in strict mode"),
    ("function arguments() {}", "1:10 Unexpected eval or arguments in strict mode"),
    ("(eval) => 1", "1:2 Unexpected eval or arguments in strict mode"),
    ("({ eval } = 1)", "1:4 Unexpected eval or arguments in strict mode"),
    ("[arguments] = 1", "1:2 Unexpected eval or arguments in strict mode"),
    ("delete a", "1:8 Delete of an unqualified identifier in strict mode."),
    ("delete (a)", "1:9 Delete of an unqualified identifier in strict mode."),
    ("010", "1:1 Octal literals are not allowed in strict mode."),
    ("08", "1:1 Decimals with leading zeros are not allowed in strict mode."),
    ("0_1", "1:1 Numeric separator can not be used after leading 0."),
    ("1__0", "1:3 Only one underscore is allowed as numeric separator"),
    ("1_", "1:3 Numeric separators are not allowed at the end of numeric literals"),
    ("1_000.5_0e1_0 + 0x_f", "1:19 Only one underscore is allowed as numeric separator"),
    (#""\01""#, "1:2 Octal escape sequences are not allowed in strict mode."),
    (#""\08""#, "1:2 Octal escape sequences are not allowed in strict mode."),
    (#""\8""#, #"1:2 \8 and \9 are not allowed in strict mode."#),
    (#"'\x4'"#, "1:2 Invalid hexadecimal escape sequence"),
    (#"'\u{110000}'"#, "1:2 Invalid Unicode escape sequence"),
    (#"`\01`"#, "1:2 Octal escape sequences are not allowed in strict mode."),
    ("let let = 1", "1:5 Unexpected strict mode reserved word"),
    ("var yield", "1:5 Unexpected strict mode reserved word"),
    ("implements = 1", "1:1 Unexpected strict mode reserved word"),
    ("var static = 1", "1:5 Unexpected strict mode reserved word"),
    ("var await", "1:5 Unexpected reserved word"),
    ("a ?? b || c", #"1:8 Cannot use "||" with "??" without parentheses"#),
    ("a || b ?? c", #"1:8 Cannot use "??" with "||" without parentheses"#),
    ("a && b ?? c", #"1:8 Cannot use "??" with "&&" without parentheses"#),
    ("a ?? b && c", #"1:8 Cannot use "&&" with "??" without parentheses"#),
    (
      "-1 ** 2",
      "1:4 Unary operator used immediately before exponentiation expression. Parenthesis must be used to disambiguate operator precedence"
    ),
    (
      "typeof a ** 2",
      "1:10 Unary operator used immediately before exponentiation expression. Parenthesis must be used to disambiguate operator precedence"
    ),
    ("a?.b = 1", "1:1 Invalid assignment target"),
    ("a?.b++", "1:1 Invalid assignment target"),
    ("a?.b.c = 1", "1:1 Invalid assignment target"),
    ("[a?.b] = 1", "1:2 Invalid assignment target"),
    ("for (a?.b of c) {}", "1:6 Invalid assignment target"),
    ("new a?.b()", "1:6 Invalid optional chain from new expression"),
    ("a?.`x`", "1:4 Invalid tagged template on optional chain"),
    ("a?.b`x`", "1:5 Invalid tagged template on optional chain"),
    ("break", "1:1 Illegal break statement"),
    ("continue", "1:1 Illegal continue statement: no surrounding iteration statement"),
    (
      "x: { continue x }",
      "1:15 Illegal continue statement: 'x' does not denote an iteration statement"
    ),
    ("x: x: ;", "1:4 Label 'x' has already been declared"),
    ("x: { function f() { break x } }", "1:27 Undefined label 'x'"),
    ("while (1) { function f() { break } }", "1:28 Illegal break statement"),
    (
      "while (1) { () => { continue } }",
      "1:21 Illegal continue statement: no surrounding iteration statement"
    ),
    (
      "switch (1) { case 1: continue }",
      "1:22 Illegal continue statement: no surrounding iteration statement"
    ),
    ("break foo", "1:7 Undefined label 'foo'"),
    ("return", "1:1 return outside a function"),
    ("class A { constructor() {} constructor() {} }", "1:28 A class may only have one constructor"),
    (
      "class A { constructor() {} 'constructor'() {} }",
      "1:28 A class may only have one constructor"
    ),
    ("class A { get constructor() {} }", "1:15 Class constructor may not be an accessor"),
    ("class A { constructor = 1 }", "1:11 Classes may not have a field named 'constructor'"),
    (
      "class A { static prototype() {} }",
      "1:18 Classes may not have a static property named 'prototype'"
    ),
    (
      "class A { static prototype = 1 }",
      "1:18 Classes may not have a static property named 'prototype'"
    ),
    ("class A { #constructor }", "1:11 Classes may not have a private field named '#constructor'"),
    ("class A { #a; #a }", "1:15 Identifier '#a' has already been declared"),
    (
      "class A { get #a() {} static set #a(v) {} }",
      "1:34 Identifier '#a' has already been declared"
    ),
    ("class A { get #a() {} get #a() {} }", "1:27 Identifier '#a' has already been declared"),
    (
      "class A { m() { this.#b } }",
      "1:22 Private field '#b' must be declared in an enclosing class"
    ),
    ("this.#a", "1:6 Private field '#a' must be declared in an enclosing class"),
    ("class A { #a; m() { delete this.#a } }", "1:33 Private fields can not be deleted"),
    ("class A { #a; m() { delete this?.#a } }", "1:34 Private fields can not be deleted"),
    ("class A { constructor() { super() } }", "1:27 'super' keyword unexpected here"),
    ("class A extends B { m() { super() } }", "1:27 'super' keyword unexpected here"),
    (
      "class A extends B { constructor() { function f() { super() } } }",
      "1:52 'super' keyword unexpected here"
    ),
    ("super.x", "1:1 'super' keyword unexpected here"),
    ("function f() { super.x }", "1:16 'super' keyword unexpected here"),
    ("({ m: function () { super.x } })", "1:21 'super' keyword unexpected here"),
    (
      "class A { x = arguments }",
      "1:15 'arguments' is not allowed in class field initializer or static initialization block"
    ),
    (
      "class A { static { arguments } }",
      "1:20 'arguments' is not allowed in class field initializer or static initialization block"
    ),
    (
      "class A { x = () => arguments }",
      "1:21 'arguments' is not allowed in class field initializer or static initialization block"
    ),
    ("class A { static { return } }", "1:20 return outside a function"),
    ("class A { static { break } }", "1:20 Illegal break statement"),
    (
      "x: while (1) class A { static { break x } }",
      "1:14 Lexical declaration cannot appear in a single-statement context"
    ),
    ("new.target", "1:1 new.target expression is not allowed here"),
    ("() => new.target", "1:7 new.target expression is not allowed here"),
    ("const a", "1:8 Missing initializer in const declaration"),
    ("const a = 1, b", "1:15 Missing initializer in const declaration"),
    ("for (const a;;) {}", "1:13 Missing initializer in const declaration"),
    ("let { a }", "1:10 Missing initializer in destructuring declaration"),
    ("({ a = 1 })", "1:4 Invalid shorthand property initializer"),
    ("[{ a = 1 }]", "1:4 Invalid shorthand property initializer"),
    ("f({ a = 1 })", "1:5 Invalid shorthand property initializer"),
    ("({ a = 1 }).b", "1:4 Invalid shorthand property initializer"),
    ("({ a }) = 1", "1:1 Invalid assignment target"),
    ("([a]) = 1", "1:1 Invalid assignment target"),
    ("[([a])] = 1", "1:3 Invalid assignment target"),
    ("[(a = 1)] = 1", "1:3 Invalid assignment target"),
    ("({ a: (b = 1) } = 1)", "1:8 Invalid assignment target"),
    ("({ a: ({ b }) } = 1)", "1:8 Invalid assignment target"),
    ("([(a)]) => 1", "1:4 Invalid assignment target"),
    ("((a)) => 1", "1:3 Invalid assignment target"),
    ("((a, b)) => 1", "1:3 Invalid assignment target"),
    ("(a.b) => 1", "1:2 Invalid assignment target"),
    ("([a.b]) => 1", "1:3 Invalid assignment target"),
    ("(...a, b) => 1", "1:6 Rest parameter must be last formal parameter"),
    ("(...a,) => 1", "1:6 Rest parameter must be last formal parameter"),
    ("[...a, b] = 1", "1:5 Rest element must be last element"),
    ("[...a,] = 1", "1:5 Rest element must be last element"),
    ("[...a = 1] = 1", "1:5 Invalid assignment target"),
    ("({ ...{ a } } = 1)", "1:7 Invalid assignment target"),
    ("({ ...a, b } = 1)", "1:7 Rest element must be last element"),
    ("({ get a() { return 1 } } = 1)", "1:8 Invalid assignment target"),
    ("({ m() {} } = 1)", "1:4 Invalid assignment target"),
    ("1 = 2", "1:1 Invalid assignment target"),
    ("a + b = 2", "1:1 Invalid assignment target"),
    ("f() = 1", "1:1 Invalid assignment target"),
    ("f() += 1", "1:1 Invalid assignment target"),
    ("f()++", "1:1 Invalid assignment target"),
    ("++1", "1:3 Invalid assignment target"),
    ("this = 1", "1:1 Invalid assignment target"),
    ("[a] += 1", "1:1 Invalid assignment target"),
    (
      "({ __proto__: 1, __proto__: 2 })",
      "1:18 Duplicate __proto__ fields are not allowed in object literals"
    ),
    (
      "({ __proto__: 1, '__proto__': 2 })",
      "1:18 Duplicate __proto__ fields are not allowed in object literals"
    ),
    ("/a/gg", "1:1 Invalid regular expression flags"),
    ("/a/x", "1:1 Invalid regular expression flags"),
    ("throw\na", "2:1 Illegal newline after throw"),
    (
      "label: function f() {}",
      "1:8 In strict mode code, functions can only be declared at top level or inside a block."
    ),
    (
      "if (a) function f() {}",
      "1:8 In strict mode code, functions can only be declared at top level or inside a block."
    ),
    ("if (a) class B {}", "1:8 Lexical declaration cannot appear in a single-statement context"),
    ("if (a) let b", "1:8 Lexical declaration cannot appear in a single-statement context"),
    ("if (a) let [b] = c", "1:8 Lexical declaration cannot appear in a single-statement context"),
    (
      "while (a) const b = 1",
      "1:11 Lexical declaration cannot appear in a single-statement context"
    ),
    ("label: let x", "1:8 Lexical declaration cannot appear in a single-statement context"),
    ("label: class X {}", "1:8 Lexical declaration cannot appear in a single-statement context"),
    ("export { a }", "1:10 Export 'a' is not defined in module"),
    ("let a; export { a, a }", "1:20 Duplicate export of 'a'"),
    ("let a, b; export { a as b, b }", "1:28 Duplicate export of 'b'"),
    ("export default 1; export default 2", "1:19 Duplicate export of 'default'"),
    ("let a; export { a as default }; export default 1", "1:33 Duplicate export of 'default'"),
    ("export let a; export function a() {}", "1:31 Identifier 'a' has already been declared"),
    ("with (a) {}", "1:1 the with statement is not allowed in strict mode"),
    (#"v\u0061r a"#, "1:1 Keyword must not contain escaped characters"),
    (#"l\u0065t x"#, "1:1 Keyword must not contain escaped characters"),
    ("({ get a(b) {} })", "1:8 Getter must not have any formal parameters."),
    ("({ set a() {} })", "1:8 Setter must have exactly one formal parameter."),
    ("({ set a(b, c) {} })", "1:8 Setter must have exactly one formal parameter."),
    ("({ set a(...b) {} })", "1:8 Setter function argument must not be a rest parameter"),
    ("class A { static { let a; var a } }", "1:31 Identifier 'a' has already been declared"),
    ("(class let {})", "1:8 Unexpected strict mode reserved word"),
    (
      "function f(a = 1) { 'use strict' }",
      "1:21 Illegal 'use strict' directive in function with non-simple parameter list"
    ),
    ("a.#b", "1:3 Private field '#b' must be declared in an enclosing class"),
    ("for (([a]) of b) {}", "1:6 Invalid assignment target"),
    ("for (f() of b) {}", "1:6 Invalid assignment target"),
    ("for (a = 1 of b) {}", "1:6 Invalid assignment target"),
    ("switch (a) { default: default: }", "1:23 More than one default clause in switch statement"),
    ("try {}", "1:7 Missing catch or finally after try"),
    ("01n", "1:1 Octal literals are not allowed in strict mode."),
    ("a || b = c", "1:1 Invalid assignment target"),
    ("var { await } = 1", "1:7 Unexpected reserved word"),
    ("class await {}", "1:7 Unexpected reserved word"),
    ("(a, b) => { let a }", "1:17 Identifier 'a' has already been declared"),
    ("a => { let a }", "1:12 Identifier 'a' has already been declared"),
    ("function f({ a, b }, a) {}", "1:22 Identifier 'a' has already been declared"),
    ("let f = function arguments() {}", "1:18 Unexpected eval or arguments in strict mode"),
    ("super", "1:1 'super' keyword unexpected here"),
    ("class A extends B { constructor() { super; } }", "1:37 'super' keyword unexpected here"),
    (
      "class A extends B { constructor() { new super(); } }",
      "1:41 'super' keyword unexpected here"
    ),
    (
      "class A extends B { constructor() { new super.x(); super?.x } }",
      "1:52 'super' keyword unexpected here"
    ),
    (
      "(a = 1) => { 'use strict' }",
      "1:14 Illegal 'use strict' directive in function with non-simple parameter list"
    ),
    (
      "x = !a + -b - +c * ~d ** 2",
      "1:23 Unary operator used immediately before exponentiation expression. Parenthesis must be used to disambiguate operator precedence"
    ),
    (
      "class A { 'a' = 1; static 'b'() {} static async = 1; get = 1; 'constructor' }",
      "1:63 Classes may not have a field named 'constructor'"
    ),
  ]
}
