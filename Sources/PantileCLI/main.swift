// Stand-in until the command line arrives.
import Glibc
import PantileJSON
import PantileTemplate

func readFile(_ p: String) -> [UInt8]? {
  guard let f = unsafe fopen(p, "rb") else { return nil }
  var out: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 65536)
  while true {
    let n = unsafe fread(&chunk, 1, 65536, f)
    if n == 0 { break }
    out.append(contentsOf: chunk[..<n])
  }
  unsafe fclose(f)
  return out
}
var args = Array(CommandLine.arguments.dropFirst(2))
var request = RenderRequest()
request.limits.hostStack = 6 << 20
request.now = 1768896000000
var path = ""
var snippet: String?
var bench = 0
var i = 0
@MainActor func next() -> String { i += 1; return args[i] }
while i < args.count {
  switch args[i] {
  case "--props": request.props = readFile(next()) ?? []
  case "--env": request.environment = readFile(next()) ?? []
  case "--families": request.families = next().split(separator: ",").map(String.init)
  case "--export": request.export = next()
  case "--live": request.form = .live
  case "--now":
    let text = next()
    let n = text.split(whereSeparator: { !$0.isNumber }).map { Int($0)! }
    var t = unsafe tm()
    unsafe t.tm_year = Int32(n[0] - 1900); unsafe t.tm_mon = Int32(n[1] - 1); unsafe t.tm_mday = Int32(n[2])
    unsafe t.tm_hour = Int32(n[3]); unsafe t.tm_min = Int32(n[4]); unsafe t.tm_sec = Int32(n[5])
    request.now = Double(unsafe timegm(&t)) * 1000
  case "--time-zone": request.timeZone = next()
  case "--snippet": snippet = next()
  case "--bench": bench = Int(next())!
  default: path = args[i]
  }
  i += 1
}
var out = ByteBuffer()
do {
  let template: Template
  if let snippet {
    template = try Template(snippet: readFile(snippet) ?? [], path: "snippet.tsx")
  } else {
    let slash = path.lastIndex(of: "/")
    let dir = slash.map { String(path[..<$0]) } ?? "."
    let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
    template = try Template(entry: name, loader: SourceLoader { p in readFile(dir + "/" + p).map { .file($0) } ?? .missing })
  }
  try template.render(request, into: &out)
  if bench > 0 {
    var t0 = timespec(); var t1 = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &t0)
    for _ in 0..<bench { out.removeAll(); try template.render(request, into: &out) }
    unsafe clock_gettime(CLOCK_MONOTONIC, &t1)
    let ns = Double(t1.tv_sec - t0.tv_sec) * 1e9 + Double(t1.tv_nsec - t0.tv_nsec)
    print("\(ns / Double(bench) / 1000) us, \(out.count) bytes")
  } else {
    out.withBytes { b in unsafe b.withUnsafeBytes { p in _ = unsafe write(1, p.baseAddress, p.count) } }
  }
} catch {
  var text = error.report + "\n"
  text.withUTF8 { p in _ = unsafe write(2, p.baseAddress, p.count) }
  exit(1)
}
