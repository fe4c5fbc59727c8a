/// What a renderer is told about a request.
public struct RenderContext: Sendable {
  /// A name and its value.
  public struct Pair: Sendable, Equatable {
    /// The name.
    public var name: String
    /// The value.
    public var value: String

    /// Creates a pair.
    public init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The target as it was sent.
  public var url: String
  /// The widget.
  public var widgetID: String
  /// The platform that asks.
  public var platform: Platform
  /// The family that the device wants to show; the response holds all of them nevertheless.
  public var family: String?
  /// The colours of the device.
  public var theme = Theme.light
  /// The language tag of the device, with `-` between its parts; nil where it is none.
  public var locale: String?
  /// The key of ``configuration``; nil where that is empty.
  public var instance: String?
  /// Whether the client sent another key than ``instance``.
  public var hasInstanceMismatch = false
  /// The values that the user chose for this placement.
  public var configuration: [String: String] = [:]
  /// The bearer token. It is good, unless tokens are not checked.
  public var token: String?
  /// The parameters of the query that have no meaning here, in order.
  public var parameters: [Pair] = []
  /// The fields of the request, in order.
  public var headers: [Pair] = []
  /// The method, such as `GET`.
  public var method = "GET"
  /// The body; nil where it is empty.
  public var body: [UInt8]?
  /// When the request came, in milliseconds since 1970.
  public var now: Int64 = 0

  /// Creates a context, for a renderer that is called by hand.
  public init(widgetID: String, platform: Platform, url: String = "/") {
    self.widgetID = widgetID
    self.platform = platform
    self.url = url
  }
}

extension RenderContext {
  init(_ route: Route, _ request: borrowing HTTPRequest) {
    self.init(
      widgetID: route.query.widgetID, platform: route.platform,
      url: request.text(of: request.target))
    family = route.query.family
    theme = route.query.theme
    locale = route.query.locale
    instance = route.configuration.key
    hasInstanceMismatch = route.hasInstanceMismatch
    configuration = route.configuration.values
    token = route.token.map { request.text(of: $0) }
    parameters = route.query.parameters.map { Pair(name: $0.name, value: $0.value) }
    headers.reserveCapacity(request.fieldCount)
    for index in 0..<request.fieldCount {
      headers.append(
        Pair(
          name: request.text(of: request.fieldName(at: index)),
          value: request.text(of: request.fieldValue(at: index))))
    }
    method = request.text(of: request.method)
    body = request.body.isEmpty ? nil : request.array(of: request.body)
    now = request.receivedAt
  }
}
