/// A file of a program.
final class Module {
  enum Content {
    case code(ModuleSyntax)
    /// A JSON file: its bytes.
    case data([UInt8])
  }

  let path: String
  let file: Int
  let content: Content
  let length: UInt32
  /// The modules that its specifiers name; nil for host modules.
  var imports: [Name: Module] = [:]
  var hostImports: [Name: Ref] = [:]
  let root = Scope(.module, parent: nil)
  var scopes: [ScopeKey: Scope] = [:]
  /// The namespace object, once somebody asks for it.
  var namespace: Value?
  /// The value of a JSON file.
  var data: Value?

  init(path: String, file: Int, content: Content, length: UInt32) {
    self.path = path
    self.file = file
    self.content = content
    self.length = length
  }
}

/// The files of a program in the order of their evaluation.
struct ModuleGraph {
  private let loader: SourceLoader
  private let limits: SourceLimits
  private(set) var modules: [Module] = []
  private(set) var files: ContiguousArray<SourceFile> = []
  /// Warnings as `code: message`, for files that could have been meant differently.
  private(set) var warnings: [String] = []
  private var byPath: [String: Module] = [:]
  private var byteCount = 0

  init(loader: SourceLoader, limits: SourceLimits) {
    self.loader = loader
    self.limits = limits
  }

  /// Lets go of what modules refer to: those that import each other would stay for ever.
  func unlink() {
    for module in byPath.values { module.imports = [:] }
  }

  /// Loads a file and all that it imports; dependencies come first.
  mutating func load(
    entry path: String, names: inout NameTable, host: (String) -> Ref?
  ) throws(CompileError) -> Module {
    switch loader.entry(path) {
    case .file(let bytes):
      return try load(path, bytes, names: &names, host: host, depth: 0)
    case .missing: throw CompileError(name: "Error", message: "no such file: \(path)")
    case .folder: throw CompileError(name: "Error", message: "\(path) is a folder")
    case .outside:
      throw CompileError(name: "ModuleError", message: "'\(path)' is outside the project root")
    case .unreadable(let reason): throw CompileError(name: "Error", message: reason)
    }
  }

  private mutating func load(
    _ path: String, _ bytes: [UInt8], names: inout NameTable, host: (String) -> Ref?, depth: Int
  ) throws(CompileError) -> Module {
    guard bytes.count <= limits.size else {
      throw CompileError(
        name: "LimitError", message: "source limit of \(limits.size) bytes reached")
    }
    byteCount += bytes.count
    guard byteCount <= limits.size * 4 else {
      throw CompileError(
        name: "LimitError", message: "source limit of \(limits.size * 4) bytes reached")
    }
    guard depth < 200, modules.count < 1_000 else {
      throw CompileError(name: "LimitError", message: "too many modules")
    }
    let file = files.count
    let source = ContiguousArray(bytes)
    let kind = SourceKind(path: path)
    files.append(SourceFile(path: path, bytes: source, kind: kind ?? .js))
    let content: Module.Content
    if kind == nil, ModulePath.knownExtension(path) == "json" {
      content = .data(bytes)
    } else {
      content = .code(try parse(source, kind ?? .tsx, file, &names))
    }
    let module = Module(
      path: path, file: file, content: content, length: UInt32(bytes.count))
    byPath[path] = module
    if case .code(let syntax) = content {
      for request in syntax.requests {
        try resolve(request, of: module, names: &names, host: host, depth: depth)
      }
    }
    modules.append(module)
    return module
  }

  private func parse(
    _ source: ContiguousArray<UInt8>, _ kind: SourceKind, _ file: Int, _ names: inout NameTable
  ) throws(CompileError) -> ModuleSyntax {
    do throws(SyntaxError) {
      return try Parser.parseModule(source, kind: kind, names: &names, limits: limits)
    } catch {
      throw CompileError(
        name: error.name, message: error.message, file: file, offset: error.offset)
    }
  }

  // MARK: Resolution

  private mutating func resolve(
    _ request: ModuleRequest, of module: Module, names: inout NameTable, host: (String) -> Ref?,
    depth: Int
  ) throws(CompileError) {
    if module.imports[request.specifier] != nil || module.hostImports[request.specifier] != nil {
      return
    }
    let specifier = names.string(request.specifier)
    if let object = host(specifier) {
      module.hostImports[request.specifier] = object
      return
    }
    func failure(_ message: String, name: String = "ModuleError") -> CompileError {
      CompileError(
        name: name, message: message, file: module.file, offset: request.range.start)
    }
    if specifier == "@use-voltra/ios-client" || specifier == "@use-voltra/android-client" {
      let instead = specifier.replacingSuffix("-client", with: "")
      throw failure("'\(specifier)' needs a device; import Voltra from '\(instead)'")
    }
    guard
      specifier.hasPrefix("./") || specifier.hasPrefix("../") || specifier == "."
        || specifier == ".."
    else { throw failure("Cannot resolve module '\(specifier)' from '\(module.path)'") }
    guard let path = ModulePath.join(ModulePath.folder(of: module.path), specifier) else {
      throw failure("'\(specifier)' is outside the project root")
    }
    let found = try find(path, specifier, failure)
    guard let found else {
      throw failure("Cannot resolve module '\(specifier)' from '\(module.path)'")
    }
    if let known = byPath[found.path] {
      module.imports[request.specifier] = known
    } else {
      module.imports[request.specifier] = try load(
        found.path, found.bytes, names: &names, host: host, depth: depth + 1)
    }
  }

  private mutating func find(
    _ path: String, _ specifier: String, _ failure: (String, String) -> CompileError
  ) throws(CompileError) -> (path: String, bytes: [UInt8])? {
    for step in ModulePath.candidates(path) {
      var found: [(path: String, bytes: [UInt8])] = []
      for candidate in step {
        switch loader.entry(candidate) {
        case .file(let bytes): found.append((candidate, bytes))
        case .outside: throw failure("'\(specifier)' is outside the project root", "ModuleError")
        case .unreadable(let reason): throw failure(reason, "Error")
        case .missing, .folder: continue
        }
      }
      if found.count > 1 {
        let list = found.map { "'\($0.path)'" }.joined(separator: " and ")
        warnings.append("ambiguous_module: '\(specifier)' may mean \(list)")
      }
      if let first = found.first { return first }
    }
    return nil
  }
}

extension String {
  /// The text with another ending.
  fileprivate func replacingSuffix(_ suffix: String, with other: String) -> String {
    hasSuffix(suffix) ? dropLast(suffix.count) + other : self
  }
}
