/// Makes widgets whose JSX is all that a pattern can be, and code that looks at the elements.
///
/// Where the text has a line `/*env*/`, a second parameter may be put.
struct PatternSource {
  /// What comes of a widget.
  enum Form: CaseIterable {
    case function, variants, variantsFunction, live, entry
  }

  private var state: UInt64
  private var elements: [String] = []
  private var budget = 0
  private var spoilers = 0
  private(set) var form = Form.function

  init(seed: UInt64) {
    state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
    for _ in 0..<4 { _ = next() }
  }

  // MARK: Chance

  private mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state &* 0x2545_F491_4F6C_DD1D
  }

  private mutating func below(_ limit: Int) -> Int { Int((next() >> 33) % UInt64(limit)) }
  private mutating func chance(_ percent: Int) -> Bool { below(100) < percent }
  private mutating func pick(_ list: [String]) -> String { list[below(list.count)] }

  // MARK: Programs

  /// The text of a widget.
  mutating func widget() -> String {
    form = chance(60) ? .function : Form.allCases[below(Form.allCases.count)]
    var text = Self.prelude
    budget = 8
    spoilers = 0
    elements = []
    for index in 0..<below(3) {
      text += "const m\(index) = \(element(3))\n"
      elements.append("m\(index)")
    }
    for index in 0..<3 { text += component(index) }
    budget = 12
    text +=
      "export default function Widget(\(pick(["props", "props", "{ a, b, list = [1], ...props }"]))\n"
    text += form == .function || form == .entry ? "/*env*/\n" : ""
    text += ") {\n  const log = []\n  const see = f => { try { log.push(show(f())) }"
    text += " catch (e) { log.push('!' + e.message) } }\n"
    let kept = elements
    if chance(70) {
      // Components may look at elements that are there when they run.
      elements += ["e0"]
      text += "  let e0\n"
    }
    spoilers = 0
    for index in 0..<(chance(25) ? 1 + below(2) : 0) {
      let what = chance(70) ? statement() : effect()
      text += "  const Spoil\(index) = p => { \(what); return p.children ?? null }\n"
      spoilers = index + 1
    }
    if elements.contains("e0") {
      elements.removeAll { $0 == "e0" }
      text += "  e0 = \(element(below(4)))\n"
      elements.append("e0")
    }
    for index in 1..<1 + below(4) {
      text += "  let e\(index) = \(element(below(4)))\n"
      elements.append("e\(index)")
    }
    for _ in 0..<below(6) { text += "  \(chance(8) ? effect() : statement())\n" }
    text +=
      "  const Last = () => <Voltra.Text style={{ fontSize: log.length }}>{log.join()}</Voltra.Text>\n"
    text += "  return \(result())\n}\n"
    elements = kept
    return text
  }

  private mutating func result() -> String {
    budget = 14
    var root = chance(70) ? container(4) : element(4)
    if chance(60) {
      let condition = chance(50) ? "log.length > 0 && " : ""
      root =
        "<Voltra.VStack>{\(condition)<Voltra.Text>{log.join('|')}</Voltra.Text>}"
        + root.braced + "<Last /></Voltra.VStack>"
    }
    switch form {
    case .function, .entry: return root
    case .variants, .variantsFunction:
      return "{ systemSmall: \(root), systemMedium: \(child(3)), systemLarge: \(node(3)) }"
    case .live:
      return "{ lockScreen: \(root), island: { minimal: \(node(2)),"
        + " expanded: { center: \(node(3)), leading: \(child(2)) } } }"
    }
  }

  private mutating func component(_ index: Int) -> String {
    budget = 6
    let parameters = pick([
      "p", "{ children, title, ...p }", "p, legacy", "{ title = 'none', ...p }",
    ])
    let hasChildren = parameters.contains("children")
    let inner =
      hasChildren
      ? "<Voltra.HStack {...p}>{nodes(children)}{nodes(title)}</Voltra.HStack>" : element(2)
    let body = pick([
      inner, "<Voltra.VStack id={p.id} style={p.style}>{nodes(p.children)}</Voltra.VStack>",
      "(counter++, <Voltra.Text>{counter}</Voltra.Text>)",
      "<Voltra.Text numberOfLines={p.n}>{String(p.title)}{p.children}</Voltra.Text>",
      "React.Children.map(p.children, c => c && React.cloneElement(c, { opacity: 0.5 })) ?? null",
      "<Theme.Consumer>{v => <Voltra.Text>{v}</Voltra.Text>}</Theme.Consumer>",
      "<Voltra.Text>{React.useContext(Theme)}</Voltra.Text>",
      "[nodes(p.children), nodes(p.children)]", "nodes(p.children)", "null", inner,
    ])
    return "function C\(index)(\(parameters)) { return \(body) }\n"
  }

  private static let prelude = #"""
    import { Voltra } from '@use-voltra/ios'
    import * as React from 'react'
    const Theme = React.createContext('light')
    let counter = 0
    let kept = null
    const shared = { fontSize: 12, color: '#123' }
    const nested = { padding: undefined, shadowOffset: { width: 1, height: null }, margin: null }
    const styles = [shared, null, { fontSize: 13 }]
    const weak = new WeakMap()
    const table = new Map()
    const bad = { get fontSize() { throw new Error('getter') } }
    const hidden = { toJSON() { throw new RangeError('toJSON') } }
    const twice = { toJSON(key) { return { key, n: 1 } } }
    const props = { n: 2, s: 'module', list: [1], style: { padding: 8 }, children: null }
    const nodes = v => typeof v === 'object' && !(Array.isArray(v) && v.some(x => typeof x !== 'object')) ? v : null
    const pile = []
    const found = /a/g
    const bag = { n: 0 }
    const steps = [1, 2, 3, 4, 5, 6, 7, 8][Symbol.iterator]()
    const made = new Set()
    const day = new Date(0)
    class Count { static #n = 0; static more() { return ++Count.#n } }
    const tag = parts => parts
    const once = () => tag`x${1}`
    const effects = [
      () => pile.push(1), () => pile.length, () => found.test('aa') + found.lastIndex, () => bag.n++,
      () => (bag['k' + Object.keys(bag).length] = 1), () => steps.next().value, () => made.add({}).size,
      () => day.setMilliseconds(day.getMilliseconds() + 1), () => Count.more(), () => counter++,
      () => delete bag.k1, () => pile.splice(0, 1).length, () => (globalThis.seen = (globalThis.seen ?? 0) + 1),
      () => (Array.prototype.extra = (Array.prototype.extra ?? 0) + 1), () => table.set(table.size, 1).size,
      () => pile.sort().length, () => (pile.length = 3), () => Object.isFrozen(Object.freeze(styles)),
      () => Math.random() < 2, () => console.log('line'), () => { const t = once(); return weak.has(t) || !weak.set(t, 1) },
      () => kept === null, () => (kept = {}), () => (shared.fontSize += 1), () => React.useId?.(),
      () => { const [n, set] = React.useState(() => ++counter); return n }, () => (Theme.extra = 1 + (Theme.extra ?? 0)),
      () => React.useMemo(() => bag.n++, []), () => (React.useRef(0).current += 1), () => Symbol.for('z').description,
      () => new Error('e').stack?.length > 0, () => structuredClone(bag).n, () => Object.defineProperty(bag, 'n', { value: 7, configurable: true }).n,
    ]
    const keyed = { toString() { counter++; return 'k' + counter } }
    const show = v => {
      if (typeof v === 'object' && v !== null) return JSON.stringify(v)?.slice(0, 200)
      return String(v).slice(0, 60)
    }

    """#

  // MARK: Statements

  private mutating func effect() -> String { "see(effects[\(below(33))])" }

  private mutating func target() -> String {
    elements.isEmpty ? "(\(element(2)))" : pick(elements)
  }

  private mutating func statement() -> String {
    let e = target()
    let f = target()
    let name = pick(["style", "id", "children", "opacity", "numberOfLines", "key", "title", "x"])
    let read = pick([
      "\(e).props.\(name)", "\(e).type === Voltra.Text", "\(e).key", "JSON.stringify(\(e))",
      "Object.keys(\(e))", "Object.keys(\(e).props)", "Object.keys({ ...\(e) })",
      "({ ...\(e).props })", "\(e) === \(f)", "typeof \(e)", "'props' in \(e)", "\(e)?.ref",
      "React.isValidElement(\(e))", "React.Children.count(\(e).props.children)",
      "React.Children.toArray(\(e)).length", "Object.isFrozen(Object.freeze(\(e)))",
      "Object.getOwnPropertyNames(\(e))", "\(e).props.children === \(f)", "String(\(e))",
      "Object.getPrototypeOf(\(e)) === Object.prototype", "\(e).hasOwnProperty('type')",
      "\(e).props === \(e).props", "\(e).props.style === \(e).props.style",
      "Object.entries(\(e).props)",
      "weak.set(\(e), 1).has(\(e))", "table.set(\(e), 2).get(\(e))", "new Set([\(e), \(f)]).size",
      "Object.is(\(e), \(f))", "[\(e), \(f)].indexOf(\(f))", "[\(e)].includes(\(e))",
      "`${Object.values(\(e).props).length}`", "(() => { for (const k in \(e)) return k })()",
      "\(e) instanceof Object", "Array.isArray(\(e).props.children)", "\(e).props.style?.fontSize",
      "(kept === \(e)) + String(kept = \(e))", "\(e).$$typeof", "structuredClone(\(e).props.style)",
      "React.Children.only(\(e)).type.name", "\(e) == '[object Object]'", "\(e) + 1", "!\(e)",
      "Object.assign({}, \(e)).type === \(e).type", "\(e).props.children?.props?.children",
    ])
    switch below(20) {
    case 0..<11: return "see(() => \(read))"
    case 11: return "see(() => { \(e).props.\(name) = \(value()); return 1 })"
    case 12: return "see(() => { \(e).\(name) = \(value()); return 1 })"
    case 13:
      return "see(() => { Object.defineProperty(\(e), '\(pick(["props", "type", "x"]))',"
        + " { get() { log.push('got'); return \(pick(["\(f).props", "\(f).type", "1"])) } }); return 1 })"
    case 14:
      return
        "see(() => { Object.setPrototypeOf(\(e), \(pick(["null", "{ type: 1 }", "Array.prototype"])))"
        + "; return 1 })"
    case 15: return "see(() => { delete \(e).\(pick(["props", "type", "key", "x"])); return 1 })"
    case 16: return "see(() => { counter++; kept = \(e); return kept.type.name })"
    case 17: return "see(() => { \(e).props.style.fontSize = \(number()); return 1 })"
    case 18:
      return
        "see(() => { log.push(React.cloneElement(\(e), { \(name): \(value()) }, \(child(1))).type.name) })"
    default:
      return "see(() => { \(e).props.children = \(child(2)); return 1 })"
    }
  }

  // MARK: Elements

  private static let containers = [
    "VStack", "HStack", "ZStack", "View", "ScrollView", "GlassContainer", "Button", "Link", "Mask",
    "GroupBox", "Toggle",
  ]
  private static let leaves = [
    "Symbol", "Spacer", "Divider", "Label", "Timer", "Gauge", "LinearProgressView",
  ]

  /// An expression that is an element.
  private mutating func element(_ depth: Int) -> String {
    budget -= 1
    if budget < 0 || depth <= 0 { return text() }
    switch below(14) {
    case 0..<4: return container(depth)
    case 4..<7: return text()
    case 7: return leaf(depth)
    case 8 where spoilers > 0 && chance(70):
      return "<Spoil\(below(spoilers)) />"
    case 8:
      let name = "C\(below(3))"
      return "<\(name)\(attributes(depth))>\(children(depth))</\(name)>"
    case 9:
      return pick([
        "<>\(children(depth))</>", chance(90) ? "<></>" : "<Voltra.Nothing />",
        "<Voltra.Image source={{ assetName: 'a' }} />",
      ])
    case 10: return "<Voltra.LinearGradient colors={['#f00', \(string())]}\(attributes(1)) />"
    case 11:
      return "<Theme.Provider value={\(string())}>\(element(depth - 1).braced)</Theme.Provider>"
    case 12:
      return "<Voltra.Chart><Voltra.BarMark data={[{ x: 'a', y: \(number()) }]} /></Voltra.Chart>"
    default: return elements.isEmpty ? container(depth) : pick(elements)
    }
  }

  private mutating func container(_ depth: Int) -> String {
    let name = pick(Self.containers)
    if chance(8) { return "<Voltra.\(name)\(attributes(depth)) />" }
    return "<Voltra.\(name)\(attributes(depth))>\(children(depth))</Voltra.\(name)>"
  }

  private mutating func leaf(_ depth: Int) -> String {
    "<Voltra.\(pick(Self.leaves))\(attributes(depth)) />"
  }

  private mutating func text() -> String {
    var parts = ""
    for _ in 0..<below(4) {
      parts +=
        chance(40)
        ? pick(["word ", "a &amp; b", "\u{e9}\u{1F600}", "\"q\"", "\\"]) : "{\(textValue())}"
    }
    return "<Voltra.Text\(attributes(1))>\(parts)</Voltra.Text>"
  }

  private mutating func textValue() -> String {
    if chance(3) { return value() }
    switch below(9) {
    case 0, 1: return string()
    case 2, 3: return number()
    case 4: return "[\(string()), \(number())]"
    case 5:
      return pick(["null", "undefined", "true", "false", "1n", "props.n", "props.s", "counter"])
    case 6: return "\(string()) + \(string())"
    case 7: return "<>{\(string())}</>"
    default: return "[1, 2].map(n => n + \(string()))"
    }
  }

  /// What stands between the tags of an element that is no Text.
  private mutating func children(_ depth: Int) -> String {
    var text = ""
    for _ in 0..<[0, 1, 1, 2, 3, 4][below(6)] { text += child(depth - 1).braced }
    return text
  }

  private mutating func child(_ depth: Int) -> String {
    switch below(16) {
    case 0..<8: return element(depth)
    case 8: return elements.isEmpty ? element(depth) : pick(elements)
    case 9: return pick(["null", "undefined", "false", "true", "[]", "[null]", "[[]]"])
    case 10: return "[\(element(depth)), \(node(depth))]"
    case 11: return "[1, 2].map(n => \(element(depth)))"
    case 12:
      return "\(pick(["true", "false", "counter > 0", "props.n"])) ? \(element(depth)) : \(node(0))"
    case 13:
      return
        "\(pick(["true", "false", "null", "props.n", "props.n", chance(90) ? "undefined" : "NaN"])) && \(element(depth))"
    case 14: return chance(10) ? value() : element(depth)
    default:
      let e = target()
      return pick([
        e, "[\(e), \(e)]", "React.cloneElement(\(e))",
        "React.cloneElement(\(e), { opacity: \(number()) })",
        "nodes(\(e).props.children)", "{ ...\(e) }", "React.Children.map(\(e), x => x)",
        "{ type: \(e).type, props: \(e).props }",
        "React.Children.toArray(\(e))", "React.createElement(Voltra.VStack, \(e).props)", "kept",
        "Object.freeze(\(e))", "<Voltra.VStack {...\(e).props} />",
        "<Voltra.VStack>{\(e)}{\(e)}</Voltra.VStack>",
        "React.createElement(\(e).type, \(e).props, \(e))",
      ])
    }
  }

  private mutating func node(_ depth: Int) -> String {
    chance(60) ? element(depth) : pick(["null", "undefined", "false", "[]"])
  }

  // MARK: Attributes

  private mutating func attributes(_ depth: Int) -> String {
    var text = ""
    for _ in 0..<max(0, below(7) - 2) { text += " " + attribute(depth) }
    return text
  }

  private mutating func attribute(_ depth: Int) -> String {
    switch below(22) {
    case 0..<4: return "style={\(styleLiteral())}"
    case 4: return "style={\(styleValue())}"
    case 5: return "id=\"\(pick(["a", "b-1", "", "\u{e9}"]))\""
    case 6: return "id={\(pick([string(), "''", "undefined", "null", number(), "props.s"]))}"
    case 7:
      return
        "key={\(pick([string(), number(), "keyed", "null", "undefined", "Symbol('k')", "{}", "1n"]))}"
    case 8: return "key=\"k\""
    case 9: return pick(["flag", "opacity", "testID", "deepLink"])
    case 10..<13: return "\(name())={\(value())}"
    case 13, 14: return "\(name())={\(chance(50) ? string() : number())}"
    case 15:
      return
        "\(pick(["label", "maskElement", "currentValueLabel", "x"]))={\(depth > 0 ? child(depth - 1) : "null")}"
    case 16: return "children={\(depth > 0 ? child(depth - 1) : "'x'")}"
    case 17:
      return
        "{...\(pick(["{ x: 1 }", "{ style: shared, id: 'z' }", "props", "null", "{ key: 's', children: null }"]))}"
    case 18:
      return
        "\(pick(["onPress", "ref", "__self", "data-x", "aria-label", "__proto__", "toString"]))={\(value())}"
    case 19: return "\(name())=\"\(pick(["x", "a b", "&lt;", "\u{1F600}"]))\""
    default: return "\(name())={\(number())}"
    }
  }

  private mutating func name() -> String {
    pick([
      "spacing", "alignment", "numberOfLines", "opacity", "title", "systemImage", "scale", "n", "x",
      "value", "deepLinkUrl", "weight", "layout", "type", "t", "p", "s",
    ])
  }

  private mutating func styleValue() -> String {
    pick([
      "shared", "nested", "styles", "[shared, \(styleLiteral())]", "null", "undefined",
      "\(styleLiteral())",
      "props.style", "bad", "[]", "Object.freeze({ padding: 1 })", "'ab'", "true", "\(number())",
      "{ ...shared }",
      "Object.create(shared)", "[[shared], null]", "shared",
    ])
  }

  private mutating func styleLiteral() -> String {
    var members: [String] = []
    for _ in 0..<below(5) {
      let key = pick([
        "fontSize", "color", "padding", "margin", "'width'", "flex", "shadowOffset", "x",
        "fontWeight", "0",
      ])
      members.append("\(key): \(chance(60) ? (chance(50) ? number() : string()) : styleMember())")
    }
    if chance(5) {
      members.append(
        pick([
          "...shared", "...nested", "['a' + 1]: 2", "get z() { return 1 }", "__proto__: null",
          "m() {}",
        ]))
    }
    return "{ \(members.joined(separator: ", ")) }"
  }

  private mutating func styleMember() -> String {
    pick([
      "undefined", "null", "{ width: 1, height: null }", "[{ rotate: '45deg' }]", "true", "NaN",
      "-0",
      "Infinity", "() => 1", "Symbol('s')", "props.n", "props.none", "shared", "twice", "1n",
      "[undefined]",
      "{ a: undefined }", "''", "new Date(0)", "{ toJSON() { return 3 } }",
    ])
  }

  // MARK: Values

  private mutating func number() -> String {
    pick([
      "0", "1", "2.5", "-1", "1e21", "-0", "props.n", "NaN", "1/3", "1 + 2", "17", "100", "counter",
    ])
  }

  private mutating func string() -> String {
    pick([
      "'a'", "'b' + props.s", "props.s", "''", "'\\ud83d'", "'\\ude00x'", "'\u{e9}\u{4e2d}'",
      "'q\"\\\\'", "'\\n\\u0001'",
      "'x'.repeat(40)", "`t${props.n}`", "'abc'.slice(1)",
      "'long enough to be a slice'.slice(3, 20)", "'\\u2028'",
    ])
  }

  private mutating func value() -> String {
    switch below(6) {
    case 0: return string()
    case 1: return number()
    case 2: return styleLiteral()
    case 3:
      return elements.isEmpty ? "null" : pick(elements)
    default:
      return pick([
        "null", "undefined", "true", "false", "NaN", "-0", "Infinity", "1n", "Symbol('v')",
        "Symbol.iterator",
        "() => 1", "function named() {}", "{}", "[]", "[1, undefined, null]", "{ a: { b: [1] } }",
        "new Date(0)", "new Map()", "/re/g", "hidden", "twice", "bad",
        "[<Voltra.Text>in</Voltra.Text>]",
        "{ e: <Voltra.Text>in</Voltra.Text> }", "Voltra.Text", "props", "new Error('x')", "[null]",
        "Math", "[[1]]",
        "<Voltra.Text>in {props.n}</Voltra.Text>", "<Voltra.HStack style={{ padding: props.n }} />",
        "props.list",
        "new String('s')", "{ toJSON() { return counter++ } }",
        "{ toJSON() { pile.push(1); return pile } }", "Object('n')", "[twice]", "class K {}",
      ])
    }
  }
}

extension String {
  /// As a child between tags.
  fileprivate var braced: String { hasPrefix("<") ? self : "{\(self)}" }
}
