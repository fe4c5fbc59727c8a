public import PantileJSON

/// What a renderer writes into.
public struct RenderOutput: ~Copyable {
  /// The payload, or the props, as JSON text.
  public var body: ByteBuffer

  /// Creates an empty output.
  public init() { body = ByteBuffer(capacity: 4 << 10) }

  init(_ body: consuming ByteBuffer) { self.body = body }

  consuming func takeBody() -> ByteBuffer { body }
}

/// What became of a render.
public enum Outcome: Sendable, Equatable {
  /// The output holds the content.
  ///
  /// - Parameter maxAge: The seconds for which the device need not ask again; nil leaves it to the
  ///   device's own interval.
  case content(maxAge: Int? = nil)
  /// There is nothing for this widget.
  case nothing
  /// There is something, but not for the next `retryAfter` seconds.
  case unavailable(retryAfter: Int)
}

/// Renders a widget for a request, at once or later.
///
/// The module `PantileServerTasks` adds renderers that are `async` functions; they live apart since
/// the runtime of tasks takes about a megabyte.
public enum Renderer: Sendable {
  /// Renders on the calling thread.
  case immediate(@Sendable (borrowing RenderContext, inout RenderOutput) throws -> Outcome)
  /// Begins to render and finishes the reply later, from any thread.
  case later(@Sendable (RenderContext, RenderReply) -> Void)
}

/// A widget that a server answers for.
public struct ServedWidget: Sendable {
  /// What its renderers give.
  public enum Mode: String, Sendable, CaseIterable {
    /// A payload: the picture.
    case payload
    /// Props: a JSON object for an entry that the device renders.
    case props
  }

  /// The id.
  public var id: String
  /// What its renderers give.
  public var mode: Mode
  /// How long a response may be given again, in milliseconds; 0 renders for each request.
  public var timeToLive: Int64
  /// Renders for iOS; nil where the widget is not for iOS.
  public var ios: Renderer?
  /// Renders for Android; nil where the widget is not for Android.
  public var android: Renderer?

  /// Creates a widget.
  public init(
    id: String, mode: Mode = .payload, timeToLive: Int64 = 0, ios: Renderer? = nil,
    android: Renderer? = nil
  ) {
    self.id = id
    self.mode = mode
    self.timeToLive = timeToLive
    self.ios = ios
    self.android = android
  }

  /// Creates a widget for iOS that is rendered on the calling thread.
  ///
  /// - Parameters:
  ///   - id: The id.
  ///   - draw: Renders the widget into the output and says what it gave.
  public init(
    id: String,
    draw: @escaping @Sendable (borrowing RenderContext, inout RenderOutput) throws -> Outcome
  ) {
    self.init(id: id, ios: .immediate(draw))
  }
}
