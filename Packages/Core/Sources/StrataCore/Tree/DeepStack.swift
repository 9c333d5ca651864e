import StrataConcurrency
import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Runs computations that read one another to any depth.
///
/// A derived value that is read for the first time is computed inside its reader's computation, because only running it
/// shows its reads. The first evaluation of a long chain is therefore as many frames deep as the chain is long. Once a
/// part of the caller's stack is used, the next computation runs on a thread of its own with a large stack, while the
/// caller waits. Even small threads have that part. A used-up large stack is followed by another one.
package enum DeepStack {
  /// The size of a fresh stack; the system provides memory for the used part.
  ///
  /// No larger, because the thread sanitizer has room for 65,536 nested calls on a thread.
  fileprivate static let size = 12 << 20
  /// How much of a fresh stack is used before the next.
  private static let usedOfFresh: UInt = 8 << 20
  /// How much of another component's stack is used, from the outermost computation on.
  private static let usedOfOtherThread: UInt = 160 << 10

  private static let word = ThreadWord("DeepStack")

  /// The address at which this thread's stack is used up; zero if no computation has asked yet.
  static var limit: UInt {
    get { word.bits }
    set { word.bits = newValue }
  }

  // Neither this nor `runOutermost` may be inlined. In an asynchronous function a variable may lie in the task's
  // memory, and then its address says nothing about the stack.
  /// The limit for the outermost computation on another component's stack.
  static var limitFromHere: UInt {
    @inline(never) get { here - usedOfOtherThread }
  }

  /// Whether the part of the stack up to a limit is used.
  @inline(__always)
  static func isUsed(upTo limit: UInt) -> Bool { here <= limit }

  /// Runs a closure on a fresh stack while this thread waits.
  static func runFresh<Result>(_ body: @escaping () -> Result) -> Result {
    FreshStack(body).result()
  }

  /// Runs a computation outside a traversal; on a fresh stack, while this thread waits, if this one is used up.
  ///
  /// The thread's tracking scope also records the reads there.
  @inline(never)
  static func run<Result>(_ body: @escaping () -> Result) -> Result {
    let before = limit
    guard before != 0 else {
      // The outermost computation on this thread.
      limit = limitFromHere
      let result = body()
      limit = 0
      if ComputationEnd.isAny { ComputationEnd.settle() }
      return result
    }
    guard isUsed(upTo: before) else { return body() }
    let scope = SuspendedScope()
    return runFresh { scope.resume(body) }
  }

  /// The stack on which a recursion through a value may continue.
  package enum Room {
    /// This one; this is the first step on this thread, and ``leave()`` has to follow it.
    case first
    /// This one.
    case enough
    /// A fresh one, by ``descend(_:)``.
    case none
  }

  /// Asked before each step of a recursion whose depth a value decides.
  @inline(never)
  package static func enter() -> Room {
    let before = limit
    guard before == 0 else { return isUsed(upTo: before) ? .none : .enough }
    limit = limitFromHere
    return .first
  }

  /// Ends the first step that ``enter()`` began.
  package static func leave() {
    limit = 0
    if ComputationEnd.isAny { ComputationEnd.settle() }
  }

  /// Continues on a fresh stack while this thread waits.
  ///
  /// The thread's tracking scope also records the reads there.
  package static func descend<Result>(_ body: @escaping () -> Result) -> Result {
    let scope = SuspendedScope()
    return runFresh { scope.resume(body) }
  }

  // SAFETY: the thread that owns the scope waits, and retains the scope, while the other thread runs.
  @safe
  private struct SuspendedScope: @unchecked Sendable {
    // SAFETY: as above.
    private let word = unsafe TrackingScope.isAnyOpen ? TrackingScope.current : nil

    func resume<Result>(_ body: () -> Result) -> Result {
      guard let word = unsafe word else { return body() }
      unsafe TrackingScope.current = word
      defer { unsafe TrackingScope.current = nil }
      return body()
    }
  }

  /// Runs a closure on a stack that nothing has used yet.
  @inline(never)
  static func runOutermost(_ body: () -> Void) {
    limit = here - usedOfFresh
    defer { limit = 0 }
    body()
  }

  /// An address in or near the frame of the caller.
  private static var here: UInt {
    var marker: UInt8 = 0
    return unsafe withUnsafeMutablePointer(to: &marker) { UInt(bitPattern: $0) }
  }
}

/// Runs a closure on a fresh stack while the thread waits.
// SAFETY: the other thread writes `outcome` before it wakes this one, which then reads it. Only the other thread takes
// and calls `body` while this one waits.
private final class FreshStack<Result>: @unchecked Sendable {
  private var body: (() -> Result)?
  private let thread = LogicalThread.current
  private let parker = Parker()
  private var outcome: Result?

  init(_ body: @escaping () -> Result) {
    self.body = body
  }

  func result() -> Result {
    // A task, and not just a thread, so that the computation finds the task-local values.
    Task(executorPreference: FreshStackExecutor.shared) {
      LogicalThread.run(as: self.thread) { self.call() }
      self.parker.wake()
    }
    parker.park()
    guard let outcome else { preconditionFailure("DeepStack: a computation has no outcome") }
    self.outcome = nil
    return outcome
  }

  /// Releases the closure before the waiting thread is woken, because it may be one that must not escape.
  @inline(never)
  private func call() {
    guard let body else { return }
    self.body = nil
    outcome = body()
  }
}

/// Runs each job on a thread of its own with a large stack.
private final class FreshStackExecutor: TaskExecutor {
  static let shared = FreshStackExecutor()

  private final class Start: Sendable {
    let job: UnownedJob
    init(_ job: UnownedJob) { self.job = job }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
    unsafe pthread_attr_init(attributes)
    unsafe pthread_attr_setstacksize(attributes, DeepStack.size)
    defer {
      unsafe pthread_attr_destroy(attributes)
      unsafe attributes.deallocate()
    }
    // SAFETY: balanced by `takeRetainedValue` on the thread.
    let start = unsafe Unmanaged.passRetained(Start(UnownedJob(job))).toOpaque()
    #if canImport(Darwin)
    var thread: pthread_t?
    #else
    var thread = pthread_t()
    #endif
    let failure = unsafe pthread_create(&thread, attributes, { unsafe runFreshStack($0) }, start)
    precondition(failure == 0, "DeepStack: pthread_create failed with \(failure)")
    #if canImport(Darwin)
    if let thread = unsafe thread { unsafe pthread_detach(thread) }
    #else
    pthread_detach(thread)
    #endif
  }

  fileprivate static func run(_ argument: UnsafeMutableRawPointer) {
    // SAFETY: balances `passRetained` in `enqueue`.
    let start = unsafe Unmanaged<Start>.fromOpaque(argument).takeRetainedValue()
    unsafe start.job.runSynchronously(on: shared.asUnownedTaskExecutor())
  }
}

private func runFreshStack(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  if let argument = unsafe argument { unsafe FreshStackExecutor.run(argument) }
  return nil
}
