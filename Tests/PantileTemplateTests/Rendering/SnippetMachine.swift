import Foundation
import PantileCore
import PantileJSON
import Synchronization

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
    compiler.machine.hostStackEnd = StackPosition.current() - (6 << 20)
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
    let function = try compiler.machine.evaluate(id)
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

/// Runs code on a thread of its own with a stack of 8 MiB, as unoptimised code needs it.
func onDeepStack<Result: Sendable>(
  _ body: @escaping @Sendable () throws -> Result
) throws -> Result {
  let outcome = Outcome<Result>()
  let thread = Thread {
    outcome.set(Swift.Result(catching: body))
  }
  thread.stackSize = 8 << 20
  thread.start()
  return try outcome.wait().get()
}

/// What a thread came to.
private final class Outcome<Value: Sendable>: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)
  private let value = Mutex<Result<Value, any Error>?>(nil)

  func set(_ result: Result<Value, any Error>) {
    value.withLock { $0 = result }
    semaphore.signal()
  }

  func wait() -> Result<Value, any Error> {
    semaphore.wait()
    return value.withLock { $0 } ?? .failure(CancellationError())
  }
}
