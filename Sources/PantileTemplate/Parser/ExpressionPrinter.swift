/// Prints expressions the way Node 20 names them in messages such as `a.b is not a function`.
///
/// What has no short name, a function for example, is printed as `(intermediate value)`.
struct ExpressionPrinter {
  private let names: NameTable
  private var text = ""

  /// The text of an expression.
  static func text(of expression: Expression, names: NameTable) -> String {
    var printer = ExpressionPrinter(names: names)
    printer.print(expression)
    return printer.text
  }

  /// The text of what a call or a `new` calls; nil for other expressions.
  static func calleeText(of expression: Expression, names: NameTable) -> String? {
    var call = expression
    if case .optionalChain(let chain) = call.kind { call = chain }
    switch call.kind {
    case .call(let callee, _, _), .new(let callee, _): return text(of: callee, names: names)
    case .superCall: return "super"
    case .taggedTemplate(let tag, _): return text(of: tag, names: names)
    default: return nil
    }
  }

  private init(names: NameTable) { self.names = names }

  private static let unnamed = "(intermediate value)"

  /// One `switch` over all kinds of expressions, as long as there are kinds.
  private mutating func print(_ expression: Expression) {
    switch expression.kind {
    case .number(let value): text += NumberText.text(value)
    case .string(let value): quote(value)
    case .boolean(let value): text += value ? "true" : "false"
    case .null: text += "null"
    case .identifier(let name): text += names.string(name)
    case .this: text += "this"
    case .newTarget: text += ".new.target"
    case .regex(let pattern, let flags):
      text += "/\(names.string(pattern))/\(names.string(flags))"
    case .template(let template): print(template)
    case .taggedTemplate(let tag, _):
      print(tag)
      text += "(...)"
    case .array(let items): print(items)
    case .object(let items): braces(items.count)
    case .unary(let operation, let operand): print(operation, operand)
    case .update(let operation, let isPrefix, let operand):
      let sign = operation == .increment ? "++" : "--"
      text += "(" + (isPrefix ? sign : "")
      print(operand)
      text += (isPrefix ? "" : sign) + ")"
    case .binary(let first, let parts): print(expression, first, parts)
    case .logical(let operation, let operands): print(operation, operands)
    case .assign(let target, _): print(target)
    case .compoundAssign(_, let target, _), .logicalAssign(_, let target, _): print(target)
    case .conditional: for _ in 0..<3 { text += ExpressionPrinter.unnamed }
    case .sequence(let parts): join(parts, " , ")
    case .member(let object, let name, _, let isOptional):
      print(object)
      text += (isOptional ? "?." : ".") + names.string(name)
    case .index(let object, let key, let isOptional):
      print(object)
      print(key: key, isOptional)
    case .privateMember(let object, let name, _, let isOptional):
      print(object)
      text += (isOptional ? "?.[" : "[") + names.string(name) + "]"
    case .superMember(let name, _): text += "\(ExpressionPrinter.unnamed).\(names.string(name))"
    case .superIndex(let key):
      text += ExpressionPrinter.unnamed
      print(key: key, false)
    case .call(let callee, _, _):
      print(callee)
      text += "(...)"
    case .superCall: text += "super(...)"
    case .privateIn(let name, let object):
      text += "(\(names.string(name)) in "
      print(object)
      text += ")"
    case .bigint, .function, .classExpression, .new, .optionalChain, .jsx:
      text += ExpressionPrinter.unnamed
    }
  }

  private mutating func quote(_ name: Name) { text += "\"\(names.string(name))\"" }

  /// Prints `[key]`, or `.name` for a string.
  private mutating func print(key: Expression, _ isOptional: Bool) {
    if let name = ExpressionPrinter.literal(key) {
      text += (isOptional ? "?." : ".") + names.string(name)
      return
    }
    text += isOptional ? "?.[" : "["
    print(key)
    text += "]"
  }

  /// The text of a string, or of a template without expressions.
  private static func literal(_ expression: Expression) -> Name? {
    switch expression.kind {
    case .string(let name): name
    case .template(let template): template.expressions.isEmpty ? template.cooked.first ?? nil : nil
    default: nil
    }
  }

  private mutating func print(_ template: TemplateLiteral) {
    if template.expressions.isEmpty, case let cooked?? = template.cooked.first {
      return quote(cooked)
    }
    for expression in template.expressions { print(expression) }
  }

  private mutating func print(_ items: [ArrayItem]) {
    text += "["
    for (index, item) in items.enumerated() {
      if index > 0 { text += "," }
      switch item {
      case .hole: text += ExpressionPrinter.unnamed
      case .value(let value): print(value)
      case .spread(let value):
        text += "(..."
        print(value)
        text += ")"
      }
    }
    text += "]"
  }

  private mutating func braces(_ count: Int) {
    text += "{" + String(repeating: ExpressionPrinter.unnamed, count: count) + "}"
  }

  private mutating func join(_ parts: [Expression], _ separator: String) {
    text += "("
    for (index, part) in parts.enumerated() {
      if index > 0 { text += separator }
      print(part)
    }
    text += ")"
  }

  // MARK: - Operators

  private mutating func print(_ operation: UnaryOperator, _ operand: Expression) {
    if let value = ExpressionPrinter.constant(operation, operand) {
      text += NumberText.text(value)
      return
    }
    if operation == .not, case .boolean(let value) = operand.kind {
      text += value ? "false" : "true"
      return
    }
    let sign =
      switch operation {
      case .minus: "-"
      case .plus: "+"
      case .not: "!"
      case .bitNot: "~"
      case .typeOf: "typeof "
      case .void: "void "
      case .delete: "delete "
      }
    text += "(" + sign
    print(operand)
    text += ")"
  }

  /// The value of an operator on a number, which V8 works out while it parses.
  private static func constant(_ operation: UnaryOperator, _ operand: Expression) -> Double? {
    guard let value = constant(operand) else { return nil }
    switch operation {
    case .minus: return -value
    case .plus: return value
    case .bitNot: return abs(value) < 2_147_483_648 ? Double(~Int32(value)) : nil
    default: return nil
    }
  }

  private static func constant(_ expression: Expression) -> Double? {
    switch expression.kind {
    case .number(let value): return value
    case .unary(let operation, let operand): return constant(operation, operand)
    case .binary(let first, let parts):
      guard parts.count == 1, let left = constant(first),
        let right = constant(parts[0].operand)
      else { return nil }
      switch parts[0].operation {
      case .add: return left + right
      case .subtract: return left - right
      case .multiply: return left * right
      case .divide: return left / right
      default: return nil
      }
    default: return nil
    }
  }

  private mutating func print(_ operation: LogicalOperator, _ operands: [Expression]) {
    let sign =
      switch operation {
      case .and: " && "
      case .or: " || "
      case .coalesce: " ?? "
      }
    // `(a || b) || c` is the same as `a || b || c` to V8.
    var parts = operands
    while case .logical(operation, let inner)? = parts.first?.kind {
      parts.replaceSubrange(0..<1, with: inner)
    }
    join(parts, sign)
  }

  private mutating func print(
    _ expression: Expression, _ first: Expression, _ parts: [BinaryPart]
  ) {
    if let value = ExpressionPrinter.constant(expression) {
      text += NumberText.text(value)
      return
    }
    var (first, parts) = (first, parts)
    while case .binary(let inner, let innerParts) = first.kind,
      ExpressionPrinter.joins(innerParts[innerParts.count - 1].operation, parts[0].operation)
    {
      first = inner
      parts.insert(contentsOf: innerParts, at: 0)
    }
    var prefix = ""
    for (index, part) in parts.enumerated() {
      let operation = part.operation
      if index > 0, ExpressionPrinter.joins(parts[index - 1].operation, operation) { continue }
      prefix = (isNegated(operation) ? "(!(" : "(") + prefix
    }
    text += prefix
    print(first)
    for (index, part) in parts.enumerated() {
      text += " \(ExpressionPrinter.sign(part.operation)) "
      print(part.operand)
      let next = index + 1 < parts.count ? parts[index + 1].operation : nil
      if let next, ExpressionPrinter.joins(part.operation, next) { continue }
      text += isNegated(part.operation) ? "))" : ")"
    }
  }

  private func isNegated(_ operation: BinaryOperator) -> Bool {
    operation == .notEqual || operation == .strictNotEqual
  }

  /// Whether V8 keeps two neighbouring operators in one list.
  private static func joins(_ first: BinaryOperator, _ second: BinaryOperator) -> Bool {
    guard first == second else { return false }
    switch first {
    case .power, .equal, .notEqual, .strictEqual, .strictNotEqual, .less, .lessOrEqual, .greater,
      .greaterOrEqual, .instanceOf, .inOperator:
      return false
    default: return true
    }
  }

  private static func sign(_ operation: BinaryOperator) -> String {
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
    case .equal, .notEqual: "=="
    case .strictEqual, .strictNotEqual: "==="
    case .less: "<"
    case .lessOrEqual: "<="
    case .greater: ">"
    case .greaterOrEqual: ">="
    case .instanceOf: "instanceof"
    case .inOperator: "in"
    }
  }

  // MARK: - Patterns

  private mutating func print(_ pattern: Pattern) {
    switch pattern.kind {
    case .identifier(let name): text += names.string(name)
    case .expression(let expression): print(expression)
    case .object(let properties, let rest): braces(properties.count + (rest == nil ? 0 : 1))
    case .array(let elements, let rest): print(elements, rest)
    }
  }

  private mutating func print(_ elements: [PatternElement?], _ rest: Pattern?) {
    text += "["
    for (index, element) in elements.enumerated() {
      if index > 0 { text += "," }
      if let element { print(element.target) } else { text += ExpressionPrinter.unnamed }
    }
    if let rest {
      text += elements.isEmpty ? "(..." : ",(..."
      print(rest)
      text += ")"
    }
    text += "]"
  }
}
