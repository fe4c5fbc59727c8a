internal import Glibc

/// The memory of a process as the kernel accounts it, in bytes.
///
///     ProcessMemory.resetPeak()
///     work()
///     print(ProcessMemory.own()?.peak ?? 0)
public struct ProcessMemory: Sendable, Equatable {
  /// The most that was resident at once (`VmHWM`).
  public var peak = 0
  /// What is resident (`VmRSS`).
  public var resident = 0
  /// Resident memory that no file backs: heap, stacks, written data (`RssAnon`).
  public var anonymous = 0
  /// Resident pages of files: the program and its libraries (`RssFile`).
  public var file = 0
  /// Resident shared memory (`RssShmem`).
  public var shared = 0

  /// Creates an account of nothing.
  public init() {}

  /// The memory of this process; nil where `/proc` cannot be read.
  ///
  /// - Note: No heap allocation.
  public static func own() -> ProcessMemory? { read("/proc/self/status") }

  /// The memory of another process; nil where there is none, or where it has ended.
  public static func of(process id: Int32) -> ProcessMemory? { read("/proc/\(id)/status") }

  /// Forgets the peak of this process: it begins again at what is resident.
  ///
  /// - Returns: Whether the kernel did so.
  @discardableResult
  public static func resetPeak() -> Bool {
    // Safe: the path lives across the call.
    let file = unsafe open("/proc/self/clear_refs", O_WRONLY | O_CLOEXEC)
    guard file >= 0 else { return false }
    defer { _ = close(file) }
    // Safe: two bytes of a literal.
    return unsafe write(file, "5\n", 2) == 2
  }

  private static func read(_ path: String) -> ProcessMemory? {
    // Safe: the path lives across the call.
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { _ = close(file) }
    var text = InlineArray<4_096, UInt8>(repeating: 0)
    var count = 0
    while count < text.count {
      var span = text.mutableSpan
      let got = unsafe span.withUnsafeMutableBufferPointer { places in
        // Safe: `count` is below the number of places.
        unsafe Glibc.read(file, places.baseAddress.map { unsafe $0 + count }, places.count - count)
      }
      if got <= 0 { break }
      count += got
    }
    return ProcessMemory(status: text.span.extracting(first: count))
  }
}

// MARK: - The text of the kernel

extension ProcessMemory {
  /// Reads the text of `/proc/<id>/status`; nil where it tells no peak.
  init?(status text: Span<UInt8>) {
    guard let peak = Self.value("VmHWM:", text) else { return nil }
    self.peak = peak
    resident = Self.value("VmRSS:", text) ?? 0
    anonymous = Self.value("RssAnon:", text) ?? 0
    file = Self.value("RssFile:", text) ?? 0
    shared = Self.value("RssShmem:", text) ?? 0
  }

  /// The bytes of a line such as `VmHWM:      11560 kB`.
  private static func value(_ name: StaticString, _ text: Span<UInt8>) -> Int? {
    var index = 0
    while index < text.count {
      if let digits = matches(name, text, index) { return number(text, digits) }
      while index < text.count, text[index] != 0x0a { index += 1 }
      index += 1
    }
    return nil
  }

  /// The index behind a name that stands at an index.
  private static func matches(_ name: StaticString, _ text: Span<UInt8>, _ start: Int) -> Int? {
    let length = name.utf8CodeUnitCount
    guard start + length <= text.count else { return nil }
    return name.withUTF8Buffer { bytes in
      for offset in 0..<length where unsafe bytes[offset] != text[start + offset] { return nil }
      return start + length
    }
  }

  /// A number of kibibytes, in bytes.
  private static func number(_ text: Span<UInt8>, _ start: Int) -> Int? {
    var index = start
    while index < text.count, text[index] == 0x20 || text[index] == 0x09 { index += 1 }
    var value: Int?
    while index < text.count, text[index] >= 0x30, text[index] <= 0x39 {
      let (product, overflow) = (value ?? 0).multipliedReportingOverflow(by: 10)
      guard !overflow, product < 1 << 50 else { return nil }
      value = product + Int(text[index] - 0x30)
      index += 1
    }
    return value.map { $0 << 10 }
  }
}
