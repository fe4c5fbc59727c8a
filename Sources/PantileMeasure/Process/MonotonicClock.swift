internal import Glibc

/// A clock that only goes forward and that all processes of a machine share.
public enum MonotonicClock {
  /// Nanoseconds since some moment before the process began.
  @inline(__always)
  public static func now() -> Int {
    var time = timespec()
    // Safe: `time` lives across the call.
    _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec &* 1_000_000_000 &+ time.tv_nsec
  }

  /// Waits for some milliseconds, less where a signal comes.
  public static func wait(milliseconds: Int) {
    _ = poll(nil, 0, Int32(clamping: milliseconds))
  }
}
