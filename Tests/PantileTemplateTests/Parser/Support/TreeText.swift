@testable import PantileTemplate

/// Writes a syntax tree as JavaScript with parentheses around every operand that is not a leaf, so
/// that a test can state the shape of a tree in one line. JSX becomes calls of `jsx`.
struct TreeText {
  let names: NameTable

  func text(_ name: Name) -> String { names.string(name) }

  func quoted(_ name: Name) -> String {
    var result = "'"
    for unit in names.text(name) {
      switch unit {
      case 0x27, 0x5C: result += "\\" + String(UnicodeScalar(UInt8(unit)))
      case 0x20...0x7E: result += String(UnicodeScalar(UInt8(unit)))
      default:
        let digits = String(unit, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }
    }
    return result + "'"
  }

  // MARK: - Expressions

  /// An operand, in parentheses unless it is a leaf.
  func operand(_ expression: Expression) -> String {
    switch expression.kind {
    case .number, .bigint, .string, .boolean, .null, .identifier, .this, .regex, .member, .index,
      .privateMember, .call, .template, .array, .object, .jsx:
      write(expression)
    default: "(\(write(expression)))"
    }
  }

  func write(_ expression: Expression) -> String {
    switch expression.kind {
    case .number(let value): NumberText.text(value)
    case .bigint(let digits): text(digits) + "n"
    case .string(let value): quoted(value)
    case .template(let template): write(template)
    case .taggedTemplate(let tag, let template): operand(tag) + write(template)
    case .regex(let pattern, let flags): "/\(text(pattern))/\(text(flags))"
    case .boolean(let value): "\(value)"
    case .null: "null"
    case .identifier(let name): text(name)
    case .this: "this"
    case .newTarget: "new.target"
    case .array(let items): "[" + items.map(write).joined(separator: ",") + "]"
    case .object(let items): "{" + items.map(write).joined(separator: ",") + "}"
    case .function(let node): write(node, keyword: "function ")
    case .classExpression(let node): write(node)
    case .unary(let operation, let value): sign(operation) + operand(value)
    case .update(let operation, let isPrefix, let value):
      isPrefix ? sign(operation) + operand(value) : operand(value) + sign(operation)
    case .binary(let first, let parts):
      parts.reduce(operand(first)) { $0 + " \(sign($1.operation)) " + operand($1.operand) }
    case .logical(let operation, let values):
      values.map(operand).joined(separator: " \(sign(operation)) ")
    case .assign(let target, let value): "\(write(target)) = \(operand(value))"
    case .compoundAssign(let operation, let target, let value):
      "\(operand(target)) \(sign(operation))= \(operand(value))"
    case .logicalAssign(let operation, let target, let value):
      "\(operand(target)) \(sign(operation))= \(operand(value))"
    case .conditional(let test, let then, let otherwise):
      "\(operand(test)) ? \(operand(then)) : \(operand(otherwise))"
    case .sequence(let parts): parts.map(operand).joined(separator: ", ")
    case .member(let object, let name, _, let isOptional),
      .privateMember(let object, let name, _, let isOptional):
      operand(object) + (isOptional ? "?." : ".") + text(name)
    case .index(let object, let key, let isOptional):
      operand(object) + (isOptional ? "?.[" : "[") + write(key) + "]"
    case .superMember(let name, _): "super." + text(name)
    case .superIndex(let key): "super[\(write(key))]"
    case .call(let callee, let arguments, let isOptional):
      operand(callee) + (isOptional ? "?.(" : "(") + write(arguments) + ")"
    case .superCall(let arguments): "super(\(write(arguments)))"
    case .new(let callee, let arguments): "new \(operand(callee))(\(write(arguments)))"
    case .optionalChain(let chain): "chain \(write(chain))"
    case .privateIn(let name, let object): "\(text(name)) in \(operand(object))"
    case .jsx(let element): write(element)
    }
  }

  func write(_ template: TemplateLiteral) -> String {
    var result = "`"
    for (index, raw) in template.raw.enumerated() {
      result += text(raw)
      if index < template.expressions.count {
        result += "${\(write(template.expressions[index]))}"
      }
    }
    return result + "`"
  }

  func write(_ item: ArrayItem) -> String {
    switch item {
    case .value(let value): operand(value)
    case .spread(let value): "..." + operand(value)
    case .hole: ""
    }
  }

  func write(_ arguments: [Argument]) -> String {
    arguments.map { argument in
      switch argument {
      case .value(let value): operand(value)
      case .spread(let value): "..." + operand(value)
      }
    }.joined(separator: ",")
  }

  func write(_ name: PropertyName) -> String {
    switch name {
    case .name(let name):
      names.string(name).wholeMatch(of: /[\w$#*]+/) == nil ? quoted(name) : text(name)
    case .privateName(let name): text(name)
    case .computed(let key): "[\(write(key))]"
    }
  }

  func write(_ item: ObjectItem) -> String {
    switch item {
    case .property(let name, _, let value, let isShorthand):
      isShorthand ? write(name) : "\(write(name)):\(operand(value))"
    case .method(let name, _, let node): write(node, keyword: write(name))
    case .getter(let name, _, let node): write(node, keyword: "get " + write(name))
    case .setter(let name, _, let node): write(node, keyword: "set " + write(name))
    case .spread(let value): "..." + operand(value)
    }
  }

  func sign(_ operation: UnaryOperator) -> String {
    switch operation {
    case .minus: "-"
    case .plus: "+"
    case .not: "!"
    case .bitNot: "~"
    case .typeOf: "typeof "
    case .void: "void "
    case .delete: "delete "
    }
  }

  func sign(_ operation: UpdateOperator) -> String { operation == .increment ? "++" : "--" }

  func sign(_ operation: LogicalOperator) -> String {
    switch operation {
    case .and: "&&"
    case .or: "||"
    case .coalesce: "??"
    }
  }

  func sign(_ operation: BinaryOperator) -> String {
    switch operation {
    case .add: "+"
    case .subtract: "-"
    case .multiply: "*"
    case .divide: "/"
    case .remainder: "%"
    case .power: "**"
    case .shiftLeft: "<<"
    case .shiftRight: ">>"
    case .shiftRightUnsigned: ">>>"
    case .bitAnd: "&"
    case .bitOr: "|"
    case .bitXor: "^"
    case .equal: "=="
    case .notEqual: "!="
    case .strictEqual: "==="
    case .strictNotEqual: "!=="
    case .less: "<"
    case .lessOrEqual: "<="
    case .greater: ">"
    case .greaterOrEqual: ">="
    case .instanceOf: "instanceof"
    case .inOperator: "in"
    }
  }

  // MARK: - JSX

  func write(_ element: JSXElement) -> String {
    let tag =
      switch element.tag {
      case nil: "Fragment"
      case .host(let name): quoted(name)
      case .value(let value): write(value)
      }
    let attributes = element.attributes.map { attribute in
      switch attribute {
      case .string(let name, _, let value): "\(text(name)):\(quoted(value))"
      case .value(let name, _, let value): "\(text(name)):\(operand(value))"
      case .flag(let name, _): text(name)
      case .spread(let value): "..." + operand(value)
      }
    }
    let children = element.children.map { child in
      switch child {
      case .text(let name): quoted(name)
      case .value(let value): operand(value)
      case .spread(let value): "..." + operand(value)
      }
    }
    let parts = [tag, "{" + attributes.joined(separator: ",") + "}"] + children
    return "jsx(\(parts.joined(separator: ",")))"
  }

  // MARK: - Patterns

  func write(_ pattern: Pattern) -> String {
    switch pattern.kind {
    case .identifier(let name): return text(name)
    case .expression(let expression): return write(expression)
    case .object(let properties, let rest):
      var parts = properties.map { property in
        "\(write(property.name)):"
          + write(
            PatternElement(target: property.target, defaultValue: property.defaultValue))
      }
      if let rest { parts.append("..." + write(rest)) }
      return "{" + parts.joined(separator: ",") + "}"
    case .array(let elements, let rest):
      var parts = elements.map { $0.map { write($0) } ?? "" }
      if let rest { parts.append("..." + write(rest)) }
      return "[" + parts.joined(separator: ",") + "]"
    }
  }

  func write(_ element: PatternElement) -> String {
    write(element.target) + (element.defaultValue.map { "=\(operand($0))" } ?? "")
  }

  // MARK: - Functions and classes

  func write(_ node: FunctionNode, keyword: String) -> String {
    var parameters = node.parameters.map { write($0) }
    if let rest = node.rest { parameters.append("..." + write(rest)) }
    let list = "(" + parameters.joined(separator: ",") + ")"
    if node.kind == .arrow { return "\(list) => \(write(node.body))" }
    let name = node.kind == .normal ? node.name.map { text($0) } ?? "" : ""
    return keyword + name + list + write(node.body)
  }

  func write(_ body: FunctionNode.Body) -> String {
    switch body {
    case .expression(let value): operand(value)
    case .statements(let statements): "{\(write(statements))}"
    }
  }

  func write(_ node: ClassNode) -> String {
    var result = "class " + (node.name.map { text($0) } ?? "")
    if let superclass = node.superclass { result += " extends \(operand(superclass))" }
    result += "{"
    if let constructor = node.constructor { result += write(constructor, keyword: "constructor") }
    return result + node.members.map(write).joined() + "}"
  }

  func write(_ member: ClassMember) -> String {
    let prefix = member.isStatic ? "static " : ""
    let name = write(member.name)
    switch member.kind {
    case .method: return member.function.map { write($0, keyword: prefix + name) } ?? ""
    case .getter: return member.function.map { write($0, keyword: prefix + "get " + name) } ?? ""
    case .setter: return member.function.map { write($0, keyword: prefix + "set " + name) } ?? ""
    case .field: return prefix + name + (member.function.map { "=\(write($0.body))" } ?? "") + ";"
    case .staticBlock: return prefix + (member.function.map { write($0.body) } ?? "")
    }
  }
}
