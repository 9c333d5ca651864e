import StrataConcurrency
import Synchronization

/// The work of a thread at the end of its outermost computation.
///
/// It delivers the postponed rounds. An observer may read anything, also the value that the thread is computing, and
/// that would look like a cycle. The rounds are queued meanwhile, so that another thread may deliver them first. It
/// also drops the values of private evaluations.
enum ComputationEnd {
  private struct Work: Sendable {
    var trees: [Tree] = []
    var values: PrivateValues?
  }

  private static let work = Locked<[ThreadIdentity: Work]>([:], rank: .leaf)
  private static let count = Atomic<Int>(0)

  /// Postpones the delivery of a tree's rounds until then.
  static func deliver(_ tree: Tree) {
    change { $0.trees.append(tree) }
  }

  /// The private values of this thread, if any.
  static var values: PrivateValues? {
    guard isAny else { return nil }
    return work.withLock { $0[LogicalThread.current]?.values }
  }

  /// The private values of this thread, made if necessary.
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
