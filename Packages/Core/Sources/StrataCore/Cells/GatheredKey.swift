package import StrataConcurrency

/// Names a value that contexts hand up: a context has what it and all below it contribute.
package struct GatheredKey<Value: Sendable>: Sendable {
  /// What single contexts contribute.
  let contributions: CellKey<Value?>
  /// Stirred where a part of the tree that had none has got a contribution.
  let carriers: Signal

  /// Makes a key.
  ///
  /// - Parameters:
  ///   - name: The value's name, for diagnostics.
  ///   - family: What the value belongs to.
  ///   - declaration: Where it is declared.
  ///   - isEqual: Whether two contributions are equal; an equal write notifies no one.
  package init(
    _ name: String,
    in family: CellFamily,
    declaration: CallSite?,
    isEqual: (@Sendable (Value?, Value?) -> Bool)?
  ) {
    contributions = CellKey(
      name,
      in: family,
      declaration: declaration,
      makeInitial: { nil },
      isEqual: isEqual
    )
    carriers = Signal(name)
  }

  fileprivate var carried: Carried {
    Carried(key: contributions.id, signal: carriers.key.id)
  }

  /// What a context contributes, by the contribution that ``Context/contributions(to:)`` gave; tracked.
  ///
  /// - Returns: `nil` if it contributes no more, or has left the tree.
  package func value(of contribution: Context) -> Value? {
    contribution.hasLeft ? nil : contribution.readObserved(contributions.slot)
  }
}

/// A key to which something at or below a context contributes, or once did.
struct Carried: Equatable {
  let key: ObjectIdentifier
  /// What to stir above a part of the tree that begins to contribute.
  let signal: ObjectIdentifier
}

extension Context {
  /// Whether the context has lived in a tree and does no more.
  fileprivate var hasLeft: Bool {
    let lock = lock()
    defer { lock.unlock() }
    return phase == .sealed || phase == .removed
  }

  /// Where this context and all below it contribute, each context once.
  ///
  /// A context comes before those below it, and where its first place is; children in the order of
  /// the slots, and in a slot in the container's. Tracked is the structure of those parts of the tree that
  /// have contributions, and not what they are: ``GatheredKey/value(of:)`` tells.
  ///
  /// - Complexity: O(number of contributions, and of the siblings of those that lead to them).
  package func contributions<Value>(to key: GatheredKey<Value>) -> [Context] {
    watch(key.carriers)
    let carried = key.carried
    var contributions: [Context] = []
    var remaining = [self]
    var visited: Set<ObjectIdentifier> = []
    while let context = remaining.popLast() {
      guard visited.insert(ObjectIdentifier(context)).inserted else { continue }
      if let cell = context.existingCell(of: key.contributions.layout) {
        contributions.append(cell)
      }
      guard context.layout.hasStructure, context.carries(carried) else { continue }
      let children = context.trackedChildren { $0.carriesLive(carried) }
      remaining += children.lazy.map(\.context).reversed()
    }
    return contributions
  }

  /// Contributes a value, or takes back what was contributed.
  ///
  /// - Complexity: That of a write; the first time at a context, O(number of contexts above).
  package func contribute<Value>(_ value: Value?, to key: GatheredKey<Value>) {
    if let cell = existingCell(of: key.contributions.layout) {
      return cell.write(key.contributions.slot, value, isEqual: key.contributions.isEqual)
    }
    guard value != nil else { return }
    // One round: whoever is told that there is something finds it.
    transaction {
      let cell = cell(for: key.contributions)
      cell.write(key.contributions.slot, value, isEqual: key.contributions.isEqual)
      var stirred: [Context] = []
      let lock = lock()
      // Also where something below contributes already: there was no cell to watch here.
      carry(key.carried, &stirred)
      lock.unlock()
      for signal in stirred { signal.stirSelf() }
    }
  }

  /// Whether there may be contributions at or below this context; in a part that is in no tree, where
  /// that is not kept, there may always be some.
  private func carries(_ carried: Carried) -> Bool {
    let lock = lock()
    defer { lock.unlock() }
    return !phase.isLive || carriesLive(carried)
  }

  /// Whether there may be contributions at or below this live context; called with the lock held.
  private func carriesLive(_ carried: Carried) -> Bool {
    parts?.keyed.carried.contains(carried) ?? false
  }

  /// Notes that a new child of this context brings contributions; called with the lock held.
  ///
  /// Where there have been some, those who gather them watch the slot that has the child now.
  ///
  /// - Parameters:
  ///   - news: To which keys.
  ///   - stirred: Where the signals go that are to be stirred.
  func carry(_ news: [Carried], _ stirred: inout [Context]) {
    for carried in news where !(parts?.keyed.carried.contains(carried) ?? false) {
      carry(carried, &stirred)
    }
  }

  /// Notes that there are contributions at or below this context, here and above; called with the lock
  /// held.
  ///
  /// Never taken back: what has no contributions any more is looked at in vain.
  private func carry(_ carried: Carried, _ stirred: inout [Context]) {
    forEachUpwards { context in
      let parts = context.ensuredParts
      if !parts.keyed.carried.contains(carried) { parts.keyed.carried.append(carried) }
      // Also where others contribute already: what is in between was not looked at.
      if let signal = context.watchedSignal(carried.signal) { stirred.append(signal) }
    }
  }
}
