import Dispatch
import Foundation
import PantileJSON
import PantileTemplate
import Testing

/// What one render does must not be seen by another: of the same template, of another, at the same
/// time or later.
@Suite struct RenderIsolationTests {
  /// Writes to everything that lives longer than a call.
  private static let source = """
    import { Voltra } from '@use-voltra/ios'
    let count = 0
    const names = []
    const known = new Map()
    const text = /x/g
    const stain = (object, name) => {
      try { object.stain = (object.stain ?? '') + name } catch {}
    }
    export default ({ name }) => {
      count += 1
      names.push(name)
      known.set(name, count)
      text.test('x')
      for (const object of [Object.prototype, Array.prototype, String.prototype, Math, JSON])
        stain(object, name)
      const left = [({}).stain, [].stain, ''.stain, Math.stain, JSON.stain]
      const shown = [count, names.join('+'), known.size, text.lastIndex, left.map(String).join()]
      if (name === 'bad') throw new Error(shown.join(' '))
      return <Voltra.Text>{shown.join(' ')}</Voltra.Text>
    }
    """

  private static func template() throws -> Template {
    try Template(
      entry: "w.tsx", loader: SourceLoader(files: ["w.tsx": Array(source.utf8)]))
  }

  private static func outcome(_ template: Template, _ name: String) -> String {
    var request = RenderRequest()
    request.families = ["systemSmall"]
    request.props = Array(#"{"name":"\#(name)"}"#.utf8)
    request.limits.hostStack = 200 << 10
    var output = ByteBuffer()
    do throws(TemplateError) { try template.render(request, into: &output) } catch {
      return error.message
    }
    return output.text()
  }

  @Test func `a render leaves nothing for the next one`() throws {
    let outcomes = try onLargeStack {
      let template = try Self.template()
      let others = try Self.template()
      return [template, template, others, template].map { template in
        ["a", "bad", "b", "a"].map { Self.outcome(template, $0) }
      }
    }
    let first = try #require(outcomes.first)
    #expect(first[0].contains(#""c":"1 a 1 1 "#))
    #expect(first[1].hasPrefix("1 bad 1 1 "))
    #expect(first[3] == first[0])
    for later in outcomes { #expect(later == first) }
  }

  @Test func `renders at the same time do not see each other`() throws {
    let template = try onLargeStack { try Self.template() }
    let expected = try onLargeStack { (0..<64).map { Self.outcome(template, "n\($0)") } }
    let wrong = Wrong()
    DispatchQueue.concurrentPerform(iterations: 64) { index in
      for _ in 0..<5 {
        let found = Self.outcome(template, "n\(index)")
        if found != expected[index] { wrong.append(found) }
      }
    }
    #expect(wrong.all.isEmpty)
    #expect(Set(expected).count == 64)
  }

  @Test(arguments: [
    "process", "require", "module", "fetch", "XMLHttpRequest", "WebSocket", "setTimeout",
    "setInterval", "Deno", "Bun", "window", "document", "WebAssembly", "SharedArrayBuffer",
  ])
  func `a widget reaches nothing of the machine`(name: String) throws {
    let outcome = try onLargeStack { () -> String in
      let source = """
        import { Voltra } from '@use-voltra/ios'
        export default () => <Voltra.Text>{typeof \(name)}</Voltra.Text>
        """
      do throws(TemplateError) {
        let template = try Template(
          entry: "w.tsx", loader: SourceLoader(files: ["w.tsx": Array(source.utf8)]))
        return Self.outcome(template, "")
      } catch {
        return "refused"
      }
    }
    #expect(
      outcome == "refused" || outcome == #"{"v":1,"systemSmall":{"t":0,"c":"undefined"}}"#)
  }
}

private final class Wrong: @unchecked Sendable {
  private let lock = NSLock()
  private var texts: [String] = []
  var all: [String] { lock.withLock { texts } }
  func append(_ text: String) { lock.withLock { texts.append(text) } }
}
