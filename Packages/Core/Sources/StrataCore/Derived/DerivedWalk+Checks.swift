import StrataConcurrency
import Synchronization

extension DerivedWalk {
  /// The state of a source, as far as it is known without a computation.
  @safe
  enum Check {
    case same
    case changed
    // SAFETY: the sources of the checked node retain it.
    case stale(Unmanaged<DerivedCell>)
    case apart
  }

  // Static, because the traversal would be copied for each call.
  /// Whether a source of an owned node has changed; called with the node's lock held.
  @inline(__always)
  static func check(_ place: Int, of cell: DerivedCell, for thread: ThreadIdentity) -> Check {
    if let producer = unsafe cell.sources.entries[place].producerReference {
      let seen = cell.sources.entries[place].seen
      let check: Check? = unsafe producer._withUnsafeGuaranteedRef { source in
        guard source.lock == cell.lock else { return nil }
        if source.condition.isEmpty { return source.version == seen ? .same : .changed }
        guard source.condition == .stale, !cell.hasDescended, source.canEvaluate else { return nil }
        return unsafe .stale(producer)
      }
      if let check { return check }
    } else if let edges = unsafe cell.sources.entries[place].edgesReference {
      let seen = cell.sources.entries[place].seen
      let check: Check? = unsafe cell.sources.entries[place].contextReference
        ._withUnsafeGuaranteedRef { context in
          guard context.guardLock.load(ordering: .relaxed) == cell.lock.bitPattern,
            context.phase.isLive
          else { return nil }
          return unsafe edges._withUnsafeGuaranteedRef { edges in
            guard edges.isPlain else { return nil }
            return edges.version == seen ? .same : .changed
          }
        }
      if let check { return check }
    }
    return checkUnusual(cell.sources.entries[place].source, of: cell, for: thread)
  }

  @inline(never)
  private static func checkUnusual(
    _ source: DerivedSources.Source,
    of cell: DerivedCell,
    for thread: ThreadIdentity
  ) -> Check {
    let context = source.context
    if context.guardLock.load(ordering: .relaxed) == cell.lock.bitPattern {
      return check(source, hasDescended: cell.hasDescended, for: thread)
    }
    cell.lock.unlock()
    let lock = context.lock()
    let result = check(source, hasDescended: cell.hasDescended, for: thread)
    lock.unlock()
    cell.lock.lock()
    return result
  }

  /// Whether a source has changed; called with the lock of its context held.
  private static func check(
    _ source: DerivedSources.Source,
    hasDescended: Bool,
    for thread: ThreadIdentity
  ) -> Check {
    let context = source.context
    guard context.phase.isLive, context.parts?.life ?? 0 == source.life else { return .changed }
    if let producer = context.derivedNode {
      if let before = producer.before, before.owner != thread {
        if before.isStale { return .apart }
        return before.version == source.seen ? .same : .changed
      }
      if producer.isVolatile { return .changed }
      if !hasDescended, producer.isStale || producer.runner != nil {
        // Its reader provides the closure.
        return unsafe producer.canEvaluate ? .stale(.passUnretained(producer)) : .changed
      }
      return producer.version == source.seen ? .same : .changed
    }
    guard let parts = context.parts, source.slot < parts.edges.count else { return .changed }
    let edges = parts.edges[source.slot]
    if edges.unsettledChanges > 0 { return .changed }
    let isForeignTransaction =
      unsafe context.headers[source.slot].flags.contains(.held)
      && context.tree.transaction.owner != thread
    let version = isForeignTransaction ? edges.committedVersion ?? edges.version : edges.version
    return version == source.seen ? .same : .changed
  }
}
