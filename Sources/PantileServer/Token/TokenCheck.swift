/// How bearer tokens are checked.
public enum TokenCheck: Sendable {
  /// They are not: a token is passed on to the renderer.
  case none
  /// A token is good when its digest is one of these.
  case digests([TokenDigest])
  /// A token is good when the closure says so.
  case closure(@Sendable (String) -> Bool)
}
