import Foundation
import PantileJSON
import PantileTemplate

/// Reads a text as a prop and with `JSON.parse` from a string of UTF-16; both must agree.
///
/// The two ways share no loop: props are bytes, with keys that are guessed from earlier objects.
final class ImportInput {
  private static let source = #"""
    import { Voltra } from '@use-voltra/ios'
    const draw = v => <Voltra.Text>{JSON.stringify([v, typeof v, Object.keys(v ?? {}).length])}</Voltra.Text>
    export default ({ v }) => draw(v)
    export const wide = ({ text }) => draw(JSON.parse('{"v":' + text + ',"z":"\u4e2d"}').v)
    """#

  private let template = try? Template(
    entry: "widget.tsx", loader: SourceLoader(files: ["widget.tsx": Array(source.utf8)]))
  private var output = ByteBuffer()

  func run(_ input: [UInt8], steps: Int) -> String {
    // Bytes that are no UTF-8 cannot come from a string.
    let text = String(decoding: input, as: UTF8.self)
    let direct = render(Array("{\"v\":\(text)}".utf8), nil, steps)
    var quoted = ByteBuffer()
    quoted.append(jsonString: text)
    let wide = render(Array("{\"text\":".utf8) + quoted.array() + Array("}".utf8), "wide", steps)
    let isLimit = direct.hasPrefix("error: LimitError") || wide.hasPrefix("error: LimitError")
    let areErrors = direct.hasPrefix("error") && wide.hasPrefix("error")
    if direct != wide, !isLimit, !areErrors {
      print("DIFFERENT \(text)\n--- \(direct)\n--- \(wide)")
      fflush(nil)
      preconditionFailure("the readers differ")
    }
    return direct
  }

  private func render(_ props: [UInt8], _ export: String?, _ steps: Int) -> String {
    guard let template else { return "error: no template" }
    output.removeAll()
    var request = RenderRequest()
    request.export = export
    request.families = ["systemSmall"]
    request.props = props
    request.limits.steps = steps
    do throws(TemplateError) {
      try template.render(request, into: &output)
      return "ok \(output.text())"
    } catch {
      return error.report
    }
  }
}
