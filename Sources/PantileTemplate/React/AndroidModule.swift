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

  /// The number of AndroidText, whose children come to a string.
  static let text: UInt8 = 18

  /// The roles of Android's dynamic colours and the tokens that stand for them.
  private static let colors = [
    ("primary", "~p"), ("onPrimary", "~op"), ("primaryContainer", "~pc"),
    ("onPrimaryContainer", "~opc"), ("secondary", "~s"), ("onSecondary", "~os"),
    ("secondaryContainer", "~sc"), ("onSecondaryContainer", "~osc"), ("tertiary", "~t"),
    ("onTertiary", "~ot"), ("tertiaryContainer", "~tc"), ("onTertiaryContainer", "~otc"),
    ("error", "~e"), ("errorContainer", "~ec"), ("onError", "~oe"), ("onErrorContainer", "~oec"),
    ("background", "~b"), ("onBackground", "~ob"), ("surface", "~sf"), ("onSurface", "~osf"),
    ("surfaceVariant", "~sv"), ("onSurfaceVariant", "~osv"), ("outline", "~ol"),
    ("inverseOnSurface", "~ios"), ("inverseSurface", "~is"), ("inversePrimary", "~ip"),
    ("widgetBackground", "~wb"),
  ]

  /// Makes both modules.
  static func install(_ machine: inout Machine) throws(Abrupt) {
    let voltra = try machine.makePlainObject(capacity: 32)
    for (short, number) in names.enumerated().map({ ($1.dropFirst(7), $0) }).sorted(by: {
      $0.0 < $1.0
    }) {
      let data = Value(VoltraModule.firstAndroid + number)
      let component = try machine.makeComponent(data, name: names[number])
      try machine.export(voltra, String(short), .object(component))
    }
    let dynamic = try machine.makePlainObject(capacity: 32)
    for (role, token) in colors {
      try machine.export(dynamic, role, try machine.makeString(token))
    }
    for name in ["@use-voltra/android", "@use-voltra/android-server"] {
      let module = try machine.makePlainObject(capacity: 4)
      try machine.export(module, "VoltraAndroid", .object(voltra))
      try machine.export(module, "AndroidDynamicColors", .object(dynamic))
      try machine.export(module, "renderAndroidWidgetToJson", 1) {
        (machine, call) throws(Abrupt) in
        try machine.parseJSON(try machine.nestedRender(.android, machine.argument(call, 0)))
      }
      try machine.export(module, "renderAndroidWidgetToString", 1) {
        (machine, call) throws(Abrupt) in
        try machine.nestedRender(.android, machine.argument(call, 0))
      }
      try HostModules.add(name, module, &machine)
    }
  }
}

extension Machine {
  /// Renders the sizes of an Android widget.
  ///
  /// Each root stands in a fragment of its own, so an element that is the root of two sizes is
  /// not shared.
  mutating func renderAndroid(variants: Value, into tree: inout Tree) throws(Abrupt) {
    beginRender(.android, &tree)
    render.isAndroid = true
    let roots = try ownEntries(variants)
    for (index, root) in roots.enumerated() { try scan(root.value, root: UInt32(index + 1)) }
    for (key, value) in roots where !value.isNullish {
      render.part = .family(key)
      let content = try node(value, &tree)
      try tree.root(try keep(key, in: &tree), content)
    }
  }

  /// The prop of an Android component that becomes a JSON text.
  mutating func androidTextProp(_ number: UInt8) -> Atom? {
    switch number {
    case 0, 7, 13, 17: host.icon
    case 1: .source
    case 19: host.startIcon
    default: nil
    }
  }
}
