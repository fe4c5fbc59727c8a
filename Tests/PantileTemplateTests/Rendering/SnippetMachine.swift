import PantileCore
import PantileJSON

@testable import PantileTemplate

/// Runs snippets through parser, compiler, machine and renderer.
struct SnippetMachine: ~Copyable {
  var compiler: Compiler
  private let root = Scope(.module, parent: nil)
  private var tree = Tree()
  private var writer = PayloadWriter()

  init() throws {
    var machine = try Realm.makeMachine()
    machine.inputs.now = 1_768_896_000_000
    let values = try machine.snippetScope()
    compiler = Compiler(machine: machine, names: NameTable())
    for (name, value) in values {
      let variable = root.declare(compiler.names.intern(name), .imported, at: 0)
      variable.place = .constant(value)
    }
  }

  /// The payload of a snippet, or `name: message` of its error.
  mutating func render(_ source: String) -> String {
    compiler.machine.hostStackEnd = StackPosition.current() - 300_000
    do {
      let result = try evaluate(source)
      try compiler.machine.renderSnippet(result, into: &tree)
      var out = ByteBuffer()
      try writer.write(tree, to: &out)
      return out.text()
    } catch let error as Abrupt {
      guard error == .thrown else { return "\(error)" }
      return describeException()
    } catch {
      return "\(error)"
    }
  }

  /// The value of a snippet.
  mutating func evaluate(_ source: String) throws -> Value {
    let bytes = ContiguousArray(source.utf8)
    let node = try Parser.parseSnippet(bytes, kind: .tsx, names: &compiler.names)
    compiler.machine.code.files.append(SourceFile(path: "test.tsx", bytes: bytes, kind: .tsx))
    let file = compiler.machine.code.files.count - 1
    let id = try compiler.compile(snippet: node, root: root, file: file)
    while compiler.machine.caches.count < compiler.machine.code.cacheAtoms.count {
      compiler.machine.caches.append(InlineCache())
    }
    let maker = try compiler.machine.makeClosure(UInt32(id), 65_535 << 32 | 65_535 << 16, 8)
    let function = try compiler.machine.call(maker, this: .undefined)
    return try compiler.machine.call(function, this: .undefined)
  }

  private mutating func describeException() -> String {
    let value = compiler.machine.exception
    compiler.machine.frames.removeAll()
    compiler.machine.stackTop = 8
    do {
      guard value.isObject else { return "Uncaught \(try compiler.machine.inspect(value))" }
      return try compiler.machine.swiftText(try compiler.machine.errorHeader(value.ref))
    } catch {
      return "\(error)"
    }
  }
}
