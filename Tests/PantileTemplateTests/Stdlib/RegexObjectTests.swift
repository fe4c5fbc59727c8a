import Testing

@testable import PantileTemplate

/// Expressions with what Node 20 prints for them.
@Suite struct RegexObjectTests {
  static let cases: [(source: String, expected: String)] = [
    (#"/a(b)?c/.exec("xacy")"#, #"["ac",null]"#),
    (#"Object.keys(/(?<x>a)/d.exec("a"))"#, #"["0","1","index","input","groups","indices"]"#),
    (#"/a/g.test("a")"#, #"true"#),
    (
      #"const r=/a/y;r.lastIndex=1;return [r.test("ba"),r.lastIndex,r.test("ba"),r.lastIndex]"#,
      #"[true,2,false,0]"#
    ),
    (#""a1b22c".match(/\d+/g)"#, #"["1","22"]"#),
    (#""a1b22c".match(/x/g)"#, #"null"#),
    (#""a1b22c".match(/(\d)(\d)/)"#, #"["22","2","2"]"#),
    (#""a1b22c".match("2")"#, #"["2"]"#),
    (#""a1b22c".match()"#, #"[""]"#),
    (
      #""aXbX".matchAll(/X/)"#,
      #"String.prototype.matchAll called with a non-global RegExp argument"#
    ),
    (#"[..."aXbX".matchAll(/X/g)].map(m=>m.index)"#, #"[1,3]"#),
    (#"[..."aXbX".matchAll("X")].map(m=>m.index)"#, #"[1,3]"#),
    (#"Object.prototype.toString.call("a".matchAll(/a/g))"#, #""[object RegExp String Iterator]""#),
    (
      #""a".matchAll(/a/g).next.call({})"#,
      #"Method %RegExpStringIterator%.prototype.next called on incompatible receiver #<Object>"#
    ),
    (#""a1b22c".search(/\d\d/)"#, #"3"#),
    (#""a1b22c".search("c")"#, #"5"#),
    (#""a1b2c3".split(/\d/)"#, #"["a","b","c",""]"#),
    (#""a1b2c3".split(/(\d)/)"#, #"["a","1","b","2","c","3",""]"#),
    (#""a1b2c3".split(/\d/,2)"#, #"["a","b"]"#),
    (#""".split(/a/)"#, #"[""]"#),
    (#""".split(/(?:)/)"#, #"[]"#),
    (#""abc".split(/(?:)/)"#, #"["a","b","c"]"#),
    (#""aXbXc".split(/x/i)"#, #"["a","b","c"]"#),
    (#"" a  b ".split(/\s+/)"#, #"["","a","b",""]"#),
    (#""abc".split(/b/y)"#, #"["a","c"]"#),
    (#""ab".split(/a*?/)"#, #"["a","b"]"#),
    (#""ab".split(/a*/)"#, #"["","b"]"#),
    (
      #""A<B>bold</B>and<CODE>coded</CODE>".split(/<(\/)?([^<>]+)>/)"#,
      #"["A",null,"B","bold","/","B","and",null,"CODE","coded","/","CODE",""]"#
    ),
    (
      #""2026-01-20".replace(/(\d+)-(\d+)-(\d+)/,"$3.$2.$1 $& $` $' $$ $4 $10 $0")"#,
      #""20.01.2026 2026-01-20   $ $4 20260 $0""#
    ),
    (#""2026-01-20".replace(/(?<y>\d+)-(?<m>\d+)/,"$<m>/$<y>/$<z>/$<")"#, #""01/2026//$<-20""#),
    (#""aaa".replace(/a/g,(m,i)=>i)"#, #""012""#),
    (#""aaa".replace(/a/,"b")"#, #""baa""#),
    (
      #""abc".replace(/(?<a>b)/,(...a)=>JSON.stringify(a))"#,
      #""a[\"b\",\"b\",1,\"abc\",{\"a\":\"b\"}]c""#
    ),
    (#""abc".replace(/x*/g,"-")"#, #""-a-b-c-""#),
    (#""aaa".replaceAll(/a/g,"b")"#, #""bbb""#),
    (
      #""aaa".replaceAll(/a/,"b")"#,
      #"String.prototype.replaceAll called with a non-global RegExp argument"#
    ),
    (#""aab".replace(/a/y,"x")"#, #""xab""#),
    (#"const r=/a/gy;return "aab".replace(r,"x")"#, #""xxb""#),
    (#""camelCaseText".replace(/([A-Z])/g," $1").toLowerCase()"#, #""camel case text""#),
    (#""  x ".replace(/^\s+|\s+$/g,"")"#, #""x""#),
    (#"String(new RegExp("/a\n\\/[/]"))"#, #""/\\/a\\n\\/[/]/""#),
    (#"String(new RegExp(""))"#, #""/(?:)/""#),
    (#"new RegExp("a/b").source"#, #""a\\/b""#),
    (#"new RegExp("(","g")"#, #"Invalid regular expression: /(/g: Unterminated group"#),
    (#"new RegExp("a","gg")"#, #"Invalid flags supplied to RegExp constructor 'gg'"#),
    (#"new RegExp(/a/g).flags"#, #""g""#),
    (#"new RegExp(/a/g,"i").flags"#, #""i""#),
    (#"RegExp(/a/g)===RegExp(/a/g)"#, #"false"#),
    (#"const r=/a/;return RegExp(r)===r"#, #"true"#),
    (#"/a/dgimsuy.flags"#, #""dgimsuy""#),
    (#"/a/.global"#, #"false"#),
    (#"RegExp.prototype.source"#, #""(?:)""#),
    (#"RegExp.prototype.flags"#, #""""#),
    (
      #"RegExp.prototype.exec.call({},"a")"#,
      #"Method RegExp.prototype.exec called on incompatible receiver #<Object>"#
    ),
    (
      #"RegExp.prototype.exec.call(5,"a")"#,
      #"Method RegExp.prototype.exec called on incompatible receiver 5"#
    ),
    (
      #"RegExp.prototype.test.call(5,"a")"#,
      #"Method RegExp.prototype.test called on incompatible receiver undefined"#
    ),
    (
      #"RegExp.prototype.toString.call(5)"#,
      #"Method RegExp.prototype.toString called on incompatible receiver 5"#
    ),
    (
      #"RegExp.prototype[Symbol.replace].call(5,"a")"#,
      #"Method RegExp.prototype.@@replace called on incompatible receiver undefined"#
    ),
    (
      #"RegExp.prototype[Symbol.match].call(5,"a")"#,
      #"Method RegExp.prototype.@@match called on incompatible receiver 5"#
    ),
    (
      #"RegExp.prototype[Symbol.search].call(undefined,"a")"#,
      #"Method RegExp.prototype.@@search called on incompatible receiver undefined"#
    ),
    (
      #"RegExp.prototype[Symbol.split].call("x","a")"#,
      #"Method RegExp.prototype.@@split called on incompatible receiver x"#
    ),
    (
      #"Object.getOwnPropertyDescriptor(RegExp.prototype,"flags").get.call(5)"#,
      #"RegExp.prototype.flags getter called on non-object 5"#
    ),
    (
      #"Object.getOwnPropertyDescriptor(RegExp.prototype,"global").get.call({})"#,
      #"RegExp.prototype.global getter called on non-RegExp object"#
    ),
    (#"RegExp.prototype.toString.call({source:"a",flags:"b"})"#, #""/a/b""#),
    (
      #"const r=/a/;r.exec=()=>5;return r.test("a")"#,
      #"RegExp exec method returned something other than an Object or null"#
    ),
    (#"const r=/a/;r.exec=5;return r.test("a")"#, #"true"#),
    (
      #"const r=/a/g;Object.freeze(r);return r.test("a")"#,
      #"Cannot assign to read only property 'lastIndex' of object '[object RegExp]'"#
    ),
    (
      #"Object.getOwnPropertyDescriptor(/a/,"lastIndex")"#,
      #"{"value":0,"writable":true,"enumerable":false,"configurable":false}"#
    ),
    (#"const o=[];for(let i=0;i<3;i++){o[i]=/\d+/.exec("a"+i)[0]}return o"#, #"["0","1","2"]"#),
    (#"/\p{Lu}/u.test("É")"#, #"true"#),
    (#""x".match(/(a)|x/)"#, #"["x",null]"#),
    (#"JSON.stringify(/a/)"#, #""{}""#),
    (#"typeof /a/"#, #""object""#),
    (#"/(?<=\$)\d+/.exec("cost $42")[0]"#, #""42""#),
    (#""The Quick".replace(/quick/i,m=>m.toUpperCase())"#, #""The QUICK""#),
    (#"/^[\w.+-]+@\w+\.\w{2,}$/.test("a.b@example.com")"#, #"true"#),
    (#""1234567.891".replace(/\B(?=(\d{3})+(?!\d))/g,",")"#, #""1,234,567.891""#),
    (#""abc".at(/b/)"#, #""a""#),
    (
      #""abc".includes(/b/)"#,
      #"First argument to String.prototype.includes must not be a regular expression"#
    ),
    (
      #""abc".startsWith(/b/)"#,
      #"First argument to String.prototype.startsWith must not be a regular expression"#
    ),
    (#""x".padEnd(5,/a/)"#, #""x/a//""#),
    (#"RegExp.name+RegExp.length"#, #""RegExp2""#),
    (#""tel: 555-1234".match(/(?<area>\d{3})-(?<num>\d{4})/).groups.num"#, #""1234""#),
    (#""aBc".replace(/b/i, "$`$'")"#, #""aacc""#),
    (#""abcabc".replace(/(b)(z)?/g,"[$1$2]")"#, #""a[b]ca[b]c""#),
    (#""abcabc".lastIndexOf("c",-5)"#, #"-1"#),
  ]

  @Test func `regular expressions behave as in Node 20`() throws {
    var script = try Script()
    for (source, expected) in Self.cases {
      #expect(script.run(source) == expected, "\(source)")
    }
  }
}
