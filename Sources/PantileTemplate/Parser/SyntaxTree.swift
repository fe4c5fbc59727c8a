// The syntax tree that the parser makes and the compiler reads. Types are erased already, JSX and
// all of ES2023 (without generators and async) is here. Positions are offsets in UTF-8 bytes.

/// A half-open range of byte offsets in a source file.
struct SourceRange: Equatable {
  var start: UInt32
  var end: UInt32
}

/// An interned text: an identifier, a string literal, a piece of a template or JSX text.
///
/// Equal texts of one ``NameTable`` have equal names.
struct Name: Hashable {
  var id: UInt32
}

// MARK: - Expressions

struct Expression {
  var range: SourceRange
  var kind: Kind

  indirect enum Kind {
    case number(Double)
    /// The digits of a bigint literal, without separators and the final `n`; `0x`, `0o`, `0b` kept.
    case bigint(Name)
    case string(Name)
    case template(TemplateLiteral)
    case taggedTemplate(tag: Expression, TemplateLiteral)
    case regex(pattern: Name, flags: Name)
    case boolean(Bool)
    case null
    case identifier(Name)
    case this
    case newTarget
    case array([ArrayItem])
    case object([ObjectItem])
    case function(FunctionNode)
    case classExpression(ClassNode)
    case unary(UnaryOperator, Expression)
    case update(UpdateOperator, prefix: Bool, Expression)
    /// Left-associative operators of one precedence, `a + b - c`, kept flat; `**` has one part.
    case binary(Expression, [BinaryPart])
    /// `a && b && c`: two or more operands of one operator.
    case logical(LogicalOperator, [Expression])
    case assign(Pattern, Expression)
    case compoundAssign(BinaryOperator, target: Expression, Expression)
    case logicalAssign(LogicalOperator, target: Expression, Expression)
    case conditional(Expression, then: Expression, otherwise: Expression)
    case sequence([Expression])
    /// `object.name`, or `object?.name`; `nameStart` is the offset of the name token.
    case member(Expression, Name, nameStart: UInt32, optional: Bool)
    case index(Expression, Expression, optional: Bool)
    case privateMember(Expression, Name, nameStart: UInt32, optional: Bool)
    case superMember(Name, nameStart: UInt32)
    case superIndex(Expression)
    case call(Expression, [Argument], optional: Bool)
    case superCall([Argument])
    case new(Expression, [Argument])
    /// The whole of a chain with `?.` in it: what a short circuit skips.
    case optionalChain(Expression)
    case privateIn(Name, Expression)
    case jsx(JSXElement)
  }
}

enum UnaryOperator { case minus, plus, not, bitNot, typeOf, void, delete }
enum UpdateOperator { case increment, decrement }
enum LogicalOperator { case and, or, coalesce }
enum BinaryOperator {
  case add, subtract, multiply, divide, remainder, power
  case shiftLeft, shiftRight, shiftRightUnsigned, bitAnd, bitOr, bitXor
  case equal, notEqual, strictEqual, strictNotEqual
  case less, lessOrEqual, greater, greaterOrEqual, instanceOf, inOperator
}

struct BinaryPart {
  var operation: BinaryOperator
  var operatorStart: UInt32
  var operand: Expression
}

struct TemplateLiteral {
  /// One more than there are expressions; nil where a tagged template has an invalid escape.
  var cooked: [Name?]
  var raw: [Name]
  var expressions: [Expression]
}

enum ArrayItem {
  case value(Expression)
  case spread(Expression)
  case hole
}

enum Argument {
  case value(Expression)
  case spread(Expression)
}

enum PropertyName {
  /// An identifier, string or number in its canonical text form.
  case name(Name)
  case computed(Expression)
  case privateName(Name)
}

enum ObjectItem {
  case property(PropertyName, nameRange: SourceRange, Expression, shorthand: Bool)
  case method(PropertyName, nameRange: SourceRange, FunctionNode)
  case getter(PropertyName, nameRange: SourceRange, FunctionNode)
  case setter(PropertyName, nameRange: SourceRange, FunctionNode)
  case spread(Expression)
}

// MARK: - Patterns

/// What a declaration, a parameter or an assignment binds to.
struct Pattern {
  var range: SourceRange
  var kind: Kind

  indirect enum Kind {
    case identifier(Name)
    /// A member expression; in assignments only.
    case expression(Expression)
    case object([PatternProperty], rest: Pattern?)
    case array([PatternElement?], rest: Pattern?)
  }
}

struct PatternProperty {
  var name: PropertyName
  var nameRange: SourceRange
  var target: Pattern
  var defaultValue: Expression?
}

struct PatternElement {
  var target: Pattern
  var defaultValue: Expression?
}

// MARK: - Functions and classes

final class FunctionNode {
  enum Kind {
    case normal, arrow, method, getter, setter, constructor, derivedConstructor
    /// Holds the initialiser of a field, or a static block.
    case initializer
  }
  var kind: Kind
  var name: Name?
  /// The offset of the name, or of the function's start.
  var nameStart: UInt32
  var parameters: [PatternElement]
  var rest: Pattern?
  var body: Body
  var range: SourceRange

  enum Body {
    case expression(Expression)
    case statements([Statement])
  }

  init(
    kind: Kind, name: Name?, nameStart: UInt32, parameters: [PatternElement], rest: Pattern?,
    body: Body, range: SourceRange
  ) {
    self.kind = kind
    self.name = name
    self.nameStart = nameStart
    self.parameters = parameters
    self.rest = rest
    self.body = body
    self.range = range
  }
}

final class ClassNode {
  var name: Name?
  var superclass: Expression?
  /// The constructor, if one is written.
  var constructor: FunctionNode?
  var members: [ClassMember]
  var range: SourceRange

  init(
    name: Name?, superclass: Expression?, constructor: FunctionNode?, members: [ClassMember],
    range: SourceRange
  ) {
    self.name = name
    self.superclass = superclass
    self.constructor = constructor
    self.members = members
    self.range = range
  }
}

struct ClassMember {
  enum Kind { case method, getter, setter, field, staticBlock }
  var kind: Kind
  var isStatic: Bool
  var name: PropertyName
  var nameRange: SourceRange
  /// The method's function; a field's initialiser or a static block as a function without
  /// parameters; nil for a field without a value.
  var function: FunctionNode?
}

// MARK: - JSX

final class JSXElement {
  /// Nil for a fragment.
  var tag: JSXTag?
  var attributes: [JSXAttribute]
  var children: [JSXChild]
  /// The range of the opening tag.
  var openingRange: SourceRange
  var range: SourceRange

  init(
    tag: JSXTag?, attributes: [JSXAttribute], children: [JSXChild], openingRange: SourceRange,
    range: SourceRange
  ) {
    self.tag = tag
    self.attributes = attributes
    self.children = children
    self.openingRange = openingRange
    self.range = range
  }
}

enum JSXTag {
  /// A host element such as `div`, `my-tag` or `a:b`.
  case host(Name)
  /// An identifier, `this`, or a member expression.
  case value(Expression)
}

enum JSXAttribute {
  case string(Name, nameRange: SourceRange, Name)
  case value(Name, nameRange: SourceRange, Expression)
  /// An attribute without a value, which means `true`.
  case flag(Name, nameRange: SourceRange)
  case spread(Expression)
}

enum JSXChild {
  /// Text after the whitespace rules and entities; never empty.
  case text(Name)
  case value(Expression)
  case spread(Expression)
}

// MARK: - Statements

struct Statement {
  var range: SourceRange
  var kind: Kind

  indirect enum Kind {
    case empty
    case expression(Expression)
    case variable(VariableKind, [Declarator])
    case function(FunctionNode)
    case classDeclaration(ClassNode)
    case enumeration(EnumNode)
    case block([Statement])
    case ifElse(Expression, then: Statement, otherwise: Statement?)
    case forLoop(initializer: ForInitializer?, test: Expression?, update: Expression?, Statement)
    case forIn(ForTarget, Expression, Statement)
    case forOf(ForTarget, Expression, Statement)
    case whileLoop(Expression, Statement)
    case doWhile(Statement, Expression)
    case switchCase(Expression, [SwitchCase])
    case labeled(Name, Statement)
    case breakLoop(Name?)
    case continueLoop(Name?)
    case returnValue(Expression?)
    case throwValue(Expression)
    case tryCatch([Statement], handler: CatchClause?, finalizer: [Statement]?)
  }
}

enum VariableKind { case variable, lexical, constant }

struct Declarator {
  var target: Pattern
  var value: Expression?
}

enum ForInitializer {
  case variable(VariableKind, [Declarator])
  case expression(Expression)
}

enum ForTarget {
  case variable(VariableKind, Pattern)
  case pattern(Pattern)
}

struct SwitchCase {
  /// Nil for `default`.
  var test: Expression?
  var body: [Statement]
}

struct CatchClause {
  var binding: Pattern?
  var body: [Statement]
}

final class EnumNode {
  var name: Name
  var nameStart: UInt32
  /// Each member with its initialiser, if one is written.
  var members: [(name: Name, value: Expression?)]

  init(name: Name, nameStart: UInt32, members: [(name: Name, value: Expression?)]) {
    self.name = name
    self.nameStart = nameStart
    self.members = members
  }
}

// MARK: - Modules

/// A parsed file.
struct ModuleSyntax {
  var body: [Statement]
  var imports: [ImportDeclaration]
  var exports: [ExportDeclaration]
  /// Every local import or re-export in source order, for the order of evaluation.
  var requests: [ModuleRequest]
}

struct ModuleRequest {
  var specifier: Name
  var range: SourceRange
}

/// One imported name. Imports that are used only as types are not here.
struct ImportDeclaration {
  enum Source {
    case named(Name)
    case defaultExport
    case namespace
  }
  var source: Source
  var local: Name
  var localStart: UInt32
  var specifier: Name
  var specifierRange: SourceRange
}

/// One exported name.
enum ExportDeclaration {
  /// `export { local as exported }`, `export const …`; the binding may itself be an import.
  case local(Name, exported: Name, start: UInt32)
  /// `export default expression`: the parser adds the statement `const *default* = expression`
  /// (a name that no source can spell) to the body; a default function or class without a name
  /// is declared under that name as well, and its function's name is `default`.
  case defaultExpression(local: Name, start: UInt32)
  /// `export { name as exported } from 'specifier'`.
  case from(Name, exported: Name, specifier: Name, start: UInt32)
  case defaultFrom(exported: Name, specifier: Name, start: UInt32)
  case namespaceFrom(exported: Name, specifier: Name, start: UInt32)
  case allFrom(specifier: Name, start: UInt32)
}
