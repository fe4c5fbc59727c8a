import PantileCore
import PantileJSON

@testable import PantileTemplate

/// Runs snippets through parser, compiler, machine and renderer.
enum SnippetMachine {
  /// The payload of a snippet, or the text of its error.
  static func render(_ source: String) -> String {
    do throws(Abrupt) {
      return try payload(source)
    } catch {
      return "\(error)"
    }
  }

  private static func payload(_ source: String) throws(Abrupt) -> String {
    var machine = try Realm.makeMachine()
    machine.hostStackEnd = StackPosition.current() - 400_000
    var names = NameTable()
    let bytes = ContiguousArray(source.utf8)
    let node: FunctionNode
    do throws(SyntaxError) {
      node = try Parser.parseSnippet(bytes, kind: .tsx, names: &names)
    } catch {
      return "ERR SyntaxError: \(error)"
    }
    let root = Scope(.module, parent: nil)
    for (name, value) in try machine.snippetScope() {
      let variable = root.declare(names.intern(name), .imported, at: 0)
      variable.place = .constant(value)
    }
    machine.code.files.append(SourceFile(path: "snippet.tsx", bytes: bytes, kind: .tsx))
    var compiler = Compiler(machine: machine, names: names)
    let id: Int
    do throws(CompileError) {
      id = try compiler.compile(snippet: node, root: root, file: 0)
    } catch {
      return "ERR CompileError: \(error)"
    }
    machine = compiler.machine
    machine.caches = ContiguousArray(
      repeating: InlineCache(), count: machine.code.cacheAtoms.count)
    machine.moduleBase = Int(try machine.heap.allocate(64))
    var tree = Tree()
    do throws(Abrupt) {
      let closure = try machine.rootFunction(id)
      let function = try machine.call(closure, this: .undefined)
      let result = try machine.call(function, this: .undefined)
      try machine.renderSnippet(result, into: &tree)
    } catch {
      guard error == .thrown else { throw error }
      let exception = machine.exception
      guard exception.isObject else { return "ERR thrown \(try machine.inspect(exception))" }
      return "ERR " + (try machine.swiftText(try machine.errorHeader(exception.ref)))
    }
    var out = ByteBuffer()
    var writer = PayloadWriter()
    guard (try? writer.write(tree, to: &out)) != nil else { return "ERR output" }
    return out.text()
  }
}

extension Machine {
  /// A function object of compiled code outside of every scope.
  mutating func rootFunction(_ id: Int) throws(Abrupt) -> Value {
    let ref = try makeObject(
      intrinsics.closureShape, kind: .closure, internals: ObjectLayout.closureWords)
    heap.init32(Int(ref) + ObjectLayout.functionID, UInt32(id))
    return .object(ref)
  }
}
