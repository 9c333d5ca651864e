import StrataConcurrency
import Synchronization

/// The work of a thread at the end of its outermost computation.
///
/// It delivers the postponed rounds. An observer may read anything, also the value that the thread is computing, and
/// that would look like a cycle. The rounds are queued meanwhile, so that another thread may deliver them first. It
/// also drops the results that the computation has kept.
enum ComputationEnd {
  private struct Work: Sendable {
    var trees: [Tree] = []
    var results: (any AnyObject & Sendable)?
  }

  private static let work = Locked<[ThreadIdentity: Work]>([:], rank: .leaf)
  private static let count = Atomic<Int>(0)

  /// Postpones the delivery of a tree's rounds until then.
  static func deliver(_ tree: Tree) {
    change { $0.trees.append(tree) }
  }

  /// The results that this thread keeps until then, if any.
  static var results: (any AnyObject & Sendable)? {
    guard isAny else { return nil }
    return work.withLock { $0[LogicalThread.current]?.results }
  }

  /// Keeps results of this thread until then.
  static func keep(_ results: any AnyObject & Sendable) {
    change { $0.results = results }
  }

  private static func change(_ body: (inout Work) -> Void) {
    let isFirst = work.withLock { work in
      let thread = LogicalThread.current
      let isFirst = work[thread] == nil
      body(&work[thread, default: Work()])
      return isFirst
    }
    if isFirst { count.wrappingAdd(1, ordering: .relaxed) }
  }

  /// Whether any thread has postponed work.
  static var isAny: Bool {
    @inline(__always) get { count.load(ordering: .relaxed) != 0 }
  }

  /// Does the postponed work of this thread, unless it is still computing; called without a lock.
  static func settle() {
    guard DeepStack.limit == 0,
      let work = work.withLock({ $0.removeValue(forKey: LogicalThread.current) })
    else { return }
    count.wrappingSubtract(1, ordering: .relaxed)
    for tree in work.trees { tree.deliver() }
  }
}
