import StrataConcurrency
import Synchronization

// The reads of a run. `noteFirst` is called under the lock of the read context. For sources of the same tree that is
// the node's own lock, and only then more than the run's own state is accessed.

extension DerivedNode {
  /// Begins a run; called by the thread that owns the node.
  @inline(__always)
  final func beginRun(in scope: borrowing TraversalScope, mayRepeat: Bool) {
    takeEpoch()
    sources.beginRun()
    run = Run(
      stackLimit: scope.stackLimit,
      outerScope: scope.outerWord,
      mayRepeat: mayRepeat
    )
  }

  /// Records a read if the previous run made the same read at this point, and no slow path is needed.
  @inline(__always)
  final func recordAgain(_ context: Context, _ slot: Int, _ epoch: UInt32) -> Bool {
    guard sources.isExpected(context, slot) else { return false }
    let place = sources.next
    let version: UInt64
    if let producer = unsafe sources.entries[place].producerReference {
      version = unsafe producer._withUnsafeGuaranteedRef { producer in
        guard producer.condition.isEmpty else { return 0 }
        unsafe producer.header.pointee.epoch = epoch
        return producer.version
      }
      guard version != 0 else { return false }
    } else {
      guard let edges = unsafe sources.entries[place].edgesReference, context.phase.isLive,
        unsafe !context.headers[slot].flags.contains(.held)
      else { return false }
      let (seen, isPlain) = unsafe edges._withUnsafeGuaranteedRef {
        ($0.version, $0.committedVersion == nil && !$0.isCut)
      }
      guard isPlain else { return false }
      version = seen
      unsafe context.headers[slot].epoch = epoch
    }
    sources.noteExpected(version: version)
    return true
  }

  /// Records a read.
  final func record(_ context: Context, _ slot: Int, _ epoch: UInt32) {
    let isLive = context.phase.isLive
    if !isLive {
      // A frozen copy never changes. A context in no tree does, and notifies no one until it joins one.
      guard context.phase != .frozen else { return }
      run.noteVolatile()
    }
    unsafe context.headers[slot].epoch = epoch
    if let producer = context.derivedNode {
      let version = versionToNote(of: producer)
      return sources.note(context, slot, producer: producer, incarnation: 0, version: version) {
        producer.users += 1
        return producer.dependents.add(self)
      }
    }
    let facets = context.ensuredFacets
    while facets.edges.count <= slot { facets.edges.append(DependentEdges()) }
    let edges = facets.edges[slot].dependents
    let version = versionToNote(of: context, slot, facets)
    sources.note(context, slot, edges: edges, incarnation: facets.incarnation, version: version) {
      if isLive { unsafe context.headers[slot].flags.insert(.derived) }
      return edges.list.add(self)
    }
  }

  // MARK: The end of a run

  /// Takes the lock after a run, and ends the run and the ownership, if nothing but the expected reads has happened.
  ///
  /// - Parameter isSame: Whether the value is the same as the last.
  /// - Returns: Whether the run has ended, and the caller is to store the value before it releases the lock.
  @usableFromInline
  final func storePlainly(isSame: Bool) -> Bool {
    lock.lock()
    guard condition == .acquired, run.isPlain, sources.isUnchanged, !owesNotification, version != 0
    else {
      return false
    }
    isUnsettled = false
    if !isSame {
      formerVersion = version
      version = tree.nextVersion()
    }
    release()
    return true
  }

  /// Ends any other run that has a result; called with the lock held.
  ///
  /// - Parameter isSame: Whether the value is the same as the last.
  /// - Returns: How the result is to be stored.
  @usableFromInline
  final func beginStore(isSame: Bool) -> DerivedEvaluation {
    var evaluation: DerivedEvaluation = condition.contains(.returning) ? .leaving : []
    if !sources.isUnchanged {
      addUnread(sources.endRun())
      if hasUnread { evaluation.formUnion(.leaving) }
    }
    if isStale || run.isPrivate && hasReadOverSnapshots, isOutdated {
      isUnsettled = true
      return evaluation.union(.outdated)
    }
    let isOfAnother = condition.contains(.splitValue) && before?.owner != evaluator
    guard !run.isPrivate, !isEnded, !isOfAnother else {
      isStale = true
      isUnsettled = true
      if run.isOwnDoing {
        evaluation.formUnion(.ownDoing)
        owesNotification = true
      }
      if isEnded {
        addUnread(sources.removeAll())
        evaluation.formUnion(.leaving)
      }
      return evaluation
    }
    isUnsettled = false
    isVolatile = run.isVolatile
    evaluation.formUnion(.stored)
    if !isSame {
      evaluation.formUnion(version == 0 ? .first : .replacing)
      if condition.contains(.splitValue) { keepValueFromBefore() }
    }
    return evaluation
  }

  /// Stores the value for other threads, the first time that the thread of a transaction replaces it.
  private func keepValueFromBefore() {
    guard let before, !before.isReplaced else { return }
    if version != 0 { keepValue() }
    self.before?.isReplaced = true
  }

  /// Whether another thread has written a source during the run; called with the lock held if the node is dirty again.
  ///
  /// The run may then have read one source before the write and another after it.
  private var isOutdated: Bool {
    run.mayRepeat && !run.hasWrittenSource
      && condition.isDisjoint(with: [.splitValue, .ended])
  }

  // The flags stop at dirty values, and so do not reach their dependents.
  /// Whether something was committed since a private evaluation that the run has read.
  private var hasReadOverSnapshots: Bool {
    PrivateValues.current?.snapshots(of: self).areOver ?? false
  }

  /// Publishes the stored value; called with the lock held, which stays held.
  @usableFromInline
  final func endStore(_ evaluation: DerivedEvaluation) -> DerivedEvaluation {
    var evaluation = evaluation
    if evaluation.contains(.first) { unsafe context.headers[0].flags.remove(.uninitialized) }
    let former = version
    if !evaluation.isDisjoint(with: [.first, .replacing]) {
      formerVersion = former
      version = tree.nextVersion()
    }
    if owesNotification, evaluation.contains(.stored), enqueuePendingChange(since: former) {
      evaluation.formUnion(.notifying)
    }
    if run.hasWrittenSource, noteReportedWrite() {
      evaluation.formUnion(.complaining)
    }
    if run.hasStaleSource, noteStaleSource() { evaluation.formUnion(.notifying) }
    release()
    if run.hasSeenPast { divide() }
    return evaluation
  }

  /// Queues the postponed notification of the observers; called with the lock held.
  ///
  /// - Returns: Whether an observer is to be notified; then call ``Tree/deliver()`` without the lock.
  private func enqueuePendingChange(since former: UInt64) -> Bool {
    owesNotification = false
    guard version != former, isWatched, !isEnded else { return false }
    tree.enqueueChange(of: self, since: former)
    return true
  }

  /// Stores a value that was computed from the past for the threads that see the past.
  ///
  /// For the owner of the transaction it is dirty. Called with the lock held.
  private func divide() {
    guard let owner = tree.transaction.owner else { return }
    touch(by: owner)
    isStale = true
  }

  /// Keeps a value that was found to be valid as that of the threads which see the past, if a source is in the past;
  /// called with the lock held.
  ///
  /// The owner of the open transaction has not flagged the value if it was dirty before the write. For that thread it is
  /// still dirty.
  ///
  /// - Complexity: O(number of sources), beside another thread's transaction.
  @inline(never)
  final func divideIfValidInPast(for thread: ThreadIdentity) {
    guard let owner = tree.transaction.owner, owner != thread, condition.isEmpty else { return }
    let isInPast = (0..<sources.entries.count).contains { place in
      let source = sources.entries[place].source
      guard source.context.guardLock.load(ordering: .relaxed) == lock.bitPattern else {
        return false
      }
      if let producer = source.producer { return producer.condition.contains(.splitValue) }
      return unsafe source.context.headers[source.slot].flags.contains(.held)
    }
    if isInPast { divide() }
  }

  // MARK: Versions

  /// The version of a source that this run sees; records its consequence for the run.
  private func versionToNote(of context: Context, _ slot: Int, _ facets: ContextFacets) -> UInt64 {
    guard unsafe context.headers[slot].flags.contains(.held) else {
      return facets.edges[slot].version
    }
    let source = context.tree
    let edges = facets.edges[slot]
    if edges.committedVersion == nil {
      edges.keepCommittedVersion(in: source)
      edges.version = source.nextVersion()
    }
    guard source.transaction.owner == evaluator else {
      if source === tree { run.notePast() }
      return edges.committedVersion ?? edges.version
    }
    noteOwnTransaction(of: source)
    return edges.version
  }

  private func versionToNote(of producer: DerivedNode) -> UInt64 {
    if producer.isVolatile { run.noteVolatile() }
    guard let before = producer.before else {
      if producer.isStale { run.noteStaleSource() }
      return producer.version
    }
    guard before.owner == evaluator else {
      if producer.tree === tree { run.notePast() }
      return before.version
    }
    if producer.isStale { run.noteStaleSource() }
    noteOwnTransaction(of: producer.tree)
    return producer.version
  }

  /// Records that the run has read values that other threads may not see yet.
  private func noteOwnTransaction(of source: Tree) {
    if source === tree, let evaluator { return touch(by: evaluator) }
    notePrivateValue([ReadSnapshot(source)], isOwnDoing: true)
  }

  /// Makes the value dirty because a source is; called with the lock held after a run.
  ///
  /// - Returns: Whether an observer is to be notified; then call ``Tree/deliver()`` without the lock.
  final func noteStaleSource() -> Bool {
    guard !isStale, !isEnded else { return false }
    // Other threads have written the source, and not this one.
    tree.enqueueMarks(of: [self], writer: nil)
    return true
  }

  /// Lists the slots that the value was computed from; called with the lock held.
  final func listSourceSlots(in log: ReadLog) {
    var known: Set<ObjectIdentifier> = [ObjectIdentifier(self)]
    var remaining = [self]
    while let node = remaining.popLast() {
      // This thread may not access a node that is being computed, or that is of another tree.
      guard node.evaluator == nil, node.tree === tree else { continue }
      for source in node.sources.all {
        if source.context.guardLock.load(ordering: .relaxed) == tree.lock.bitPattern,
          let producer = source.context.derivedNode
        {
          if known.insert(ObjectIdentifier(producer)).inserted { remaining.append(producer) }
        } else {
          log.add(SlotRead(context: source.context, slot: source.slot))
        }
      }
    }
  }
}
