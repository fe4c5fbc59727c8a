internal import Glibc

/// The system's clock.
enum Clock {
  /// Milliseconds since 1970.
  static func now() -> Int64 {
    var time = timespec()
    // Safe: `time` lives across the call.
    guard unsafe clock_gettime(CLOCK_REALTIME, &time) == 0 else { return 0 }
    return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
  }
}
