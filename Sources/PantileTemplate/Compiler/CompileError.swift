/// Why a program cannot be compiled.
struct CompileError: Error {
  /// `SyntaxError`, `ModuleError`, `LimitError` or `TypeError`.
  var name = "SyntaxError"
  var message: String
  /// The file that it was found in, as an index into the program's files; −1 for none.
  var file = -1
  var offset: UInt32 = 0
}
