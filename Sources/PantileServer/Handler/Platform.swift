/// The platform that asks.
public enum Platform: String, Sendable, CaseIterable {
  /// iOS.
  case ios
  /// Android.
  case android
}

/// The colours that the device shows.
public enum Theme: String, Sendable {
  /// Dark text on light ground; also what is taken for an unknown theme.
  case light
  /// Light text on dark ground.
  case dark
}
