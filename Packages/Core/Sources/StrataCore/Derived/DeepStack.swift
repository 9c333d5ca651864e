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
/// A computation that reads a derived value which was never computed runs inside of the one that reads
/// it, and so on: nothing but running it tells what it reads. So a long chain, at its first
/// evaluation, is as many frames deep as it is long. When a part of the caller's stack is used, which
/// no usual thread is too small for, the next computation goes on on a thread of its own with a large
/// stack, while this one waits, and on another one when that is used up.
package enum DeepStack {
  /// The size of a fresh stack; the system gives memory to what is used of it.
  ///
  /// No larger, because the thread sanitizer has room for 65,536 calls within one another on a thread.
  fileprivate static let size = 12 << 20
  /// How much of a fresh stack is used before the next.
  private static let usedOfFresh: UInt = 8 << 20
  /// How much of a stack is used that others have made, from the outermost computation on.
  private static let usedOfForeign: UInt = 160 << 10

  private static let limitKey: pthread_key_t = {
    var key = pthread_key_t()
    let failure = unsafe pthread_key_create(&key, nil)
    precondition(failure == 0, "DeepStack: pthread_key_create failed with \(failure)")
    return key
  }()

  /// Where the stack of this thread is used up; zero if no computation has asked yet.
  static var limit: UInt {
    get { unsafe UInt(bitPattern: pthread_getspecific(limitKey)) }
    set { unsafe pthread_setspecific(limitKey, UnsafeRawPointer(bitPattern: newValue)) }
  }

  // Neither this nor `runOutermost` may be inlined: in an asynchronous function a variable may lie in
  // the task's memory, and then its address says nothing of the stack.
  /// The limit for the outermost computation on a stack that others have made.
  static var limitFromHere: UInt {
    @inline(never) get { here - usedOfForeign }
  }

  /// Whether the part of the stack is used that ends at a limit.
  @inline(__always)
  static func isUsed(upTo limit: UInt) -> Bool { here <= limit }

  /// Runs a closure on a fresh stack while this thread waits.
  static func runFresh<Result>(_ body: @escaping () -> Result) -> Result {
    FreshStack(body).result()
  }

  /// Runs a computation that no walk runs; on a fresh stack, while this thread waits, if this one is
  /// used up.
  ///
  /// What the thread's tracking scope records it records there, too.
  @inline(never)
  static func run<Result>(_ body: @escaping () -> Result) -> Result {
    let before = limit
    guard before != 0 else {
      // The outermost on this thread.
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

  /// Where a recursion through a value may go on.
  package enum Room {
    /// Here; this is its first step on this thread, and ``leave()`` is called after it.
    case first
    /// Here.
    case enough
    /// On a fresh stack, by ``descend(_:)``.
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

  /// Ends what ``enter()`` has begun as the first step.
  package static func leave() {
    limit = 0
    if ComputationEnd.isAny { ComputationEnd.settle() }
  }

  /// Goes on on a fresh stack while this thread waits.
  ///
  /// What the thread's tracking scope records it records there, too.
  package static func descend<Result>(_ body: @escaping () -> Result) -> Result {
    let scope = SuspendedScope()
    return runFresh { scope.resume(body) }
  }

  // SAFETY: the thread whose scope it is waits, and holds the scope, while the other thread runs.
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

  @inline(never)
  fileprivate static func runOutermost(_ body: () -> Void) {
    limit = here - usedOfFresh
    defer { limit = 0 }
    body()
  }

  /// An address in the frame of the caller, or near it.
  private static var here: UInt {
    var marker: UInt8 = 0
    return unsafe withUnsafeMutablePointer(to: &marker) { UInt(bitPattern: $0) }
  }
}

/// The thread in whose name a thread runs: its own, or that of the one which waits for it.
///
/// What a thread holds (a transaction, a property that it changes in place, a derived value that it
/// computes) the thread on which its computation goes on may use.
enum LogicalThread {
  private static let freshStacks = Atomic<Int>(0)

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    let failure = unsafe pthread_key_create(&key, nil)
    precondition(failure == 0, "LogicalThread: pthread_key_create failed with \(failure)")
    return key
  }()

  /// The thread that asks, or the one for which it runs.
  static var current: ThreadIdentity {
    guard freshStacks.load(ordering: .relaxed) != 0,
      let pattern = unsafe pthread_getspecific(key)
    else { return .current }
    return ThreadIdentity(rawValue: UInt(bitPattern: pattern))
  }

  /// Runs a closure in the name of another thread.
  fileprivate static func run(as thread: ThreadIdentity, _ body: () -> Void) {
    freshStacks.wrappingAdd(1, ordering: .relaxed)
    unsafe pthread_setspecific(key, UnsafeRawPointer(bitPattern: thread.rawValue))
    DeepStack.runOutermost(body)
    pthread_setspecific(key, nil)
    freshStacks.wrappingSubtract(1, ordering: .relaxed)
  }
}

/// Runs a closure on a fresh stack while the thread waits.
// SAFETY: `outcome` is written by the other thread before it wakes this one, which reads it after, and
// `body` is taken and called by the other thread alone while this one waits.
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

  /// Lets go of the closure before the waiting thread is woken: it may be one that must not escape.
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
