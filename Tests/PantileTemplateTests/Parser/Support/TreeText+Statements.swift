@testable import PantileTemplate

extension TreeText {
  func write(_ statements: [Statement]) -> String { statements.map(write).joined(separator: " ") }

  func write(_ kind: VariableKind) -> String {
    switch kind {
    case .variable: "var "
    case .lexical: "let "
    case .constant: "const "
    }
  }

  func write(_ declarators: [Declarator]) -> String {
    declarators.map { declarator in
      write(declarator.target) + (declarator.value.map { " = \(operand($0))" } ?? "")
    }.joined(separator: ", ")
  }

  func write(_ statement: Statement) -> String {
    switch statement.kind {
    case .empty: return ";"
    case .expression(let value): return write(value) + ";"
    case .variable(let kind, let declarators): return write(kind) + write(declarators) + ";"
    case .function(let node): return write(node, keyword: "function ")
    case .classDeclaration(let node): return write(node)
    case .enumeration(let node):
      let members = node.members.map { member in
        text(member.name) + (member.value.map { " = \(operand($0))" } ?? "")
      }
      return "enum \(text(node.name)) {\(members.joined(separator: ", "))}"
    case .block(let statements): return "{\(write(statements))}"
    case .ifElse(let test, let then, let otherwise):
      let tail = otherwise.map { " else \(write($0))" } ?? ""
      return "if (\(write(test))) \(write(then))\(tail)"
    case .switchCase(let subject, let cases):
      return "switch (\(write(subject))) {\(cases.map(write).joined(separator: " "))}"
    case .labeled(let name, let body): return "\(text(name)): \(write(body))"
    case .breakLoop(let label): return "break\(label.map { " " + text($0) } ?? "");"
    case .continueLoop(let label): return "continue\(label.map { " " + text($0) } ?? "");"
    case .returnValue(let value): return "return\(value.map { " " + write($0) } ?? "");"
    case .throwValue(let value): return "throw \(write(value));"
    case .tryCatch(let body, let handler, let finalizer):
      let caught = handler.map { clause in
        " catch\(clause.binding.map { " (\(write($0)))" } ?? "") {\(write(clause.body))}"
      }
      return "try {\(write(body))}\(caught ?? "")"
        + (finalizer.map { " finally {\(write($0))}" } ?? "")
    default: return writeLoop(statement)
    }
  }

  private func writeLoop(_ statement: Statement) -> String {
    switch statement.kind {
    case .forLoop(let initializer, let test, let update, let body):
      let head =
        switch initializer {
        case nil: ""
        case .variable(let kind, let declarators): write(kind) + write(declarators)
        case .expression(let value): write(value)
        }
      let parts = [head, test.map(write) ?? "", update.map(write) ?? ""]
      return "for (\(parts.joined(separator: "; "))) \(write(body))"
    case .forIn(let target, let subject, let body):
      return "for (\(write(target)) in \(write(subject))) \(write(body))"
    case .forOf(let target, let subject, let body):
      return "for (\(write(target)) of \(write(subject))) \(write(body))"
    case .whileLoop(let test, let body): return "while (\(write(test))) \(write(body))"
    case .doWhile(let body, let test): return "do \(write(body)) while (\(write(test)));"
    default: return ""
    }
  }

  private func write(_ target: ForTarget) -> String {
    switch target {
    case .variable(let kind, let pattern): write(kind) + write(pattern)
    case .pattern(let pattern): write(pattern)
    }
  }

  private func write(_ clause: SwitchCase) -> String {
    (clause.test.map { "case \(write($0)): " } ?? "default: ") + write(clause.body)
  }

  // MARK: - Modules

  func write(_ module: ModuleSyntax) -> String { write(module.body) }

  func writeImports(_ module: ModuleSyntax) -> String {
    module.imports.map { declaration in
      let source =
        switch declaration.source {
        case .named(let name): text(name)
        case .defaultExport: "default"
        case .namespace: "*"
        }
      return "\(source) as \(text(declaration.local)) from \(text(declaration.specifier))"
    }.joined(separator: "; ")
  }

  func writeExports(_ module: ModuleSyntax) -> String {
    module.exports.map { export in
      switch export {
      case .local(let local, let exported, _): "\(text(local)) as \(text(exported))"
      case .defaultExpression(let local, _): "\(text(local)) as default"
      case .from(let name, let exported, let specifier, _):
        "\(text(name)) as \(text(exported)) from \(text(specifier))"
      case .defaultFrom(let exported, let specifier, _):
        "default as \(text(exported)) from \(text(specifier))"
      case .namespaceFrom(let exported, let specifier, _):
        "* as \(text(exported)) from \(text(specifier))"
      case .allFrom(let specifier, _): "* from \(text(specifier))"
      }
    }.joined(separator: "; ")
  }

  func writeRequests(_ module: ModuleSyntax) -> String {
    module.requests.map { text($0.specifier) }.joined(separator: " ")
  }
}

/// Parses a module and gives its tree with the names to read it.
func parse(
  _ source: String, _ kind: SourceKind = .tsx, limits: SourceLimits = SourceLimits()
) throws(SyntaxError) -> (module: ModuleSyntax, text: TreeText) {
  var names = NameTable()
  let module = try Parser.parseModule(
    ContiguousArray(source.utf8), kind: kind, names: &names, limits: limits)
  return (module, TreeText(names: names))
}

/// The statements of a source as text.
func treeText(_ source: String, _ kind: SourceKind = .tsx) throws -> String {
  let (module, text) = try parse(source, kind)
  return text.write(module)
}

/// The error of a source as `line:column message`; nil when it parses.
func errorText(_ source: String, _ kind: SourceKind = .tsx) -> String? {
  do {
    _ = try parse(source, kind)
    return nil
  } catch {
    let map = SourceMap(ContiguousArray(source.utf8))
    let position = map.position(of: error.offset)
    return "\(position.line):\(position.column) \(error.message)"
  }
}
