#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Lets jobs that leave the simulated executor join again.
///
/// Unstructured and detached tasks, the main actor and real sleeps do not ask the task's executor: the runtime enqueues
/// them on its own. For this it offers variables that can contain a function, which the runtime then calls instead. Our
/// functions pass the job to the simulation whose job runs on the thread, and else to the runtime. So code outside of
/// simulations sees no difference.
///
/// The functions are installed once, when a simulation is first made, and stay.
enum EnqueueHooks {
  // The runtime calls these in Swift's own convention, without a context: that is "thin".
  private typealias Enqueue = @convention(thin) (UnownedJob) -> Void
  private typealias EnqueueHook = @convention(thin) (UnownedJob, Enqueue) -> Void
  private typealias MainExecutor = @convention(thin) () -> UnownedSerialExecutor
  private typealias MainExecutorHook = @convention(thin) (MainExecutor) -> UnownedSerialExecutor
  private typealias Delay = @convention(thin) (UInt64, UnownedJob) -> Void
  private typealias DelayHook = @convention(thin) (UInt64, UnownedJob, Delay) -> Void
  private typealias Deadline =
    @convention(thin) (Int64, Int64, Int64, Int64, Int32, UnownedJob) -> Void
  private typealias DeadlineHook =
    @convention(thin) (Int64, Int64, Int64, Int64, Int32, UnownedJob, Deadline) -> Void

  /// The hooks that this runtime does not offer, by their names; empty on all systems known to us.
  static let missing: [String] = {
    var missing: [String] = []
    #if compiler(>=6.3) && compiler(<6.4) && !canImport(Darwin)
    JoiningDefaultExecutor.install
    #endif
    install("swift_task_enqueueGlobal_hook", as: EnqueueHook.self, &missing) { job, original in
      if let simulation = SimulatedExecutor.current {
        simulation.accept(job, at: .anywhere)
      } else {
        original(job)
      }
    }
    install("swift_task_enqueueMainExecutor_hook", as: EnqueueHook.self, &missing) {
      job,
      original in
      if let simulation = SimulatedExecutor.current {
        simulation.accept(job, at: .mainActor)
      } else {
        original(job)
      }
    }
    // Newer runtimes enqueue on the main executor without that hook, but ask here which one it is.
    unsafe install("swift_task_getMainExecutor_hook", as: MainExecutorHook.self, &missing) {
      original in
      if let simulation = SimulatedExecutor.current {
        unsafe simulation.mainExecutor.asUnownedSerialExecutor()
      } else {
        unsafe original()
      }
    }
    install("swift_task_enqueueGlobalWithDelay_hook", as: DelayHook.self, &missing) {
      delay,
      job,
      original in
      if let simulation = SimulatedExecutor.current {
        simulation.accept(job, after: .nanoseconds(Int64(clamping: delay)))
      } else {
        original(delay, job)
      }
    }
    install("swift_task_enqueueGlobalWithDeadline_hook", as: DeadlineHook.self, &missing) {
      seconds,
      nanoseconds,
      toleranceSeconds,
      toleranceNanoseconds,
      clock,
      job,
      original in
      if let simulation = SimulatedExecutor.current {
        let deadline = Duration.seconds(seconds) + .nanoseconds(nanoseconds)
        simulation.accept(job, after: deadline - RuntimeClock.now(clock))
      } else {
        original(seconds, nanoseconds, toleranceSeconds, toleranceNanoseconds, clock, job)
      }
    }
    return missing
  }()

  private static func install<Hook>(
    _ name: String,
    as type: Hook.Type,
    _ missing: inout [String],
    _ hook: Hook
  ) {
    // The handle that means "wherever it is loaded". It is a macro in C, so it is spelt out here.
    #if canImport(Darwin)
    let everywhere = UnsafeMutableRawPointer(bitPattern: -2)
    #else
    let everywhere: UnsafeMutableRawPointer? = nil
    #endif
    guard let variable = unsafe dlsym(everywhere, name) else {
      missing.append(name)
      return
    }
    // SAFETY: the runtime's header declares the variable as a nullable pointer to a function of this very signature,
    // and reads it afresh at each enqueue. It is written once, before the first simulated job exists. The written value
    // is one word, which is a thin function.
    unsafe variable.assumingMemoryBound(to: Hook?.self).pointee = hook
  }
}

/// The runtime's clocks, as its deadlines count them.
private enum RuntimeClock {
  /// The present, rounded so that the time between asking for a sleep and getting here vanishes.
  static func now(_ clock: Int32) -> Duration {
    #if canImport(Darwin)
    let id = clock == 1 ? CLOCK_MONOTONIC_RAW : CLOCK_UPTIME_RAW
    #else
    let id = clock == 1 ? CLOCK_BOOTTIME : CLOCK_MONOTONIC
    #endif
    var time = timespec()
    unsafe clock_gettime(id, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
