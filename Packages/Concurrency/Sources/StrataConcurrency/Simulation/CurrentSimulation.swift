import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The simulation whose job runs on the current thread.
enum CurrentSimulation {
  // This flag lets a program without simulations pay one load.
  private static let wasEverMade = Atomic(false)

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    let failure = unsafe pthread_key_create(&key, nil)
    precondition(failure == 0, "CurrentSimulation: pthread_key_create failed with \(failure)")
    return key
  }()

  static func noteMade() {
    wasEverMade.store(true, ordering: .relaxed)
  }

  /// Whether the process has made a simulation.
  static var isAnyMade: Bool { wasEverMade.load(ordering: .relaxed) }

  static var executor: SimulatedExecutor? {
    guard isAnyMade else { return nil }
    // SAFETY: the pointer was stored by `with` on this thread, whose caller retains the executor until it has stored
    // the former one again.
    return unsafe pthread_getspecific(key).map {
      unsafe Unmanaged<SimulatedExecutor>.fromOpaque($0).takeUnretainedValue()
    }
  }

  /// Runs a closure as part of a simulation, so that jobs that it enqueues join, or outside of all simulations.
  static func with<Result>(_ executor: SimulatedExecutor?, _ body: () -> Result) -> Result {
    let before = unsafe pthread_getspecific(key)
    // SAFETY: `executor` is borrowed for the whole call, and the pointer is replaced at its end.
    unsafe pthread_setspecific(key, executor.map { unsafe Unmanaged.passUnretained($0).toOpaque() })
    defer { unsafe pthread_setspecific(key, before) }
    return body()
  }
}
