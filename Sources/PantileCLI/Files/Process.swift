internal import CAllocatorSettings
internal import CJemalloc
internal import CProgramPages
internal import Glibc

/// What the system says about this process.
enum Process {
  /// Milliseconds since 1970.
  static func now() -> Double {
    var time = timespec()
    // Safe: `time` lives across the call.
    guard unsafe clock_gettime(CLOCK_REALTIME, &time) == 0 else { return 0 }
    return Double(time.tv_sec * 1_000 + time.tv_nsec / 1_000_000)
  }

  /// Bytes of the stack that work may use; the rest is for what called it and what it calls last.
  static func usableStack() -> Int {
    let most = 6 << 20
    var limit = rlimit()
    // Safe: `limit` lives across the call.
    guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_STACK.rawValue), &limit) == 0 else {
      return most / 16
    }
    return Int(Swift.min(limit.rlim_cur, 8 << 20)) * (most >> 20) / 8
  }

  /// Takes pages of shared libraries out of memory that only the dynamic linker needed; a program
  /// that ends soon does no more.
  static func giveBackLibraryPages() { pantile_give_back_library_pages() }

  /// Takes pages of the program and its libraries out of memory that only its start and compiling
  /// needed; those that are used again come back.
  static func giveBackProgramPages() { pantile_give_back_program_pages() }

  /// Refers to the allocator and its settings, so that a static link keeps them.
  static func keepAllocator() {
    pantile_keep_allocator_settings()
    // Safe: a call without places for results changes nothing.
    _ = unsafe mallctl("version", nil, nil, nil, 0)
  }
}
