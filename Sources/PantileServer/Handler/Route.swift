internal import PantileJSON

/// Where a request leads: a renderer, and all that it depends on.
struct Route {
  var query: Query
  var platform: Platform
  var configuration: ConfigurationValue
  /// The token; its bytes are the request's.
  var token: HTTPPart?
  var slot: WidgetSlot
  var renderer: Renderer

  /// Whether the client sent an instance key that is not that of its configuration.
  var hasInstanceMismatch: Bool {
    query.instance.map { $0 != configuration.key } ?? false
  }
}

extension Route {
  /// Appends what a reply depends on (`family` is not part of it): widget, platform, theme, locale,
  /// configuration, token and further parameters, each with its length in front.
  ///
  /// Parameters are sorted by name, since clients differ in their order.
  func writeKey(to key: inout ByteBuffer, _ token: TokenDigest?) {
    Self.append(query.widgetID, to: &key)
    key.append(platform == .ios ? 0x69 : 0x61)
    key.append(query.theme == .light ? 0x6c : 0x64)
    Self.append(query.locale ?? "", to: &key)
    key.append(integer: configuration.canonical.count)
    key.append(0x3a)
    key.append(configuration.canonical.span)
    if let token {
      key.append(0x74)
      key.append(token)
    } else {
      key.append(0x6e)
    }
    let sorted = query.parameters.enumerated().sorted {
      ($0.element.name, $0.offset) < ($1.element.name, $1.offset)
    }
    for (_, parameter) in sorted {
      Self.append(parameter.name, to: &key)
      Self.append(parameter.value, to: &key)
    }
  }

  private static func append(_ text: String, to key: inout ByteBuffer) {
    key.append(integer: text.utf8.count)
    key.append(0x3a)
    key.append(utf8: text)
  }
}
