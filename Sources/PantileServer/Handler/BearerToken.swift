/// Finds the token of an `Authorization` field.
enum BearerToken {
  /// The token of a request: behind the scheme `Bearer` in any case and at least one space, without
  /// space around it; nil where there is none.
  static func find(_ request: borrowing HTTPRequest) -> HTTPPart? {
    guard let value = request.value(of: "authorization") else { return nil }
    let all = request.trimmed(value.start, value.end)
    guard all.byteCount > 7, HTTPRequest.isSpace(request[all.start + 6]) else { return nil }
    let scheme = HTTPPart(start: all.start, byteCount: 6)
    guard request.isEqual(scheme, lowerCase: "bearer") else { return nil }
    let token = request.trimmed(all.start + 6, all.end)
    return token.isEmpty ? nil : token
  }
}
