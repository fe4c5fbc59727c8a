internal import CICU

/// A range of a formatted text and what it stands for, in ICU's numbering.
struct TextField: Equatable, Sendable {
  /// A value of `UFieldCategory`, or -1 where the caller knows it.
  var category: Int
  var field: Int
  var start: Int
  var end: Int
}

/// A formatted text with its fields, in ICU's order.
struct FormattedText: Equatable, Sendable {
  var text: [UInt16]
  var fields: [TextField]
}

extension ICULibrary {
  /// Copies the text and the fields out of a formatted value, which the caller keeps.
  func formatted(_ value: UnsafeMutableRawPointer?) throws(IntlError) -> FormattedText {
    // Safe: the caller keeps the value open.
    let text = unsafe try string(of: value)
    // Safe: as above.
    return FormattedText(text: text, fields: unsafe try fields(of: value))
  }

  private func string(of value: UnsafeMutableRawPointer?) throws(IntlError) -> [UInt16] {
    var status = ICUConstant.noError
    var length: Int32 = 0
    // Safe: the value is open; the text belongs to it and is copied at once.
    let start = unsafe table.ufmtval_getString(value, &length, &status)
    try check(status, "ufmtval_getString")
    guard let start = unsafe start, length > 0 else { return [] }
    // Safe: ICU reports `length` units at `start`.
    return unsafe [UInt16](UnsafeBufferPointer(start: start, count: Int(length)))
  }

  private func fields(of value: UnsafeMutableRawPointer?) throws(IntlError) -> [TextField] {
    var status = ICUConstant.noError
    // Safe: the position is closed below.
    let position = unsafe table.ucfpos_open(&status)
    try check(status, "ucfpos_open")
    // Safe: opened above, used no more.
    defer { unsafe table.ucfpos_close(position) }
    var fields: [TextField] = []
    // Safe: both handles are open.
    while unsafe table.ufmtval_nextPosition(value, position, &status) != 0 {
      if Self.failed(status) { break }
      var start: Int32 = 0
      var end: Int32 = 0
      // Safe: the position is open.
      unsafe table.ucfpos_getIndexes(position, &start, &end, &status)
      // Safe: the position is open.
      let category = unsafe table.ucfpos_getCategory(position, &status)
      // Safe: the position is open.
      let field = unsafe table.ucfpos_getField(position, &status)
      fields.append(
        TextField(
          category: Int(category), field: Int(field), start: Int(start), end: Int(end)))
    }
    try check(status, "ufmtval_nextPosition")
    return fields
  }
}
