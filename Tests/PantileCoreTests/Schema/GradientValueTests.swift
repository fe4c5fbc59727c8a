import Testing

@testable import PantileCore

struct GradientValueTests {
  @Test(arguments: [
    ("linear-gradient(red, blue)", GradientValue.Line.to(x: 0, y: 1)),
    ("linear-gradient(to top, red, blue)", .to(x: 0, y: -1)),
    ("Linear-Gradient( TO Right BOTTOM , red, blue )", .to(x: 1, y: 1)),
    ("linear-gradient(45deg, red, blue)", .angle(45)),
    ("linear-gradient(-0.25turn, red 10%, blue 20% 30%)", .angle(-90)),
  ])
  func `reads the line`(text: String, line: GradientValue.Line) {
    #expect(GradientValue(text)?.kind == .linear(line))
  }

  @Test func `reads radial and conic gradients`() {
    #expect(
      GradientValue("radial-gradient(red, blue)")?.kind
        == .radial(isCircle: false, extent: .farthestCorner, center: .init()))
    #expect(
      GradientValue("radial-gradient(circle closest-side at left top, red, blue)")?.kind
        == .radial(isCircle: true, extent: .closestSide, center: .init(x: 0, y: 0)))
    #expect(
      GradientValue("radial-gradient(at bottom, red, blue)")?.kind
        == .radial(isCircle: false, extent: .farthestCorner, center: .init(x: 0.5, y: 1)))
    #expect(
      GradientValue("conic-gradient(from 0.5turn at right, red 90deg, blue 50%)")?.kind
        == .conic(degrees: 180, center: .init(x: 1, y: 0.5)))
  }

  @Test func `reads colours and positions`() {
    let gradient = GradientValue("linear-gradient(rgba(0, 0, 0, 0.5) 10%, red 20% 30%, #fff)")
    #expect(gradient?.stops.map(\.positions) == [[0.1], [0.2, 0.3], []])
    #expect(gradient?.stops[1].color == .named(.red))
  }

  @Test(arguments: [
    "", "red", "linear-gradient(red)", "linear-gradient(45deg, red)", "linear-gradient()",
    "linear-gradient(45, red, blue)", "linear-gradient(red, blue", "linear-gradient(red, blu)",
    "linear-gradient(to up, red, blue)", "linear-gradient(to top top, red, blue)",
    "linear-gradient(red 10px, blue)", "linear-gradient(red, , blue)",
    "repeating-linear-gradient(red, blue)", "linear-gradient(red 1% 2% 3%, blue)",
    "radial-gradient(square, red, blue)", "conic-gradient(from 90, red, blue)",
    "linear-gradient(red), blue)", "linear-gradient((red, blue)",
    "linear-gradient(red 90deg, blue)",
  ])
  func `refuses what a device does not read`(text: String) {
    #expect(GradientValue(text) == nil)
  }

  @Test func `tells gradients from colours`() {
    #expect(GradientValue.isGradient(" LINEAR-gradient(oops"))
    #expect(!GradientValue.isGradient("red"))
    #expect(!GradientValue.isGradient("linear-gradient"))
  }

  @Test(arguments: [
    ("100%", SizeValue.fill), ("auto", .wrap), ("20.5", .fixed(20.5)), ("50%", nil), ("20px", nil),
    ("", nil), ("Auto", nil),
  ])
  func `reads sizes`(text: String, size: SizeValue?) {
    #expect(SizeValue(text) == size)
  }

  @Test(arguments: [
    ("45deg", false, 45.0), ("45", false, 45), ("0.5turn", true, 180), ("0.5turn", false, nil),
    ("45", true, nil), ("deg", false, nil), ("1e1deg", true, 10), ("45 deg", false, nil),
  ])
  func `reads angles`(text: String, isGradient: Bool, degrees: Double?) {
    #expect(AngleValue(text, isGradient: isGradient)?.degrees == degrees)
  }
}
