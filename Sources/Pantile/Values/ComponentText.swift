internal import PantileJSON

// Props that a payload shows as text with a grammar of its own.

/// The one to three colours of a symbol of type palette.
@frozen
public struct Palette: TextValue, Hashable {
  @usableFromInline let first: Color
  @usableFromInline let second: Color?
  @usableFromInline let third: Color?

  /// Creates a palette.
  @inlinable @inline(__always)
  public init(_ first: Color, _ second: Color? = nil, _ third: Color? = nil) {
    self.first = first
    self.second = second
    self.third = third
  }

  /// Appends the colours with bars between them.
  public func append(to builder: inout TreeBuilder) {
    builder.appendColor(first)
    for color in [second, third] {
      guard let color else { continue }
      builder.scratch.append(UInt8(ascii: "|"))
      builder.appendColor(color)
    }
  }
}

/// Sentences around a timer's time, in which `{time}` stands for it.
///
///     Timer(end: start + .seconds(90), templates: TimerTemplates(running: "in {time}"))
@frozen
public struct TimerTemplates: TextValue, Hashable {
  @usableFromInline let running: String?
  @usableFromInline let completed: String?

  /// Creates templates.
  ///
  /// - Parameters:
  ///   - running: The sentence while the timer runs.
  ///   - completed: The sentence when it is done.
  @inlinable @inline(__always)
  public init(running: String? = nil, completed: String? = nil) {
    self.running = running
    self.completed = completed
  }

  /// Appends the templates as JSON.
  public func append(to builder: inout TreeBuilder) {
    builder.scratch.append(UInt8(ascii: "{"))
    if let running {
      builder.scratch.append(#""running":"#)
      builder.appendJSON(running)
    }
    if let completed {
      if running != nil { builder.scratch.append(UInt8(ascii: ",")) }
      builder.scratch.append(#""completed":"#)
      builder.appendJSON(completed)
    }
    builder.scratch.append(UInt8(ascii: "}"))
  }
}

/// How a view is turned and scaled.
@frozen
public struct Transform: TextValue, Hashable {
  @usableFromInline let rotation: Angle?
  @usableFromInline let scale: Double?
  @usableFromInline let scaleX: Double?
  @usableFromInline let scaleY: Double?

  /// Creates a transform.
  ///
  /// - Parameters:
  ///   - rotation: How far the view is turned clockwise.
  ///   - scale: The factor for both directions; it counts before the two others.
  ///   - scaleX: The factor for the width.
  ///   - scaleY: The factor for the height.
  @inlinable @inline(__always)
  public init(
    rotation: Angle? = nil, scale: Double? = nil, scaleX: Double? = nil, scaleY: Double? = nil
  ) {
    self.rotation = rotation
    self.scale = scale
    self.scaleX = scaleX
    self.scaleY = scaleY
  }

  /// It is.
  @inlinable public static var isJSON: Bool { true }

  /// Appends the transform as JSON.
  public func append(to builder: inout TreeBuilder) {
    builder.scratch.append(UInt8(ascii: "["))
    var isFirst = true
    if let rotation {
      builder.scratch.append(#"{"rotate":""#)
      builder.appendNumber(rotation.value)
      builder.scratch.append(rotation.unit)
      builder.scratch.append(#""}"#)
      isFirst = false
    }
    append(#"{"scale":"#, scale, &isFirst, to: &builder)
    append(#"{"scaleX":"#, scaleX, &isFirst, to: &builder)
    append(#"{"scaleY":"#, scaleY, &isFirst, to: &builder)
    builder.scratch.append(UInt8(ascii: "]"))
  }

  private func append(
    _ name: StaticString, _ value: Double?, _ isFirst: inout Bool, to builder: inout TreeBuilder
  ) {
    guard let value else { return }
    if !isFirst { builder.scratch.append(UInt8(ascii: ",")) }
    isFirst = false
    builder.scratch.append(name)
    builder.appendNumber(value)
    builder.scratch.append(UInt8(ascii: "}"))
  }
}

/// How far a shadow lies from its view.
@frozen
public struct ShadowOffset: TextValue {
  @usableFromInline let x: Double
  @usableFromInline let y: Double

  @inlinable @inline(__always)
  init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// It is.
  @inlinable public static var isJSON: Bool { true }

  /// Appends the offset as JSON.
  public func append(to builder: inout TreeBuilder) {
    builder.scratch.append(#"{"height":"#)
    builder.appendNumber(y)
    builder.scratch.append(#","width":"#)
    builder.appendNumber(x)
    builder.scratch.append(UInt8(ascii: "}"))
  }
}
