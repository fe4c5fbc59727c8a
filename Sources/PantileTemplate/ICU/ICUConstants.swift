/// Values of ICU's enumerations, which its binary interface fixes.
enum ICUConstant {
  // UErrorCode
  static let noError: Int32 = 0
  static let bufferOverflow: Int32 = 15
  static let usingDefault: Int32 = -127

  // UCalendar
  static let zoneOffset: Int32 = 15
  static let savingOffset: Int32 = 16
  static let localFormer: Int32 = 4
  static let nextTransition: Int32 = 0
  static let previousTransitionInclusive: Int32 = 3
  static let standardName: Int32 = 0
  static let savingName: Int32 = 2
  static let localeCalendar: Int32 = 0
  static let anyZone: Int32 = 0

  // UDateFormat, UDateTimePatternGenerator
  static let patternStyle: Int32 = -2
  static let matchHourLength: Int32 = 2048
  static let hourCycle11: Int32 = 0
  static let hourCycle12: Int32 = 1
  static let hourCycle24: Int32 = 3

  // UNumberFormat
  static let decimalStyle: Int32 = 1
  static let minimumGroupingDigits: Int32 = 22
  static let localeGrouping: Int32 = -2

  // UNumberRangeFormatter
  static let collapseAuto: Int32 = 0
  static let identityApproximately: Int32 = 2

  // UPluralRules
  static let cardinal: Int32 = 0
  static let ordinal: Int32 = 1

  // URelativeDateTimeFormatter
  static let longStyle: Int32 = 0
  static let shortStyle: Int32 = 1
  static let narrowStyle: Int32 = 2
  static let noCapitalization: Int32 = 256

  // UListFormatter
  static let listAnd: Int32 = 0
  static let listOr: Int32 = 1
  static let listUnits: Int32 = 2
  static let listWide: Int32 = 0
  static let listShort: Int32 = 1
  static let listNarrow: Int32 = 2

  // UCollator
  static let alternateHandling: Int32 = 1
  static let caseFirst: Int32 = 2
  static let caseLevel: Int32 = 3
  static let normalizationMode: Int32 = 4
  static let strength: Int32 = 5
  static let numericCollation: Int32 = 7
  static let primary: Int32 = 0
  static let secondary: Int32 = 1
  static let tertiary: Int32 = 2
  static let off: Int32 = 16
  static let on: Int32 = 17
  static let shifted: Int32 = 20
  static let nonIgnorable: Int32 = 21
  static let lowerFirst: Int32 = 24
  static let upperFirst: Int32 = 25

  // UBreakIterator
  static let graphemes: Int32 = 0
  static let words: Int32 = 1
  static let sentences: Int32 = 3
  static let wordNoneLimit: Int32 = 100

  // UDisplayContext, UCurrNameStyle
  static let standardNames: Int32 = 0
  static let dialectNames: Int32 = 1
  static let fullLength: Int32 = 512
  static let shortLength: Int32 = 513
  static let noSubstitute: Int32 = 769
  static let currencyName: Int32 = 1
}
