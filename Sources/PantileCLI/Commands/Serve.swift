internal import PantileHost
internal import PantileRender
internal import PantileServer

extension Command {
  /// `pantile serve`: answers the update requests of widgets.
  static let serve = Command(
    syntax: CommandSyntax(
      name: "serve", overview: "Serve widgets to devices over HTTP.",
      discussion: [
        "A configuration names the widgets; without one, a folder's TSX files are its widgets. "
          + "Files are watched: a change is compiled and tried off to the side, and served only if "
          + "every family renders. SIGTERM answers what is open, then ends.",
        "The access log goes to standard output, a JSON object a line.",
      ],
      usages: [
        "[--check] [--port <port>] --config <file>", "[--check] [--port <port>] [<folder>]",
      ],
      arguments: [
        .init(
          name: "folder",
          help: "The folder of the widgets, or of pantile.json. (default: the current one)",
          isRequired: false)
      ],
      options: [
        .init("--config", value: "file", help: "The configuration, a JSON object."),
        .init(
          "--port", value: "port", help: "Listen on another port; 0 lets the system choose one."),
        .init("--check", help: "Try everything, report, and exit."),
      ])
  ) { (arguments) throws(CommandError) in
    var configuration = try configuration(arguments)
    if let text = arguments.value("--port") {
      guard let port = UInt16(text) else {
        throw .wrongUse(
          "option '--port' cannot be \(text.quoted); expected a number from 0 to 65535")
      }
      try configuration.replacePort(port)
    }
    if arguments.has("--check") {
      configuration.accessLog = nil
      return try check(configuration)
    }
    try run(configuration)
  }

  private static func configuration(
    _ arguments: Arguments
  ) throws(CommandError) -> ServeConfiguration {
    guard let file = arguments.value("--config") else {
      return try ServeConfiguration(folder: arguments.words.first ?? ".")
    }
    guard arguments.words.isEmpty else {
      throw .wrongUse("a folder and option '--config' exclude each other")
    }
    return try ServeConfiguration(file: file)
  }

  /// Tries everything without keeping anything.
  private static func check(_ configuration: ServeConfiguration) throws(CommandError) {
    let session = try ServeSession(configuration, keeps: false)
    var isGood = true
    var text = ""
    for (source, round) in session.load() {
      if !round.refusals.isEmpty { isGood = false }
      for (slot, report) in round.accepted.sorted(by: { $0.key < $1.key }) {
        let name = slot.isEmpty ? source.widget.id : "\(source.widget.id) \(slot)"
        let families = report.parts.map(\.name).joined(separator: ", ")
        text += "\(name): ok, \(report.payload.count) bytes (\(families))\n"
      }
    }
    try Output.write(text)
    if !isGood { throw CommandError(code: .failed, report: "") }
  }

  private static func run(_ configuration: ServeConfiguration) throws(CommandError) {
    Process.giveMemoryBack()
    let session = try ServeSession(configuration)
    _ = session.load()
    let server = HTTPServer(
      session.server, transport(configuration))
    let admin = configuration.admin.map { address in
      HTTPServer(
        AdminHandler(
          isReady: { session.isReady }, metrics: { session.write(server.statistics, to: &$0) }),
        adminTransport(address))
    }
    let watch = RepeatingThread(every: 100) { session.watch() }
    var failure: CommandError?
    do throws(PantileHost.SystemError) {
      try server.run {
        failure = begin(session, server, admin, watch, configuration)
        if failure != nil { server.stop() }
      }
    } catch {
      failure = .failed("cannot listen on \(configuration.listen.text): \(error.text)")
    }
    watch.stop()
    admin?.stop()
    admin?.wait()
    session.flush()
    if let failure { throw failure }
  }

  /// Starts what runs beside the server, which listens already.
  private static func begin(
    _ session: ServeSession, _ server: HTTPServer, _ admin: HTTPServer?, _ watch: RepeatingThread,
    _ configuration: ServeConfiguration
  ) -> CommandError? {
    do throws(PantileHost.SystemError) { try admin?.start() } catch {
      let address = configuration.admin?.text ?? ""
      return .failed("cannot listen on \(address): \(error.text)")
    }
    do throws(SystemError) { try watch.start() } catch {
      return .failed("cannot start a thread: \(error.text)")
    }
    for address in server.addresses { Output.report("listening on \(address.text)") }
    for address in admin?.addresses ?? [] { Output.report("admin on \(address.text)") }
    return nil
  }

  private static func transport(_ configuration: ServeConfiguration) -> HTTPServerConfiguration {
    var transport = HTTPServerConfiguration()
    transport.addresses = [configuration.listen]
    transport.workers = configuration.workers
    transport.limits.connections = configuration.connections
    transport.limits.connectionsPerAddress = configuration.connectionsPerAddress
    return transport
  }

  private static func adminTransport(_ address: ListenAddress) -> HTTPServerConfiguration {
    var transport = HTTPServerConfiguration()
    transport.addresses = [address]
    transport.limits.connections = 64
    return transport
  }
}
