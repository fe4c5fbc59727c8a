// Times Foundation's JSONEncoder over Codable structs: codable-peer WIDGET, then milliseconds, a
// line a round. The structs are complete before the clock starts, so neither reading the props nor
// building the tree counts: what is timed is less than what a server has to do.
import Foundation

struct Payload: Codable {
  var v: Int
  var systemSmall: Node?
  var systemMedium: Node?
  var systemLarge: Node?
  var systemExtraLarge: Node?
  var s: [Style]?
}

struct Node: Codable {
  var t: Int
  var i: String?
  var c: Children?
  var p: Props?
}

indirect enum Children: Codable {
  case text(String)
  case node(Node)
  case nodes([Node])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let text = try? container.decode(String.self) {
      self = .text(text)
    } else if let nodes = try? container.decode([Node].self) {
      self = .nodes(nodes)
    } else {
      self = .node(try container.decode(Node.self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .text(let text): try container.encode(text)
    case .node(let node): try container.encode(node)
    case .nodes(let nodes): try container.encode(nodes)
    }
  }
}

struct Props: Codable {
  var s: Int?
  var n, tc, al, pc, dest, lgv, mrk, fss: String?
  var sz, sp, v, max, h, nol: Double?
}

struct Style: Codable {
  var c, fw, bg, ta, tdl: String?
  var fs, fl, pad, pv, ph, pl, br, ml, w: Double?
  var fvar: [String]?
}

let folder = "Corpus/bench/\(CommandLine.arguments[1])"
let expected = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/expected.json"))
let payload = try JSONDecoder().decode(Payload.self, from: expected)
let encoder = JSONEncoder()
encoder.outputFormatting = .withoutEscapingSlashes
let parsed = try JSONSerialization.jsonObject(with: encoder.encode(payload)) as? NSDictionary
guard try JSONSerialization.jsonObject(with: expected) as? NSDictionary == parsed else {
  print("the structs give another payload")
  exit(1)
}

func now() -> Double { Double(DispatchTime.now().uptimeNanoseconds) }

func time(_ batch: Int) throws -> Double {
  let begin = now()
  for _ in 0..<batch { _ = try encoder.encode(payload) }
  return (now() - begin) / Double(batch)
}

let batch = max(1, Int(4e5 / (try time(20))))
print("ready")
fflush(nil)
while let line = readLine() {
  let end = now() + Double(line)! * 1e6
  var samples: [String] = []
  repeat { samples.append("\(Int(try time(batch) * 10))") } while now() < end
  print(samples.joined(separator: " "))
  fflush(nil)
}
