import PantileCore
import PantileJSON
import PantileTemplate
import Synchronization

@testable import PantileRender

/// A template trial of a widget in TSX.
func widget(
  _ source: String, form: RenderRequest.Form = .automatic,
  _ change: (inout RenderRequest) -> Void = { _ in }
) throws -> TemplateTrial {
  let text = "import { Voltra } from '@use-voltra/ios'\n" + source
  let template = try Template(
    entry: "widget.tsx", loader: SourceLoader(files: ["widget.tsx": Array(text.utf8)]))
  var request = RenderRequest()
  request.form = form
  request.seed = 1
  // Without optimisation a level of elements takes more stack than the default allows for.
  request.limits.hostStack = 4 << 20
  change(&request)
  return TemplateTrial(template, request)
}

extension TrialRender {
  func trial(_ props: String) -> TrialReport { trial(Array(props.utf8)) }
}

extension TrialReport {
  /// The verdicts' codes, the whole's last.
  var codes: [String] { (parts + (whole.map { [$0] } ?? [])).map(\.verdict.code) }
  var text: String { String(decoding: payload, as: UTF8.self) }
}

/// A widget in Swift: one Text with what the props hold.
struct SwiftWidget: TrialRender {
  var families = ["systemSmall", "systemLarge"]
  /// Called at the begin of each drawing with the props.
  var visit: @Sendable (String) -> Void = { _ in }
  /// The text in place of the props.
  var text: (@Sendable () -> String)?

  func scope(of props: [UInt8]) throws(TrialFailure) -> TrialScope { .families(families) }

  func draw(
    _ props: [UInt8], _ part: TrialPart, limit: Int, into payload: inout ByteBuffer,
    inspecting inspect: (borrowing Tree) -> Void
  ) throws(TrialFailure) -> TrialCost {
    let text = String(decoding: props, as: UTF8.self)
    visit(text)
    guard text.hasPrefix("{") else {
      throw TrialFailure(.props, name: "TypeError", message: "props must be an object")
    }
    var names = families
    if case .family(let name) = part { names = [name] }
    var tree = Tree()
    do {
      for name in names {
        let node = try tree.beginElement(.text)
        tree.setContent(text: try tree.text(self.text?() ?? text), of: node)
        var root = Content()
        tree.append(node, to: &root)
        try tree.addRoot(try tree.text(name), root)
      }
      inspect(tree)
      var writer = PayloadWriter(limit: limit)
      try writer.write(tree, to: &payload)
    } catch {
      throw TrialFailure(.tooLong, name: "LimitError", message: "\(error)")
    }
    return TrialCost()
  }
}

/// A store in memory that can be made to fail.
final class MemoryStore: LastGoodStore {
  struct State {
    var value: LastGoodValue?
    var loadError: LastGoodError?
    var saveError: LastGoodError?
    var saves: [LastGoodValue] = []
  }

  let state: Mutex<State>

  init(_ value: LastGoodValue? = nil, loadError: LastGoodError? = nil) {
    state = Mutex(State(value: value, loadError: loadError))
  }

  func load() throws(LastGoodError) -> LastGoodValue? {
    try state.withLock { (state) throws(LastGoodError) in
      if let error = state.loadError { throw error }
      return state.value
    }
  }

  func save(_ value: LastGoodValue) throws(LastGoodError) {
    try state.withLock { (state) throws(LastGoodError) in
      if let error = state.saveError { throw error }
      state.value = value
      state.saves.append(value)
    }
  }
}
