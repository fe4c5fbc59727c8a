public import PantileRender

/// What a template is rendered with.
public struct RenderRequest: Sendable {
  /// What the entry's export is taken for.
  public enum Form: Sendable {
    /// A function is taken as `function`, an object as `variants`.
    case automatic
    /// An object of families.
    case variants
    /// A component that is rendered once a family.
    case function
    /// A function that is called once and returns an object of families.
    case variantsFunction
    /// A component whose bare node is the payload, with styles in place.
    case entry
    /// The regions of a Live Activity, or a function that returns them.
    case live
  }

  /// Which bytes are written.
  public enum Mode: Sendable {
    /// The bytes that Voltra's Node renderer gives.
    case reference
    /// The same picture in fewer bytes; what would blank or crash a device is refused.
    case compact
  }

  /// What is made of the payload.
  public enum Encoding: Sendable {
    /// Its text.
    case json
    /// The text that a push carries of a Live Activity: compressed with brotli, as base64. Text
    /// over the budget of a push is refused.
    case push
  }

  /// What the export is taken for.
  public var form = Form.automatic
  /// Which bytes are written.
  public var mode = Mode.reference
  /// What is made of the payload.
  public var encoding = Encoding.json
  /// Whether a warning of what no device takes ends a render in reference mode, as it always does
  /// in compact mode.
  public var isStrict = false
  /// The name of the export; nil for the default export.
  public var export: String?
  /// The props as JSON text, an object; empty text means no props.
  public var props: [UInt8] = []
  /// The environment as JSON text, an object; empty text means an empty one.
  public var environment: [UInt8] = []
  /// The families of the `function` form, in order.
  public var families = ["systemSmall", "systemMedium", "systemLarge"]
  /// The clock in milliseconds since 1970.
  public var now = 0.0
  /// The time zone of the local methods of `Date`, as an IANA name.
  public var timeZone = "UTC"
  /// The default locale, as a BCP 47 tag.
  public var locale = "en-US"
  /// The seed of `Math.random`; nil takes a fresh one each render.
  public var seed: UInt32?
  /// Bounds of the render.
  public var limits = RenderLimits()
  /// Whether the summary counts nodes, which takes a walk over the tree.
  public var countsNodes = false
  /// What the elements of JSX patterns become; the payload is the same.
  package var patternUse = PatternUse.automatic

  /// A request with default values.
  public init() {}
}

/// Bounds of one render; each ends it with an error of its own.
public struct RenderLimits: Sendable {
  /// Steps: operations of the virtual machine, and work of built-ins in their measure.
  public var steps = 5_000_000
  /// Bytes of values that a render makes.
  public var memory = 8 << 20
  /// Bytes of the payload.
  public var output = 262_144
  /// Bytes of the props, and of the environment.
  public var props = 262_144
  /// Calls that are open at once.
  public var callDepth = 1_000
  /// Elements that are nested while rendering.
  public var elementDepth = 1_000
  /// UTF-16 code units of one string.
  public var stringLength = 4_194_304
  /// Bytes of the calling thread's stack that a render may use; recursion through built-ins and
  /// nested elements ends with a `RangeError` before it takes more.
  public var hostStack = 384 << 10

  /// The default bounds.
  public init() {}
}

/// Bounds of compiling.
public struct CompileLimits: Sendable {
  /// Bytes of one source file; all files together may have four times as many.
  public var source = 1 << 20
  /// Levels of nesting in the source; a small stack of the calling thread takes fewer.
  public var nesting = 256

  /// The default bounds.
  public init() {}
}

/// What a render says beside its payload.
public struct RenderSummary: Sendable {
  /// Bytes of the payload, or of the text of a push.
  public var byteCount = 0
  /// What the payload takes in a push, where that was asked for.
  public var push: PushSize?
  /// Steps that were taken.
  public var steps = 0
  /// Nodes of the payload as a device sees them, with shared ones expanded; 0 unless the request
  /// asks for them.
  public var nodes = 0
  /// Warnings as `code: sentence`: of families that no device knows, and of more nodes or levels
  /// than a device takes; in compact mode those of its findings that do not end the render.
  public var warnings: [String] = []
  /// What the template wrote with `console`.
  public var console: [String] = []
}

/// What the elements of JSX patterns become, from the fastest to the plainest.
package enum PatternUse: CaseIterable {
  /// Instances of forms where only the writer reads the tree, else nodes.
  case automatic
  /// Nodes of the tree, made from the pattern.
  case nodes
  /// Ordinary elements first.
  case elements
}
