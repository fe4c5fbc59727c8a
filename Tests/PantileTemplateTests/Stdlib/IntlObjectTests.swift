import Testing

@testable import PantileTemplate

/// Expressions with what Node 20 prints for them.
@Suite struct IntlObjectTests {
  static let cases: [(source: String, expected: String)] = [
    (#"new Date(1768914429123).toLocaleTimeString('en-US')"#, #""1:07:09 PM""#),
    (
      #"new Date(1768914429123).toLocaleTimeString('en-US',{hour:'2-digit',minute:'2-digit'})"#,
      #""01:07 PM""#
    ),
    (#"new Date(1768914429123).toLocaleTimeString('de-DE')"#, #""13:07:09""#),
    (
      #"new Date(1768914429123).toLocaleTimeString('en-US',{timeZoneName:'short'})"#,
      #""1:07:09 PM UTC""#
    ),
    (#"new Date(1768914429123).toLocaleDateString()"#, #""1/20/2026""#),
    (#"new Date(1768914429123).toLocaleDateString('en-GB')"#, #""20/01/2026""#),
    (#"new Date(1768914429123).toLocaleString()"#, #""1/20/2026, 1:07:09 PM""#),
    (
      #"new Date(1768914429123).toLocaleString('en-US',{dateStyle:'medium',timeStyle:'short'})"#,
      #""Jan 20, 2026, 1:07 PM""#
    ),
    (
      #"new Date(1768914429123).toLocaleTimeString('xx_YY')"#,
      #"Incorrect locale information provided"#
    ),
    (
      #"new Date(1768914429123).toLocaleTimeString('en-US',{hour:'bogus'})"#,
      #"Value bogus out of range for Date.prototype.toLocaleTimeString options property hour"#
    ),
    (
      #"new Date(1768914429123).toLocaleTimeString('en-US',{timeZone:'Mars/X'})"#,
      #"Invalid time zone specified: Mars/X"#
    ),
    (#"new Date(0).toLocaleString("en",null)"#, #"Cannot convert undefined or null to object"#),
    (#"new Date(NaN).toLocaleString()"#, #""Invalid Date""#),
    (#"new Intl.DateTimeFormat('en-US').format(new Date(0))"#, #""1/1/1970""#),
    (#"[0,86400000].map(new Intl.DateTimeFormat('en-US').format)"#, #"["1/1/1970","1/2/1970"]"#),
    (#"new Intl.DateTimeFormat().format(NaN)"#, #"Invalid time value"#),
    (
      #"Intl.DateTimeFormat.prototype.format"#,
      #"Method UnwrapDateTimeFormat called on incompatible receiver #<DateTimeFormat>"#
    ),
    (#"new Intl.DateTimeFormat().formatRange(1)"#, #"Invalid time value"#),
    (#"new Intl.DateTimeFormat(null)"#, #"Cannot convert undefined or null to object"#),
    (#"new Intl.DateTimeFormat([5])"#, #"Language ID should be string or object."#),
    (#"new Intl.DateTimeFormat("en",null)"#, #"Cannot convert undefined or null to object"#),
    (#"Intl.PluralRules()"#, #"Constructor Intl.PluralRules requires 'new'"#),
    (#"Intl.ListFormat()"#, #"Constructor Intl.ListFormat requires 'new'"#),
    (#"Intl.NumberFormat("en").format(5)"#, #""5""#),
    (#"Intl.Collator().compare("a","b")"#, #"-1"#),
    (#"new Intl.DisplayNames("en")"#, #"invalid_argument"#),
    (#"new Intl.ListFormat("en",5)"#, #"invalid_argument"#),
    (#"new Intl.ListFormat("en").format([1])"#, #"Iterable yielded 1 which is not a string"#),
    (#"new Intl.ListFormat("en").format(["a","b","c"])"#, #""a, b, and c""#),
    (
      #"new Intl.ListFormat("de",{type:"disjunction"}).format(new Set(["a","b","c"]))"#,
      #""a, b oder c""#
    ),
    (
      #"new Intl.ListFormat("en").format(5)"#,
      #"number 5 is not iterable (cannot read property Symbol(Symbol.iterator))"#
    ),
    (#"new Intl.ListFormat("en").format()"#, #""""#),
    (#"new Intl.RelativeTimeFormat("en",{numeric:"auto"}).format(-1,"day")"#, #""yesterday""#),
    (#"new Intl.RelativeTimeFormat("en").format(3,"hours")"#, #""in 3 hours""#),
    (
      #"new Intl.RelativeTimeFormat("en").format(3,"bogus")"#,
      #"Invalid unit argument for Intl.RelativeTimeFormat.prototype.format() 'bogus'"#
    ),
    (#"new Intl.PluralRules("en",{type:"ordinal"}).select(2)"#, #""two""#),
    (#"["one","few"].includes(new Intl.PluralRules("pl").select(3))"#, #"true"#),
    (#"new Intl.NumberFormat("en").formatRange(undefined,1)"#, #"Invalid start : undefined"#),
    (#"new Intl.NumberFormat("en").formatRange(NaN,1)"#, #"Invalid start : NaN"#),
    (#"new Intl.NumberFormat("en").format(10n**20n)"#, #""100,000,000,000,000,000,000""#),
    (
      #"new Intl.NumberFormat("en").format("123456789012345678901234567890")"#,
      #""123,456,789,012,345,678,901,234,567,890""#
    ),
    (#"new Intl.NumberFormat("en").format.name"#, #""""#),
    (#"const f=new Intl.NumberFormat("en");return f.format===f.format"#, #"true"#),
    (#"Object.prototype.toString.call(new Intl.NumberFormat())"#, #""[object Intl.NumberFormat]""#),
    (#"Object.prototype.toString.call(Intl)"#, #""[object Intl]""#),
    (#"Intl.getCanonicalLocales("EN-us")"#, #"["en-US"]"#),
    (#"Intl.NumberFormat.supportedLocalesOf(["de","xx"])"#, #"["de"]"#),
    (
      #"Intl.NumberFormat.prototype.resolvedOptions.call(5)"#,
      #"Method Intl.NumberFormat.prototype.resolvedOptions called on incompatible receiver 5"#
    ),
    (#"(1234567.891).toLocaleString('de-DE')"#, #""1.234.567,891""#),
    (#"(1234.5).toLocaleString('en-US',{style:'currency',currency:'USD'})"#, #""$1,234.50""#),
    (#"(0.256).toLocaleString('en-US',{style:'percent'})"#, #""26%""#),
    (#"(1234567).toLocaleString('en-US',{notation:'compact'})"#, #""1.2M""#),
    (
      #"(5).toLocaleString("en",{style:"x"})"#,
      #"Value x out of range for Number.prototype.toLocaleString options property style"#
    ),
    (#"(5).toLocaleString({length:1,0:"de"})"#, #""5""#),
    (
      #"(5).toLocaleString("en",null)"#,
      #"Number.prototype.toLocaleString called on null or undefined"#
    ),
    (#"NaN.toLocaleString()"#, #""NaN""#),
    (#"(-0).toLocaleString()"#, #""-0""#),
    (
      #"(5).toLocaleString('en',{minimumFractionDigits:99999})"#,
      #"minimumFractionDigits value is out of range."#
    ),
    (
      #"(5).toLocaleString('en',{style:'currency'})"#,
      #"Currency code is required with currency style."#
    ),
    (#"(5).toLocaleString('en',{style:'currency',currency:'XX'})"#, #"Invalid currency code : XX"#),
    (#"(50).toLocaleString('en',{style:'unit',unit:'kilometer-per-hour'})"#, #""50 km/h""#),
    (#"(1e6).toLocaleString('en',{useGrouping:false})"#, #""1000000""#),
    (#"new Intl.DisplayNames("en",{type:"region"}).of("DE")"#, #""Germany""#),
    (
      #"new Intl.DisplayNames("de",{type:"language"}).of("en-US")"#,
      #""Englisch (Vereinigte Staaten)""#
    ),
    (
      #"new Intl.Segmenter("en").segment("ab c").containing(1)"#,
      #"{"segment":"b","index":1,"input":"ab c"}"#
    ),
    (#"["b","a","C"].sort(new Intl.Collator("en").compare)"#, #"["a","b","C"]"#),
    (#"(12345678901234567890n).toLocaleString("en")"#, #""12,345,678,901,234,567,890""#),
    (#"[1234.5,new Date(0)].toLocaleString("de")"#, #""1.234,5,1.1.1970, 00:00:00""#),
  ]

  @Test func `formatters behave as in Node 20`() throws {
    var script = try Script()
    for (source, expected) in Self.cases {
      #expect(script.run(source) == expected, "\(source)")
    }
  }
}
