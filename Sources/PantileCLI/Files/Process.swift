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

  /// Nanoseconds of a clock that never goes back.
  static func uptime() -> Int64 {
    var time = timespec()
    // Safe: `time` lives across the call.
    guard unsafe clock_gettime(CLOCK_MONOTONIC, &time) == 0 else { return 0 }
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// The largest resident memory so far in bytes; 0 where the system does not say.
  static func peakMemory() -> Int {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try OpenFile(reading: "/proc/self/status").read(limit: 16 << 10)
    } catch {
      return 0
    }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    guard let line = lines.first(where: { $0.hasPrefix("VmHWM:") }) else { return 0 }
    let words = line.split { $0 == " " || $0 == "\t" }
    return words.count > 1 ? (Int(words[1]) ?? 0) << 10 : 0
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

  /// Lets the allocator give memory back from a thread of its own, also while nothing happens.
  static func giveMemoryBack() {
    var isOn = true
    // Safe: the value lives across the call.
    _ = unsafe mallctl("background_thread", nil, nil, &isOn, MemoryLayout<Bool>.size)
  }
}
