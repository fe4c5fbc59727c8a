/// Responses that a transport gives without asking a handler.
public enum HTTPRefusal: Sendable, CaseIterable {
  /// Request line, Host or target is malformed, or the request is no HTTP.
  case malformed
  /// The target is longer than ``HTTPLimits/target``.
  case targetTooLong
  /// The fields are larger than ``HTTPLimits/fields``.
  case fieldsTooLarge
  /// The body is larger than ``HTTPLimits/body``.
  case bodyTooLarge
  /// The request did not come whole in time.
  case timeout
}

extension HTTPResponse {
  /// Replaces what the response holds by a refusal; the connection ends behind it.
  public mutating func refuse(_ refusal: HTTPRefusal) {
    switch refusal {
    case .malformed: fail(400, "Bad request")
    case .targetTooLong: fail(414, "URI too long")
    case .fieldsTooLarge: fail(431, "Request header fields too large")
    case .bodyTooLarge: fail(413, "Request body too large")
    case .timeout: fail(408, "Request timeout")
    }
    closes = true
  }

  /// Replaces what the response holds by an error with the body `{"error":"…"}`.
  ///
  /// - Parameters:
  ///   - status: The status.
  ///   - message: Text that JSON takes as it is.
  public mutating func fail(_ status: Int, _ message: StaticString) {
    let omitted = omitsBody
    reset()
    omitsBody = omitted
    self.status = status
    field("Content-Type", "application/json")
    body.append("{\"error\":\"")
    body.append(message)
    body.append("\"}")
  }
}
