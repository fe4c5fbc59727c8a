internal import Pantile

extension Portfolio {
  /// Twenty holdings, with texts as long as those of `Corpus/bench/portfolio`.
  public static func sample() -> Portfolio {
    Portfolio(
      title: "Portfolio value",
      rows: (0..<20).map { index in
        let cents = 1250 + index * 1714
        let isUp = index % 5 > 1
        return Row(
          symbol: "SYM\(index)", name: "Company number \(index)",
          price: "$\(cents / 100).\(cents % 100 + 10)",
          change: (isUp ? "+" : "-") + "\(index % 4).0\(index % 9)%", isUp: isUp)
      })
  }
}

extension Grid {
  /// Twelve rows of ten cells, as in `Corpus/bench/grid`.
  public static func sample() -> Grid {
    Grid(
      rows: (0..<12).map { row in
        (0..<10).map { column in
          Cell(
            id: row * 10 + column, label: "R\(row)C\(column)",
            value: (row * 37 + column * 13) % 101)
        }
      })
  }
}
