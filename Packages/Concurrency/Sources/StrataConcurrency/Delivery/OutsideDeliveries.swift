import Dispatch
import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The deliveries on the main queue and on queues of their own, as a test that runs outside of all simulations
/// waits for them.
///
/// They are counted for the whole process, so a test may wait for those of another one as well.
@_spi(Strata)
public enum OutsideDeliveries: Sendable {
  /// How many lanes have asked their queues for a turn, and have not ended it.
  private static let turns = Atomic(0)

  static func turnIsDue() { turns.add(1, ordering: .relaxed) }

  static func turnHasEnded() { turns.subtract(1, ordering: .releasing) }

  /// Whether a job waits for a queue, or runs there.
  public static var isAnyDue: Bool { turns.load(ordering: .acquiring) != 0 }

  /// Waits until no job is due.
  ///
  /// It gives up after a while, because a queue may never be served: ten seconds, times the environment's
  /// `STRATA_TIMEOUT_SCALE`.
  ///
  /// - Returns: Whether none was.
  @concurrent
  public static func settle() async -> Bool {
    let end = ContinuousClock.now + .seconds(10) * max(TimeoutScale.value, 1)
    var polls = 0
    while isAnyDue, .now < end {
      // Most jobs are over soon.
      if polls < 100 { await Task.yield() } else { try? await Task.sleep(for: .milliseconds(1)) }
      polls += 1
    }
    return !isAnyDue
  }

  /// Waits on the calling thread until no job is due, for a second at most.
  ///
  /// On the main queue it runs that queue's jobs itself.
  public static func settleNow() {
    let end = ContinuousClock.now + .seconds(1)
    while isAnyDue, .now < end {
      MainDelivery.shared.runNow()
      if isAnyDue { usleep(1_000) }
    }
  }
}
