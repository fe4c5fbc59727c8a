/// The words that mean something to the parser.
///
/// A new ``NameTable`` holds them as its first names, so that the number of a name tells at once
/// whether it is such a word.
enum Word: UInt32, CaseIterable {
  // Words reserved in every module.
  case `break`, `case`, `catch`, `class`, const, `continue`, debugger, `default`, delete, `do`
  case `else`, `enum`, export, extends, `false`, finally, `for`, function, `if`, `import`, `in`
  case instanceof, new, null, `return`, `super`, `switch`, this, `throw`, `true`, `try`, typeof
  case `var`, void, `while`, with
  // Words reserved in strict code only.
  case implements, interface, `let`, package, `private`, protected, `public`, `static`, yield
  case await
  // Names that strict code may not bind.
  case eval, arguments
  // Words with a meaning in some places.
  case abstract, accessor, any, `as`, asserts, async, constructor, declare, from, get, global
  case infer, `is`, keyof, meta, module, namespace, of, out, override, readonly, require
  case satisfies, set, target, type, unique, exports, prototype, undefined

  /// A default export without a name; no source can spell it.
  case defaultExport
  case proto, functionConstructor

  /// The spelling of every word, in the order of the cases.
  static let spellings: [String] = """
    break case catch class const continue debugger default delete do else enum export extends \
    false finally for function if import in instanceof new null return super switch this throw \
    true try typeof var void while with implements interface let package private protected \
    public static yield await eval arguments abstract accessor any as asserts async constructor \
    declare from get global infer is keyof meta module namespace of out override readonly \
    require satisfies set target type unique exports prototype undefined *default* __proto__ \
    Function
    """.split(separator: " ").map(String.init)

  var name: Name { Name(id: rawValue) }

  /// Whether a word can never be an identifier.
  static func isReserved(_ name: Name) -> Bool { name.id <= Word.with.rawValue }

  /// Whether an identifier is reserved in strict code.
  static func isStrictReserved(_ name: Name) -> Bool {
    name.id > Word.with.rawValue && name.id <= Word.await.rawValue
  }
}

extension Name {
  /// The word that a name is.
  var word: Word? { Word(rawValue: id) }
}
