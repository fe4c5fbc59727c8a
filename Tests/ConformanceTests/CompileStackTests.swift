import Foundation
import PantileTemplate
import Testing

/// Compiles deep sources on threads with little stack.
struct CompileStackTests {
  @Test(arguments: [
    ("[", "]"), ("(() => ", ")()"), ("<a>{", "}</a>"), ("({ a: ", "})"), ("`${", "}`"), ("-(", ")"),
    ("(class { a = ", "})"), ("(() => { try { return ", "} finally {} })()"),
  ])
  func `a source that is too deep for the stack is refused`(_ open: String, _ close: String) {
    for levels in [30, 60, 120, 250] {
      let source =
        String(repeating: open, count: levels) + "1" + String(repeating: close, count: levels)
      let message = onSmallStack {
        do throws(TemplateError) {
          _ = try Template(snippet: Array(source.utf8), path: "snippet.tsx")
          return ""
        } catch {
          return error.message
        }
      }
      #expect(message == "" || message == "nesting too deep")
    }
  }
}

private func onSmallStack(_ body: @escaping @Sendable () -> String) -> String {
  let box = Box()
  let thread = Thread {
    box.message = body()
    box.done.signal()
  }
  thread.stackSize = 1 << 20
  thread.start()
  box.done.wait()
  return box.message
}

private final class Box: @unchecked Sendable {
  var message = ""
  let done = DispatchSemaphore(value: 0)
}
