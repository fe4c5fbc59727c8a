// The constructors of Intl. Their objects are of the kind `intl`:
//
//     +24 service UInt32, index of the formatter UInt32
//     +32 the bound `format` or `compare`, once it was asked for; the text of segments

extension ObjectLayout {
  static let intlService = 24
  static let intlFormatter = 28
  static let intlBound = 32
  static let intlSegments = 40
  static let intlWords = 3
}

extension Stdlib {
  /// `Intl` with all its services.
  static func installIntl(_ machine: inout Machine) throws(Abrupt) {
    let intl = try machine.makePlainObject(capacity: 16)
    try machine.addNamed(
      machine.intrinsics.global, machine.nameAtom("Intl"), .object(intl), .hidden)
    try machine.addTag(intl, "Intl")
    try machine.addMethod(intl, "getCanonicalLocales", 1) { (machine, call) throws(Abrupt) in
      let locales = try machine.localeList(machine.argument(call, 0))
      let tags = try machine.withIntl { (session) throws(IntlError) in
        try session.canonicalLocales(locales).map { $0.text }
      }
      return try machine.makeTexts(tags)
    }
    for service in IntlService.allCases { try install(service, &machine, intl) }
  }

  private static func install(
    _ service: IntlService, _ machine: inout Machine, _ intl: Ref
  ) throws(Abrupt) {
    let proto = try machine.makePrototype(machine.intrinsics.objectPrototype)
    let name = String(service.rawValue.dropFirst("Intl.".count))
    let length = service == .displayNames ? 2 : 0
    let constructor = try machine.makeNative(name, length, isConstructor: true) {
      (machine, call) throws(Abrupt) in
      try make(service, proto, &machine, call)
    }
    try machine.addNamed(constructor, .prototype, .object(proto), [])
    try machine.addNamed(proto, .constructor, .object(constructor), .hidden)
    try machine.addNamed(intl, machine.nameAtom(name), .object(constructor), .hidden)
    try machine.addTag(proto, service.rawValue)
    try machine.addMethod(constructor, "supportedLocalesOf", 1) {
      (machine, call) throws(Abrupt) in
      let locales = try machine.localeList(machine.argument(call, 0))
      let options = try machine.intlOptions(
        machine.argument(call, 1), service, onNull: service.rawValue)
      let found = try machine.withIntl { (session) throws(IntlError) in
        try session.supportedLocales(locales, options: options, method: service.rawValue)
      }
      return try machine.makeTexts(found)
    }
    try machine.addMethod(proto, "resolvedOptions", 0) { (machine, call) throws(Abrupt) in
      let formatter = try machine.formatter(call, service, "resolvedOptions")
      let properties = try machine.withIntl { (session) throws(IntlError) in
        try resolvedOptions(formatter, session)
      }
      return try machine.makeOptions(properties)
    }
    switch service {
    case .dateTimeFormat: try installDateTimeFormat(&machine, proto)
    case .numberFormat: try installNumberFormat(&machine, proto)
    case .collator: try installCollator(&machine, proto)
    case .pluralRules: try installPluralRules(&machine, proto)
    case .relativeTimeFormat: try installRelativeTimeFormat(&machine, proto)
    case .listFormat: try installListFormat(&machine, proto)
    case .displayNames: try installDisplayNames(&machine, proto)
    case .segmenter: try installSegmenter(&machine, proto)
    }
  }

  private static func make(
    _ service: IntlService, _ proto: Ref, _ machine: inout Machine, _ call: Call
  ) throws(Abrupt) -> Value {
    let mayBeCalled = [.dateTimeFormat, .numberFormat, .collator].contains(service)
    if call.newTarget.isUndefined, !mayBeCalled {
      throw machine.typeError("Constructor \(service.rawValue) requires 'new'")
    }
    let isStrict = [.listFormat, .displayNames, .segmenter].contains(service)
    let locales = try machine.localeList(machine.argument(call, 0))
    let optionValue = machine.argument(call, 1)
    if service == .displayNames, optionValue.isUndefined {
      throw machine.typeError("invalid_argument")
    }
    let options = try machine.intlOptions(
      optionValue, service, onNull: service == .dateTimeFormat ? nil : service.rawValue,
      isStrict: isStrict)
    let formatter = try machine.withIntl { (session) throws(IntlError) in
      try resolve(service, locales, options, session)
    }
    let (index, isNew) = machine.intl.index(of: formatter)
    try machine.charge(isNew ? IntlSession.openingCost : IntlSession.formatCost)
    let wanted = try machine.protoOf(newTarget: call.newTarget, otherwise: proto)
    let object = try machine.makeObject(
      try machine.rootShape(proto: wanted), kind: .intl, internals: ObjectLayout.intlWords)
    let number = IntlService.allCases.firstIndex(of: service) ?? 0
    machine.heap.init32(Int(object) + ObjectLayout.intlService, UInt32(number))
    machine.heap.init32(Int(object) + ObjectLayout.intlFormatter, UInt32(index))
    machine.heap.initValue(Int(object) + ObjectLayout.intlBound, .undefined)
    machine.heap.initValue(Int(object) + ObjectLayout.intlSegments, .undefined)
    return .object(object)
  }

  private static func resolve(
    _ service: IntlService, _ locales: [String], _ options: IntlOptions, _ session: IntlSession
  ) throws(IntlError) -> AnyObject {
    switch service {
    case .dateTimeFormat: try session.dateTimeFormat(locales: locales, options: options)
    case .numberFormat: try session.numberFormat(locales: locales, options: options)
    case .collator: try session.collator(locales: locales, options: options)
    case .pluralRules: try session.pluralRules(locales: locales, options: options)
    case .relativeTimeFormat:
      try session.relativeTimeFormat(locales: locales, options: options)
    case .listFormat: try session.listFormat(locales: locales, options: options)
    case .displayNames: try session.displayNames(locales: locales, options: options)
    case .segmenter: try session.segmenter(locales: locales, options: options)
    }
  }

  private static func resolvedOptions(
    _ formatter: AnyObject, _ session: IntlSession
  ) throws(IntlError) -> [IntlProperty] {
    switch formatter {
    case let format as DateTimeFormat: try session.resolvedOptions(format)
    case let format as NumberFormat: try session.resolvedOptions(format)
    case let collator as Collator: try session.resolvedOptions(collator)
    case let rules as PluralRules: try session.resolvedOptions(rules)
    case let format as RelativeTimeFormat: try session.resolvedOptions(format)
    case let format as ListFormat: session.resolvedOptions(format)
    case let names as DisplayNames: session.resolvedOptions(names)
    case let segmenter as Segmenter: session.resolvedOptions(segmenter)
    default: []
    }
  }
}

extension Machine {
  /// The formatter of the object that a method is called on.
  mutating func formatter(
    _ call: Call, _ service: IntlService, _ method: String
  ) throws(Abrupt) -> AnyObject {
    let this = this(call)
    if let found = formatter(of: this, service) { return found }
    let isGetter = method.hasPrefix("get ")
    let name = isGetter ? String(method.dropFirst("get ".count)) : method
    throw typeError(
      "Method \(isGetter ? "get " : "")\(service.rawValue).prototype.\(name) called on "
        + "incompatible receiver \(try inspect(this))")
  }

  /// The formatter of an object of a service.
  mutating func formatter(of value: Value, _ service: IntlService) -> AnyObject? {
    guard value.isObject, kind(value.ref) == .intl else { return nil }
    let number = Int(heap.load32(Int(value.ref) + ObjectLayout.intlService))
    let index = Int(heap.load32(Int(value.ref) + ObjectLayout.intlFormatter))
    guard number < IntlService.allCases.count, IntlService.allCases[number] == service,
      index < intl.formatters.count
    else { return nil }
    return intl.formatters[index]
  }

  /// A function that is bound to an Intl object, made once for the object.
  mutating func boundIntl(_ object: Ref, _ function: Ref) throws(Abrupt) -> Value {
    let known = heap.value(Int(object) + ObjectLayout.intlBound)
    if known.isObject { return known }
    let id = Int(heap.load32(Int(function) + ObjectLayout.nativeID))
    let bound = Value.object(try makeNativeObject(id: id, data: .object(object)))
    heap.set(Int(object) + ObjectLayout.intlBound, bound)
    return bound
  }
}
