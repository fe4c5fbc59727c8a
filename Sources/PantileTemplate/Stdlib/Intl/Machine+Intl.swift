/// What a machine keeps of Intl: the session of its zone and locale, and resolved formatters.
struct IntlState {
  var session: IntlSession?
  var zone = ""
  var locale = ""
  /// Formatters that objects of the render refer to by index.
  private(set) var formatters: ContiguousArray<AnyObject> = []
  private var indices: [ObjectIdentifier: Int] = [:]

  /// The index of a formatter, and whether the render had it not before.
  mutating func index(of formatter: AnyObject) -> (index: Int, isNew: Bool) {
    if let known = indices[ObjectIdentifier(formatter)] { return (known, false) }
    formatters.append(formatter)
    indices[ObjectIdentifier(formatter)] = formatters.count - 1
    return (formatters.count - 1, true)
  }

  /// Forgets the formatters, when no object refers to them any more.
  mutating func reset() {
    if formatters.isEmpty { return }
    formatters.removeAll(keepingCapacity: true)
    indices.removeAll(keepingCapacity: true)
  }
}

extension Machine {
  /// The session of the machine's zone and locale.
  mutating func intlSession() throws(Abrupt) -> IntlSession {
    touchedInputs = true
    if let session = intl.session, intl.zone == inputs.timeZone, intl.locale == inputs.locale {
      return session
    }
    let session: IntlSession
    do throws(IntlError) {
      session = try IntlSession(locale: inputs.locale, timeZone: inputs.timeZone)
    } catch {
      throw failure(error)
    }
    intl.session = session
    intl.zone = inputs.timeZone
    intl.locale = inputs.locale
    return session
  }

  /// Runs work of Intl and charges for what it opened and formatted.
  mutating func withIntl<Result>(
    _ body: (IntlSession) throws(IntlError) -> Result
  ) throws(Abrupt) -> Result {
    let session = try intlSession()
    let result: Result
    do throws(IntlError) { result = try body(session) } catch {
      try charge(session.takeSteps())
      throw failure(error)
    }
    try charge(session.takeSteps())
    return result
  }

  private mutating func failure(_ error: IntlError) -> Abrupt {
    switch error.kind {
    case .rangeError: rangeError(error.message)
    case .typeError: typeError(error.message)
    case .unavailable: plainError(error.message)
    }
  }

  // MARK: Arguments

  /// The texts of a `locales` argument (`CanonicalizeLocaleList` before the tags are checked).
  mutating func localeList(_ value: Value) throws(Abrupt) -> [String] {
    if value.isUndefined { return [] }
    if value.isString { return [try swiftString(value.ref)] }
    let object = try toObject(value)
    let length = try toLength(try get(object, .length))
    var locales: [String] = []
    var index = 0.0
    while index < length {
      try charge(1)
      let key = try toPropertyKey(Value(index))
      index += 1
      guard try has(object, key) else { continue }
      let item = try get(.object(object), key)
      guard item.isString || item.isObject else {
        throw typeError("Language ID should be string or object.")
      }
      locales.append(try swiftText(item))
    }
    return locales
  }

  /// The options object of a service, its properties read in the order of ECMA-402.
  ///
  /// - Parameter onNull: Who is named in the message for null; nil for `toLocale…String` of dates.
  mutating func intlOptions(
    _ value: Value, _ service: IntlService, onNull: String?, isStrict: Bool = false
  ) throws(Abrupt) -> IntlOptions {
    var options = IntlOptions()
    if value.isUndefined { return options }
    if isStrict, !value.isObject { throw typeError("invalid_argument") }
    if value.isNull {
      throw typeError(
        onNull.map { "\($0) called on null or undefined" }
          ?? "Cannot convert undefined or null to object")
    }
    let object = try toObject(value)
    for (option, kind) in service.options {
      let atom = atoms.intern(option.rawValue)
      let item = try get(object, atom)
      if item.isUndefined { continue }
      try charge(1)
      switch kind {
      case .string: options[option] = .string(try swiftText(item))
      case .number: options[option] = .number(try toNumber(item))
      case .boolean: options[option] = .bool(toBoolean(item))
      case .stringOrBoolean:
        if item == .true {
          options[option] = .bool(true)
        } else if !toBoolean(item) {
          options[option] = .bool(false)
        } else {
          options[option] = .string(try swiftText(item))
        }
      }
    }
    return options
  }

  // MARK: Results

  /// The array that `formatToParts` gives.
  mutating func makeParts(_ parts: [IntlPart]) throws(Abrupt) -> Value {
    let array = try makeArray(capacity: parts.count)
    for part in parts {
      try charge(1)
      let object = try makePlainObject(capacity: 3)
      try addNamed(object, .typeName, try makeString(part.type))
      try addNamed(object, .value, try makeString(part.value))
      if let unit = part.unit {
        try addNamed(object, atoms.intern("unit"), try makeString(unit))
      }
      if let source = part.source {
        try addNamed(object, .source, try makeString(source.rawValue))
      }
      try push(array, .object(object))
    }
    return .object(array)
  }

  /// The object that `resolvedOptions` gives.
  mutating func makeOptions(_ properties: [IntlProperty]) throws(Abrupt) -> Value {
    let object = try makePlainObject(capacity: properties.count)
    for property in properties {
      let value: Value
      switch property.value {
      case .string(let text): value = try makeString(text)
      case .number(let number): value = Value(number)
      case .bool(let flag): value = Value(flag)
      case .strings(let texts): value = try makeTexts(texts)
      }
      try addNamed(object, atoms.intern(property.name), value)
    }
    return .object(object)
  }

  /// An array of texts.
  mutating func makeTexts(_ texts: [String]) throws(Abrupt) -> Value {
    let array = try makeArray(capacity: texts.count)
    for text in texts { try push(array, try makeString(text)) }
    return .object(array)
  }
}
