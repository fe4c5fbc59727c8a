// What must not compile with the Swift DSL. A line that the compiler has to refuse says
// what is expected of it (see `-verify` of the compiler); anything else that it says fails the test.

import Pantile

@ViewBuilder func textOutsideText() -> some View {
  VStack {
    "hello"  // expected-error {{text stands in a Text}}
  }
}

func numberOutsideText() -> some View {
  VStack {
    42  // expected-error {{cannot convert value of type 'Int' to expected argument type 'String'}}
  }
}

func markOutsideChart() -> some View {
  HStack {
    RuleMark(y: 1)  // expected-error {{a mark stands in a Chart}}
  }
}

func viewInChart() -> some View {
  Chart {
    Text("a")  // expected-error {{a Chart has marks, not views}}
  }
}

func linkWithoutDestination() -> some View {
  Link { Text("a") }  // expected-error {{missing argument for parameter 'destination' in call}}
}

func maskWithoutMask() -> some View {
  Mask { Text("a") }  // expected-error {{missing argument for parameter 'mask' in call}} expected-error {{'Shape' could not be inferred}} expected-note {{explicitly specify}}
}

func buttonWithoutID() -> some View {
  Button { Text("a") }  // expected-error {{missing argument for parameter 'id' in call}}
}

func gaugeWithoutValue() -> some View {
  Gauge(maximum: 1)  // expected-error {{missing argument for parameter 'value' in call}}
}

func wordOutsideItsSet() -> some View {
  VStack(alignment: .top) { Text("a") }  // expected-error {{type 'HorizontalAlignment?' has no member 'top'}}
}

func propOfAnotherComponent() -> some View {
  Divider(minLength: 4)  // expected-error {{argument passed to call that takes no arguments}}
}

func colorOfText() -> some View {
  Text("a").foreground("#FFF")  // expected-error {{cannot convert value of type 'String' to expected argument type 'Color'}}
}

func fourColors() -> Palette {
  Palette(.red, .green, .blue, .black)  // expected-error {{extra argument in call}} expected-error {{cannot infer contextual base}}
}

func islandPartOutsideIsland() -> some ActivityRegions {  // expected-note {{opaque return type declared here}}
  MinimalRegion { Text("a") }  // expected-error {{requires that 'MinimalRegion<Text>' conform to 'ActivityRegions'}}
}

struct Fine: Widget {
  func body(in environment: WidgetEnvironment) -> some View {
    VStack(alignment: .leading) {
      Text("a").foreground(Color("#FFF"))
      Chart { RuleMark(y: 1) }
      Link("b", destination: "app://b")
    }
  }
}
