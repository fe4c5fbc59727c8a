internal import CPantile
internal import PantileRender
internal import PantileServer
internal import PantileTemplate

/// A widget of a C caller.
struct EmbeddedWidget: Sendable {
  let id: String
  /// Props that were published; nil for a widget without a template.
  let slots: PropsSlots?
  let served: ServedWidget

  init(_ widget: pantile_widget) throws(CallFailure) {
    id = unsafe try CallInput.neededText(widget.id, "id", limit: 128)
    let callback = unsafe ContentCallback(widget)
    let maxAge = unsafe widget.max_age_seconds == 0 ? nil : Int(widget.max_age_seconds)
    let timeToLive = unsafe Int64(widget.ttl_seconds) * 1_000
    guard let handle = unsafe widget.template_handle else {
      guard let callback else { throw .invalid("'\(id)' has neither template nor callback") }
      guard unsafe widget.props_length == 0 else {
        throw .invalid("'\(id)' has props, but no template")
      }
      slots = nil
      served = Self.served(id, callback, maxAge, timeToLive)
      return
    }
    let template = unsafe try HandleTable.shared.template(handle)
    var request = RenderRequest()
    request.export = unsafe try CallInput.text(widget.export_name, "export_name", limit: 256)
    if let names = unsafe try CallInput.texts(
      widget.families, widget.family_count, "families", limit: 64)
    {
      request.families = names
    }
    let slots = Self.slots(template, request)
    self.slots = slots
    served = Self.served(id, template, request, slots, callback, maxAge, timeToLive)
    let props = unsafe try CallInput.bytes(
      widget.props, widget.props_length, "props", limit: PropsRules.largest)
    if !props.isEmpty { try publish(props, slots) }
  }

  private func publish(_ props: [UInt8], _ slots: PropsSlots) throws(CallFailure) {
    switch slots.publish(props) {
    case .published, .superseded: break
    case .refused(let reason), .notStored(let reason):
      throw CallFailure(CallFailure.refused, "\(id): \(reason)")
    }
  }

  private static func slots(_ template: Template, _ request: RenderRequest) -> PropsSlots {
    var request = request
    let now = Clock.now()
    request.now = Double(now)
    request.environment = RenderEnvironment.trial(now: now)
    return PropsSlots(of: TemplateTrial(template, request)) { _ in MemoryStore() }
  }

  /// A widget whose body the callback gives.
  private static func served(
    _ id: String, _ callback: ContentCallback, _ maxAge: Int?, _ timeToLive: Int64
  ) -> ServedWidget {
    let renderer = Renderer.immediate { context, output in
      guard let body = try callback.content(context) else { return .nothing }
      output.body.append(body.span)
      return .content(maxAge: maxAge)
    }
    return ServedWidget(id: id, timeToLive: timeToLive, ios: renderer, android: renderer)
  }

  /// A widget that the template renders, with props of the callback or of the slots.
  private static func served(
    _ id: String, _ template: Template, _ request: RenderRequest, _ slots: PropsSlots,
    _ callback: ContentCallback?, _ maxAge: Int?, _ timeToLive: Int64
  ) -> ServedWidget {
    let renderer = Renderer.immediate { context, output in
      var request = request
      if let callback {
        guard let props = try callback.content(context) else { return .nothing }
        request.props = props
      } else {
        request.props = slots.current(context.instance)?.props ?? []
      }
      request.environment = RenderEnvironment.text(context)
      request.now = Double(context.now)
      request.limits.hostStack = try ThreadStack.usable()
      do throws(TemplateError) { try template.render(request, into: &output.body) } catch {
        throw CallFailure(error)
      }
      return .content(maxAge: maxAge)
    }
    return ServedWidget(id: id, timeToLive: timeToLive, ios: renderer)
  }
}
