import Foundation
import PantileTemplate

/// A folder of `Corpus/cases`.
struct WidgetCase {
  private struct Description: Decodable {
    var form: String
    var families: [String]?
    var export: String?
    var timeZone: String
  }

  private var description: Description
  /// The files next to the widget, and itself.
  var files: [String: [UInt8]] = [:]
  /// The props of its runs.
  var runs: [[UInt8]] = []

  /// The cases of a folder, by name.
  static func all(in folder: URL) -> [String: WidgetCase] {
    var cases: [String: WidgetCase] = [:]
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [] {
      cases[name] = WidgetCase(folder.appending(path: name))
    }
    return cases
  }

  private init?(_ folder: URL) {
    guard let data = try? Data(contentsOf: folder.appending(path: "case.json")),
      let description = try? JSONDecoder().decode(Description.self, from: data)
    else { return nil }
    self.description = description
    let paths = (try? FileManager.default.subpathsOfDirectory(atPath: folder.path)) ?? []
    for path in paths.sorted() {
      guard let data = try? Data(contentsOf: folder.appending(path: path)) else { continue }
      if path.hasSuffix("/props.json") { runs.append(Array(data)) }
      if !path.hasPrefix("runs/") { files[path] = Array(data) }
    }
  }

  private static let locales = ["en-US", "de-DE", "ja-JP", "ar-EG", "hi-IN-u-nu-deva", "tr"]
  private static let zones = [
    "UTC", "Europe/Berlin", "America/St_Johns", "Asia/Kolkata", "Pacific/Apia", "Nowhere/None",
  ]
  private static let clocks = [
    0, 1.7e12, -6.2e13, 8.64e15, -8.64e15, 8.64e15 + 1, .nan, .infinity, 4e18, 1e300, 0.5,
  ]

  /// The request of the case; larger seeds change more of it.
  func request(_ seed: UInt64) -> RenderRequest {
    var request = RenderRequest()
    request.timeZone = description.timeZone
    request.export = description.export
    if description.form == "function" { request.families = description.families ?? [] }
    if description.form == "live" { request.form = .live }
    guard seed > 99 else { return request }
    request.locale = Self.locales[Int(seed / 3 % UInt64(Self.locales.count))]
    request.timeZone = Self.zones[Int(seed / 5 % UInt64(Self.zones.count))]
    request.now = Self.clocks[Int(seed / 7 % UInt64(Self.clocks.count))]
    guard seed % 4 == 0 else { return request }
    let forms: [RenderRequest.Form] = [
      .automatic, .variants, .function, .variantsFunction, .entry, .live,
    ]
    request.form = forms[Int(seed / 11 % UInt64(forms.count))]
    return request
  }
}

/// The first line of an input.
struct Header {
  var name = ""
  var seed: UInt64 = 0
  /// The index behind the line.
  var end = 0

  init(_ input: [UInt8]) {
    guard input.starts(with: [0x2F, 0x2F]), let end = input.firstIndex(of: 0x0A) else { return }
    let words = String(decoding: input[2..<end], as: UTF8.self).split(separator: " ")
    name = words.first.map { String($0) } ?? ""
    seed = words.count > 1 ? UInt64(words[1]) ?? 0 : 0
    self.end = end + 1
  }
}
