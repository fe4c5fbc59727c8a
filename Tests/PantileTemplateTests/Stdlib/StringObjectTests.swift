import Testing

@testable import PantileTemplate

/// Expressions with what Node 20 prints for them.
@Suite struct StringObjectTests {
  static let cases: [(source: String, expected: String)] = [
    (#""abc".at(-1)"#, #""c""#),
    (#""abc".at(3)"#, #"undefined"#),
    (#""abc".charAt(1)"#, #""b""#),
    (#""abc".charCodeAt(9)"#, #"NaN"#),
    (#""ab".concat(1,null,undefined)"#, #""ab1nullundefined""#),
    (#""5".padStart(3,"0")"#, #""005""#),
    (#""5".padEnd(5,"ab")"#, #""5abab""#),
    (#""abc".repeat(3)"#, #""abcabcabc""#),
    (#""a".repeat(-1)"#, #"Invalid count value: -1"#),
    (#""abcdef".slice(-3,-1)"#, #""de""#),
    (#""abcdef".substr(-3,2)"#, #""de""#),
    (#""abcdef".substring(4,1)"#, #""bcd""#),
    (#""  \u00a0\ufeff x \n".trim()"#, #""x""#),
    (#""  x ".trimStart()"#, #""x ""#),
    (#""  x ".trimEnd()"#, #""  x""#),
    (#""abcabc".indexOf("c",3)"#, #"5"#),
    (#""abcabc".lastIndexOf("c")"#, #"5"#),
    (#""abcabc".lastIndexOf("c",4)"#, #"2"#),
    (#""abcabc".lastIndexOf("")"#, #"6"#),
    (#""abcabc".indexOf("",10)"#, #"6"#),
    (#""abc".includes("bc")"#, #"true"#),
    (#""abc".startsWith("b",1)"#, #"true"#),
    (#""abc".endsWith("b",2)"#, #"true"#),
    (#""a-b-c".split("-")"#, #"["a","b","c"]"#),
    (#""a-b-c".split("-",2)"#, #"["a","b"]"#),
    (#""abc".split("")"#, #"["a","b","c"]"#),
    (#""abc".split()"#, #"["abc"]"#),
    (#""".split("")"#, #"[]"#),
    (#""".split(",")"#, #"[""]"#),
    (#""a-b-c".replace("-","$&$&[$`|$'|$$]$1$<x>")"#, #""a--[a|b-c|$]$1$<x>b-c""#),
    (#""a-b-c".replaceAll("-","+")"#, #""a+b+c""#),
    (#""a-b-c".replaceAll("","_")"#, #""_a_-_b_-_c_""#),
    (#""a-b-c".replace("b",(m,i,s)=>m+i+s)"#, #""a-b2a-b-c-c""#),
    (#""ß".toUpperCase()"#, #""SS""#),
    (#""ΑΣ".toLowerCase()"#, #""ας""#),
    (#""ΑΣΑ ΑΣ. Σ".toLowerCase()"#, #""ασα ας. σ""#),
    (#""İ".toLowerCase().length"#, #"2"#),
    (#""ǆ".toUpperCase()"#, #""Ǆ""#),
    (#""ﬁ".toUpperCase()"#, #""FI""#),
    (#""Hello".toUpperCase()+"Hello".toLowerCase()"#, #""HELLOhello""#),
    (#""\ud83d".toUpperCase()"#, #""\ud83d""#),
    (#""a\ud83db".isWellFormed()"#, #"false"#),
    (#""a\ud83db".toWellFormed()"#, #""a�b""#),
    (#"String.fromCharCode(65,66,0xd83d,0xde00)"#, #""AB😀""#),
    (#"String.fromCodePoint(0x1f600,65)"#, #""😀A""#),
    (#"String.fromCodePoint(-1)"#, #"Invalid code point -1"#),
    (#"String.raw`a\n${1}b`"#, #""a\\n1b""#),
    (
      #"String(null)+String(undefined)+String(true)+String(12)+String(1e21)"#,
      #""nullundefinedtrue121e+21""#
    ),
    (#"new String("abc").length"#, #"3"#),
    (#"(255).toString(16)"#, #""ff""#),
    (#"(0.1).toString(3)"#, #""0.0022002200220022002200220022002201""#),
    (#""a".localeCompare("b")"#, #"-1"#),
    (#""ä".localeCompare("z","de")"#, #"-1"#),
    (#""ä".localeCompare("z","sv")"#, #"1"#),
    (#""a".localeCompare("A",undefined,{sensitivity:"base"})"#, #"0"#),
    (#""10".localeCompare("2",undefined,{numeric:true})"#, #"1"#),
    (#"["b","a","C","ä"].sort((x,y)=>x.localeCompare(y))"#, #"["a","ä","b","C"]"#),
    (#""I".toLocaleLowerCase("tr")"#, #""ı""#),
    (#""i".toLocaleUpperCase(["tr"])"#, #""İ""#),
    (#""i".toLocaleUpperCase()"#, #""I""#),
    (#""a".localeCompare("b","xx_y")"#, #"Incorrect locale information provided"#),
    (#""e\u0301".normalize()"#, #""é""#),
    (#""\u00e9".normalize("NFD").length"#, #"2"#),
    (#""ﬁ".normalize("NFKC")"#, #""fi""#),
    (#""a".normalize("x")"#, #"The normalization form should be one of NFC, NFD, NFKC, NFKD."#),
  ]

  @Test func `strings behave as in Node 20`() throws {
    var script = try Script()
    for (source, expected) in Self.cases {
      #expect(script.run(source) == expected, "\(source)")
    }
  }
}
