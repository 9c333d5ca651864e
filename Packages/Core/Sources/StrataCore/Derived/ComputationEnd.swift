import StrataConcurrency
import Synchronization

/// What a thread has to do when it computes no derived value any more.
///
/// It delivers what it has put off. Who is told may read anything, also what the thread is computing, and
/// that would look like a cycle. The rounds are queued meanwhile, so that another thread may deliver them
/// first. And it forgets the values that it has computed for itself alone.
enum ComputationEnd {
  private struct Work: Sendable {
    var trees: [Tree] = []
    var values: PrivateValues?
  }

  private static let work = Locked<[ThreadIdentity: Work]>([:], rank: .leaf)
  private static let count = Atomic<Int>(0)

  /// Has a tree's rounds delivered then.
  static func deliver(_ tree: Tree) {
    change { $0.trees.append(tree) }
  }

  /// What this thread has computed for itself alone, if anything.
  static var values: PrivateValues? {
    guard isAny else { return nil }
    return work.withLock { $0[LogicalThread.current]?.values }
  }

  /// Where this thread keeps what it computes for itself alone.
  static var ensuredValues: PrivateValues {
    if let values { return values }
    let made = PrivateValues()
    change { $0.values = made }
    return made
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

  /// Whether any thread has something to do then.
  static var isAny: Bool {
    @inline(__always) get { count.load(ordering: .relaxed) != 0 }
  }

  /// Does what this thread has to do, unless it is still computing; called without a lock.
  static func settle() {
    guard DeepStack.limit == 0,
      let work = work.withLock({ $0.removeValue(forKey: LogicalThread.current) })
    else { return }
    count.wrappingSubtract(1, ordering: .relaxed)
    for tree in work.trees { tree.deliver() }
  }
}
