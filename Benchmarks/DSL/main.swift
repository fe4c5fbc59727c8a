import CAllocatorSettings
import CJemalloc
import ExampleWidgets
import Glibc
import Pantile

pantile_keep_allocator_settings()
let rounds = CommandLine.arguments.count > 2 ? Int(CommandLine.arguments[2]) ?? 1 : 1
let mode = CommandLine.arguments.count > 1 ? CommandLine.arguments[1] : "print"

var rows: [Portfolio.Row] = []
for index in 0..<20 {
  rows.append(
    Portfolio.Row(
      symbol: "SYM\(index)", name: "Company number \(index)", price: "$\(index * 17 + 12).50",
      change: index % 3 == 0 ? "-3.00%" : "+1.04%", isUp: index % 3 != 0))
}
let widget = Portfolio(title: "Portfolio value", rows: rows)
var renderer = WidgetRenderer()
var bytes = ByteBuffer(capacity: 1 << 20)

do {
  switch mode {
  case "build":
    for _ in 0..<rounds { try renderer.build(widget, families: .home) }
  case "inline":
    renderer.sharing = .never
    for _ in 0..<rounds {
      bytes.removeAll()
      try renderer.render(widget, families: .home, into: &bytes)
    }
  case "shared":
    for _ in 0..<rounds {
      bytes.removeAll()
      try renderer.render(widget, families: .home, into: &bytes)
    }
  default:
    try renderer.render(widget, families: .home, into: &bytes)
    print(bytes.text())
  }
} catch { print(error) }
