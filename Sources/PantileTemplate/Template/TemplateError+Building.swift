internal import PantileJSON

extension TemplateError {
  // MARK: Compiling

  /// An error of compiling.
  init(_ error: CompileError, _ files: ContiguousArray<SourceFile>) {
    let isLimit = error.name == "LimitError"
    self.init(isLimit ? .limit : .compile, name: error.name, message: error.message)
    if error.file >= 0, error.file < files.count { locate(error.offset, in: files[error.file]) }
  }

  private mutating func locate(_ offset: UInt32, in file: SourceFile) {
    let map = SourceMap(file.bytes)
    let position = map.position(of: offset)
    let shown = map.excerpt(at: offset)
    place = SourcePlace(path: file.path, line: position.line, column: position.column)
    excerpt = (shown.text, shown.caret)
  }

  // MARK: Inputs

  /// An error of props or environment.
  init(
    _ error: JSONImportError, _ label: String, _ bytes: [UInt8], _ machine: inout Machine
  ) {
    if let limit = error.limit {
      self.init(.limit, name: "LimitError", message: Self.message(limit, machine.limits, &machine))
      return
    }
    self.init(.input, name: "SyntaxError", message: "\(label): \(error.message)")
    locate(
      UInt32(min(error.offset, bytes.count)),
      in: SourceFile(path: label, bytes: ContiguousArray(bytes), kind: .js))
  }

  /// The error of props or an environment that are JSON, but no object.
  init(noObject label: String, _ bytes: [UInt8]) {
    self.init(.input, name: "TypeError", message: "\(label) must be a JSON object")
    let start = bytes.firstIndex { ![0x20, 0x09, 0x0a, 0x0d].contains($0) } ?? 0
    let position = SourcePosition(offset: start, in: bytes.span)
    place = SourcePlace(path: label, line: position.line, column: position.column)
  }

  // MARK: Writing

  /// The error of a payload that is refused.
  init(findings: [String], warnings: [String]) {
    self.init(.refused, name: "PayloadError", message: findings.joined(separator: "; "))
    self.findings = findings
    self.warnings = warnings
  }

  // MARK: Rendering

  /// What ended a render.
  init(_ abrupt: Abrupt, _ machine: inout Machine) {
    switch abrupt {
    case .limit(let limit):
      self.init(.limit, name: "LimitError", message: Self.message(limit, machine.limits, &machine))
      isTooLong = limit == .output
      locate(machine.currentPlace(), &machine)
    case .thrown:
      // Describing the error may run code of the template; it gets some steps for that.
      machine.fuel = max(machine.fuel, 10_000)
      let exception = machine.exception
      self.init(.thrown, name: "Error", message: "")
      describe(exception, &machine)
    }
    describeComponents(&machine)
    console = machine.console.report
  }

  private static func message(
    _ limit: Limit, _ limits: Limits, _ machine: inout Machine
  ) -> String {
    switch limit {
    case .steps: "step limit of \(limits.steps) reached"
    case .memory: "memory limit of \(limits.memory) bytes reached"
    case .totalMemory: "total memory limit of \(machine.heap.budget?.limit ?? 0) bytes reached"
    case .output: "output limit of \(limits.output) bytes reached"
    case .props: "props limit of \(limits.input) bytes reached"
    }
  }

  private mutating func describe(_ exception: Value, _ machine: inout Machine) {
    let thrownAt = machine.thrownPlace
    do throws(Abrupt) {
      guard exception.isObject, machine.kind(exception.ref) == .error else {
        name = "Uncaught"
        message = try machine.describeThrown(exception)
        locate(thrownAt, &machine)
        return
      }
      name = try machine.swiftText(try machine.get(exception.ref, .name))
      message = try machine.swiftText(try machine.get(exception.ref, .message))
      let at = Int(exception.ref)
      let function = Int(machine.heap.load32(at + ObjectLayout.errorFunction)) - 1
      let position = Int(machine.heap.load32(at + ObjectLayout.errorPosition))
      locate((function, position), &machine)
    } catch {
      if message.isEmpty { message = "an error whose text cannot be read" }
    }
  }

  private mutating func locate(
    _ place: (function: Int, position: Int), _ machine: inout Machine
  ) {
    guard let found = machine.sourcePlace(place.function, place.position) else { return }
    locate(found.offset, in: found.file)
  }

  private mutating func describeComponents(_ machine: inout Machine) {
    frames = machine.componentFrames()
    part = machine.partDescription()
    // Errors of the renderer itself show the tag that was being rendered.
    if place == nil, let tag = machine.failingTag() { locate(tag, &machine) }
  }
}

extension Machine {
  /// The file and offset of an instruction.
  mutating func sourcePlace(_ function: Int, _ position: Int) -> (file: SourceFile, offset: UInt32)?
  {
    guard function >= 0, function < code.functions.count,
      let place = code.place(of: position, inFunction: function)
    else { return nil }
    let file = Int(code.functions[function].file)
    return file < code.files.count ? (code.files[file], place.start) : nil
  }

  /// The text of a thrown value that is no error.
  mutating func describeThrown(_ value: Value) throws(Abrupt) -> String {
    if value.isSymbol { return describe(PropertyKey(value.atom)) }
    guard value.isObject, !isCallable(value) else { return try swiftText(value) }
    var buffer = ByteBuffer(capacity: 256)
    return try stringify(value, into: &buffer) ? buffer.text() : "undefined"
  }
}
