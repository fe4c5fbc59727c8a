internal import PantileCore

/// Code that a machine can run: the instructions and tables of every function.
///
/// Copies share their storage until one is written to, so machines of one template share it.
struct CodeStore {
  /// Instructions: operation in bits 0–15, then operands a, b and c of 16 bits each; some use
  /// b and c as one operand of 32 bits.
  var words: ContiguousArray<UInt64> = []
  var functions: ContiguousArray<FunctionCode> = []
  var constants: ContiguousArray<Value> = []
  /// The property name of each inline cache.
  var cacheAtoms: ContiguousArray<Atom> = []
  /// The shapes of object literals with the number of their slots.
  var literals: ContiguousArray<(shape: Shape, count: UInt32)> = []
  /// JSX expressions and their parts.
  var patterns: ContiguousArray<ElementPattern> = []
  var patternNodes: ContiguousArray<PatternNode> = []
  var patternParts: ContiguousArray<PatternPart> = []
  var patternStyles: ContiguousArray<PatternStyle> = []
  var patternGaps: ContiguousArray<PatternGap> = []
  var formGaps: ContiguousArray<FormGap> = []
  var patternText: ContiguousArray<UInt8> = []
  var handlers: ContiguousArray<Handler> = []
  var places: ContiguousArray<CodePlace> = []
  var files: ContiguousArray<SourceFile> = []
  /// The names of the module variables.
  var moduleAtoms: ContiguousArray<Atom> = []
  /// Templates of tagged literals, regular expressions: text by index.
  var regexes: ContiguousArray<(pattern: Value, flags: Value)> = []

  /// The source text of a function.
  func sourceText(ofFunction id: Int) -> String? {
    let function = functions[id]
    guard Int(function.file) < files.count else { return nil }
    let bytes = files[Int(function.file)].bytes
    let range = Int(function.range.start)..<Int(function.range.end)
    guard range.upperBound <= bytes.count, !range.isEmpty else { return nil }
    return String(decoding: bytes[range], as: UTF8.self)
  }

  /// The source range of the expression that an instruction came from.
  func place(of position: Int, inFunction id: Int) -> CodePlace? {
    let function = functions[id]
    var low = Int(function.firstPlace)
    var high = Int(function.endPlace)
    while low < high {
      let middle = (low + high) / 2
      if places[middle].position <= UInt32(position) { low = middle + 1 } else { high = middle }
    }
    let index = low - 1
    guard index >= Int(function.firstPlace) else { return nil }
    return places[index]
  }
}

/// A file of a program.
struct SourceFile {
  /// The path relative to the project root.
  var path: String
  var bytes: ContiguousArray<UInt8>
  var kind: SourceKind
}

/// Where an instruction came from.
struct CodePlace {
  /// The first instruction that it holds for.
  var position: UInt32
  /// The position that an error shows.
  var start: UInt32
  /// The expression that a message prints; empty when it prints none.
  var expression: SourceRange
}

/// A protected range of instructions.
struct Handler {
  var start: UInt32
  var end: UInt32
  var target: UInt32
}

/// A compiled function.
struct FunctionCode {
  struct Flags: OptionSet {
    var rawValue: UInt16
    static let hasRest = Flags(rawValue: 1)
    static let usesArguments = Flags(rawValue: 2)
    static let isConstructor = Flags(rawValue: 4)
    static let isClassConstructor = Flags(rawValue: 8)
    static let isDerivedConstructor = Flags(rawValue: 16)
    static let hasPrototype = Flags(rawValue: 32)
    static let isArrow = Flags(rawValue: 64)
    /// Functions whose entry takes more than setting parameters.
    static let unusual: Flags = [.hasRest, .usesArguments, .isClassConstructor]
  }

  var name: Atom
  var flags: Flags = []
  /// Parameters that have registers of their own.
  var parameterCount: UInt16 = 0
  /// What the property `length` says.
  var length: UInt16 = 0
  var registerCount: UInt16 = 0
  var start: UInt32 = 0
  var firstCache: UInt32 = 0
  var firstHandler: UInt32 = 0
  var endHandler: UInt32 = 0
  var firstPlace: UInt32 = 0
  var endPlace: UInt32 = 0
  var file: UInt16 = 0
  var range = SourceRange(start: 0, end: 0)
}
