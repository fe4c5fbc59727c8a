import Pantile
import Testing

/// What cannot be refused by the compiler is an error when a widget is rendered.
struct RenderErrorTests {
  @Test func `refuses numbers that are not finite`() {
    expect("non_finite_number", Text("a").padding(.nan))
    expect("non_finite_number", Text("a").font(.size(.infinity)))
    expect("non_finite_number", Spacer(minLength: -.infinity))
    expect(
      "non_finite_number",
      Text("a").background(.linear(to: .top, .stop(.red, at: .nan), .stop(.blue))))
    expect("non_finite_number", Chart { RuleMark(y: .nan) })
    expect("non_finite_number", Chart { BarMark([ChartPoint("a", .infinity)]) })
    expect("non_finite_number", Timer(end: .milliseconds(.nan)))
    expect("non_finite_number", Text("a").rotationEffect(.degrees(.nan)))
  }

  @Test func `refuses ranges that crash a device`() {
    expect("bad_range", Gauge(value: 1, minimum: 2, maximum: 1))
    expect("bad_range", Gauge(value: 1, minimum: 2, maximum: 2))
    expect("bad_range", LinearProgressView(value: 1, maximum: 0))
    expect("bad_range", Chart { RuleMark(y: 1) }.chartYScale(minimum: 3, maximum: 1))
  }

  @Test func `refuses colours and gradients that are none`() {
    expect("bad_color", Text("a").foreground(Color("#gggggg")))
    expect("bad_color", Text("a").foreground(Color("grey")))
    expect("bad_color", Text("a").foreground(Color("rgba(1,2,3)")))
    expect("bad_color", Text("a").foreground(.hex(0x1_000000)))
    expect("bad_color", Symbol("a", tint: Color("")))
    expect("bad_gradient", Text("a").background(.linear(to: .all, .stop(.red), .stop(.blue))))
    expect("bad_gradient", Text("a").background(.linear(to: .top, .stop(.red))))
  }

  @Test func `refuses siblings of one id`() {
    expect(
      "duplicate_id",
      HStack {
        Text("a").id("x")
        Text("b").id("x")
      })
  }

  @Test func `refuses a mask that shows nothing`() {
    expect(
      "missing_required",
      Mask {
        Text("a")
      } mask: {
        if false { Text("b") }
      })
  }

  @Test func `refuses a region that comes twice`() throws {
    struct Twice: LiveActivity {
      func body(in environment: WidgetEnvironment) -> some ActivityRegions {
        LockScreen { Text("a") }
        LockScreen { Text("b") }
      }
    }
    var renderer = WidgetRenderer()
    var bytes = ByteBuffer()
    let error = try #require(throws: RenderError.self) {
      try renderer.render(Twice(), into: &bytes)
    }
    #expect(error.problems.map(\.code) == ["duplicate_region"])
  }

  @Test func `refuses a widget without content`() {
    expect("no_content", EmptyView())
  }

  @Test func `refuses too many nodes`() {
    expect("too_many_nodes", ForEach(0..<10_001) { _ in Divider() })
  }

  @Test func `stops views that nest without end`() {
    struct Endless: View {
      var body: some View { VStack { Endless() } }
    }
    struct Bare: View {
      var body: some View { Bare() }
    }
    expect("too_deep", Endless())
    expect("too_deep", Bare())
  }

  @Test func `stops at the limit of the tree`() throws {
    var renderer = WidgetRenderer(treeLimit: 16 << 10)
    var bytes = ByteBuffer()
    let long = String(repeating: "a", count: 20_000)
    let error = try #require(throws: RenderError.self) {
      try renderer.render(Show { Text(long) }, families: .systemSmall, into: &bytes)
    }
    #expect(error.code == .treeLimit)
    #expect(bytes.count == 0)
    try renderer.render(Show { Text("a") }, families: .systemSmall, into: &bytes)
    #expect(bytes.text() == #"{"v":1,"systemSmall":{"t":0,"c":"a"}}"#)
  }

  @Test func `tells which family and component it is`() throws {
    struct Meter: FamilyWidget {
      func systemSmall(in environment: WidgetEnvironment) -> some View { Text("a") }
      func systemLarge(in environment: WidgetEnvironment) -> some View {
        Gauge(value: 0, minimum: 1, maximum: 0)
      }
    }
    var renderer = WidgetRenderer()
    var bytes = ByteBuffer()
    let error = try #require(throws: RenderError.self) {
      try renderer.render(Meter(), families: .home, into: &bytes)
    }
    #expect(error.problems.map(\.family) == [.systemLarge])
    #expect(error.problems.first?.message.contains("Gauge") == true)
    #expect(bytes.count == 0)
  }

  @Test func `leaves out a family without content and warns`() throws {
    struct Small: FamilyWidget {
      func systemSmall(in environment: WidgetEnvironment) -> some View { Text("a") }
    }
    var renderer = WidgetRenderer()
    var bytes = ByteBuffer()
    try renderer.render(Small(), families: [.systemSmall, .systemLarge], into: &bytes)
    #expect(bytes.text() == #"{"v":1,"systemSmall":{"t":0,"c":"a"}}"#)
    #expect(renderer.warnings.map(\.code) == ["empty_root"])
  }

  private func expect(
    _ code: String, _ view: some View, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    var renderer = WidgetRenderer()
    var bytes = ByteBuffer()
    #expect(sourceLocation: sourceLocation) {
      try renderer.render(Show { view }, families: .systemSmall, into: &bytes)
    } throws: { error in
      (error as? RenderError)?.problems.map(\.code).contains(code) == true
    }
    #expect(bytes.count == 0, sourceLocation: sourceLocation)
  }
}

/// A widget that shows a view in every family.
struct Show<Content: View>: Widget {
  let content: Content

  init(@ViewBuilder content: () -> Content) { self.content = content() }

  func body(in environment: WidgetEnvironment) -> some View { content }
}
