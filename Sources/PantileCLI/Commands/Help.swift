extension Command {
  /// `pantile help`: the help page of the program or of a command.
  static let help = Command(
    syntax: CommandSyntax(
      name: "help", overview: "Show the help page of a subcommand.",
      arguments: [.init(name: "subcommand", help: "A subcommand.", isRequired: false)])
  ) { (arguments) throws(CommandError) in
    guard let name = arguments.words.first else { return try Output.write(programPage()) }
    guard let command = all.first(where: { $0.syntax.name == name }) else { throw unknown(name) }
    try Output.write(HelpPage(command.syntax).text)
  }
}
