import StrataConcurrency
import Synchronization

/// The thread in whose name a thread runs: its own, or that of the thread which waits for it.
///
/// A computation that continues on another thread may use everything that its first thread has open. That is a
/// transaction, a change in place, or a derived value that it computes.
enum LogicalThread {
  private static let freshStacks = Atomic<Int>(0)

  private static let word = ThreadWord("LogicalThread")

  /// The calling thread, or the one for which it runs.
  static var current: ThreadIdentity {
    guard freshStacks.load(ordering: .relaxed) != 0,
      case let thread = word.bits, thread != 0
    else { return .current }
    return ThreadIdentity(rawValue: thread)
  }

  /// Runs a closure in the name of another thread.
  static func run(as thread: ThreadIdentity, _ body: () -> Void) {
    freshStacks.wrappingAdd(1, ordering: .relaxed)
    word.bits = thread.rawValue
    DeepStack.runOutermost(body)
    word.bits = 0
    freshStacks.wrappingSubtract(1, ordering: .relaxed)
  }
}
