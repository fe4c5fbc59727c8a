// Inside tags and JSX text the parser works on bytes: `lexer.position` is what counts, and
// `lexer.token` matters only between braces.

extension Parser {
  /// Parses an element or a fragment from its `<` on.
  mutating func parseJSX() throws(Stop) -> Expression {
    let start = token.start
    let saved = flags
    flags.subtract([.noIn, .consequent])
    let element = try parseElement(start)
    flags = saved
    lexer.token.end = UInt32(lexer.position)
    try lexer.advance()
    return Expression(range: element.range, kind: .jsx(element))
  }

  /// Parses an element; ``Lexer/position`` is left behind its last `>`.
  @inline(never)
  private mutating func parseElement(_ start: UInt32) throws(Stop) -> JSXElement {
    let saved = try enter()
    lexer.position = Int(start) + 1
    _ = try lexer.skipTrivia()
    let element = JSXElement(
      tag: nil, attributes: [], children: [],
      openingRange: SourceRange(start: start, end: start),
      range: SourceRange(start: start, end: start))
    let tagStart = lexer.position
    var isClosed = false
    if !lexer.byte(tagStart, is: ">") {
      element.tag = try parseTag()
    }
    let tagRange = tagStart..<lexer.position
    if element.tag != nil { isClosed = try parseAttributes(of: element) }
    if !isClosed {
      lexer.position += 1
      element.openingRange.end = UInt32(lexer.position)
      try parseChildren(of: element, tagRange)
    } else {
      element.openingRange.end = UInt32(lexer.position)
    }
    element.range.end = UInt32(lexer.position)
    leave(saved)
    return element
  }

  // MARK: - Errors

  /// The error of a character that fits nowhere in a tag.
  private mutating func unexpectedCharacter() -> Stop {
    let position = lexer.position
    guard let (_, length) = lexer.scalar(at: position) else {
      return fail("Unexpected end of file", at: UInt32(position))
    }
    let text = lexer.text(position..<(position + length))
    return fail("Unexpected token \"\(text)\"", at: UInt32(position))
  }

  private mutating func expectByte(_ character: Unicode.Scalar) throws(Stop) {
    guard lexer.byte(lexer.position, is: character) else {
      let position = lexer.position
      guard let (_, length) = lexer.scalar(at: position) else { throw unexpectedCharacter() }
      let text = lexer.text(position..<(position + length))
      throw fail("Expected \"\(character)\" but found \"\(text)\"", at: UInt32(position))
    }
    lexer.position += 1
  }

  // MARK: - Names

  /// Reads a name, in which `-` may stand; nil where none begins.
  private mutating func scanName() -> Range<Int>? {
    let start = lexer.position
    guard let (first, _) = lexer.scalar(at: start), Lexer.startsIdentifier(first) else {
      return nil
    }
    while let (scalar, length) = lexer.scalar(at: lexer.position),
      scalar == 0x2D || Lexer.continuesIdentifier(scalar)
    {
      lexer.position += length
    }
    return start..<lexer.position
  }

  /// Reads `name` or `namespace:name`.
  private mutating func scanNamespacedName() throws(Stop) -> (name: Name, range: SourceRange)? {
    guard let first = scanName() else { return nil }
    let end = lexer.position
    _ = try lexer.skipTrivia()
    guard lexer.byte(lexer.position, is: ":") else {
      lexer.position = end
      return (lexer.intern(first), Parser.sourceRange(first))
    }
    lexer.position += 1
    _ = try lexer.skipTrivia()
    guard let second = scanName() else { throw unexpectedCharacter() }
    lexer.scratch.removeAll(keepingCapacity: true)
    lexer.append(first)
    lexer.append(0x3A)
    lexer.append(second)
    return (lexer.internScratch(), Parser.sourceRange(first.lowerBound..<second.upperBound))
  }

  private static func sourceRange(_ range: Range<Int>) -> SourceRange {
    SourceRange(start: UInt32(range.lowerBound), end: UInt32(range.upperBound))
  }

  /// Parses a tag's name; ``Lexer/position`` is left behind it.
  @inline(never)
  private mutating func parseTag() throws(Stop) -> JSXTag {
    let start = lexer.position
    guard let (name, range) = try scanNamespacedName() else { throw unexpectedCharacter() }
    let bytes = lexer.source[Int(range.start)..<Int(range.end)]
    let isPlain = !bytes.contains { $0 == 0x2D || $0 == 0x3A }
    var end = lexer.position
    _ = try lexer.skipTrivia()
    let isMember = isPlain && lexer.byte(lexer.position, is: ".")
    if !isMember {
      lexer.position = end
      let first = bytes.first ?? 0
      let isLower = first >= UInt8(ascii: "a") && first <= UInt8(ascii: "z")
      if name == Word.this.name { return .value(Expression(range: range, kind: .this)) }
      if isLower || !isPlain { return .host(name) }
    }
    var expression = try tagReference(name, range)
    while lexer.byte(lexer.position, is: ".") {
      lexer.position += 1
      _ = try lexer.skipTrivia()
      guard let member = scanName() else { throw unexpectedCharacter() }
      if lexer.source[member].contains(0x2D) {
        throw fail("Unexpected token \"-\"", at: UInt32(member.lowerBound))
      }
      end = lexer.position
      let kind = Expression.Kind.member(
        expression, lexer.intern(member), nameStart: UInt32(member.lowerBound), optional: false)
      expression = Expression(range: Parser.sourceRange(start..<end), kind: kind)
      try grow()
      _ = try lexer.skipTrivia()
    }
    lexer.position = end
    return .value(expression)
  }

  /// The value that the first name of a tag stands for.
  private mutating func tagReference(
    _ name: Name, _ range: SourceRange
  ) throws(Stop) -> Expression {
    if name == Word.this.name { return Expression(range: range, kind: .this) }
    if Word.isReserved(name) {
      throw fail("Unexpected token \"\(names.string(name))\"", at: range.start)
    }
    var reference = token
    reference.kind = .identifier
    reference.name = name
    reference.start = range.start
    reference.end = range.end
    return try self.reference(reference)
  }

  // MARK: - Attributes

  /// Parses attributes up to the `>`, which is consumed only when it closes the element.
  ///
  /// - Returns: Whether the tag ended with `/>`.
  private mutating func parseAttributes(of element: JSXElement) throws(Stop) -> Bool {
    if hasTypes, lexer.byte(lexer.position, is: "<") {
      try lexer.scan()
      try skipTypeArguments()
      lexer.position = Int(lexer.previousEnd)
    }
    while true {
      _ = try lexer.skipTrivia()
      switch lexer.byte(lexer.position) {
      case UInt8(ascii: ">"): return false
      case UInt8(ascii: "/"):
        lexer.position += 1
        _ = try lexer.skipTrivia()
        try expectByte(">")
        return true
      case UInt8(ascii: "{"): element.attributes.append(.spread(try parseSpreadAttribute()))
      default: element.attributes.append(try parseAttribute())
      }
    }
  }

  @inline(never)
  private mutating func parseSpreadAttribute() throws(Stop) -> Expression {
    try lexer.scan()
    try lexer.advance()
    try expect(.ellipsis)
    let value = try parseAssignment()
    try closeBraces()
    return value
  }

  /// Checks for the `}` of an embedded expression and goes on with bytes behind it.
  private mutating func closeBraces() throws(Stop) {
    guard token.kind == .rightBrace else { throw expected("}") }
    lexer.position = Int(token.end)
  }

  @inline(never)
  private mutating func parseAttribute() throws(Stop) -> JSXAttribute {
    guard let (name, range) = try scanNamespacedName() else { throw unexpectedCharacter() }
    let end = lexer.position
    _ = try lexer.skipTrivia()
    guard lexer.byte(lexer.position, is: "=") else {
      lexer.position = end
      return .flag(name, nameRange: range)
    }
    lexer.position += 1
    _ = try lexer.skipTrivia()
    switch lexer.byte(lexer.position) {
    case 0x22, 0x27: return .string(name, nameRange: range, try lexer.scanAttributeString())
    case UInt8(ascii: "{"):
      try lexer.scan()
      try lexer.advance()
      let value = try parseExpression()
      try closeBraces()
      return .value(name, nameRange: range, value)
    case UInt8(ascii: "<"):
      let element = try parseElement(UInt32(lexer.position))
      return .value(
        name, nameRange: range, Expression(range: element.range, kind: .jsx(element)))
    default: throw unexpectedCharacter()
    }
  }

  // MARK: - Children

  /// Parses children and the closing tag.
  private mutating func parseChildren(
    of element: JSXElement, _ tag: Range<Int>
  ) throws(Stop) {
    while true {
      if let text = try lexer.scanText() { element.children.append(.text(text)) }
      let position = lexer.position
      guard position < lexer.source.count else { throw unexpectedCharacter() }
      if lexer.byte(position, is: "{") {
        if let child = try parseExpressionChild() { element.children.append(child) }
        continue
      }
      lexer.position += 1
      _ = try lexer.skipTrivia()
      if lexer.byte(lexer.position, is: "/") {
        lexer.position += 1
        return try parseClosingTag(element, tag)
      }
      let child = try parseElement(UInt32(position))
      let expression = Expression(range: child.range, kind: .jsx(child))
      element.children.append(.value(expression))
    }
  }

  /// Parses `{expression}`, `{...expression}` or `{}` between tags.
  @inline(never)
  private mutating func parseExpressionChild() throws(Stop) -> JSXChild? {
    try lexer.scan()
    try lexer.advance()
    if token.kind == .rightBrace {
      lexer.position = Int(token.end)
      return nil
    }
    if try take(.ellipsis) {
      let value = try parseAssignment()
      try closeBraces()
      return .spread(value)
    }
    let value = try parseExpression()
    try closeBraces()
    return .value(value)
  }

  @inline(never)
  private mutating func parseClosingTag(
    _ element: JSXElement, _ tag: Range<Int>
  ) throws(Stop) {
    _ = try lexer.skipTrivia()
    let start = lexer.position
    if !lexer.byte(start, is: ">") {
      guard try scanNamespacedName() != nil else { throw unexpectedCharacter() }
      while true {
        let end = lexer.position
        _ = try lexer.skipTrivia()
        guard lexer.byte(lexer.position, is: ".") else {
          lexer.position = end
          break
        }
        lexer.position += 1
        _ = try lexer.skipTrivia()
        guard scanName() != nil else { throw unexpectedCharacter() }
      }
    }
    let range = start..<lexer.position
    if !sameTag(tag, range) {
      throw fail(
        "Expected closing tag </\(tagText(tag))>, found </\(tagText(range))>",
        at: UInt32(start), and: UInt32(tag.lowerBound))
    }
    _ = try lexer.skipTrivia()
    try expectByte(">")
  }

  private mutating func sameTag(_ first: Range<Int>, _ second: Range<Int>) -> Bool {
    lexer.source[first].elementsEqual(lexer.source[second]) || tagText(first) == tagText(second)
  }

  /// The name of a tag as it stands in the source, without white space and comments.
  private mutating func tagText(_ range: Range<Int>) -> String {
    var bytes: [UInt8] = []
    var index = range.lowerBound
    while index < range.upperBound {
      let byte = lexer.source[index]
      if byte == UInt8(ascii: "/") {
        let isLine = lexer.byte(index + 1, is: "/")
        index += 2
        while index < range.upperBound {
          if isLine, lexer.source[index] == 0x0A { break }
          if !isLine, lexer.byte(index, is: "*"), lexer.byte(index + 1, is: "/") { break }
          index += 1
        }
        index += isLine ? 1 : 2
        continue
      }
      if byte > 0x20 { bytes.append(byte) }
      index += 1
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
