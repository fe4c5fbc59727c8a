public import PantileJSON

/// Writes the text format of Prometheus, version 0.0.4.
///
///     text.family("pantile_up", .gauge, "Whether it runs.")
///     text.sample(1)
public struct MetricsText: ~Copyable {
  /// The kinds of families.
  public enum Kind: String, Sendable {
    /// A number that only grows.
    case counter
    /// A number that goes up and down.
    case gauge
    /// Durations by size.
    case histogram
  }

  /// The text so far.
  public var buffer = ByteBuffer(capacity: 8 << 10)
  private var name: StaticString = ""

  /// The content type of the format.
  public static let contentType: StaticString = "text/plain; version=0.0.4; charset=utf-8"

  /// Creates an empty text.
  public init() {}
}

extension MetricsText {
  /// Begins a family; its samples follow.
  ///
  /// - Parameters:
  ///   - name: Its name.
  ///   - kind: What its samples are.
  ///   - help: A sentence without backslashes and line feeds.
  public mutating func family(_ name: StaticString, _ kind: Kind, _ help: StaticString) {
    self.name = name
    buffer.append("# HELP ")
    buffer.append(name)
    buffer.append(0x20)
    buffer.append(help)
    buffer.append("\n# TYPE ")
    buffer.append(name)
    buffer.append(0x20)
    buffer.append(utf8: kind.rawValue)
    buffer.append(0x0a)
  }

  /// Writes the sample of a family that has no labels.
  public mutating func sample(_ value: Int) {
    buffer.append(name)
    end(value)
  }

  /// Writes the sample of a label's value.
  public mutating func sample(_ value: Int, label: StaticString, _ labelValue: String) {
    buffer.append(name)
    append(label, labelValue)
    end(value)
  }

  private mutating func append(_ label: StaticString, _ value: String) {
    buffer.append(0x7b)
    buffer.append(label)
    buffer.append("=\"")
    for byte in value.utf8 {
      switch byte {
      case 0x5c: buffer.append("\\\\")
      case 0x22: buffer.append("\\\"")
      case 0x0a: buffer.append("\\n")
      default: buffer.append(byte)
      }
    }
    buffer.append("\"}")
  }

  private mutating func end(_ value: Int) {
    buffer.append(0x20)
    buffer.append(integer: value)
    buffer.append(0x0a)
  }

  /// Writes a histogram as a family of its own, in seconds.
  mutating func histogram(_ name: StaticString, _ help: StaticString, _ histogram: Histogram) {
    family(name, .histogram, help)
    var count = 0
    for bucket in 0..<Histogram.bucketCount {
      count += histogram.value(at: bucket)
      buffer.append(name)
      buffer.append("_bucket{le=\"")
      if let bound = Histogram.bound(of: bucket) {
        buffer.append(number: Double(bound) / 1e9)
      } else {
        buffer.append("+Inf")
      }
      buffer.append("\"}")
      end(count)
    }
    buffer.append(name)
    buffer.append("_sum ")
    buffer.append(number: Double(histogram.sum) / 1e9)
    buffer.append(0x0a)
    buffer.append(name)
    buffer.append("_count")
    end(count)
  }
}
