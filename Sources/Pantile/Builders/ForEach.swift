public import PantileJSON

/// A view for each element of a sequence.
///
///     ForEach(report.hours) { hour in
///       Text(hour.label)
///     }
///
/// The views are written one after the other and never gathered, unlike those of a `for` loop in a
/// builder, which come by way of an array.
@frozen
public struct ForEach<Data: Sequence, Content: View>: PrimitiveView {
  @usableFromInline let data: Data
  @usableFromInline let content: (Data.Element) -> Content

  /// Creates a view for each element of `data`.
  @inlinable @inline(__always)
  public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content) {
    self.data = data
    self.content = content
  }

  /// Writes the views in turn.
  @inlinable @inline(__always)
  public mutating func write(into builder: inout TreeBuilder) throws(ArenaFull) {
    for element in data {
      var view = content(element)
      try view.write(into: &builder)
    }
  }
}
