public import PantileJSON

/// The canonical visible form of widget payloads: two payloads with equal forms look the same on a
/// device.
///
/// The form keeps the families alone. References and styles are resolved, children are flattened,
/// scalars become the text that the device shows, and an element keeps the props and style keys that
/// its component reads, under their short names. It is hashed as RFC 8785 writes it.
///
///     var form = VisibleForm()
///     form.hash(bytes)  // nil for what is no widget payload
///
/// Props that a device reads with a wrong type, and so loses, are kept as they are: two payloads may
/// look the same and have different forms, never the other way round. Memory is kept between
/// payloads.
public struct VisibleForm: ~Copyable {
  private var document = JSONDocument()
  private var form = JSONDocument()
  private var text = ByteBuffer(capacity: 4 << 10)
  private var writer = CanonicalWriter()

  /// Creates an empty form.
  public init() {}

  /// The hash of a payload's form.
  ///
  /// - Returns: nil where the text is no JSON, holds no family, or resolves to more nodes or levels
  ///   than a device takes.
  /// - Complexity: O(*n* log *n*) in the nodes with references resolved.
  public mutating func hash(_ payload: RawSpan) -> ContentHash? {
    do throws(JSONError) {
      guard try write(payload) else { return nil }
      return try writer.hash(form)
    } catch {
      return nil
    }
  }

  /// Appends a payload's form to `output`.
  ///
  /// - Returns: False where ``hash(_:)`` gives nil; `output` may end with a part of the form then.
  public mutating func write(_ payload: RawSpan, to output: inout ByteBuffer) -> Bool {
    do throws(JSONError) {
      guard try write(payload) else { return false }
      try writer.write(form, to: &output)
      return true
    } catch {
      return false
    }
  }

  /// Makes the form of a payload; false where it has none.
  private mutating func write(_ payload: RawSpan) throws(JSONError) -> Bool {
    try document.parse(payload)
    text.removeAll()
    var walk = VisibleWalk()
    guard walk.run(document, &text) else { return false }
    var failure: JSONError?
    text.withBytes { bytes in
      do throws(JSONError) {
        try form.parse(bytes, options: JSONReadOptions(duplicates: .refuse))
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return true
  }
}
