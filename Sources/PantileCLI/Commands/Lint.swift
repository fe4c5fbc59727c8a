internal import PantileCore
internal import PantileJSON
internal import PantileRender

extension Command {
  /// `pantile lint`: says what is wrong with payloads.
  static let lint = Command(
    syntax: CommandSyntax(
      name: "lint", overview: "Say what is wrong with payloads.",
      discussion: [
        "Each finding has a place, a code, and a JSON pointer to the value. The exit status is 1 "
          + "where there are errors, else 0. What the codes mean: docs/lint.md.",
        "With '--fix' files are written anew where something was repaired, and the findings are "
          + "those that are left; of standard input the repaired payload goes to standard output, "
          + "and the findings to standard error.",
      ],
      arguments: [
        .init(name: "file", help: "Payloads as JSON; - is standard input.", isRepeated: true)
      ],
      options: [
        .init("--live", help: "The payloads are Live Activities."),
        .init(
          "--format", value: "format",
          help: "Write the findings as 'text', 'json' or 'sarif' (2.1.0). (default: text)"),
        .init("--fix", help: "Repair what has one safe repair."),
        .init(
          "--target-ios", value: "version",
          help: "The oldest iOS that shows the payload. (default: 17)"),
        .init("--strict", help: "End with status 1 on warnings too."),
      ])
  ) { (arguments) throws(CommandError) in
    let format = try LintFormat(arguments.value("--format"))
    let linter = try linter(arguments)
    let readsInput = arguments.words.contains("-")
    if arguments.words.count(where: { $0 == "-" }) > 1 {
      throw .wrongUse("standard input can be read only once")
    }
    let fixesInput = readsInput && arguments.has("--fix")
    if fixesInput, format != .text || arguments.words.count > 1 {
      throw .wrongUse(
        "option '--fix' takes standard input alone, and without '--format'")
    }
    var files: [LintedFile] = []
    for name in arguments.words {
      files.append(try LintedFile(name, linter, fixes: arguments.has("--fix")))
    }
    let report = try format.report(files)
    if fixesInput {
      Output.report(report.last == "\n" ? String(report.dropLast()) : report)
    } else {
      try Output.write(report)
    }
    let warns = arguments.has("--strict")
    guard
      !files.contains(where: { $0.report.errorCount > 0 || warns && $0.report.warningCount > 0 })
    else { throw CommandError(code: .failed, report: "") }
  }

  private static func linter(_ arguments: Arguments) throws(CommandError) -> PayloadLinter {
    var linter = PayloadLinter(arguments.has("--live") ? .liveActivity : .widget)
    linter.pushByteCount = { payload in
      PushSize(measuring: payload).map { (compressed: $0.compressed, text: $0.text) }
    }
    if let text = arguments.value("--target-ios") {
      let major = text.split(separator: ".", omittingEmptySubsequences: false)
      guard major.count <= 2, let version = Int(major[0]), (13...99).contains(version),
        major.dropFirst().allSatisfy({ Int($0) != nil })
      else {
        throw .wrongUse(
          "option '--target-ios' cannot be \(text.quoted); expected a version such as 17 or 17.2")
      }
      linter.targetIOS = version
    }
    return linter
  }
}

/// A payload that was looked at.
struct LintedFile {
  /// The file, or `-`.
  var name: String
  /// The findings that are left.
  var report: LintReport
  /// Their places.
  var positions: [SourcePosition]
  /// How many were repaired.
  var fixCount = 0

  /// Reads and lints a file; with `fixes` it is written again where something was repaired.
  init(_ name: String, _ linter: PayloadLinter, fixes: Bool) throws(CommandError) {
    self.name = name
    var bytes = try Input(name).read(limit: PayloadLinter.byteLimit)
    if fixes {
      let fix = PayloadFix(bytes, with: linter)
      report = fix.report
      fixCount = fix.count
      bytes = fix.payload
      var output = ByteBuffer(capacity: bytes.count)
      output.append(bytes.span)
      if name == "-" {
        try Output.write(output)
      } else if fix.count > 0 {
        try Output.write(output, file: name)
      }
    } else {
      report = linter.lint(bytes)
    }
    positions = report.positions(in: bytes)
  }

  /// The name in a report.
  var label: String { name == "-" ? "standard input" : name }
}
