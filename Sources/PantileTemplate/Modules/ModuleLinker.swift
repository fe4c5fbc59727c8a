/// Binds imports to the variables and values that they name.
struct ModuleLinker {
  /// What an exported name stands for.
  enum Target {
    case variable(Variable)
    case value(Value)
    case namespace(Module)
  }

  /// Finds what a module exports under a name.
  static func resolve(
    _ name: Name, in module: Module, _ compiler: inout Compiler, seen: [(Module, Name)] = []
  ) throws(CompileError) -> Target? {
    if seen.contains(where: { $0.0 === module && $0.1 == name }) { return nil }
    if case .data = module.content { return try resolveData(name, in: module, &compiler) }
    guard case .code(let syntax) = module.content else { return nil }
    let path = seen + [(module, name)]
    let isDefault = compiler.names.string(name) == "default"
    for export in syntax.exports {
      switch export {
      case .local(let local, let exported, _) where exported == name:
        return try target(ofLocal: local, in: module, &compiler)
      case .defaultExpression(let local, _) where isDefault:
        return try target(ofLocal: local, in: module, &compiler)
      case .from(let source, let exported, let specifier, _) where exported == name:
        return try resolve(source, specifier, of: module, &compiler, path)
      case .defaultFrom(let exported, let specifier, _) where exported == name:
        return try resolve(
          compiler.names.intern("default"), specifier, of: module, &compiler, path)
      case .namespaceFrom(let exported, let specifier, _) where exported == name:
        return try namespace(specifier, of: module)
      default: break
      }
    }
    guard !isDefault else { return nil }
    for export in syntax.exports {
      guard case .allFrom(let specifier, _) = export else { continue }
      if let found = try resolve(name, specifier, of: module, &compiler, path) { return found }
    }
    return nil
  }

  private static func target(
    ofLocal local: Name, in module: Module, _ compiler: inout Compiler
  ) throws(CompileError) -> Target? {
    // A local name may be an import that is passed on.
    if case .code(let syntax) = module.content,
      let declaration = syntax.imports.first(where: { $0.local == local })
    {
      return try target(of: declaration, in: module, &compiler)
    }
    return module.root.variables[local].map { .variable($0) }
  }

  /// What an import declaration names.
  static func target(
    of declaration: ImportDeclaration, in module: Module, _ compiler: inout Compiler,
    seen: [(Module, Name)] = []
  ) throws(CompileError) -> Target? {
    switch declaration.source {
    case .named(let name):
      return try resolve(name, declaration.specifier, of: module, &compiler, seen)
    case .defaultExport:
      let name = compiler.names.intern("default")
      return try resolve(name, declaration.specifier, of: module, &compiler, seen)
    case .namespace: return try namespace(declaration.specifier, of: module)
    }
  }

  private static func resolve(
    _ name: Name, _ specifier: Name, of module: Module, _ compiler: inout Compiler,
    _ seen: [(Module, Name)]
  ) throws(CompileError) -> Target? {
    if let object = module.hostImports[specifier] {
      let atom = compiler.atom(name)
      let own = try compiler.checked { (machine) throws(Abrupt) in
        try machine.findOwn(object, atom)
      }
      if let own { return .value(own.value) }
      // `import React from 'react'` gives the module itself where it has no default.
      return compiler.names.string(name) == "default" ? .value(.object(object)) : nil
    }
    guard let target = module.imports[specifier] else { return nil }
    return try resolve(name, in: target, &compiler, seen: seen)
  }

  private static func namespace(_ specifier: Name, of module: Module) throws(CompileError)
    -> Target?
  {
    if let object = module.hostImports[specifier] { return .value(.object(object)) }
    return module.imports[specifier].map { .namespace($0) }
  }

  private static func resolveData(
    _ name: Name, in module: Module, _ compiler: inout Compiler
  ) throws(CompileError) -> Target? {
    guard let data = module.data else { return nil }
    if compiler.names.string(name) == "default" { return .value(data) }
    guard data.isObject else { return nil }
    let atom = compiler.atom(name)
    let own = try compiler.checked { (machine) throws(Abrupt) in
      try machine.findOwn(data.ref, atom)
    }
    return own.map { .value($0.value) }
  }

  /// Every name that a module exports, without `default` of modules that are passed on whole.
  static func exportedNames(
    of module: Module, _ compiler: inout Compiler, seen: [Module] = []
  ) -> [Name] {
    if seen.contains(where: { $0 === module }) { return [] }
    guard case .code(let syntax) = module.content else {
      return [compiler.names.intern("default")]
    }
    var names: [Name] = []
    func add(_ name: Name) { if !names.contains(name) { names.append(name) } }
    for export in syntax.exports {
      switch export {
      case .local(_, let exported, _), .from(_, let exported, _, _),
        .defaultFrom(let exported, _, _), .namespaceFrom(let exported, _, _):
        add(exported)
      case .defaultExpression: add(compiler.names.intern("default"))
      case .allFrom(let specifier, _):
        guard let target = module.imports[specifier] else { continue }
        let isDefault = compiler.names.intern("default")
        for name in exportedNames(of: target, &compiler, seen: seen + [module])
        where name != isDefault { add(name) }
      }
    }
    return names
  }
}
