internal import PantileCore
internal import PantileHost
internal import PantileJSON
internal import PantileServer
internal import Synchronization

/// All that `pantile serve` runs.
final class ServeSession: Sendable {
  let configuration: ServeConfiguration
  let sources: [ServedSource]
  let server: WidgetServer
  private let log: AccessLog?
  private let tokenStamp = Mutex<FileStamp?>(nil)
  /// The sources whose files changed, and are looked at once they rest.
  private let restless = Mutex<Set<String>>([])

  /// Prepares a session.
  ///
  /// - Parameter keeps: Whether what is good is kept for a later start, and read at this one.
  init(_ configuration: ServeConfiguration, keeps: Bool = true) throws(CommandError) {
    self.configuration = configuration
    sources = configuration.widgets.map {
      ServedSource($0, state: keeps ? configuration.state : nil)
    }
    log = try configuration.accessLog.map { (name) throws(CommandError) in
      try AccessLogFile.open(name)
    }
    var settings = WidgetServer.Settings()
    settings.cacheByteCount = configuration.cacheByteCount
    settings.clock = { Process.uptime() }
    settings.report = { Output.report("error: \($0)") }
    settings.accessLog = log
    if configuration.tags == .visible {
      settings.visibleForm = { bytes in
        var form = VisibleForm()
        return form.hash(bytes)
      }
    }
    if let tokens = configuration.tokens { settings.tokens = .digests(try Self.tokens(tokens)) }
    server = WidgetServer(sources.map(\.served), settings: settings)
    if let tokens = configuration.tokens { tokenStamp.withLock { $0 = FileStamp(tokens) } }
  }

  /// The digests of a tokens file: one SHA-256 in hexadecimal a line; empty lines and lines that
  /// begin with `#` do not count.
  static func tokens(_ path: String) throws(CommandError) -> [TokenDigest] {
    let text = String(decoding: try Input(path).read(limit: 16 << 20), as: UTF8.self)
    var digests: [TokenDigest] = []
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for (number, line) in lines.enumerated() {
      let word = line.split { $0 == " " || $0 == "\t" || $0 == "\r" }
      guard let first = word.first, !first.hasPrefix("#") else { continue }
      guard word.count == 1, let digest = TokenDigest(hexadecimal: first) else {
        throw .failed("\(path):\(number + 1): expected a SHA-256 of 64 hexadecimal digits")
      }
      digests.append(digest)
    }
    return digests
  }
}

// MARK: - Files

extension ServeSession {
  /// Takes the files for the first time, over what an earlier process kept.
  func load() -> [(source: ServedSource, round: ServedSource.Round)] {
    sources.map { source in
      report(source.restore())
      let round = source.refresh()
      report(round)
      return (source, round)
    }
  }

  /// Looks for changed files and takes what is good; a file must rest from one call to the next.
  func watch() {
    log?.flush()
    for source in sources where source.hasChangedFiles {
      let isResting = restless.withLock { $0.remove(source.widget.id) != nil }
      guard isResting else {
        restless.withLock { _ = $0.insert(source.widget.id) }
        continue
      }
      apply(source, source.refresh())
    }
    watchTokens()
  }

  private func apply(_ source: ServedSource, _ round: ServedSource.Round) {
    report(round)
    for refusal in round.refusals {
      switch refusal.kind {
      case .widget: server.metrics.countWidgetRefusal()
      case .props: server.metrics.countPropsRefusal()
      case .kept: break
      }
    }
    if round.tookTemplate { server.metrics.countWidgetSwap() }
    for _ in 0..<round.takenProps { server.metrics.countPublishedProps() }
    guard round.hasChanged else { return }
    server.invalidate(source.widget.id)
    Output.report("\(source.widget.id): changed")
  }

  private func watchTokens() {
    guard let path = configuration.tokens else { return }
    let stamp = FileStamp(path)
    let isChanged = tokenStamp.withLock { known in
      defer { known = stamp }
      return known != stamp
    }
    guard isChanged else { return }
    do throws(CommandError) {
      server.replaceTokens(.digests(try Self.tokens(path)))
      Output.report("tokens: changed")
    } catch {
      Output.report(error.report)
    }
  }

  private func report(_ round: ServedSource.Round) {
    for refusal in round.refusals { Output.report("error: \(refusal.text)") }
    for line in round.warnings { Output.report("warning: \(line)") }
  }

  func flush() { log?.flush() }
}

// MARK: - Metrics

extension ServeSession {
  /// Whether every widget has something to show.
  var isReady: Bool { sources.allSatisfy(\.isReady) }

  func write(_ transport: ServerStatistics, to text: inout MetricsText) {
    server.metrics.write(to: &text)
    let cache = server.cacheSize
    text.family("pantile_cache_replies", .gauge, "Replies in the cache.")
    text.sample(cache.count)
    text.family("pantile_cache_bytes", .gauge, "Bytes of the replies in the cache.")
    text.sample(cache.byteCount)
    text.family("pantile_connections_open", .gauge, "Open connections.")
    text.sample(transport.openConnections)
    let counters: [(StaticString, StaticString, Int)] = [
      ("pantile_connections_accepted_total", "Connections.", transport.acceptedConnections),
      (
        "pantile_connections_refused_total", "Connections that were one too many.",
        transport.refusedConnections
      ),
      ("pantile_http_requests_total", "Requests to the handler.", transport.requests),
      (
        "pantile_http_refusals_total", "Requests that were malformed, too large or too slow.",
        transport.refusals
      ),
    ]
    for (name, help, value) in counters {
      text.family(name, .counter, help)
      text.sample(value)
    }
    text.family("pantile_memory_peak_bytes", .gauge, "The largest resident memory so far.")
    text.sample(Process.peakMemory())
  }
}

/// The file of an access log.
enum AccessLogFile {
  static func open(_ name: String) throws(CommandError) -> AccessLog {
    let file: LogFile
    do throws(SystemError) { file = try LogFile(name) } catch {
      throw .failed("cannot write \(name.quoted): \(error.text)")
    }
    return AccessLog { file.write($0) }
  }
}
