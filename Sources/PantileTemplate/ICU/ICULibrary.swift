internal import CICU
internal import CProgramPages
internal import Glibc

/// The functions of the system's ICU, looked up at run time.
///
/// Nothing of ICU is linked or mapped until ``shared()`` is first called: a program that formats
/// nothing pays nothing. ICU's symbols end in its major version, so the version is found by
/// trying library names, the one this was made for first.
final class ICULibrary: @unchecked Sendable {
  /// The functions; set before the object is shared, never changed.
  let table: pantile_icu
  /// The major version that was found.
  let version: Int

  private init(table: pantile_icu, version: Int) {
    self.table = table
    self.version = version
  }

  /// The library, loaded by the first call and kept for the life of the process.
  ///
  /// - Throws: An ``IntlError`` of kind `.unavailable` when no usable ICU is installed.
  static func shared() throws(IntlError) -> ICULibrary {
    try loaded.get()
  }

  private static let loaded = load(versions: [72] + (63...80).reversed().filter { $0 != 72 })

  /// Opens the first of `versions` that is installed and whole.
  static func load(versions: [Int]) -> Result<ICULibrary, IntlError> {
    let range = "\(versions.min() ?? 0) to \(versions.max() ?? 0)"
    var missing = "libicuuc.so and libicui18n.so of version \(range) were not found"
    let table = UnsafeMutablePointer<pantile_icu>.allocate(capacity: 1)
    // Safe: allocated above, plain pointers inside.
    defer { unsafe table.deallocate() }
    for version in versions {
      // Safe: dlopen takes a C string that outlives the call; its result is checked.
      guard let common = unsafe dlopen("libicuuc.so.\(version)", RTLD_LAZY | RTLD_LOCAL) else {
        continue
      }
      // Safe: as above.
      guard let i18n = unsafe dlopen("libicui18n.so.\(version)", RTLD_LAZY | RTLD_LOCAL) else {
        // Safe: the handle came from dlopen and is used no more.
        unsafe dlclose(common)
        continue
      }
      // Safe: both handles are open, and the table is ours.
      guard let name = unsafe pantile_icu_resolve(table, common, i18n, Int32(version)) else {
        // The tables by which two large libraries were linked are needed no more, and most of what
        // the process ran before it first formatted something is not needed again either.
        pantile_give_back_program_pages()
        // Safe: every pointer was found, so the table is whole.
        return .success(unsafe ICULibrary(table: table.pointee, version: version))
      }
      // Safe: the name is a string literal of the loader.
      missing = "ICU \(version) lacks the function \(unsafe String(cString: name))"
      // Safe: the handles came from dlopen and are used no more.
      unsafe dlclose(i18n)
      // Safe: as above.
      unsafe dlclose(common)
    }
    return .failure(.unavailable("cannot load ICU: \(missing)"))
  }
}

// MARK: Calls that fill a buffer

extension ICULibrary {
  /// The longest text that ICU may hand back, in code units.
  static let textLimit = 1 << 22

  /// Whether `status` is an error; warnings are not.
  static func failed(_ status: Int32) -> Bool {
    status > 0
  }

  /// Throws when `status` is an error, naming the function.
  func check(_ status: Int32, _ function: StaticString) throws(IntlError) {
    guard Self.failed(status) else { return }
    throw failure(status, function)
  }

  /// The error for a failed call.
  func failure(_ status: Int32, _ function: StaticString) -> IntlError {
    // Safe: u_errorName returns a static string for every code.
    let name = unsafe table.u_errorName(status).map { unsafe String(cString: $0) } ?? "an error"
    return .unavailable("ICU: \(function) failed with \(name)")
  }

  /// Calls `fill` with a buffer until the text fits.
  @safe func text(
    _ function: StaticString, capacity initialCapacity: Int = 96,
    _ fill: (UnsafeMutablePointer<UInt16>, Int32, inout Int32) -> Int32
  ) throws(IntlError) -> [UInt16] {
    var capacity = initialCapacity
    while true {
      var status = ICUConstant.noError
      var needed = 0
      // Safe: ICU writes at most `capacity` units and reports how many it needed.
      let text = unsafe [UInt16](unsafeUninitializedCapacity: capacity) { buffer, count in
        guard let base = buffer.baseAddress else { return }
        needed = Int(unsafe fill(base, Int32(capacity), &status))
        count = Self.failed(status) ? 0 : max(0, min(needed, capacity))
      }
      if status == ICUConstant.bufferOverflow, needed > capacity, needed < Self.textLimit {
        capacity = needed + 1
        continue
      }
      try check(status, function)
      return text
    }
  }

  /// Calls `fill` with a buffer of bytes until the text fits; for locale names and the like.
  @safe func name(
    _ function: StaticString,
    _ fill: (UnsafeMutablePointer<CChar>, Int32, inout Int32) -> Int32
  ) throws(IntlError) -> String {
    var capacity = 160
    while true {
      var status = ICUConstant.noError
      var needed = 0
      // Safe: ICU writes at most `capacity` bytes and reports how many it needed.
      let text = unsafe String(unsafeUninitializedCapacity: capacity) { buffer in
        // Safe: bytes and chars have one layout.
        unsafe buffer.withMemoryRebound(to: CChar.self) { chars in
          guard let base = chars.baseAddress else { return 0 }
          needed = Int(unsafe fill(base, Int32(capacity), &status))
          return Self.failed(status) ? 0 : max(0, min(needed, capacity))
        }
      }
      if status == ICUConstant.bufferOverflow, needed > capacity, needed < Self.textLimit {
        capacity = needed + 1
        continue
      }
      try check(status, function)
      return text
    }
  }
}
