/// A rule of the payload linter; the raw value is the code shown to people.
public enum LintCode: String, CaseIterable, Hashable, Sendable {
  // MARK: Text and envelope

  /// The text is not JSON.
  case invalidJSON = "invalid_json"
  /// An object has a key twice.
  case duplicateKey = "duplicate_key"
  /// Containers nest too deeply.
  case tooDeep = "too_deep"
  /// The payload is too long.
  case bodyOverLimit = "body_over_limit"
  /// The payload is long.
  case largeBody = "large_body"
  /// A Live Activity is too long when compressed.
  case liveActivityBudget = "live_activity_budget"
  /// The version is missing or not 1.
  case version
  /// There is nothing that a device could show.
  case noFamily = "no_family"
  /// The text is something else than what it was linted as.
  case wrongEnvelope = "wrong_envelope"
  /// A family shows nothing, and no other takes its place.
  case emptyFamily = "empty_family"
  /// A family is named `v`, `e` or `s`.
  case reservedFamily = "reserved_family"
  /// A key of the payload is no family.
  case unknownFamily = "unknown_family"
  /// A family is an array of nodes.
  case arrayRoot = "array_root"
  /// `$rv`, which a later format may use.
  case reservedRV = "reserved_rv"

  // MARK: Registries

  /// A style is null, which moves the ones behind it.
  case nullStyle = "null_style"
  /// A reference has no shared element.
  case referenceOutOfRange = "reference_out_of_range"
  /// A style index has no style.
  case styleOutOfRange = "style_out_of_range"
  /// A shared element contains itself.
  case referenceCycle = "reference_cycle"
  /// A shared element refers to one that comes later.
  case forwardReference = "forward_reference"
  /// A shared element or style is never used.
  case unusedShared = "unused_shared"
  /// A family has too many nodes.
  case tooManyNodes = "too_many_nodes"

  // MARK: Elements

  /// A component that a device does not know.
  case unknownComponent = "unknown_component"
  /// A part of the grammar has the wrong JSON type.
  case badType = "bad_type"
  /// Siblings have the same id.
  case duplicateID = "duplicate_id"
  /// A button or toggle has no id.
  case interactiveWithoutID = "interactive_without_id"
  /// Two buttons or toggles have the same id.
  case duplicateInteractiveID = "duplicate_interactive_id"
  /// The short and the long form of a name are in one object.
  case ambiguousName = "ambiguous_name"
  /// A parameter has the wrong JSON type.
  case paramType = "param_type"
  /// A value is none that a device knows.
  case enumValue = "enum_value"
  /// A required parameter is missing.
  case missingRequired = "missing_required"
  /// A value is null.
  case nullProp = "null_prop"
  /// A lower bound is not below the upper one.
  case badRange = "bad_range"
  /// An image has no usable source.
  case imageSource = "image_source"
  /// A timer does not run.
  case timerFrozen = "timer_frozen"
  /// Text is read as Markdown.
  case markdownInText = "markdown_in_text"
  /// A newer system is needed.
  case availability

  // MARK: Styles

  /// A style key or value that a device ignores.
  case ignoredStyle = "ignored_style"
  /// A number that is given as a string.
  case stringNumber = "string_number"
  /// A font weight that a device takes for regular.
  case fontWeight = "font_weight"
  /// Text that is no colour.
  case badColor = "bad_color"
  /// An angle that a device mirrors.
  case gradientAngle = "gradient_angle"
  /// A short name in a nested object.
  case nestedShortName = "nested_short_name"
  /// Text that cannot be read on a tinted widget.
  case tintedContrast = "tinted_contrast"
}
