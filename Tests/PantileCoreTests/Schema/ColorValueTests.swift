import Testing

@testable import PantileCore

struct ColorValueTests {
  @Test(arguments: [
    ("#f00", 255, 0, 0, 255), ("#F008", 255, 0, 0, 136), ("#ff8000", 255, 128, 0, 255),
    ("#ff800080", 255, 128, 0, 128), ("ff8000", 255, 128, 0, 255), ("12345678", 18, 52, 86, 120),
    ("rgb(255, 128, 0)", 255, 128, 0, 255), ("rgba(255,128,0,0.5)", 255, 128, 0, 128),
    ("rgb(100%, 50%, 0%)", 255, 128, 0, 255), ("rgb(1 2 3 / 50%)", 1, 2, 3, 128),
    ("rgba(1 2 3 / 1)", 1, 2, 3, 255), ("rgb(300, -5, 0)", 255, 0, 0, 255),
    ("hsl(0, 100%, 50%)", 255, 0, 0, 255), ("hsl(120deg 100% 50%)", 0, 255, 0, 255),
    ("hsla(0.5turn, 100%, 50%, 20%)", 0, 255, 255, 51), ("hsl(-120, 100%, 50%)", 0, 0, 255, 255),
    ("hsl(0, 0%, 100%)", 255, 255, 255, 255), ("  #FFF\n", 255, 255, 255, 255),
  ])
  func `reads red, green, blue and opacity`(
    text: String, red: Int, green: Int, blue: Int, alpha: Int
  ) {
    guard case .rgb(let r, let g, let b, let a)? = ColorValue(text) else {
      Issue.record("no colour: \(text)")
      return
    }
    #expect([r, g, b, a].map { Int(($0 * 255).rounded()) } == [red, green, blue, alpha])
  }

  @Test(arguments: [
    "", "#", "#gggggg", "#12g456", "#12345", "#1234567", "123456789", "fff", "rgb(1,2)",
    "rgb(1,2,3,4)", "rgba(1,2,3)", "rgba(1 2 3)", "rgb(1 2 3", "rgb(1,,3)", "rgb(a,b,c)",
    "hsl(0,1,1)", "hsl(1grad,1%,1%)", "hsl(0,50%,50%,1)", "grey", "navy", "lightgray", "none",
    "rgb(1 2 3 / 1 / 1)", "rgb()", "hsl(1e999,1%,1%)", "red;",
  ])
  func `refuses what a device does not read`(text: String) {
    #expect(ColorValue(text) == nil)
  }

  @Test func `knows the names of the system`() {
    for name in ColorValue.SystemColor.allCases {
      #expect(ColorValue(" \(name.rawValue.uppercased()) ") == .named(name))
    }
  }

  @Test(arguments: [
    ("white", true), ("gray", true), ("black", true), ("red", false), ("primary", false),
    ("#000", true), ("#94A3B8", true), ("#94A3C8", false), ("#eee", true),
    ("rgb(100, 90, 80)", true),
    ("rgb(100,90,79)", false),
  ])
  func `tells neutral colours`(text: String, isNeutral: Bool) {
    #expect(ColorValue(text)?.isNeutral == isNeutral)
  }
}
