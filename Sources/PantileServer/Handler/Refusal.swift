internal import PantileJSON

/// Why a request gets no content.
enum Refusal: Error {
  case method
  case noWidget
  case noPlatform
  case noToken
  case badToken
  case badConfiguration
  case noRenderer(Platform, id: String)
  case noContent(Platform, id: String)
  case unavailable(retryAfter: Int)
  case failed
}

extension HTTPResponse {
  /// Fills the response with a refusal.
  mutating func refuse(_ refusal: Refusal) {
    switch refusal {
    case .method:
      fail(405, "Method not allowed")
      field("Allow", "GET, HEAD, POST, PUT, PATCH, DELETE")
    case .noWidget: fail(400, "Missing required query parameter: widgetId")
    case .noPlatform: fail(400, "Missing or invalid required query parameter: platform")
    case .noToken:
      fail(401, "Authorization required")
      field("WWW-Authenticate", "Bearer")
    case .badToken:
      fail(401, "Invalid token")
      field("WWW-Authenticate", "Bearer")
    case .badConfiguration: fail(400, "Invalid query parameter: configuration")
    case .noRenderer(.ios, let id):
      fail(404, "No iOS render handler configured for widget: ", id)
    case .noRenderer(.android, let id):
      fail(404, "No Android render handler configured for widget: ", id)
    case .noContent(.ios, let id): fail(404, "No content for widget: ", id)
    case .noContent(.android, let id): fail(404, "No content for Android widget: ", id)
    case .unavailable(let seconds):
      fail(503, "Service unavailable")
      field("Retry-After", seconds)
    case .failed: fail(500, "Internal server error")
    }
  }

  /// An error whose message ends with a text of the client.
  private mutating func fail(_ status: Int, _ message: StaticString, _ text: String) {
    fail(status, "")
    body.removeAll()
    body.append("{\"error\":")
    body.append(jsonString: message.description + text)
    body.append("}")
  }
}
