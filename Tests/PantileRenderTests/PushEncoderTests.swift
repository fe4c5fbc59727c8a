import PantileCore
import PantileJSON
import Testing

@testable import PantileRender
@testable import PantileTemplate

@Suite struct PushEncoderTests {
  private static func live(_ source: String) throws -> Template {
    let text = "import { Voltra } from '@use-voltra/ios'\n" + source
    return try Template(
      entry: "widget.tsx", loader: SourceLoader(files: ["widget.tsx": Array(text.utf8)]))
  }

  private static func request(_ mode: RenderRequest.Mode) -> RenderRequest {
    var request = RenderRequest()
    request.form = .live
    request.mode = mode
    request.encoding = .push
    request.seed = 1
    request.limits.hostStack = 4 << 20
    return request
  }

  /// The payload that the text of a push holds.
  static func payload(of text: borrowing ByteBuffer) throws -> String {
    var compressed = ByteBuffer()
    try Base64.decode(text.array().span, into: &compressed)
    var payload = ByteBuffer()
    try Brotli.decompress(compressed.array().span, into: &payload)
    return payload.text()
  }

  @Test func `gives the text that Voltra gives`() throws {
    let template = try Self.live("export default {lockScreen:<Voltra.Text>x</Voltra.Text>}")
    let voltra = "iw2AeyJ2IjoxLCJscyI6eyJ0IjowLCJjIjoieCJ9fQM="
    var expected = ByteBuffer()
    expected.append(utf8: voltra)
    var text = ByteBuffer()
    let summary = try template.render(Self.request(.reference), into: &text)
    // The versions of brotli differ by a few bytes.
    #expect(try Self.payload(of: text) == Self.payload(of: expected))
    #expect(abs(text.count - voltra.utf8.count) <= 8)
    #expect(summary.push == PushSize(payload: 28, compressed: 32))
    #expect(summary.byteCount == text.count)
  }

  /// A list whose rows differ in a word each, and one whose rows share all but that.
  static let rows = [
    "i => <Voltra.Text style={{color:'red', padding: i}}>{'row ' + i}</Voltra.Text>",
    "i => <Voltra.Text style={{color:'red', fontSize:12}}>equal</Voltra.Text>",
  ]

  @Test(arguments: rows, [1, 3, 8])
  func `keeps the shorter of two compact texts`(row: String, count: Int) throws {
    let source = """
      const row = \(row)
      const list = Array.from({ length: \(count) }, (_, i) => row(i))
      export default { lockScreen: <Voltra.VStack>{list}</Voltra.VStack> }
      """
    let template = try Self.live(source)
    var text = ByteBuffer()
    try template.render(Self.request(.compact), into: &text)
    var lengths: [CompactWriter.Sharing: Int] = [:]
    var payloads: [CompactWriter.Sharing: String] = [:]
    var request = Self.request(.reference)
    request.encoding = .json
    var ignored = ByteBuffer()
    _ = try template.render(request, into: &ignored) { tree in
      for sharing in [CompactWriter.Sharing.whenShorter, .never] {
        var payload = ByteBuffer()
        var writer = CompactWriter()
        var packed = ByteBuffer()
        do {
          try writer.write(tree, sharing: sharing, to: &payload)
          try Brotli.compress(
            payload.array().span, quality: 11, windowBits: 16, into: &packed)
        } catch {
          Issue.record(error)
        }
        lengths[sharing] = packed.count
        payloads[sharing] = payload.text()
      }
    }
    let shared = try #require(lengths[.whenShorter])
    let inline = try #require(lengths[.never])
    #expect(text.count == Base64.encodedCount(of: min(shared, inline)))
    #expect(
      try Self.payload(of: text) == payloads[inline < shared ? .never : .whenShorter])
  }

  @Test func `refuses text over the budget in the words of Voltra`() {
    let encoder = PushEncoder()
    let size = PushSize(payload: 3_000, compressed: 2_811)
    #expect(size.text == 3_748)
    #expect(
      encoder.failure(of: size)?.message
        == "[Voltra] Compressed payload size 3748B exceeds safe budget 3345B (ActivityKit hard "
        + "cap 4096B). You need to reduce the complexity of your UI.")
  }

  // 2,508 bytes are 3,344 of text, one byte more 3,348.
  @Test(arguments: [(2_508, true), (2_509, false)])
  func `takes text up to the budget`(compressed: Int, fits: Bool) {
    let encoder = PushEncoder()
    let size = PushSize(payload: compressed, compressed: compressed)
    #expect((encoder.failure(of: size) == nil) == fits)
    #expect((encoder.warning(of: size) != nil) == fits)
  }

  @Test(arguments: [(800, true), (801, false)])
  func `refuses what a device would cut`(payload: Int, fits: Bool) {
    let encoder = PushEncoder()
    let size = PushSize(payload: payload, compressed: 100)
    #expect(
      encoder.failure(of: size)?.code
        == (fits
          ? nil
          : .ratio(
            payload: payload, compressed: 100, largest: 8)))
  }

  @Test func `takes the longer text when a device would cut the shorter`() throws {
    // In place the payload compresses by more than 8, with shared parts by less.
    let source = """
      const words = 'alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu'
      const row = () => <Voltra.HStack style={{ padding: 3, backgroundColor: '#123456' }}>
        {words.split(' ').map(word => <Voltra.Text>{word}</Voltra.Text>)}
        </Voltra.HStack>
      const list = Array.from({ length: 12 }, row)
      export default { lockScreen: <Voltra.VStack>{list}</Voltra.VStack> }
      """
    let (report, _) = try Self.live(source).report(Self.request(.compact))
    #expect(report.forms[2].size.ratio <= 8)
    #expect(report.forms[3].size.ratio > 8)
    #expect(report.sent == 2)
    #expect(report.failure == nil)
    var text = ByteBuffer()
    let summary = try Self.live(source).render(Self.request(.compact), into: &text)
    #expect(summary.push == report.forms[2].size)
  }

  @Test func `reports regions, elements and components`() throws {
    let source = """
      const row = (name: string) => <Voltra.HStack style={{ padding: 3 }}>
        <Voltra.Text>{name}</Voltra.Text><Voltra.Spacer /></Voltra.HStack>
      export default {
        lockScreen: <Voltra.VStack>{row('Gold')}{row('Tin')}{row('Tin')}</Voltra.VStack>,
        island: { minimal: <Voltra.Symbol name="star" /> },
      }
      """
    let (report, _) = try Self.live(source).report(Self.request(.reference))
    #expect(report.sent == 0)
    #expect(report.regions.map(\.name) == ["lockScreen", "minimal"])
    let minimal = ##"{"t":4,"p":{"n":"star"}}"##
    #expect(report.regions[1].payload == minimal.utf8.count)
    #expect(report.components.map(\.name) == ["HStack", "Text", "Spacer", "Symbol", "VStack"])
    #expect(report.components.map(\.count) == [3, 3, 3, 1, 1])
    let sum = report.components.reduce(0) { $0 + $1.payload }
    #expect(sum == report.regions.reduce(0) { $0 + $1.payload })
    #expect(report.parts.contains { $0.name == #"lockScreen > VStack > HStack 2 ×2"# })
    #expect(
      report.parts.contains { $0.name == #"lockScreen > VStack > HStack 1 > Text 1 "Gold""# })
  }
}
