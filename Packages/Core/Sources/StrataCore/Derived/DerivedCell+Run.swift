import StrataConcurrency
import Synchronization

// What a run reads. `noteFirst` is called with the lock of the context held that is read: the cell's
// own lock for sources of the same tree, and only then more than the run's own state is touched.

extension DerivedCell {
  /// Begins a run; called by the thread that has claimed the cell.
  @inline(__always)
  final func beginRun(in scope: borrowing WalkScope, mayRepeat: Bool) {
    takeStamp()
    sources.beginRun()
    run = Run(
      isOpen: true,
      mayRepeat: mayRepeat,
      stackLimit: scope.stackLimit,
      outerScope: scope.outerWord
    )
  }

  /// Records a read of what the run before read at this point, if it is that and nothing is unusual.
  @inline(__always)
  final func recordAgain(_ context: Context, _ slot: Int, _ stamp: UInt32) -> Bool {
    guard sources.isExpected(context, slot) else { return false }
    let place = sources.next
    let version: UInt64
    if let producer = unsafe sources.entries[place].producerReference {
      let seen = unsafe producer._withUnsafeGuaranteedRef { $0.condition.isEmpty ? $0.version : 0 }
      guard seen != 0 else { return false }
      version = seen
    } else {
      guard let edges = unsafe sources.entries[place].edgesReference, context.phase.isLive,
        unsafe !context.headers[slot].flags.contains(.held)
      else { return false }
      let (seen, isPlain) = unsafe edges._withUnsafeGuaranteedRef {
        ($0.version, $0.committedVersion == nil && !$0.isCut)
      }
      guard isPlain else { return false }
      version = seen
    }
    unsafe context.headers[slot].stamp = stamp
    sources.noteExpected(version: version)
    return true
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
    let producer = parts.producer
    if producer == nil {
      while parts.edges.count <= slot { parts.edges.append(DependentEdges()) }
    }
    let version = producer.map { versionToNote(of: $0) } ?? versionToNote(of: context, slot, parts)
    sources.note(
      context,
      slot,
      producer: producer,
      edges: producer == nil ? parts.edges[slot] : nil,
      life: parts.life,
      version: version
    ) {
      if let producer {
        producer.users += 1
        return producer.dependents.add(self)
      }
      unsafe context.headers[slot].flags.insert(.derived)
      return parts.edges[slot].list.add(self)
    }
  }

  // MARK: The end of a run

  /// Ends a run that has given a value, and takes the lock.
  ///
  /// - Parameter isSame: Whether the value is the same as the last.
  /// - Returns: Where the value is to go.
  @usableFromInline
  final func beginStore(isSame: Bool) -> DerivedEvaluation {
    lock.lock()
    var evaluation: DerivedEvaluation = []
    if !sources.isUnchanged {
      unread += sources.endRun()
      if !unread.isEmpty { evaluation.formUnion(.leaving) }
    }
    if isStale || run.isApart && hasReadOverMoments, isOutdated {
      isUnsettled = true
      return evaluation.union(.outdated)
    }
    let isForeign = condition.contains(.divided) && before?.owner != runner
    guard !run.isApart, !isEnded, !isForeign else {
      isStale = true
      isUnsettled = true
      if run.isOwnDoing {
        evaluation.formUnion(.ownDoing)
        owesTelling = true
      }
      if isEnded {
        unread += sources.removeAll()
        evaluation.formUnion(.leaving)
      }
      return evaluation
    }
    isUnsettled = false
    isVolatile = run.isVolatile
    evaluation.formUnion(.stored)
    if !isSame {
      evaluation.formUnion(version == 0 ? .first : .replacing)
      if condition.contains(.divided) { keepValueFromBefore() }
    }
    return evaluation
  }

  /// Keeps the value for other threads, the first time that the thread of a transaction replaces it.
  private func keepValueFromBefore() {
    guard let before, !before.isReplaced else { return }
    if version != 0 { keepValue() }
    self.before?.isReplaced = true
  }

  /// Whether another thread has written a source during the run, which has then, perhaps, read one source
  /// before that and another after it; called with the lock held if the cell is stale again.
  private var isOutdated: Bool {
    run.mayRepeat && !run.hasWrittenSource
      && condition.isDisjoint(with: [.divided, .ended])
  }

  // Marks stop at values that are stale, and so do not reach what has read one of these.
  /// Whether something was committed since a value was computed for the thread alone that the run has read.
  private var hasReadOverMoments: Bool {
    ComputationEnd.values?.moments(of: self).areOver ?? false
  }

  /// Lets others have the value that is stored; called with the lock held, which is kept.
  @usableFromInline
  final func endStore(_ evaluation: DerivedEvaluation) -> DerivedEvaluation {
    var evaluation = evaluation
    if evaluation.contains(.first) { unsafe context.headers[0].flags.remove(.absent) }
    let former = version
    if !evaluation.isDisjoint(with: [.first, .replacing]) {
      formerVersion = former
      version = tree.nextVersion()
    }
    if owesTelling, evaluation.contains(.stored), enqueueOwedChange(since: former) {
      evaluation.formUnion(.telling)
    }
    if run.hasWrittenSource, !hasReportedWrite {
      hasReportedWrite = true
      evaluation.formUnion(.complaining)
    }
    if run.hasStaleSource, noteStaleSource() { evaluation.formUnion(.telling) }
    release()
    if run.hasSeenPast { divide() }
    return evaluation
  }

  /// Queues what those who watch could not be told when their turn came; called with the lock held.
  ///
  /// - Returns: Whether someone has to be told: call ``Tree/deliver()`` without the lock.
  private func enqueueOwedChange(since former: UInt64) -> Bool {
    owesTelling = false
    guard version != former, isWatched, !isEnded else { return false }
    _ = tree.enqueue([DerivedChange(cell: self, since: former)], isCaused: false)
    return true
  }

  /// Keeps a value that was computed from the past for the threads that see that.
  ///
  /// For the owner of the transaction it is stale. Called with the lock held.
  private func divide() {
    guard let owner = tree.transaction.owner else { return }
    touch(by: owner)
    isStale = true
  }

  // MARK: Versions

  /// The version of a source that this run sees; notes what that means for the run.
  private func versionToNote(of context: Context, _ slot: Int, _ parts: ContextParts) -> UInt64 {
    guard unsafe context.headers[slot].flags.contains(.held) else {
      return parts.edges[slot].version
    }
    let source = context.tree
    let committed = parts.edges[slot].committedVersion ?? parts.edges[slot].version
    if parts.edges[slot].committedVersion == nil {
      parts.edges[slot].committedVersion = committed
      parts.edges[slot].version = source.nextVersion()
    }
    guard source.transaction.owner == runner else {
      if source === tree { run.hasSeenPast = true }
      return committed
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
    guard before.owner == runner else {
      if producer.tree === tree { run.hasSeenPast = true }
      return before.version
    }
    if producer.isStale { run.hasStaleSource = true }
    noteOwnTransaction(of: producer.tree)
    return producer.version
  }

  /// Notes that the run has seen what other threads may not see yet.
  private func noteOwnTransaction(of source: Tree) {
    if source === tree, let runner { return touch(by: runner) }
    noteValueApart([ReadMoment(source)], isOwnDoing: true)
  }

  /// Becomes stale because a source was; called with the lock held after a run.
  ///
  /// - Returns: Whether someone has to be told: call ``Tree/deliver()`` without the lock.
  final func noteStaleSource() -> Bool {
    guard !isStale, !isEnded else { return false }
    // Others have written it, not this thread.
    tree.enqueueMarks(of: [self], writer: nil)
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
