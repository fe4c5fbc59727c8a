import Testing

@testable import PantileTemplate

struct ModuleParsingTests {
  @Test(arguments: [
    (
      "import A, { b as c, default as d, 'e-f' as g } from 'h'; A; c; d; g",
      "default as A from h; b as c from h; default as d from h; e-f as g from h", "h"
    ),
    ("import * as a from 'b'; import 'c'; a.d", "* as a from b", "b c"),
    ("import a from './b.json' with { type: 'json' }; a", "default as a from ./b.json", "./b.json"),
    ("import { a } from 'b'; import { c } from 'b'; a(c)", "a as a from b; c as c from b", "b"),
  ])
  func `collects imports and requests`(
    _ source: String, _ imports: String, _ requests: String
  ) throws {
    let (module, text) = try parse(source)
    #expect(text.writeImports(module) == imports)
    #expect(text.writeRequests(module) == requests)
  }

  @Test(arguments: [
    ("import { A } from 'a'; let b: A", "", ""),
    ("import A from 'a'; let b: A.B<A>; type C = typeof A", "", ""),
    ("import type A from 'a'; import type { B } from 'b'; import type * as C from 'c'", "", ""),
    ("import { type A, B } from 'a'; B", "B as B from a", "a"),
    ("import { type A } from 'a'; import {} from 'b'", "", ""),
    ("import { type as A, type } from 'a'; A; type", "type as A from a; type as type from a", "a"),
    (
      "import { type as as A } from 'a'; import type, { B } from 'b'; type",
      "default as type from b", "b"
    ),
    ("import type from 'a'; type", "default as type from a", "a"),
    ("import { A } from 'a'; function f(A) { return A }", "", ""),
    ("import { A } from 'a'; function f() { return A; var A }", "", ""),
    ("import { A } from 'a'; { let b = () => A }", "A as A from a", "a"),
    ("import { A } from 'a'; { A; { function A() {} } }", "A as A from a", "a"),
    ("import { A } from 'a'; <A.B/>", "A as A from a", "a"),
    ("import { A } from 'a'; (b = A) => 1", "A as A from a", "a"),
    ("import { A } from 'a'; (A, b = A) => 1", "", ""),
    ("import { A } from 'a'; export { A }", "A as A from a", "a"),
    ("import { A } from 'a'; export { type A }", "", ""),
    ("import { A } from 'a'; let b = { A }", "A as A from a", "a"),
    ("b(A); import { A } from 'a'", "A as A from a", "a"),
    ("import { A } from 'a'; class B extends A {}", "A as A from a", "a"),
    ("import { A } from 'a'; class B implements A {}", "", ""),
    ("import { A } from 'a'; enum B { C = A.D }", "A as A from a", "a"),
    ("import { a, b } from 'a'; x = a ? (b): c => d : e", "a as a from a", "a"),
  ])
  func `drops imports that are only types`(
    _ source: String, _ imports: String, _ requests: String
  ) throws {
    let (module, text) = try parse(source)
    #expect(text.writeImports(module) == imports)
    #expect(text.writeRequests(module) == requests)
  }

  @Test
  func `keeps unused imports in JavaScript`() throws {
    let (module, text) = try parse("import { a } from 'b'; import c from 'd'", .js)
    #expect(text.writeImports(module) == "a as a from b; default as c from d")
    #expect(text.writeRequests(module) == "b d")
  }

  @Test(arguments: [
    ("export const a = 1, { b, c: [d, ...e] } = f", "a as a; b as b; d as d; e as e", ""),
    ("let a; export { a, a as b, a as default }", "a as a; a as b; a as default", ""),
    ("export function a() {} export class B {} export enum C {}", "a as a; B as B; C as C", ""),
    (
      "export { a } from 'b'; export { default as c } from 'd'",
      "a as a from b; default as c from d", "b d"
    ),
    ("export * from 'a'; export * as b from 'c'", "* from a; * as b from c", "a c"),
    ("export type A = B; export interface C {} export declare const d: E", "", ""),
    ("export type { A } from 'b'; export { type C } from 'd'; export type * from 'e'", "", ""),
    ("interface A {} type B = A; declare const c: A; export { A, B, c }", "", ""),
    ("export default function f(a: A): void; export default function f(a) {}", "f as default", ""),
    ("export default class A {}", "A as default", ""),
    ("export default interface A {}", "", ""),
    ("export default () => 1", "*default* as default", ""),
    ("export default function () {}", "*default* as default", ""),
    ("export default abstract class {}", "*default* as default", ""),
  ])
  func `collects exports`(_ source: String, _ exports: String, _ requests: String) throws {
    let (module, text) = try parse(source)
    #expect(text.writeExports(module) == exports)
    #expect(text.writeRequests(module) == requests)
  }

  @Test
  func `declares the value of a default export`() throws {
    #expect(try treeText("export default a + 1") == "const *default* = (a + 1);")
    #expect(try treeText("export default function () {}") == "function *default*(){}")
    #expect(try treeText("export default class {}") == "class *default*{}")
  }

  @Test
  func `skips a hashbang line and a byte order mark`() throws {
    #expect(try treeText("#!/usr/bin/env x\na") == "a;")
    #expect(try treeText("\u{feff}a") == "a;")
  }
}
