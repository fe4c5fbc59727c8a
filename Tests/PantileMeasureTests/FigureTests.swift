import Testing

@testable import PantileMeasure

@Suite struct FigureTests {
  @Test(arguments: [
    (0, "0.00 ns"), (7, "7.00 ns"), (999, "999 ns"), (1_000, "1.00 µs"), (2_504, "2.50 µs"),
    (12_345, "12.3 µs"), (99_960, "100 µs"), (999_600, "1.00 ms"), (123_456_789, "123 ms"),
    (5_000_000_000, "5.00 s"), (7_200_000_000_000, "7,200 s"), (-4, "0.00 ns"),
  ])
  func `durations are shown with three digits`(nanoseconds: Int, text: String) {
    #expect(Figure.duration(nanoseconds) == text)
  }

  @Test(arguments: [
    (0, "0.00 MB"), (11_560_000, "11.56 MB"), (1_234_567_890, "1,234.57 MB"), (-4_999, "0.00 MB"),
    (999_995_000, "1,000.00 MB"),
  ])
  func `megabytes have a million bytes`(bytes: Int, text: String) {
    #expect(Figure.megabytes(bytes) == text)
  }

  @Test(arguments: [
    (0, "0"), (999, "999"), (1_000, "1,000"), (-12_345_678, "-12,345,678"),
    (.min, "-9,223,372,036,854,775,808"),
  ])
  func `whole numbers have commas`(number: Int, text: String) {
    #expect(Figure.whole(number) == text)
  }

  @Test(arguments: [
    (1.005, 0, "1"), (-1.5, 1, "-1.5"), (0.0049, 2, "0.00"), (1_234.5, 3, "1,234.500"),
    (.infinity, 1, "-"), (1e300, 1, "1e+300"), (0.1, 9, "0.100000"),
  ])
  func `numbers have fixed places`(number: Double, places: Int, text: String) {
    #expect(Figure.fixed(number, places) == text)
  }
}
