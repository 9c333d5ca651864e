import Dispatch
import Testing

@testable import StrataConcurrency

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

// The functions that runtimes call for sleeps and for the main actor; which of them, depends on their version.

@_silgen_name("swift_task_enqueueGlobalWithDelay")
private func enqueueGlobal(afterNanoseconds delay: UInt64, _ job: UnownedJob)

@_silgen_name("swift_task_enqueueGlobalWithDeadline")
private func enqueueGlobal(
  _ seconds: Int64,
  _ nanoseconds: Int64,
  _ toleranceSeconds: Int64,
  _ toleranceNanoseconds: Int64,
  _ clock: Int32,
  _ job: UnownedJob
)

@_silgen_name("swift_task_enqueueMainExecutor")
private func enqueueMain(_ job: UnownedJob)

/// Jobs that the runtime enqueues by its own functions, in simulations and outside of them.
@Suite struct RuntimeEnqueueTests {
  enum Way: CaseIterable {
    case delay
    case continuousDeadline
    case suspendingDeadline
    case main

    func enqueue(_ job: UnownedJob, seconds: Int) {
      switch self {
      case .delay: enqueueGlobal(afterNanoseconds: UInt64(seconds) * 1_000_000_000, job)
      case .continuousDeadline: enqueue(job, seconds, on: 1, Self.continuous)
      case .suspendingDeadline: enqueue(job, seconds, on: 2, Self.suspending)
      case .main: enqueueMain(job)
      }
    }

    private func enqueue(_ job: UnownedJob, _ seconds: Int, on clock: Int32, _ id: clockid_t) {
      var now = timespec()
      unsafe clock_gettime(id, &now)
      enqueueGlobal(Int64(now.tv_sec + seconds), Int64(now.tv_nsec), 0, 0, clock, job)
    }

    #if canImport(Darwin)
    private static let (continuous, suspending) = (CLOCK_MONOTONIC_RAW, CLOCK_UPTIME_RAW)
    #else
    private static let (continuous, suspending) = (CLOCK_BOOTTIME, CLOCK_MONOTONIC)
    #endif
  }

  /// Passes the first job to a function, and runs the others.
  private final class Forwarder: TaskExecutor {
    private let pass: @Sendable (UnownedJob) -> Void
    private let hasPassed = Locked(false, rank: .leaf)
    private let queue = DispatchQueue(label: "forwarder")

    init(_ pass: @escaping @Sendable (UnownedJob) -> Void) { self.pass = pass }

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      let isFirst = hasPassed.withLock { hasPassed in
        defer { hasPassed = true }
        return !hasPassed
      }
      if isFirst {
        pass(job)
      } else if let simulation = SimulatedExecutor.current {
        simulation.accept(job, at: .anywhere)
      } else {
        queue.async { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
      }
    }
  }

  @Test(arguments: Way.allCases)
  func inASimulationTheyWaitForItsTime(way: Way) async throws {
    let run = try await withSimulation(seed: 1) { simulation in
      let executor = Forwarder { way.enqueue($0, seconds: 1_000) }
      return await Task(executorPreference: executor) {
        SimulatedExecutor.current === simulation
      }.value
    }
    #expect(run.value)
    if way == .main {
      #expect(run.elapsed == .zero)
    } else {
      #expect(run.elapsed > .seconds(999))
      #expect(run.elapsed <= .seconds(1_000))
    }
  }

  @Test(arguments: [Way.delay, .main])
  func outsideOfSimulationsTheyRunAsEver(way: Way) async throws {
    _ = try await withSimulation(seed: 1) { _ in }
    let executor = Forwarder { way.enqueue($0, seconds: 0) }
    let isOutside = await Task(executorPreference: executor) {
      SimulatedExecutor.current == nil
    }.value
    #expect(isOutside)
  }
}
