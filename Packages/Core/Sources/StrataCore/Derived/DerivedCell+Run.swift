import StrataConcurrency
import Synchronization

// What a run reads. `noteFirst` is called with the lock of the context held that is read: the cell's
// own lock for sources of the same tree, and only then more than the run's own state is touched.

extension DerivedCell {
  /// Begins a run; called by the thread that has claimed the cell.
  final func beginRun() {
    renewStamp()
    sources.beginRun()
    run = Run(thread: LogicalThread.current)
  }

  /// Records a read.
  final func record(_ context: Context, _ slot: Int, _ stamp: UInt32) {
    guard context.phase.isLive else {
      // A frozen copy never changes. What is in no tree does, and tells nobody.
      if context.phase != .frozen { run.isVolatile = true }
      return
    }
    unsafe context.headers[slot].stamp = stamp
    let parts = context.ensuredParts
    while parts.edges.count <= slot { parts.edges.append(DependentEdges()) }
    let version = versionToNote(of: context, slot, parts)
    sources.note(context, slot, life: parts.life, version: version) {
      unsafe context.headers[slot].flags.insert(.derived)
      parts.producer?.users += 1
      return parts.edges[slot].list.add(self)
    }
  }

  /// The version of a source that this run sees; notes what that means for the run.
  private func versionToNote(of context: Context, _ slot: Int, _ parts: ContextParts) -> UInt64 {
    if let producer = parts.producer { return versionToNote(of: producer) }
    guard unsafe context.headers[slot].flags.contains(.held) else {
      return parts.edges[slot].version
    }
    let source = context.tree
    guard source.transaction.owner == run.thread else {
      return parts.edges[slot].committedVersion ?? parts.edges[slot].version
    }
    if parts.edges[slot].committedVersion == nil {
      parts.edges[slot].committedVersion = parts.edges[slot].version
      parts.edges[slot].version = source.nextVersion()
    }
    noteOwnTransaction(of: source)
    return parts.edges[slot].version
  }

  private func versionToNote(of producer: DerivedCell) -> UInt64 {
    if producer.isVolatile { run.isVolatile = true }
    guard let before = producer.before else {
      if producer.isStale { run.hasStaleSource = true }
      return producer.version
    }
    guard before.owner == run.thread else { return before.version }
    if producer.isStale { run.hasStaleSource = true }
    noteOwnTransaction(of: producer.tree)
    return producer.version
  }

  /// Notes that the run has seen what other threads may not see yet.
  private func noteOwnTransaction(of source: Tree) {
    if source === tree { touch(by: run.thread) } else { run.isApart = true }
  }

  /// Becomes stale if a source was; called with the lock held after a run.
  ///
  /// - Returns: Whether someone has to be told: call ``Tree/deliver()`` without the lock.
  final func noteStaleSource() -> Bool {
    guard run.hasStaleSource, !isStale, !isEnded else { return false }
    tree.enqueueMarks(of: [self])
    return true
  }

  /// Lists the slots that the value was computed from; called with the lock held.
  final func listSlots(in log: ReadLog) {
    var known: Set<ObjectIdentifier> = [ObjectIdentifier(self)]
    var remaining = [self]
    while let cell = remaining.popLast() {
      // One that is being computed, or that is of another tree, is not for this thread to look at.
      guard cell.runner == nil, cell.tree === tree else { continue }
      for source in cell.sources.entries {
        if source.context.guardLock.load(ordering: .relaxed) == tree.lock.bitPattern,
          let producer = source.context.parts?.producer
        {
          if known.insert(ObjectIdentifier(producer)).inserted { remaining.append(producer) }
        } else {
          log.add(SlotRead(context: source.context, slot: source.slot))
        }
      }
    }
  }
}
