import Testing

@testable import PantileTemplate

@Suite struct RenderingRuleTests {
  private static func rendered(_ table: [(String, String)]) throws -> [String] {
    try onDeepStack {
      var machine = try SnippetMachine()
      return table.compactMap { source, expected in
        let found = machine.render(source)
        return found == expected ? nil : "\(source)\n  wanted \(expected)\n  found  \(found)"
      }
    }
  }

  @Test func `frames roots as the peer does`() throws {
    let failures = try Self.rendered([
      (
        "V({b: <Spacer/>, 10: <Divider/>, 2: <View/>, a: <Spacer/>})",
        #"{"2":{"t":20},"10":{"t":17},"v":1,"b":{"t":16},"a":{"t":16}}"#
      ),
      ("V([<Spacer/>, <Divider/>])", #"{"0":{"t":16},"1":{"t":17},"v":1}"#),
      (
        "L({lockScreen: {}})",
        "Error: Expected element-like object with type and props, got object"
      ),
      (
        "L({lockScreen: {activityBackgroundTint: 'clear'}})",
        #"{"v":1,"ls_background_tint":"clear"}"#
      ),
      (
        "const x = <Spacer/>; return L({lockScreen: x, island: {minimal: x}})",
        #"{"v":1,"ls":{"$r":0},"isl_min":{"$r":0},"e":[{"t":16}]}"#
      ),
      ("E(null)", "[]"),
      ("E(<View style={null}/>)", #"{"t":20,"p":{"s":null}}"#),
      (
        "let n = 0; const a = [<Text key=\"1\" style={{padding: ++n}}>a</Text>]\n"
          + "return V({x: a, y: a})",
        #"{"v":1,"x":[{"t":0,"c":"a","p":{"s":0}}],"y":[{"t":0,"c":"a","p":{"s":0}}],"#
          + #""s":[{"pad":1}]}"#
      ),
    ])
    #expect(failures == [])
  }

  @Test func `shares elements that occur twice`() throws {
    let failures = try Self.rendered([
      (
        "const f = <><Spacer/><Divider/></>; return <View>{f}{f}</View>",
        #"{"v":1,"systemSmall":{"t":20,"c":[{"$r":2},{"$r":2}]},"#
          + #""e":[{"t":16},{"t":17},[{"$r":0},{"$r":1}]]}"#
      ),
      (
        "const x = <>a</>; return <Text>{x}{x}</Text>",
        "Error: Text component children must resolve to strings."
      ),
      (
        "const x = <Spacer/>; return <View>{[x, [x]]}</View>",
        #"{"v":1,"systemSmall":{"t":20,"c":[{"$r":0},{"$r":0}]},"e":[{"t":16}]}"#
      ),
      (
        "const x = <Spacer/>; return <View a={[x, x]}/>",
        #"{"v":1,"systemSmall":{"t":20,"p":{"a":[{"t":16},{"t":16}]}}}"#
      ),
    ])
    #expect(failures == [])
  }

  @Test func `scans nested doubles in linear time`() throws {
    let found = try onDeepStack {
      var machine = try SnippetMachine()
      return machine.render(
        "let x = <Spacer/>; for (let i = 0; i < 200; i++) x = <View>{x}{x}</View>\nreturn x")
    }
    #expect(found.hasPrefix(#"{"v":1,"systemSmall":{"t":20,"c":[{"$r":199},{"$r":199}]}"#))
  }

  @Test func `writes props under the names that the payload has`() throws {
    let failures = try Self.rendered([
      (
        #"<View s="mine" style={{padding: 1}}/>"#,
        #"{"v":1,"systemSmall":{"t":20,"p":{"s":0}},"s":[{"pad":1}]}"#
      ),
      (
        #"<View style={{padding: 1}} s="mine"/>"#,
        #"{"v":1,"systemSmall":{"t":20,"p":{"s":"mine"}},"s":[{"pad":1}]}"#
      ),
      ("<View a={[true, null]}/>", #"{"v":1,"systemSmall":{"t":20,"p":{"a":[]}}}"#),
      (
        "<View {...{constructor: 1, toString: 2, hasOwnProperty: 3}}/>",
        #"{"v":1,"systemSmall":{"t":20,"p":{"function Object() { [native code] }":1,"#
          + #""function toString() { [native code] }":2,"#
          + #""function hasOwnProperty() { [native code] }":3}}}"#
      ),
      (
        #"<View ключ="ж" id={5}/>"#, #"{"v":1,"systemSmall":{"t":20,"p":{"ключ":"ж"}}}"#
      ),
      (
        "<View a={{b: {get c() { return [1, , undefined] }}}}/>",
        #"{"v":1,"systemSmall":{"t":20,"p":{"a":{"b":{"c":[1,null,null]}}}}}"#
      ),
      (
        "const o = {}; o.o = o; return <View a={o}/>",
        "TypeError: Converting circular structure to JSON\n    --> starting at object with "
          + "constructor 'Object'\n    --- property 'o' closes the circle"
      ),
      (
        "({type: View, props: {get a() { return 1 }, 3: 2, children: <Spacer/>}})",
        #"{"v":1,"systemSmall":{"t":20,"c":{"t":16},"p":{"3":2,"a":1}}}"#
      ),
      (
        "({type: View, props: null})",
        "TypeError: Cannot convert undefined or null to object"
      ),
    ])
    #expect(failures == [])
  }

  @Test func `registers styles that are no plain objects`() throws {
    let failures = try Self.rendered([
      ("<View style={() => 1}/>", #"{"v":1,"systemSmall":{"t":20,"p":{"s":0}},"s":[{}]}"#),
      (
        "<View><View style={null}/><View style={undefined}/><View style={null}/></View>",
        #"{"v":1,"systemSmall":{"t":20,"c":[{"t":20,"p":{"s":0}},{"t":20,"p":{"s":1}},"#
          + #"{"t":20,"p":{"s":0}}]},"s":[null,null]}"#
      ),
      (
        "<View style={[[{padding: 1}, [{margin: 2}]], {padding: null}]}/>",
        #"{"v":1,"systemSmall":{"t":20,"p":{"s":0}},"s":[{"m":2}]}"#
      ),
      (
        "<View style={{get padding() { return 3 }}}/>",
        #"{"v":1,"systemSmall":{"t":20,"p":{"s":0}},"s":[{"pad":3}]}"#
      ),
      (
        "<View style={{children: 1, id: 2, style: 3}}/>",
        #"{"v":1,"systemSmall":{"t":20,"p":{"s":0}},"s":[{"children":1,"id":2,"s":3}]}"#
      ),
    ])
    #expect(failures == [])
  }

  @Test func `refuses what cannot be rendered`() throws {
    let failures = try Self.rendered([
      (
        "class A extends React.Component { render() { return null } }\nreturn <A/>",
        "Error: Class components are not supported in Voltra."
      ),
      (
        "const Foo = () => ({then() {}}); return <Foo/>",
        "Error: Component \"Foo\" tried to suspend (returned a Promise). Async components are "
          + "not supported in this synchronous renderer."
      ),
      (
        "const Susp = () => { throw {then() {}} }; return <Susp/>",
        "Error: Component \"Susp\" suspended! Voltra does not support Suspense/Promises."
      ),
      (
        "const C = React.lazy(() => ({then() {}})); return <C/>",
        "Error: Lazy component suspended! Voltra does not support Suspense/Promises."
      ),
      (
        "const C = React.lazy(() => ({then(f) { f({default: View}) }})); return <C a={1}/>",
        #"{"v":1,"systemSmall":{"t":20,"p":{"a":1}}}"#
      ),
      ("Text({children: 'x'})", "Error: Host component \"Text\" is not supported in Voltra."),
      (
        "<BarMark data={[]}/>",
        "Error: Host component \"VoltraBarMark\" is not supported in Voltra."
      ),
      (
        "let x = <Spacer/>; for (let i = 0; i < 1001; i++) x = <View>{x}</View>\nreturn x",
        "RangeError: Maximum call stack size exceeded"
      ),
      (
        "const R = () => <R/>; return <R/>", "RangeError: Maximum call stack size exceeded"
      ),
      (
        "const a = []; a.push(a); return <View>{a}</View>",
        "RangeError: Maximum call stack size exceeded"
      ),
      ("const C = () => { throw 5 }; return <C/>", "Uncaught 5"),
    ])
    #expect(failures == [])
  }

  @Test func `keeps React's helpers as they are`() throws {
    let failures = try Self.rendered([
      ("<Text>{React.Children.count([1, null, true, [2, 3]])}</Text>", text("5")),
      (
        "<Text>{React.Children.toArray([<a key=\"x:y\"/>, [<b/>, 'c'], null])"
          + ".map((c) => c.key ?? c).join()}</Text>",
        text(".$x=2y,.1:0,c")
      ),
      (
        "<Text>{React.Children.map(<a key=\"k\"/>, (c) => [c, <b key=\"/\"/>])"
          + ".map((c) => c.key).join(' ')}</Text>",
        text(".$k/.$k .$k/.$/")
      ),
      ("<Text>{String(React.Children.map(null, () => 1))}</Text>", text("null")),
      (
        "React.Children.toArray([{a: 1, b: 2}])",
        "Error: Objects are not valid as a React child (found: object with keys {a, b}). If you "
          + "meant to render a collection of children, use an array instead."
      ),
      (
        "React.cloneElement(null)",
        "Error: The argument must be a React element, but you passed null."
      ),
      (
        "<Text>{JSON.stringify(React.cloneElement(<a b=\"1\" key=\"k\">c</a>, {b: undefined, d: 2}, "
          + "'x', 'y'))}</Text>",
        text(
          #"{\"type\":\"a\",\"key\":\"k\",\"ref\":null,"#
            + #"\"props\":{\"children\":[\"x\",\"y\"],\"d\":2}}"#)
      ),
      (
        "const C = ({a, b}) => <Text>{a}{b}</Text>; C.defaultProps = {a: 1, b: 2}\n"
          + "return React.createElement(C, {b: 3})",
        text("13")
      ),
      ("<Text>{React.version}</Text>", text("19.2.4")),
      (
        "const C = React.memo(React.forwardRef((p, r) => <Text>{typeof r}</Text>)); return <C/>",
        text("undefined")
      ),
      (
        "const C = () => { const [v] = useReducer((s) => s, 1, (x) => x + 1)\n"
          + "return <Text>{v}</Text> }\nreturn <C/>",
        text("2")
      ),
    ])
    #expect(failures == [])
  }

  private func text(_ content: String) -> String {
    #"{"v":1,"systemSmall":{"t":0,"c":""# + content + #""}}"#
  }

  @Test func `names the components that an error came through`() throws {
    let trail = try onDeepStack {
      var machine = try SnippetMachine()
      _ = machine.render(
        "const Inner = () => { throw new Error('x') }\n"
          + "const Outer = React.memo(function Outer() { return <VStack><GroupBox label={<Inner/>}/></VStack> })\nreturn <View><Outer/></View>"
      )
      return machine.compiler.machine.componentFrames().map(\.name)
    }
    #expect(trail == ["Inner", "GroupBox", "VStack", "Outer", "View"])
  }

  @Test func `renders when a template asks for it`() throws {
    let found = try onDeepStack {
      var machine = try SnippetMachine()
      let variants = try machine.evaluate("({systemSmall: <Text style={{padding: 1}}>x</Text>})")
      let module = machine.compiler.machine.hostModule("@use-voltra/ios") ?? 0
      let name = machine.compiler.machine.atoms.intern("renderWidgetToString")
      let function = try machine.compiler.machine.get(module, name)
      let result = try machine.compiler.machine.call(function, this: .undefined, variants)
      return try machine.compiler.machine.swiftText(result)
    }
    #expect(
      found == #"{"v":1,"systemSmall":{"t":0,"c":"x","p":{"s":0}},"s":[{"pad":1}]}"#)
  }

  @Test func `frames the sizes of an Android widget`() throws {
    let found = try onDeepStack {
      var machine = try SnippetMachine()
      let module = machine.compiler.machine.hostModule("@use-voltra/android") ?? 0
      let names = ["VoltraAndroid", "renderAndroidWidgetToString"].map {
        machine.compiler.machine.atoms.intern($0)
      }
      let voltra = try machine.compiler.machine.get(module, names[0])
      let maker = try machine.evaluate(
        "(V) => ({'200x100': <V.Column><V.Text style={{color: 'red'}}>a</V.Text>"
          + "<V.FilledButton text=\"b\" icon={{name: 'c'}} enabled/></V.Column>, 'n': null})")
      let variants = try machine.compiler.machine.call(maker, this: .undefined, voltra)
      let function = try machine.compiler.machine.get(module, names[1])
      let result = try machine.compiler.machine.call(function, this: .undefined, variants)
      return try machine.compiler.machine.swiftText(result)
    }
    #expect(
      found == #"{"v":1,"s":[{"c":"red"}],"variants":{"200x100":{"t":9,"c":["#
        + #"{"t":18,"c":"a","p":{"s":0}},"#
        + #"{"t":0,"p":{"txt":"b","en":true,"ic":"{\"name\":\"c\"}"}}]}}}"#)
  }
}
