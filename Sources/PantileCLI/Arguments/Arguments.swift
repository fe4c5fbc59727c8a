/// The words of a command line, sorted by what they are.
struct Arguments {
  /// The values of each option, in order; a flag has an empty one.
  private(set) var values: [String: [String]] = [:]
  /// The words that stand alone.
  private(set) var words: [String] = []

  /// Whether a flag or an option is there.
  func has(_ name: String) -> Bool { values[name] != nil }

  /// The value of an option; the last one where it is there more than once.
  func value(_ name: String) -> String? { values[name]?.last }

  /// The values of an option that may be repeated.
  func all(_ name: String) -> [String] { values[name] ?? [] }
}

extension Arguments {
  /// Sorts the words behind a command's name.
  ///
  /// Options and words may be mixed. `--name value` and `--name=value` are the same, `--` ends the
  /// options, and `-` is a word or a value.
  ///
  /// - Returns: nil where help is asked for.
  static func parse(
    _ input: ArraySlice<String>, for syntax: CommandSyntax
  ) throws(CommandError) -> Arguments? {
    var result = Arguments()
    var rest = input
    var endsOptions = false
    while let word = rest.popFirst() {
      guard !endsOptions, word.utf8.first == UInt8(ascii: "-"), word != "-" else {
        result.words.append(word)
        continue
      }
      if word == "--" {
        endsOptions = true
        continue
      }
      let (name, attached) = split(word)
      guard let option = syntax.option(named: name) else {
        throw .wrongUse("unknown option \(name.quoted)" + hint(name, syntax))
      }
      if option.name == CommandSyntax.help.name { return nil }
      let value = try value(of: option, name, attached, &rest)
      result.values[option.name, default: []].append(value)
    }
    try result.checkCount(syntax)
    return result
  }

  private static func split(_ word: String) -> (name: String, value: String?) {
    let bytes = word.utf8
    guard let sign = bytes.firstIndex(of: UInt8(ascii: "=")) else { return (word, nil) }
    return (String(word[..<sign]), String(word[bytes.index(after: sign)...]))
  }

  private static func value(
    of option: CommandSyntax.Option, _ name: String, _ attached: String?,
    _ rest: inout ArraySlice<String>
  ) throws(CommandError) -> String {
    guard let placeholder = option.value else {
      if attached != nil { throw .wrongUse("option '\(name)' takes no value") }
      return ""
    }
    if let attached { return attached }
    guard let next = rest.first, next == "-" || next.utf8.first != UInt8(ascii: "-") else {
      throw .wrongUse("option '\(name)' needs a value: \(name) <\(placeholder)>")
    }
    rest.removeFirst()
    return next
  }

  private static func hint(_ name: String, _ syntax: CommandSyntax) -> String {
    let known = (syntax.options + [CommandSyntax.help]).flatMap(\.names)
    return Suggestion.text(for: name, among: known)
  }

  private func checkCount(_ syntax: CommandSyntax) throws(CommandError) {
    let required = syntax.arguments.filter(\.isRequired)
    if words.count < required.count {
      throw .wrongUse("missing argument '<\(required[words.count].name)>'")
    }
    let isOpen = syntax.arguments.last?.isRepeated ?? false
    if !isOpen, words.count > syntax.arguments.count {
      throw .wrongUse("unexpected argument \(words[syntax.arguments.count].quoted)")
    }
  }
}
