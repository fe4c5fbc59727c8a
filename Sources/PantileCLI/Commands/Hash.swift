internal import PantileJSON

extension Command {
  /// `pantile hash`: prints a hash a file.
  static let hash = Command(
    syntax: CommandSyntax(
      name: "hash", overview: "Print content hashes, or instance keys of configurations.",
      discussion: ["Each line holds a hash, two spaces and the name of the file."],
      arguments: [
        .init(name: "file", help: "Files to hash; - is standard input.", isRepeated: true)
      ],
      options: [
        .init(
          "--canonical", value: "form",
          help: "Hash JSON in a canonical form: 'rfc8785' gives the content hash of the text "
            + "that 'pantile json --canonical' writes, 'configuration' the instance key of a "
            + "widget's configuration. Without it the bytes are hashed as they are (XXH3-128).")
      ])
  ) { (arguments) throws(CommandError) in
    let form = try HashForm(arguments.value("--canonical"))
    if arguments.words.count(where: { $0 == "-" }) > 1 {
      throw .wrongUse("standard input can be read only once")
    }
    for name in arguments.words {
      var line = ByteBuffer()
      try form.hash(name, &line)
      line.append(utf8: "  \(name)\n")
      try Output.write(line)
    }
  }
}

private enum HashForm {
  case bytes
  case rfc8785
  case configuration

  init(_ name: String?) throws(CommandError) {
    switch name {
    case nil: self = .bytes
    case "rfc8785": self = .rfc8785
    case "configuration": self = .configuration
    case let name?:
      throw .wrongUse("unknown form \(name.quoted); expected 'rfc8785' or 'configuration'")
    }
  }

  func hash(_ name: String, _ line: inout ByteBuffer) throws(CommandError) {
    switch self {
    case .bytes: line.append(hex: try Input(name).contentHash())
    case .rfc8785:
      try JSONInput(name, .canonical).withDocument { (document) throws(JSONError) in
        var writer = CanonicalWriter()
        line.append(hex: try writer.hash(document))
      }
    case .configuration:
      var text = ByteBuffer()
      let input = try JSONInput(name)
      try input.withDocument { (document) throws(JSONError) in
        try Configuration.write(document, to: &text)
      }
      guard text.count > 0 else {
        throw .failed("\(input.label): an empty configuration has no instance key")
      }
      line.append(hex: text.withBytes { Configuration.key(ofCanonical: $0) })
    }
  }
}
