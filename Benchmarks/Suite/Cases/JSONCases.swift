internal import PantileJSON

/// Reading, writing and hashing JSON texts.
enum JSONCases {
  /// The texts: a name, and where it comes from.
  private static let texts = [
    ("conditions-props", "Corpus/bench/conditions/props.json"),
    ("unicode-props", "Corpus/bench/unicode/props.json"),
    ("table-props", "Corpus/bench/table/props.json"),
    ("portfolio-payload", "Corpus/bench/portfolio/expected.json"),
  ]

  static var all: [Benchmark] {
    texts.flatMap { name, path in
      [decode(name, path), encode(name, path), canonical(name, path), hash(name, path)]
    } + [events("portfolio-payload", "Corpus/bench/portfolio/expected.json")]
  }

  private static func decode(_ name: String, _ path: String) -> Benchmark {
    Benchmark("json.decode.\(name)", gate: 20) { meter in
      let bytes = try Files.read(path)
      var document = JSONDocument()
      try meter.measure(Sizes(input: bytes.count), floors: [.copy(bytes)]) {
        // Safe: bytes have no padding.
        try unsafe document.parse(bytes.span.bytes)
      }
    }
  }

  private static func encode(_ name: String, _ path: String) -> Benchmark {
    Benchmark("json.encode.\(name)", gate: 20) { meter in
      let bytes = try Files.read(path)
      var document = JSONDocument()
      // Safe: bytes have no padding.
      try unsafe document.parse(bytes.span.bytes)
      var output = ByteBuffer(capacity: bytes.count * 2)
      document.write(to: &output)
      let written = output.array()
      let sizes = Sizes(input: document.byteCount, output: written.count)
      try meter.measure(sizes, floors: [.copy(written)]) {
        output.removeAll()
        document.write(to: &output)
      }
    }
  }

  private static func canonical(_ name: String, _ path: String) -> Benchmark {
    Benchmark("json.canonical.\(name)", gate: name == "table-props" ? 20 : 0) { meter in
      let bytes = try Files.read(path)
      var document = JSONDocument()
      // Safe: bytes have no padding.
      try unsafe document.parse(bytes.span.bytes, options: .canonical)
      var writer = CanonicalWriter()
      var output = ByteBuffer(capacity: bytes.count * 2)
      try writer.write(document, to: &output)
      let written = output.array()
      let sizes = Sizes(input: bytes.count, output: written.count)
      try meter.measure(sizes, floors: [.copy(written)]) {
        output.removeAll()
        try writer.write(document, to: &output)
      }
    }
  }

  private static func hash(_ name: String, _ path: String) -> Benchmark {
    Benchmark("json.hash.\(name)", gate: name == "table-props" ? 20 : 0) { meter in
      let bytes = try Files.read(path)
      var document = JSONDocument()
      // Safe: bytes have no padding.
      try unsafe document.parse(bytes.span.bytes, options: .canonical)
      var writer = CanonicalWriter()
      let wanted = try writer.hash(document)
      var isRight = true
      try meter.measure(Sizes(input: bytes.count, output: 16), floors: [.copy(bytes)]) {
        isRight = try writer.hash(document) == wanted && isRight
      }
      guard isRight else { throw BenchmarkError("two hashes of one document differ") }
    }
  }

  private static func events(_ name: String, _ path: String) -> Benchmark {
    Benchmark("json.events.\(name)", gate: 20) { meter in
      let bytes = try Files.read(path)
      var count = 0
      try meter.measure(Sizes(input: bytes.count), floors: [.copy(bytes), .parse(bytes)]) {
        var reader = JSONEventReader(capacity: 1 << 16)
        // Safe: bytes have no padding.
        try unsafe reader.feed(bytes.span.bytes)
        reader.finish()
        count = 0
        while try reader.next() != .end { count += 1 }
      }
      guard count > 0 else { throw BenchmarkError("no events") }
    }
  }
}
