import StrataConcurrency
import Synchronization

extension DerivedTraversal {
  /// The state of a source, as far as it is known without a computation.
  @safe
  enum Check {
    case same
    case changed
    // SAFETY: the sources of the checked node retain it.
    case stale(Unmanaged<DerivedNode>)
    case evaluatedPrivately
  }

  // Static, because the traversal would be copied for each call.
  /// Whether a source of an owned node has changed; called with the node's lock held.
  @inline(__always)
  static func check(_ place: Int, of node: DerivedNode, for thread: ThreadIdentity) -> Check {
    if let producer = unsafe node.sources.entries[place].producerReference {
      let seen = node.sources.entries[place].seen
      let check: Check? = unsafe producer._withUnsafeGuaranteedRef { source in
        guard source.lock == node.lock else { return nil }
        if source.condition.isEmpty { return source.version == seen ? .same : .changed }
        guard source.condition == .stale, !node.hasDescended, source.canEvaluate else { return nil }
        return unsafe .stale(producer)
      }
      if let check { return check }
    } else if let edges = unsafe node.sources.entries[place].edgesReference {
      let seen = node.sources.entries[place].seen
      let check: Check? = unsafe node.sources.entries[place].contextReference
        ._withUnsafeGuaranteedRef { context in
          guard context.guardLock.load(ordering: .relaxed) == node.lock.bitPattern,
            context.phase.isLive
          else { return nil }
          return unsafe edges._withUnsafeGuaranteedRef { edges in
            guard edges.isPlain else { return nil }
            return edges.version == seen ? .same : .changed
          }
        }
      if let check { return check }
    }
    return checkSlowPath(node.sources.entries[place].source, of: node, for: thread)
  }

  @inline(never)
  private static func checkSlowPath(
    _ source: DerivedSources.Source,
    of node: DerivedNode,
    for thread: ThreadIdentity
  ) -> Check {
    let context = source.context
    if context.guardLock.load(ordering: .relaxed) == node.lock.bitPattern {
      return check(source, hasDescended: node.hasDescended, for: thread)
    }
    node.lock.unlock()
    let lock = context.lock()
    let result = check(source, hasDescended: node.hasDescended, for: thread)
    lock.unlock()
    node.lock.lock()
    return result
  }

  /// Whether a source has changed; called with the lock of its context held.
  private static func check(
    _ source: DerivedSources.Source,
    hasDescended: Bool,
    for thread: ThreadIdentity
  ) -> Check {
    let context = source.context
    guard context.phase.isLive, context.facets?.incarnation ?? 0 == source.incarnation else {
      return .changed
    }
    if let producer = context.derivedNode {
      if let before = producer.before, before.owner != thread {
        if before.isStale { return .evaluatedPrivately }
        return before.version == source.seen ? .same : .changed
      }
      if producer.isVolatile { return .changed }
      if !hasDescended, producer.isStale || producer.evaluator != nil {
        // Its reader provides the closure.
        return unsafe producer.canEvaluate ? .stale(.passUnretained(producer)) : .changed
      }
      return producer.version == source.seen ? .same : .changed
    }
    // The read has made the edges, and a context keeps them.
    guard let edges = context.facets?.edges[source.slot] else { return .changed }
    if edges.unsettledChanges > 0 { return .changed }
    let isTransactionOfAnother =
      unsafe context.headers[source.slot].flags.contains(.held)
      && context.tree.transaction.owner != thread
    let version = isTransactionOfAnother ? edges.committedVersion ?? edges.version : edges.version
    return version == source.seen ? .same : .changed
  }
}
