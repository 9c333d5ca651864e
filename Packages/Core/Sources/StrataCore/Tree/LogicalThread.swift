import StrataConcurrency
import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The thread in whose name a thread runs: its own, or that of the thread which waits for it.
///
/// A computation that continues on another thread may use everything that its first thread has open. That is a
/// transaction, a change in place, or a derived value that it computes.
enum LogicalThread {
  private static let freshStacks = Atomic<Int>(0)

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    let failure = unsafe pthread_key_create(&key, nil)
    precondition(failure == 0, "LogicalThread: pthread_key_create failed with \(failure)")
    return key
  }()

  /// The calling thread, or the one for which it runs.
  static var current: ThreadIdentity {
    guard freshStacks.load(ordering: .relaxed) != 0,
      let pattern = unsafe pthread_getspecific(key)
    else { return .current }
    return ThreadIdentity(rawValue: UInt(bitPattern: pattern))
  }

  /// Runs a closure in the name of another thread.
  static func run(as thread: ThreadIdentity, _ body: () -> Void) {
    freshStacks.wrappingAdd(1, ordering: .relaxed)
    unsafe pthread_setspecific(key, UnsafeRawPointer(bitPattern: thread.rawValue))
    DeepStack.runOutermost(body)
    pthread_setspecific(key, nil)
    freshStacks.wrappingSubtract(1, ordering: .relaxed)
  }
}
