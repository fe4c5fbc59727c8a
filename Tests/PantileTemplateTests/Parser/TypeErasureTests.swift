import Testing

@testable import PantileTemplate

struct TypeErasureTests {
  @Test(arguments: erased)
  func `leaves no trace of types`(_ source: String, _ tree: String) throws {
    #expect(try treeText(source, .ts) == tree)
  }

  static let erased: [(source: String, tree: String)] = [
    (
      "class A<T> extends B<T> implements C<T>, D { x!: number; y?: string = 'a'; readonly z = 1 }",
      "class A extends B{x;y='a';z=1;}"
    ),
    (
      "class A { constructor(public a: B, private readonly b?: C, c = 1) { d } }",
      "class A{constructor(a,b,c=1){this.a = a; this.b = b; d;}}"
    ),
    (
      "class A extends B { constructor(readonly a: C) { b; super(); c } }",
      "class A extends B{constructor(a){b; super(); this.a = a; c;}}"
    ),
    (
      "class A { private static readonly a: B; declare b: C; abstract c: D; [d: string]: E }",
      "class A{static a;}"
    ),
    (
      "abstract class A { abstract a(): void; abstract get b(): C; protected override d(): E { return 1 } }",
      "class A{d(){return 1;}}"
    ),
    (
      "class A { constructor(a: B); constructor(a: any) {} b(c: D): void; b(c: any) {} }",
      "class A{constructor(a){}b(c){}}"
    ),
    (
      "class A { m<T>(this: A, a: T, ...b: T[]): asserts a is T {} get c(): D { return 1 } set c(e: F) {} }",
      "class A{m(a,...b){}get c(){return 1;}set c(e){}}"
    ),
    (
      "class A { readonly; declare; static; abstract; readonly = 1; private?: B; public(): void {} }",
      "class A{readonly;declare;static;abstract;readonly=1;private;public(){}}"
    ),
    ("function f(a: A): void; function f(a: B): void; function f(a: any) {}", "function f(a){}"),
    (
      "enum A { B, C = 5, D, 'e' = 1 << 2, F = C | D } const enum G { H = 'h' } declare enum I { J }",
      "enum A {B, C = 5, D, e = (1 << 2), F = (C | D)} enum G {H = 'h'}"
    ),
    (
      "interface A extends B<C>, D { (a: E): F; new (b: G): H; readonly [c: string]: I; d?(): J; get e(): K } x",
      "x;"
    ),
    (
      "type A = { readonly [B in keyof C as `d${E}`]-?: F } | (new () => G) & ((a: H) => I); x",
      "x;"
    ),
    (
      "type A = B extends (infer C extends D)[] ? C : E extends F ? typeof import('g') : import('h').I<J>; x",
      "x;"
    ),
    (
      "type A = [a: B, c?: D, ...e: F[]] | readonly G[] | unique symbol | -1 | 'h' | `i${J}` | this | null; x",
      "x;"
    ),
    (
      "declare const a: B; declare function c(): D; declare module 'e' { export default f } declare global { var g } x",
      "x;"
    ),
    ("namespace A { export interface B {} export type C = D } namespace E.F {} x", "x;"),
    (
      "let a: A = b as C as D, e = f!, g = h!.i![j]!(), k = l satisfies M, n = [] as const",
      "let a = b, e = f, g = h.i[j](), k = l, n = [];"
    ),
    (
      "f<A>(b); new Map<A, B<C>>(); g<D>`h`; a?.<B>(c); new E<F>; i<J>",
      "f(b); new Map(); g`h`; chain a?.(c); new E(); i;"
    ),
    (
      "a < b, c > d; a < b || c >> d; a<b>>c",
      "(a < b), (c > d); (a < b) || (c >> d); a < (b >> c);"
    ),
    ("let a: A<B<C>>= d; let e: F<G<H<I>>> = j", "let a = d; let e = j;"),
    (
      "for (const a of b as C[]) d; for (let i: A = 0; i < (b as C); i++) d",
      "for (const a of b) d; for (let i = 0; i < b; i++) d;"
    ),
    ("try { a } catch (b: unknown) { c }", "try {a;} catch (b) {c;}"),
    (
      "function isA(a: any): a is A { return true } function b(this: C, d?: E): asserts d {}",
      "function isA(a){return true;} function b(d){}"
    ),
    (
      "type = of, as = is, from = get; async(declare); namespace, module, abstract",
      "(type = of), (as = is), (from = get); async(declare); namespace, module, abstract;"
    ),
    (
      "import a from 'b'; let type, of, declare; declare; type\nof",
      "let type, of, declare; declare; type; of;"
    ),
    (
      "let a = (<any>b).c, d = <E>f, g = <T>(h: T) => h, i = <const>['j']",
      "let a = b.c, d = f, g = ((h) => h), i = ['j'];"
    ),
    ("x = a ? (b) : (c), d = a ? <any>b : c", "(x = (a ? b : c)), (d = (a ? b : c));"),
    (
      "let f = function <T>(a: T): T { return a }, o = { m<T>(a: T): void {}, get b(): C { return 1 } }",
      "let f = (function (a){return a;}), o = {m(a){},get b(){return 1;}};"
    ),
    (
      "let { a, b: { c = 1 } = {} }: { a: A; b?: B } = d, [e]: [E] = f",
      "let {a:a,b:{c:c=1}={}} = d, [e] = f;"
    ),
    (
      "(a as B).c = 1; (d as any) = 2; a! += 1; a!++; delete a!.b",
      "a.c = 1; d = 2; a += 1; a++; delete a.b;"
    ),
  ]
}
