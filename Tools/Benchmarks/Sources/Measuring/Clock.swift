#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Nanoseconds that the processors have worked for this process.
///
/// Not those on the wall: on a machine that does other work too, most of a long window is not ours.
/// What several threads do adds up.
package func now() -> Double {
  var time = timespec()
  unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}

/// Keeps the optimiser from removing what a workload computes.
@inline(never)
package func keep(_ value: Int) {
  withExtendedLifetime(value) {}
}
