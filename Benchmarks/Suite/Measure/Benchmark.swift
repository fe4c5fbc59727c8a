/// A benchmark: a name, and a function that sets up and then hands the meter what is measured.
struct Benchmark: Sendable {
  /// `module.operation.input`.
  let name: String
  /// How often the gate runs it under callgrind; 0 where instructions are not gated.
  let gate: Int
  /// Sets up and calls `measure` of the meter once.
  let body: @Sendable (inout Meter) throws -> Void

  init(
    _ name: String, gate: Int = 0, _ body: @escaping @Sendable (inout Meter) throws -> Void
  ) {
    self.name = name
    self.gate = gate
    self.body = body
  }
}

/// What ends a benchmark early.
struct BenchmarkError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// Work that any renderer has to do at least, measured in turn with a benchmark.
enum Floor {
  /// Copying the output's bytes into a buffer that has room.
  case copy([UInt8])
  /// Parsing the props, and nothing else.
  case parse([UInt8])

  /// The name in reports.
  var name: String {
    switch self {
    case .copy: "copy"
    case .parse: "parse"
    }
  }
}

/// Sizes that a figure is judged by.
struct Sizes {
  /// Bytes that go in.
  var input = 0
  /// Bytes that come out; 0 where nothing does.
  var output = 0
  /// Nodes that come out; 0 where there are none.
  var nodes = 0
}
