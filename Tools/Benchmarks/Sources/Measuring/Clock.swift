#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Nanoseconds that the processors have worked for this process.
///
/// Processor time and not wall time, because on a machine with other work most of a long window belongs to others. The
/// time of several threads adds up.
package func now() -> Double {
  var time = timespec()
  unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}

/// Prevents the optimiser from removing the results of a workload.
@inline(never)
package func keep(_ value: Int) {
  withExtendedLifetime(value) {}
}
