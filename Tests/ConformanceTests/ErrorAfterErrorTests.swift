import PantileJSON
import PantileTemplate
import Testing

/// What one render leaves behind must not be in the report of the next.
@Test func `an error before anything is rendered says nothing of the render before`() throws {
  let source = """
    import { Voltra } from '@use-voltra/ios'
    import { useState } from 'react'
    export const outside = () => ({ lockScreen: <Voltra.Text>{useState(1)[0]}</Voltra.Text> })
    const Broken = ({ props }) => <Voltra.Text>{props.a.b}</Voltra.Text>
    export default (props) => <Voltra.VStack><Broken props={props} /></Voltra.VStack>
    """
  let template = try Template(
    entry: "w.tsx", loader: SourceLoader(files: ["w.tsx": Array(source.utf8)]))
  var request = RenderRequest()
  request.limits.hostStack = 1 << 20
  var output = ByteBuffer()
  var first: TemplateError?
  do throws(TemplateError) { try template.render(request, into: &output) } catch { first = error }
  #expect(first?.frames.map(\.name) == ["Broken", "VStack"])
  // The second error comes before any element is there.
  request.export = "missing"
  var second: TemplateError?
  do throws(TemplateError) { try template.render(request, into: &output) } catch { second = error }
  #expect(second?.frames.isEmpty == true)
  #expect(second?.part == nil)
  // Nor is a component running any more: hooks stay refused outside of one.
  request.export = nil
  do throws(TemplateError) { try template.render(request, into: &output) } catch {}
  request.export = "outside"
  request.form = .live
  var third: TemplateError?
  do throws(TemplateError) { try template.render(request, into: &output) } catch { third = error }
  #expect(third?.message == "Cannot read properties of null (reading 'useState')")
  request.export = nil
  request.form = .automatic
  request.props = Array(#"{"a":{"b":1}}"#.utf8)
  try template.render(request, into: &output)
  #expect(output.count > 0)
}
