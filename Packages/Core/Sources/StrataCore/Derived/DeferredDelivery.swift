import StrataConcurrency
import Synchronization

/// Deliveries that a thread has put off because it computes derived values.
///
/// Who is told may read anything, also what the thread is computing, and that would look like a cycle. The
/// rounds are queued meanwhile, so that another thread may deliver them first.
enum DeferredDelivery {
  private static let trees = Locked<[ThreadIdentity: [Tree]]>([:], rank: .leaf)
  private static let count = Atomic<Int>(0)

  /// Has a tree's rounds delivered when this thread computes nothing any more.
  static func add(_ tree: Tree) {
    trees.withLock { $0[LogicalThread.current, default: []].append(tree) }
    count.wrappingAdd(1, ordering: .relaxed)
  }

  /// Whether any thread has put something off.
  static var isAny: Bool {
    @inline(__always) get { count.load(ordering: .relaxed) != 0 }
  }

  /// Delivers what this thread has put off, unless it is still computing; called without a lock.
  static func settle() {
    guard DeepStack.limit == 0 else { return }
    let trees = trees.withLock { $0.removeValue(forKey: LogicalThread.current) } ?? []
    count.wrappingSubtract(trees.count, ordering: .relaxed)
    for tree in trees { tree.deliver() }
  }
}
