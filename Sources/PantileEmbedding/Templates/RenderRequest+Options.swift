internal import CPantile
internal import PantileTemplate

extension RenderRequest {
  /// A request as a C caller's options say, without props.
  init(_ options: pantile_render_options) throws(CallFailure) {
    self.init()
    export = unsafe try CallInput.text(options.export_name, "export_name", limit: 256)
    environment = unsafe try CallInput.bytes(
      options.environment, options.environment_length, "environment", limit: limits.props)
    now = unsafe options.now
    guard now.isFinite else { throw .invalid("now is no number") }
    if now == 0 { now = Double(Clock.now()) }
    if let zone = unsafe try CallInput.text(options.time_zone, "time_zone", limit: 256) {
      timeZone = zone
    }
    if let tag = unsafe try CallInput.text(options.locale, "locale", limit: 256) { locale = tag }
    switch unsafe Int(options.mode) {
    case PANTILE_MODE_REFERENCE: mode = .reference
    case PANTILE_MODE_COMPACT: mode = .compact
    default: throw .invalid("mode is none of PANTILE_MODE_…")
    }
    if unsafe options.has_seed != 0 { seed = unsafe options.seed }
    if unsafe options.steps != 0 { limits.steps = unsafe Int(clamping: options.steps) }
    if unsafe options.memory_bytes != 0 {
      limits.memory = try CallInput.bound(unsafe options.memory_bytes, "memory_bytes")
    }
    if unsafe options.output_bytes != 0 {
      limits.output = try CallInput.bound(unsafe options.output_bytes, "output_bytes")
    }
  }
}
