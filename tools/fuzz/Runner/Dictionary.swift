/// Words that mutations put into inputs.
enum Dictionary {
  static let numbers = [
    "0", "-1", "1e400", "-1e400", "4294967295", "4294967296", "2147483648", "-2147483649",
    "9007199254740993", "9223372036854775808", "18446744073709551616", "1e21", "5e-324", "0.5",
    "1e308", "-0", "65536", "1000000", "1e15", "8640000000000001", "99999999999999999999n",
  ]

  static let json =
    numbers + [
      "{", "}", "[", "]", ",", ":", "\"", "\\", "\\u", "\\ud800", "\\udc00", "\\u0000", "\"a\":",
      "null", "true", "false", "[[[[[[[[[[[[[[[[", "{\"\":", "\u{FEFF}", "\u{2028}", "\u{1F600}",
      "\"__proto__\":", "\"length\":", "\"key\":", "\"$$typeof\":", "\"\"", "{}", "[]", " ", "\n",
      "\"0\":", "\"4294967295\":", "\"toString\":", "\"constructor\":", "\"then\":",
    ]

  static let payload =
    json + [
      "\"systemSmall\":", "\"systemMedium\":", "\"ls\":", "\"isl_min\":", "\"v\":1", "\"e\":[",
      "\"s\":[", "\"s\":0", "\"s\":{", "{\"$r\":0}", "{\"$r\":1}", "{\"t\":0,\"c\":\"x\"}",
      "{\"t\":8,\"p\":{\"min\":2}}", "\"t\":1", "\"t\":9", "\"t\":10", "\"t\":13", "\"t\":21",
      "\"i\":\"a\"", "\"c\":[", "\"p\":{", "\"tf\":[{", "\"sho\":{", "\"w\":", "\"fw\":600",
      "\"bg\":\"linear-gradient(1deg,red,blue)\"", "\"c\":\"#fff\"", "\"fl\":1",
      "\"src\":\"{\\\"base64\\\":1}\"", "\"mrk\":\"[[\\\"bar\\\",[],{}]]\"", "\"tt\":\"{}\"",
      "\"mods\":\"[]\"", "*a*", "[a](b)", "\"$rv\":", "\"variants\":{", "null,null,null",
    ]

  static let source =
    numbers + [
      "(", ")", "{", "}", "[", "]", "<", ">", "</", "/>", "<>", "</>", "=>", "...", "?.", "??",
      "??=", "**", "**=", ">>>", "`", "${", "'", "\"", "/", "/*", "//", "\\", "\\u{", "#a", "@",
      ";", ",", ":", "?", "=", "+=", "++", "!", "~", "&&", "||", "in ", "of ", "as ", "is ",
      "let ", "const ", "var ", "function ", "function* ", "async ", "await ", "yield ", "yield* ",
      "class A extends ", "static ", "get ", "set ", "new ", "new.target", "super", "super.x",
      "this", "return ", "throw ", "try{", "}catch(e){", "}finally{", "if(", "else ", "for(",
      "for(;;){", "while(1){", "do{", "switch(", "case ", "default:", "break ", "continue ", "a:",
      "delete ", "typeof ", "void ", "instanceof ", "import ", "export ", "export default ",
      "import('", "type ", "interface ", "enum ", "namespace ", "declare ", "satisfies ", "keyof ",
      "infer ", "<T,>", "undefined", "null", "NaN", "Infinity", "true", "arguments", "eval",
      "__proto__", "constructor", "prototype", "Symbol.iterator", "[Symbol.iterator]",
      "[Symbol.toPrimitive]", "JSON.stringify(", "JSON.parse(", "Object.keys(", "Object.assign(",
      "Object.defineProperty(", "Object.freeze(", "Array.from(", "new Array(", "new Map(",
      "new Set(", "new WeakMap(", "new Date(", "new Error(", "new RegExp(", "Promise.resolve(",
      "Math.max(", "BigInt(", "parseInt(", "Intl.NumberFormat", "Intl.DateTimeFormat",
      ".toString(", ".toFixed(", ".toLocaleString(", ".repeat(", ".padStart(", ".slice(",
      ".splice(", ".concat(", ".flat(", ".sort(", ".map(", ".reduce(", ".fill(", ".copyWithin(",
      ".length", ".length=", ".at(", ".with(", ".split(", ".replace(", ".matchAll(", ".normalize(",
      ".call(", ".apply(", ".bind(", ".next()", ".setDate(", ".setFullYear(", ".toISOString()",
      "<Voltra.Text>", "</Voltra.Text>", "<Voltra.VStack ", "style={{", "}}", "key={", "{...",
      "children", "&amp;", "&#x110000;", "/(?:a|b)+$/gu", "/[\\p{L}]/u", "\u{2028}", "\u{1F600}",
      "\u{FEFF}", "0x", "0b", "1_", "1n", "n", "\n", " ", "useMemo(", "useState(", "createElement(",
      "((((((((((((((((", "[[[[[[[[[[[[[[[[", "{{{{{{{{{{{{{{{{", "!!!!!!!!!!!!!!!!", "a?b:a?b:",
      "<a><a><a><a><a><a>", "(x=>(x=>(x=>(x=>", "${`${`${`${`", "structuredClone(", "console.log(",
      "String.raw`", "Number(", "String(", "Reflect.ownKeys(", "globalThis", "encodeURIComponent(",
    ]

  static let regex =
    numbers + [
      "(", ")", "(?:", "(?=", "(?!", "(?<=", "(?<!", "(?<a>", "\\k<a>", "\\1", "\\2", "[", "[^",
      "]", "-", "*", "+", "?", "*?", "+?", "{2,3}", "{0}", "{1,}", "{4294967295}", "{99999}", "|",
      "^", "$", ".", "\\b", "\\B", "\\d", "\\D", "\\w", "\\W", "\\s", "\\S", "\\u{1F600}", "\\u",
      "\\x", "\\c", "\\0", "\\p{L}", "\\P{Lu}", "\\p{Script=Greek}", "\\p{", "\n", "g", "i", "m",
      "s", "u", "v", "y", "d", "a", "A", "\u{1F600}", "\u{17F}", "\u{212A}", "\u{DF}", "((((((((",
      "(a*)*", "(?:a|a)*", "[\\s\\S]", "[^]", "[]", "\u{2028}", "&&", "--", "\\q{ab}", "aaaaaaaa",
    ]
}
