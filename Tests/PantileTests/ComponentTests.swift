import Pantile
import Testing

/// What each component and modifier writes.
struct ComponentTests {
  @Test func `writes every component`() throws {
    try expect(
      #"{"t":0,"c":"a","p":{"mta":"center","nol":2}}"#, Text("a", lineLimit: 2, alignment: .center))
    try expect(
      #"{"t":0,"c":"\\*a\\* \\[b\\]"}"#, Text(verbatim: "*a* [b]"))
    try expect(
      #"{"t":1,"i":"b","c":{"t":0,"c":"a"},"p":{"bs":"plain"}}"#,
      Button(id: "b", style: .plain) { Text("a") })
    try expect(#"{"t":2,"p":{"si":"star","ttl":"a"}}"#, Label("a", systemImage: "star"))
    try expect(#"{"t":2,"c":{"t":0,"c":"a"}}"#, Label { Text("a") })
    try expect(
      #"{"t":3,"p":{"arm":"fullColor","flb":{"t":17},"rm":"contain","src":"{\"assetName\":\"a\\\"b\"}"}}"#,
      Image("a\"b", resizeMode: .contain, accentedRenderingMode: .fullColor) { Divider() })
    try expect(#"{"t":3,"p":{"src":"{\"base64\":\"AA==\"}"}}"#, Image(.base64("AA==")))
    try expect(
      ##"{"t":4,"p":{"cls":"red|#00FF00","n":"a","rm":"center","sc":"large","sz":12.5,"tc":"#12345678","typ":"palette","wt":"bold"}}"##,
      Symbol(
        "a", type: .palette, scale: .large, weight: .bold, size: 12.5,
        tint: .hexWithAlpha(0x1234_5678), colors: Palette(.red, .hex(0x00FF00)),
        resizeMode: .center))
    try expect(#"{"t":5,"i":"x","p":{"dv":true,"ttl":"a"}}"#, Toggle("a", id: "x", isOn: true))
    try expect(
      #"{"t":6,"p":{"cd":true,"cr":1,"cvl":{"t":0,"c":"v"},"end":2,"h":3,"lbl":{"t":0,"c":"l"},"max":9,"pc":"red","start":1,"th":{"t":4,"p":{"n":"t"}},"trc":"blue","v":5}}"#,
      LinearProgressView(
        value: 5, maximum: 9, start: .milliseconds(1), end: .milliseconds(2), countsDown: true,
        tint: .red, track: .blue, cornerRadius: 1, height: 3, label: { Text("l") },
        currentValueLabel: { Text("v") }, thumb: { Symbol("t") }))
    try expect(
      #"{"t":7,"p":{"lbl":[{"t":0,"c":"a"},{"t":0,"c":"b"}],"lw":2,"v":1}}"#,
      CircularProgressView(
        value: 1, lineWidth: 2,
        label: {
          Text("a")
          Text("b")
        }))
    try expect(
      #"{"t":8,"p":{"cvl":{"t":0,"c":"c"},"gs":"linearCapacity","lbl":{"t":0,"c":"l"},"max":3,"maxl":{"t":0,"c":"b"},"min":1,"minvl":{"t":0,"c":"a"},"tc":"mint","v":2}}"#,
      Gauge(
        value: 2, minimum: 1, maximum: 3, tint: .mint, style: .linearCapacity,
        label: { Text("l") }, currentValueLabel: { Text("c") }, minimumValueLabel: { Text("a") },
        maximumValueLabel: { Text("b") }))
    try expect(
      #"{"t":9,"p":{"dir":"up","dur":1500,"end":2000,"shrs":false,"start":1000,"ts":"relative","tt":"{\"completed\":\"ok\"}"}}"#,
      Timer(
        end: .seconds(2), start: .seconds(1), duration: .milliseconds(1500), direction: .up,
        style: .relative, templates: TimerTemplates(completed: "ok"), showsHours: false))
    try expect(
      #"{"t":10,"c":{"t":17},"p":{"cls":"red|#000000","dth":true,"ep":"bottomTrailing","stp":"0.1,0.2"}}"#,
      LinearGradient(
        colors: [.red, .hex(0)], from: UnitPoint(x: 0.1, y: 0.2), to: .bottomTrailing,
        dithers: true
      ) { Divider() })
    try expect(
      #"{"t":10,"p":{"ep":"bottom","stp":"top","sts":"red@0|blue@0.25"}}"#,
      LinearGradient(
        stops: [.stop(.red), .stop(.blue, at: 0.25)], from: .top, to: .bottom))
    try expect(
      #"{"t":11,"c":[{"t":17},{"t":17}],"p":{"al":"trailing","ly":"flex","sp":2}}"#,
      VStack(alignment: .trailing, spacing: 2, layout: .flex) {
        Divider()
        Divider()
      })
    try expect(
      #"{"t":12,"p":{"al":"firstTextBaseline"}}"#, HStack(alignment: .firstTextBaseline) {})
    try expect(#"{"t":13,"p":{"al":"topLeading"}}"#, ZStack(alignment: .topLeading) {})
    try expect(
      #"{"t":14,"c":{"t":17},"p":{"lbl":{"t":0,"c":"l"}}}"#,
      GroupBox {
        Divider()
      } label: {
        Text("l")
      })
    try expect(#"{"t":15,"c":{"t":17},"p":{"sp":4}}"#, GlassContainer(spacing: 4) { Divider() })
    try expect(#"{"t":16,"p":{"minl":4}}"#, Spacer(minLength: 4))
    try expect(
      #"{"t":18,"c":{"t":17},"p":{"me":{"t":4,"p":{"n":"a"}}}}"#,
      Mask {
        Divider()
      } mask: {
        Symbol("a")
      })
    try expect(
      #"{"t":19,"c":{"t":0,"c":"a"},"p":{"dest":"app://x"}}"#, Link("a", destination: "app://x"))
    try expect(
      #"{"t":20,"c":{"t":17},"p":{"s":{"fdir":"row"}}}"#, Flex { Divider() }.flexDirection(.row))
  }

  @Test func `writes every mark and part of a chart`() throws {
    let points = [ChartPoint("a", 1), ChartPoint(.number(2), 3, series: "s")]
    try expectMarks(
      #"[["bar",[["a",1],[2,3,"s"]],{"c":"red","stk":"grouped","cr":1,"w":2}]]"#,
      Chart { BarMark(points, color: .red, isGrouped: true, cornerRadius: 1, width: 2) })
    try expectMarks(
      #"[["line",[["a",1],[2,3,"s"]],{"c":"red","itp":"stepEnd","lw":1.5,"sym":"plus"}]]"#,
      Chart {
        LineMark(points, color: .red, interpolation: .stepEnd, lineWidth: 1.5, symbol: .plus)
      })
    try expectMarks(
      #"[["area",[["a",1],[2,3,"s"]],{"itp":"monotone"}]]"#,
      Chart { AreaMark(points, interpolation: .monotone) })
    try expectMarks(
      #"[["point",[["a",1],[2,3,"s"]],{"sym":"cross","syms":9}],["rule",null,{"xv":"a","yv":2}]]"#,
      Chart {
        PointMark(points, symbol: .cross, symbolSize: 9)
        RuleMark(y: 2, x: "a")
      })
    try expectMarks(
      #"[["sector",[[1,"a"]],{"ir":0.5,"or":1,"agin":2}]]"#,
      Chart {
        SectorMark([ChartSector("a", 1)], innerRadius: 0.5, outerRadius: 1, angularInset: 2)
      })
    try expect(
      #"{"t":21,"p":{"fss":"[[\"a\",\"red\"]]","lgv":"hidden","xav":"visible","xgs":"{\"v\":true,\"c\":\"gray\",\"lw\":1,\"d\":[2,3]}","yScale":"{\"min\":0,\"max\":9}","yav":"automatic","ygs":"{\"v\":false}"}}"#,
      Chart {}
        .chartXAxis(.visible).chartYAxis(.automatic).chartLegend(.hidden)
        .chartXGrid(GridStyle(isVisible: true, color: .gray, lineWidth: 1, dash: [2, 3]))
        .chartYGrid(GridStyle(isVisible: false)).chartForegroundStyleScale(["a": .red])
        .chartYScale(minimum: 0, maximum: 9))
  }

  @Test func `writes every style key`() throws {
    try expectStyle(
      #"{"ai":"flex-end","ar":1.5,"as":"center","bc":"red","br":3,"bw":2,"c":"white","fk":0,"fl":1,"fs":12,"fw":"100","g":4,"ge":"regular"}"#,
      Divider().gap(4).glassEffect(.regular).font(.size(12, weight: .thin)).foreground(.white)
        .flex(1).flexShrink(0).border(.red, width: 2).cornerRadius(3).alignSelf(.center)
        .aspectRatio(1.5).alignItems(.end))
    try expectStyle(
      #"{"fb":"100%","fdir":"column","ff":"Menlo \"x\"","fg":2,"fs":9,"fvar":["small-caps","tabular-nums"],"h":"auto","jc":"space-evenly","lh":20,"ls":0.5,"w":24.5}"#,
      Divider().frame(width: 24.5, height: .auto).kerning(0.5).lineHeight(20)
        .justifyContent(.spaceEvenly).fontVariant([.smallCaps, .tabularNumbers]).flexGrow(2)
        .font(.custom("Menlo \"x\"", size: 9)).flexDirection(.column).flexBasis(.fill))
    try expectStyle(
      #"{"l":3,"m":1,"maxh":4,"maxw":5,"mb":2,"mh":3,"minh":6,"minw":7,"mv":8,"op":0.5,"ov":"hidden","pos":"relative","t":4}"#,
      Divider().margin(1).margin(.bottom, 2).margin(.horizontal, 3).margin(.vertical, 8)
        .frame(minWidth: 7, maxWidth: 5, minHeight: 6, maxHeight: 4).opacity(0.5).clipped()
        .offset(x: 3, y: 4))
    try expectStyle(
      #"{"nol":2,"pad":1,"pb":5,"ph":6,"pl":7,"pos":"static","pr":8,"pt":9,"pv":10,"ta":"right","tdl":"underline line-through","zi":-1}"#,
      Divider().lineLimit(2).padding(1).padding(.bottom, 5).padding(.horizontal, 6)
        .padding(.leading, 7).padding(.trailing, 8).padding(.top, 9).padding(.vertical, 10)
        .position(.static).multilineTextAlignment(.right)
        .textDecoration([.underline, .strikethrough]).zIndex(-1))
    try expectStyle(
      #"{"bg":"linear-gradient(to bottom right,red,#000000 50%,blue)","shc":"black","sho":{"height":2,"width":1},"shop":0.5,"shr":3,"tf":[{"rotate":"45deg"},{"scale":2},{"scaleX":3},{"scaleY":4}]}"#,
      Divider()
        .background(
          .linear(to: [.bottom, .trailing], .stop(.red), .stop(.hex(0), at: 0.5), .stop(.blue))
        )
        .shadow(opacity: 0.5, radius: 3, x: 1, y: 2)
        .transform(Transform(rotation: .degrees(45), scale: 2, scaleX: 3, scaleY: 4)))
  }

  @Test func `lets the outer of two values count`() throws {
    try expectStyle(#"{"pad":2}"#, Divider().padding(1).padding(2))
    try expectStyle(
      #"{"c":"blue","pad":1}"#, Divider().foreground(.red).padding(1).foreground(.blue))
    // A view's own root has a style, and the view gets another one.
    struct Own: View {
      var body: some View { Divider().padding(1).foreground(.red).font(.size(9, weight: .bold)) }
    }
    try expectStyle(
      #"{"bg":"red","c":"blue","fs":9,"fw":"400","pad":1,"zi":1}"#,
      Own().foreground(.blue).fontWeight(.regular).zIndex(1).background(.red))
    try expect(#"{"t":17}"#, Divider().fontWeight(.regular))
    try expect(#"{"t":17}"#, Divider().fontWeight(.bold).fontWeight(.regular))
  }

  @Test func `gives a style and an id to each element of a group`() throws {
    try expect(
      #"{"t":11,"c":[{"t":17},{"t":17,"p":{"s":{"pad":1}}},{"t":16,"p":{"s":{"op":0.5,"pad":1}}}]}"#,
      VStack {
        Divider()
        Group {
          Divider()
          Spacer().opacity(0.5)
          if false { Divider() }
        }
        .padding(1)
      })
  }

  @Test func `writes native modifiers`() throws {
    try expect(
      #"{"t":17,"p":{"modifiers":"[{\"$type\":\"widgetURL\",\"url\":\"app://\\\"a\"},{\"$type\":\"blur\",\"radius\":2.5,\"opaque\":true}]","s":{"pad":1}}}"#,
      Divider().padding(1).modifiers(
        NativeModifier("widgetURL", ["url": "app://\"a"]),
        NativeModifier("blur", ["radius": 2.5, "opaque": true])))
  }

  @Test func `writes colours in the form that they have`() throws {
    let colors: [(Color, String)] = [
      (Color("#FFF"), "#FFF"), (Color("#abcd"), "#abcd"), (Color("0a0b0c"), "#0a0b0c"),
      (Color(" RED "), "red"), (Color("transparent"), "transparent"),
      (Color("rgb(1, 2, 3)"), "rgb(1,2,3)"),
      (Color("rgba(255,255,255,0.7)"), "rgba(255,255,255,0.7)"),
      (Color("rgb(10 20 30 / 50%)"), "rgba(10,20,30,0.5)"),
      (Color("hsl(220 20% 10%)"), "hsl(220,20%,10%)"),
      (Color("hsla(-90deg, 20%, 10.5%, 0.25)"), "hsla(270,20%,10.5%,0.25)"),
      (.rgb(1, 2, 3), "rgb(1,2,3)"), (.rgb(1, 2, 3, opacity: 0.1234), "rgba(1,2,3,0.1234)"),
      (.hexWithAlpha(0x0102_0304), "#01020304"), (.hex(0x00F00F), "#00F00F"), (.clear, "clear"),
    ]
    for (color, text) in colors {
      try expect(#"{"t":4,"p":{"n":"a","tc":"\#(text)"}}"#, Symbol("a", tint: color))
      try expectStyle(#"{"c":"\#(text)"}"#, Divider().foreground(color))
    }
  }

  @Test func `writes conditions, loops and availability`() throws {
    struct Mix: View {
      var count: Int
      var note: String?

      var body: some View {
        if count > 1 { Text("many") } else if count == 1 { Text("one") } else { Text("none") }
        if let note { Text(note) }
        for index in 0..<count { Text("\(index)") }
        if #available(macOS 10.15, *) { Divider() }
        switch count {
        case 0: Spacer()
        case 1: Spacer(minLength: 1)
        default: EmptyView()
        }
      }
    }
    try expect(
      #"{"t":11,"c":[{"t":0,"c":"many"},{"t":0,"c":"n"},{"t":0,"c":"0"},{"t":0,"c":"1"},{"t":17}]}"#,
      Mix(count: 2, note: "n"))
    try expect(
      #"{"t":11,"c":[{"t":0,"c":"none"},{"t":17},{"t":16}]}"#, Mix(count: 0))
  }

  @Test func `gives values of the environment to views within`() throws {
    struct Scheme: AdaptiveView {
      func body(in environment: WidgetEnvironment) -> some View {
        Text(environment.colorScheme.rawValue + environment.locale)
      }
    }
    try expect(
      #"{"t":11,"c":[{"t":0,"c":"darkde"},{"t":0,"c":"darken-US"},{"t":0,"c":"lighten-US"}]}"#,
      VStack {
        Group {
          Scheme().environment(\.locale, "de")
          Scheme()
        }
        .environment(\.colorScheme, .dark)
        Scheme()
      })
  }

  private func expect(
    _ json: String, _ view: some View, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    #expect(try render(view) == json, sourceLocation: sourceLocation)
  }

  private func expectStyle(
    _ json: String, _ view: some View, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try expect(#"{"t":17,"p":{"s":\#(json)}}"#, view, sourceLocation: sourceLocation)
  }

  private func expectMarks(
    _ json: String, _ view: some View, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let text = json.replacing("\"", with: "\\\"")
    try expect(#"{"t":21,"p":{"mrk":"\#(text)"}}"#, view, sourceLocation: sourceLocation)
  }

  private func render(_ view: some View) throws -> String {
    var renderer = WidgetRenderer()
    var bytes = ByteBuffer()
    try renderer.render(Show { view }, families: .systemSmall, into: &bytes)
    return String(bytes.text().dropFirst(#"{"v":1,"systemSmall":"#.count).dropLast())
  }
}
