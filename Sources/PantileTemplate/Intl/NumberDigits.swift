/// How many digits a number is printed with, and how it is rounded (`SetNumberFormatDigitOptions`).
struct NumberDigits: Hashable, Sendable {
  enum Priority: String, Sendable {
    case auto, morePrecision, lessPrecision
  }

  var minimumInteger = 1
  /// Nil when significant digits alone decide.
  var fraction: ClosedRange<Int>?
  /// Nil when fraction digits alone decide.
  var significant: ClosedRange<Int>?
  var priority = Priority.auto
  var increment = 1
  var mode = "halfExpand"
  var stripsZeros = false

  private static let increments = [
    1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 2500, 5000,
  ]

  /// ICU's names of the rounding modes.
  static let modes = [
    "ceil": "ceiling", "floor": "floor", "expand": "up", "trunc": "down",
    "halfCeil": "half-ceiling", "halfFloor": "half-floor", "halfExpand": "half-up",
    "halfTrunc": "half-down", "halfEven": "half-even",
  ]

  /// - Parameters:
  ///   - fallback: The fraction digits of a call without options.
  ///   - isCompact: Whether the notation is compact, which rounds to two significant digits.
  init(_ reader: OptionReader, fallback: ClosedRange<Int>, isCompact: Bool) throws(IntlError) {
    minimumInteger = try reader.number(.minimumIntegerDigits, 1...21) ?? 1
    // V8 names its own helper here, not the service.
    let helper = OptionReader(options: reader.options, service: "SetNumberFormatDigitOptions")
    priority = try helper.choice(.roundingPriority, .auto)
    increment = try reader.number(.roundingIncrement, 1...5000) ?? 1
    guard Self.increments.contains(increment) else {
      throw .range("roundingIncrement value is out of range.")
    }
    mode = try reader.string(.roundingMode, Self.modes.keys.sorted()) ?? "halfExpand"
    stripsZeros =
      try reader.string(.trailingZeroDisplay, ["auto", "stripIfInteger"]) == "stripIfInteger"
    try readRanges(
      reader, increment == 1 ? fallback : fallback.lowerBound...fallback.lowerBound, isCompact)
    if increment != 1 {
      guard significant == nil else { throw .type("RoundingType is not fractionDigits") }
      guard let fraction, fraction.lowerBound == fraction.upperBound else {
        throw .range("maximumFractionDigits not equal to minimumFractionDigits")
      }
    }
  }

  private mutating func readRanges(
    _ reader: OptionReader, _ fallback: ClosedRange<Int>, _ isCompact: Bool
  ) throws(IntlError) {
    let options = reader.options
    let hasSignificant =
      options[.minimumSignificantDigits] != nil || options[.maximumSignificantDigits] != nil
    let hasFraction =
      options[.minimumFractionDigits] != nil || options[.maximumFractionDigits] != nil
    let needsSignificant = priority != .auto || hasSignificant
    let needsFraction = priority != .auto || !(hasSignificant || !hasFraction && isCompact)
    if needsSignificant {
      significant = 1...21
      if hasSignificant {
        let least = try reader.number(.minimumSignificantDigits, 1...21) ?? 1
        significant = least...(try reader.number(.maximumSignificantDigits, least...21) ?? 21)
      }
    }
    if needsFraction {
      fraction = fallback
      if hasFraction {
        fraction = Self.fraction(
          try reader.number(.minimumFractionDigits, 0...20),
          try reader.number(.maximumFractionDigits, 0...20), fallback)
        if fraction == nil { throw .range("maximumFractionDigits value is out of range.") }
      }
    }
    if !needsSignificant, !needsFraction {
      fraction = 0...0
      significant = 1...2
      priority = .morePrecision
    }
  }

  private static func fraction(_ least: Int?, _ most: Int?, _ fallback: ClosedRange<Int>)
    -> ClosedRange<Int>?
  {
    let lower = least ?? min(fallback.lowerBound, most ?? 20)
    let upper = most ?? max(fallback.upperBound, lower)
    return lower <= upper ? lower...upper : nil
  }

  /// The part of an ICU number skeleton that says the same.
  var skeleton: String {
    var stem: String
    switch (fraction, significant) {
    case (let fraction?, let significant?):
      let suffix = priority == .lessPrecision ? "s" : "r"
      stem = "\(Self.stem(fraction))/\(Self.stem(significant: significant))\(suffix)"
    case (let fraction?, nil):
      stem = increment == 1 ? Self.stem(fraction) : incrementStem(fraction.lowerBound)
    case (nil, let significant?):
      stem = Self.stem(significant: significant)
    case (nil, nil):
      stem = "precision-unlimited"
    }
    if stripsZeros { stem += "/w" }
    stem += " rounding-mode-\(Self.modes[mode] ?? "half-up")"
    if minimumInteger > 1 {
      stem += " integer-width/+" + String(repeating: "0", count: minimumInteger)
    }
    return stem
  }

  private static func stem(_ fraction: ClosedRange<Int>) -> String {
    if fraction == 0...0 { return "precision-integer" }
    return "." + String(repeating: "0", count: fraction.lowerBound)
      + String(repeating: "#", count: fraction.count - 1)
  }

  private static func stem(significant: ClosedRange<Int>) -> String {
    String(repeating: "@", count: significant.lowerBound)
      + String(repeating: "#", count: significant.count - 1)
  }

  /// An increment of 25 with two fraction digits is 0.25.
  private func incrementStem(_ digits: Int) -> String {
    let text = String(increment)
    let padded = String(repeating: "0", count: max(0, digits + 1 - text.count)) + text
    let whole = padded.dropLast(digits)
    return "precision-increment/\(whole)" + (digits == 0 ? "" : ".\(padded.suffix(digits))")
  }

  /// The properties of `resolvedOptions`, without the rounding ones.
  var resolved: [IntlProperty] {
    var list = [IntlProperty("minimumIntegerDigits", .number(minimumInteger))]
    if let significant {
      list.append(IntlProperty("minimumSignificantDigits", .number(significant.lowerBound)))
      list.append(IntlProperty("maximumSignificantDigits", .number(significant.upperBound)))
    }
    if let fraction {
      list.append(IntlProperty("minimumFractionDigits", .number(fraction.lowerBound)))
      list.append(IntlProperty("maximumFractionDigits", .number(fraction.upperBound)))
    }
    return list
  }
}
