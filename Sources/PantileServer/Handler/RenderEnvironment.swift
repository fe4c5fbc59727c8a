internal import PantileJSON

/// The environment of a widget that is served, as JSON text.
public enum RenderEnvironment {
  /// What a request says, and the defaults of what it leaves open.
  public static func text(_ context: borrowing RenderContext) -> [UInt8] {
    var text = ByteBuffer(capacity: 256)
    text.append("{\"date\":")
    text.append(integer: Int(context.now))
    text.append(context.theme == .dark ? ",\"colorScheme\":\"dark\"" : ",\"colorScheme\":\"light\"")
    text.append(",\"locale\":")
    text.append(jsonString: context.locale ?? "en-US")
    text.append(",\"timeZone\":\"UTC\",\"widgetRenderingMode\":\"fullColor\"")
    text.append(",\"showsWidgetContainerBackground\":true,\"configuration\":{")
    let values = context.configuration.sorted { $0.key < $1.key }
    for (index, value) in values.enumerated() {
      if index > 0 { text.append(0x2c) }
      text.append(jsonString: value.key)
      text.append(0x3a)
      text.append(jsonString: value.value)
    }
    text.append(0x7d)
    if let instance = context.instance {
      text.append(",\"instance\":")
      text.append(jsonString: instance)
    }
    text.append(0x7d)
    return text.array()
  }

  /// What a trial renders with: the defaults of all.
  public static func trial(now: Int64) -> [UInt8] {
    var context = RenderContext(widgetID: "", platform: .ios)
    context.now = now
    return text(context)
  }
}
