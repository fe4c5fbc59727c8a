internal import CICU

/// How an open collator compares; nil keeps the locale's own setting.
struct CollationSettings: Hashable, Sendable {
  /// `base`, `accent`, `case` or `variant`.
  var sensitivity: String?
  var numeric: Bool?
  /// `upper`, `lower` or `false`.
  var caseFirst: String?
  var ignorePunctuation: Bool?
}

/// An open ICU collator.
@safe struct TextCollator: ~Copyable {
  private let icu: ICULibrary
  private let handle: UnsafeMutableRawPointer

  init(locale: String, settings: CollationSettings) throws(IntlError) {
    let icu = try ICULibrary.shared()
    var status = ICUConstant.noError
    // Safe: the handle is owned by this value.
    let opened = unsafe icu.table.ucol_open(locale, &status)
    guard let opened = unsafe opened, !ICULibrary.failed(status) else {
      throw icu.failure(status, "ucol_open")
    }
    for (attribute, value) in settings.attributes {
      var ignored = ICUConstant.noError
      // Safe: the collator is open.
      unsafe icu.table.ucol_setAttribute(opened, attribute, value, &ignored)
    }
    self.icu = icu
    unsafe handle = opened
  }

  deinit {
    // Safe: opened in the initialiser, closed once.
    unsafe icu.table.ucol_close(handle)
  }

  /// Below zero, zero or above, as `a` sorts before, with or after `b`.
  func compare(_ a: [UInt16], _ b: [UInt16]) -> Int {
    // Safe: the handle is open, and both texts live through the call.
    let order = unsafe icu.table.ucol_strcoll(handle, a, Int32(a.count), b, Int32(b.count))
    return Int(order)
  }

  /// Whether numbers in the text are compared by value.
  var isNumeric: Bool {
    attribute(ICUConstant.numericCollation) == ICUConstant.on
  }

  var ignoresPunctuation: Bool {
    attribute(ICUConstant.alternateHandling) == ICUConstant.shifted
  }

  /// `upper`, `lower` or `false`.
  var caseFirst: String {
    switch attribute(ICUConstant.caseFirst) {
    case ICUConstant.upperFirst: "upper"
    case ICUConstant.lowerFirst: "lower"
    default: "false"
    }
  }

  /// `base`, `accent`, `case` or `variant`.
  var sensitivity: String {
    switch attribute(ICUConstant.strength) {
    case ICUConstant.primary: attribute(ICUConstant.caseLevel) == ICUConstant.on ? "case" : "base"
    case ICUConstant.secondary: "accent"
    default: "variant"
    }
  }

  private func attribute(_ attribute: Int32) -> Int32 {
    var status = ICUConstant.noError
    // Safe: the handle is open.
    return unsafe icu.table.ucol_getAttribute(handle, attribute, &status)
  }
}

extension CollationSettings {
  fileprivate var attributes: [(Int32, Int32)] {
    var list = [(ICUConstant.normalizationMode, ICUConstant.on)]
    if let numeric {
      list.append((ICUConstant.numericCollation, numeric ? ICUConstant.on : ICUConstant.off))
    }
    switch caseFirst {
    case "upper": list.append((ICUConstant.caseFirst, ICUConstant.upperFirst))
    case "lower": list.append((ICUConstant.caseFirst, ICUConstant.lowerFirst))
    case "false": list.append((ICUConstant.caseFirst, ICUConstant.off))
    default: break
    }
    switch sensitivity {
    case "base": list.append((ICUConstant.strength, ICUConstant.primary))
    case "accent": list.append((ICUConstant.strength, ICUConstant.secondary))
    case "case":
      list += [
        (ICUConstant.strength, ICUConstant.primary), (ICUConstant.caseLevel, ICUConstant.on),
      ]
    case "variant": list.append((ICUConstant.strength, ICUConstant.tertiary))
    default: break
    }
    if let ignorePunctuation {
      list.append(
        (
          ICUConstant.alternateHandling,
          ignorePunctuation ? ICUConstant.shifted : ICUConstant.nonIgnorable
        ))
    }
    return list
  }
}
