internal import PantileJSON

extension Command {
  /// `pantile json`: reads JSON and writes it in another layout.
  static let json = Command(
    syntax: CommandSyntax(
      name: "json", overview: "Check a JSON text and write it again.",
      discussion: [
        "The text is written without spaces, numbers and strings as JavaScript writes them. "
          + "Nothing follows it, except a line feed behind the pretty form."
      ],
      arguments: [.init(name: "file", help: "The JSON text; - is standard input.")],
      options: [
        .init("--pretty", help: "Write a line a value, indented by two spaces."),
        .init(
          "--canonical",
          help: "Write the canonical form of RFC 8785; duplicate keys and lone surrogates are "
            + "errors."),
      ])
  ) { (arguments) throws(CommandError) in
    let isCanonical = arguments.has("--canonical")
    if isCanonical, arguments.has("--pretty") {
      throw .wrongUse("options '--pretty' and '--canonical' exclude each other")
    }
    let text = try JSONInput(arguments.words[0], isCanonical ? .canonical : JSONReadOptions())
    var buffer = ByteBuffer(capacity: text.bytes.count + 64)
    try text.withDocument { (document) throws(JSONError) in
      if isCanonical {
        var writer = CanonicalWriter()
        return try writer.write(document, to: &buffer)
      }
      let isPretty = arguments.has("--pretty")
      document.write(to: &buffer, style: isPretty ? .pretty(indent: 2) : .compact)
      if isPretty { buffer.append(0x0a) }
    }
    try Output.write(buffer)
  }
}
