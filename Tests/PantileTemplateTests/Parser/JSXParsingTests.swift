import Testing

@testable import PantileTemplate

struct JSXParsingTests {
  @Test(arguments: elements)
  func `parses tags, attributes and children`(_ source: String, _ tree: String) throws {
    #expect(try treeText(source, .tsx) == tree)
  }

  static let elements: [(source: String, tree: String)] = [
    (
      #"<a b="1" c='2' d={3} e {...f} g-h="i" j:k="l" m=<N/> />"#,
      "jsx('a',{b:'1',c:'2',d:3,e,...f,g-h:'i',j:k:'l',m:jsx(N,{})});"
    ),
    (
      "<A.b.c><this.d/><_e/><$f/><h-i/><j:k/><></></A.b.c>",
      "jsx(A.b.c,{},jsx(this.d,{}),jsx(_e,{}),jsx($f,{}),jsx('h-i',{}),jsx('j:k',{}),jsx(Fragment,{}));"
    ),
    (#"<A<string> b="c"/>; <A.B<Map<string, number>>>c</A.B>"#, "jsx(A,{b:'c'}); jsx(A.B,{},'c');"),
    ("<A /* c */ b=\"1\" // d\n e={2} /* f */ />", "jsx(A,{b:'1',e:2});"),
    (#"<A>{...b}{c}{/* d */}{}{" "}{d, e}</A>"#, "jsx(A,{},...b,c,' ',(d, e));"),
    ("<A>\n  a  \n  b {c} d\n  {e}\n\n  f\n</A>", "jsx(A,{},'a b ',c,' d',e,'f');"),
    (
      "<A b=\"&quot;&#65;&#x42;&foo;&copy\" c='\"' d=\"a\nb\"/>",
      #"jsx(A,{b:'"AB&foo;&copy',c:'"',d:'a\u000ab'});"#
    ),
    ("a < b ? <c/> : <d>e</d>", "(a < b) ? jsx('c',{}) : jsx('d',{},'e');"),
    (
      "<a>{b ? <c/> : <d/>}{e && <f/>}{g.map(h => <i key={h}>{h}</i>)}</a>",
      "jsx('a',{},(b ? jsx('c',{}) : jsx('d',{})),(e && jsx('f',{})),g.map(((h) => jsx('i',{key:h},h))));"
    ),
    ("<a\n b\n =\n \"c\"\n>d</a\n>", "jsx('a',{b:'c'},'d');"),
    ("<A></ A >; <A.b></ A . b >", "jsx(A,{}); jsx(A.b,{});"),
    ("<A b={{ c: <D/> }} e={`f${<G/>}`}/>", "jsx(A,{b:{c:jsx(D,{})},e:`f${jsx(G,{})}`});"),
    ("<A/>\n/ b", "jsx(A,{}) / b;"),
    (#"<ünï é="1">ö</ünï>"#, #"jsx(ünï,{é:'1'},'\u00f6');"#),
  ]

  @Test(arguments: texts)
  func `joins the lines of a text and decodes entities`(_ source: String, _ tree: String) throws {
    #expect(try treeText(source, .tsx) == tree)
  }

  static let texts: [(source: String, tree: String)] = [
    (#"<A>a\tb  c</A>"#, #"jsx(A,{},'a\\tb  c');"#),
    ("<A>  a  </A>", "jsx(A,{},'  a  ');"),
    ("<A>   </A>", "jsx(A,{},'   ');"),
    ("<A>\n\n</A>", "jsx(A,{});"),
    ("<A>\n  a  \n\n  b\n</A>", "jsx(A,{},'a b');"),
    ("<A>a\n{1}\nb</A>", "jsx(A,{},'a',1,'b');"),
    ("<A>a {1} b</A>", "jsx(A,{},'a ',1,' b');"),
    ("<A>{x}\n b</A>", "jsx(A,{},x,'b');"),
    ("<A>a&nbsp;\n b</A>", #"jsx(A,{},'a\u00a0 b');"#),
    ("<A>a&#10;b</A>", #"jsx(A,{},'a\u000ab');"#),
    ("<A>&#10;</A>", #"jsx(A,{},'\u000a');"#),
    (
      "<A>&#x41;&#65;&foo;&amp;amp; &hearts; &AMP; &#X41; &amp b &copy</A>",
      #"jsx(A,{},'AA&foo;&amp; \u2665 &AMP; &#X41; &amp b &copy');"#
    ),
    (#"<A>a // b 'c' "d"</A>"#, #"jsx(A,{},'a // b \'c\' "d"');"#),
    ("<A>\r\n  a\r\n  b\r\n</A>", "jsx(A,{},'a b');"),
    ("<A>a\tb</A>", #"jsx(A,{},'a\u0009b');"#),
    (
      "<A>&#xD83D;&#x1F600;&apos;&thetasym;&yuml;&nbsp;</A>",
      #"jsx(A,{},'\ud83d\ud83d\ude00\'\u03d1\u00ff\u00a0');"#
    ),
    ("<A>a\u{a0}\n b\u{a0}</A>", #"jsx(A,{},'a b\u00a0');"#),
    ("<A>a\u{2028} b\u{2029}\u{200b}\n</A>", #"jsx(A,{},'a b \u200b');"#),
  ]
}
