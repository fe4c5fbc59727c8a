internal import PantileCore

/// The modules `@use-voltra/android` and `@use-voltra/android-server`.
enum AndroidModule {
  /// The components by their number in a payload.
  static let names = [
    "AndroidFilledButton", "AndroidImage", "AndroidSwitch", "AndroidCheckBox",
    "AndroidRadioButton", "AndroidBox", "AndroidButton", "AndroidCircleIconButton",
    "AndroidCircularProgressIndicator", "AndroidColumn", "AndroidLazyColumn",
    "AndroidLazyVerticalGrid", "AndroidLinearProgressIndicator", "AndroidOutlineButton",
    "AndroidRow", "AndroidScaffold", "AndroidSpacer", "AndroidSquareIconButton", "AndroidText",
    "AndroidTitleBar", "AndroidChart", "AndroidArcProgressIndicator",
  ]

  /// Makes both modules.
  static func install(_ machine: inout Machine) throws(Abrupt) {
  }
}

extension Machine {
  /// Renders the sizes of an Android widget.
  mutating func renderAndroid(variants: Value, into tree: inout Tree) throws(Abrupt) {
    try renderWidget(variants: variants, into: &tree)
  }
}
