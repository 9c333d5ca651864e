package import StrataConcurrency

/// Names a value that ancestors aggregate: a context sees its own contribution and those of its descendants.
package struct AggregatedKey<Value: Sendable>: Sendable {
  /// The contributions of single contexts.
  let contributions: AttachmentKey<Value?>
  /// Raised at an ancestor when a subtree contributes for the first time.
  let carriers: Signal

  /// Makes a key.
  ///
  /// - Parameters:
  ///   - name: The value's name, for diagnostics.
  ///   - family: The family that the value belongs to.
  ///   - declaration: The value's declaration, for diagnostics.
  ///   - isEqual: Whether two contributions are equal; an equal write notifies no one.
  package init(
    _ name: String,
    in family: AttachmentFamily,
    declaration: CallSite?,
    isEqual: (@Sendable (Value?, Value?) -> Bool)?
  ) {
    contributions = AttachmentKey(
      name,
      in: family,
      declaration: declaration,
      makeInitial: { nil },
      isEqual: isEqual
    )
    carriers = Signal(name)
  }

  fileprivate var subtreeFlags: SubtreeFlag {
    SubtreeFlag(key: contributions.id, signal: carriers.key.id)
  }

  /// The value of a contribution that ``Context/contributions(to:)`` returned; tracked.
  ///
  /// - Returns: `nil` if its context contributes no more, or has left the tree.
  package func value(of contribution: Context) -> Value? {
    contribution.hasLeft ? nil : contribution.readObserved(contributions.slot)
  }
}

extension Context {
  /// Whether the context was in a tree and has left it.
  fileprivate var hasLeft: Bool {
    let lock = lock()
    defer { lock.unlock() }
    return phase == .sealed || phase == .removed
  }

  /// The contributions of this context and its descendants, each once.
  ///
  /// The order is preorder: a context comes before its descendants, at its first position. Children follow the order of
  /// the slots, and within a slot the order of the container.
  ///
  /// The read tracks the structure of the subtrees with contributions. It does not track the contributed values, which
  /// ``AggregatedKey/value(of:)`` does.
  ///
  /// - Complexity: O(number of contributions, and of the siblings on the paths to them).
  package func contributions<Value>(to key: AggregatedKey<Value>) -> [Context] {
    watch(key.carriers)
    let subtreeFlags = key.subtreeFlags
    var contributions: [Context] = []
    var remaining = [self]
    var visited: Set<ObjectIdentifier> = []
    while let context = remaining.popLast() {
      guard visited.insert(ObjectIdentifier(context)).inserted else { continue }
      if let attachment = context.existingAttachment(of: key.contributions.layout) {
        contributions.append(attachment)
      }
      guard context.layout.hasStructure, context.carries(subtreeFlags) else { continue }
      let children = context.trackedChildren { $0.hasLiveSubtreeFlag(subtreeFlags) }
      remaining += children.lazy.map(\.context).reversed()
    }
    return contributions
  }

  /// Contributes a value, or withdraws the contribution.
  ///
  /// - Complexity: That of a write. The first contribution of a context adds O(number of its ancestors).
  package func contribute<Value>(_ value: Value?, to key: AggregatedKey<Value>) {
    if let attachment = existingAttachment(of: key.contributions.layout) {
      return attachment.write(key.contributions.slot, value, isEqual: key.contributions.isEqual)
    }
    guard value != nil else { return }
    // One round, so that an observer of the new contribution also finds its value.
    transaction {
      let attachment = attachment(for: key.contributions)
      attachment.write(key.contributions.slot, value, isEqual: key.contributions.isEqual)
      var bumped: [Context] = []
      let lock = lock()
      // Also where a descendant contributes already, because this attachment is new to observers.
      carry(key.subtreeFlags, &bumped)
      lock.unlock()
      for signal in bumped { signal.bumpOwnVersion() }
    }
  }

  /// Whether this context or a descendant may contribute.
  ///
  /// Outside a tree the flag is not maintained, so the answer is always yes.
  private func carries(_ subtreeFlags: SubtreeFlag) -> Bool {
    let lock = lock()
    defer { lock.unlock() }
    return !phase.isLive || hasLiveSubtreeFlag(subtreeFlags)
  }

  /// Whether this live context or a descendant may contribute; called with the lock held.
  private func hasLiveSubtreeFlag(_ subtreeFlags: SubtreeFlag) -> Bool {
    facets?.keyed.subtreeFlags.contains(subtreeFlags) ?? false
  }

  /// Records that a new child of this context brings contributions; called with the lock held.
  ///
  /// After the first contribution, the aggregating observers already observe the slot of the new child.
  ///
  /// - Parameters:
  ///   - news: The keys of the contributions.
  ///   - bumped: Collects the signals to raise.
  func carry(_ news: [SubtreeFlag], _ bumped: inout [Context]) {
    for subtreeFlags in news where !(facets?.keyed.subtreeFlags.contains(subtreeFlags) ?? false) {
      carry(subtreeFlags, &bumped)
    }
  }

  /// Sets the flag of a key in this context and its ancestors; called with the lock held.
  ///
  /// The flag is never cleared, so a traversal may visit subtrees that no longer contribute.
  private func carry(_ subtreeFlags: SubtreeFlag, _ bumped: inout [Context]) {
    forEachUpwards { context in
      let facets = context.ensuredFacets
      if !facets.keyed.subtreeFlags.contains(subtreeFlags) {
        facets.keyed.subtreeFlags.append(subtreeFlags)
      }
      // Also where others contribute already, because the contexts between were not observed.
      if let signal = context.watchedSignal(subtreeFlags.signal) { bumped.append(signal) }
    }
  }
}
