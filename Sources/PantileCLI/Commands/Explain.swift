internal import PantileCore
internal import PantileJSON

extension Command {
  /// `pantile explain`: prints a payload as a tree.
  static let explain = Command(
    syntax: CommandSyntax(
      name: "explain", overview: "Print a payload as a tree with long names.",
      discussion: [
        "Each element stands in a line, its content and props below it, indented. A shared style "
          + "'s[1]' is spelled out, a shared element 'e[2]' where it is used first. Widgets, Live "
          + "Activities and payloads for Android are known; what is wrong is printed as it stands."
      ],
      arguments: [.init(name: "file", help: "The payload as JSON; - is standard input.")])
  ) { (arguments) throws(CommandError) in
    let input = Input(arguments.words[0])
    let bytes = try input.read(limit: PayloadLinter.byteLimit)
    let text: String
    do throws(JSONError) {
      text = try PayloadExplainer.explain(bytes)
    } catch {
      let place = SourcePosition(offset: error.offset, in: bytes.span)
      let label = input.isStandardInput ? "standard input" : input.name
      throw .failed("\(label):\(place.line):\(place.column): \(error.code.message)")
    }
    try Output.write(text)
  }
}
