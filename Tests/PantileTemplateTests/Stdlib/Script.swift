import PantileJSON

@testable import PantileTemplate

/// Runs snippets of JavaScript on one machine and prints what they give.
struct Script: ~Copyable {
  private var compiler: Compiler

  init(timeZone: String = "UTC", locale: String = "en-US") throws {
    let machine = try Realm.makeMachine()
    compiler = Compiler(machine: machine, names: NameTable())
    // The register from which the outermost closures take their scope: none.
    compiler.machine.stack.store64(8, Value.object(0).bits)
    compiler.machine.inputs.now = 1_768_896_000_000
    compiler.machine.inputs.timeZone = timeZone
    compiler.machine.inputs.locale = locale
    compiler.machine.fuel = compiler.machine.limits.steps
  }

  /// Whether the clock, the zone, the locale or random numbers were used.
  var touchedInputs: Bool { compiler.machine.touchedInputs }

  /// Ends what runs afterwards with a limit.
  mutating func limitSteps(to steps: Int) { compiler.machine.fuel = steps }

  /// The value of an expression, or of the `return` of a function body.
  ///
  /// Strings are quoted as in JSON, objects are JSON, errors `message`.
  mutating func run(_ source: String) -> String {
    do {
      let bytes = ContiguousArray(source.utf8)
      let node = try Parser.parseSnippet(bytes, kind: .js, names: &compiler.names)
      compiler.machine.code.files.append(SourceFile(path: "test.js", bytes: bytes, kind: .js))
      let file = compiler.machine.code.files.count - 1
      let id = try compiler.compile(snippet: node, root: Scope(.module, parent: nil), file: file)
      while compiler.machine.caches.count < compiler.machine.code.cacheAtoms.count {
        compiler.machine.caches.append(InlineCache())
      }
      let function = try compiler.machine.evaluate(id)
      let value = try compiler.machine.call(function, this: .undefined)
      return try print(value)
    } catch let error as Abrupt {
      guard error == .thrown else { return "\(error)" }
      return describeException()
    } catch {
      return "\(error)"
    }
  }

  private mutating func describeException() -> String {
    let value = compiler.machine.exception
    compiler.machine.frames.removeAll()
    compiler.machine.stackTop = 8
    do {
      guard value.isObject else { return "Uncaught \(try compiler.machine.inspect(value))" }
      let message = try compiler.machine.get(value.ref, .message)
      return try compiler.machine.swiftText(message)
    } catch {
      return "\(error)"
    }
  }

  private mutating func print(_ value: Value) throws -> String {
    if value.isUndefined { return "undefined" }
    if compiler.machine.isCallable(value) { return "function" }
    if value.isNumber {
      if value.number == 0, value.number.sign == .minus { return "-0" }
      return try compiler.machine.swiftText(value)
    }
    if value.isSymbol || value.isBigint { return try compiler.machine.inspect(value) }
    var buffer = ByteBuffer()
    _ = try compiler.machine.stringify(value, into: &buffer)
    return buffer.text()
  }
}
