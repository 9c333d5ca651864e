public import StrataConcurrency

extension StateHistory {
  /// Whether a state is retained.
  public func keeps(_ id: StateRecord.ID) -> Bool { withContents { $0.place(of: id) != nil } }

  /// Restores a state, as one transaction.
  ///
  /// Contexts that have finally left the tree are left out. Inside a transaction of the tree nothing is restored, which
  /// is reported.
  ///
  /// Observers may change the tree because of the restoration, in the rounds that follow from it. These changes make no
  /// new state. They belong to the restored one, and are reverted when another state is restored.
  ///
  /// - Parameters:
  ///   - id: The state.
  ///   - callSite: The call site, for reports.
  /// - Returns: Whether it is the current state now. It is not if it is no longer retained, or if the tree has ended.
  /// - Complexity: O(number of changes between the two states).
  @discardableResult
  public func restore(_ id: StateRecord.ID, at callSite: CallSite) -> Bool {
    move(at: callSite) { $0.place(of: id) }
  }

  /// Restores the state at a distance from the current one.
  ///
  /// - Parameters:
  ///   - distance: The difference of the indices; negative for earlier states.
  ///   - callSite: The call site, for reports.
  /// - Returns: Whether there is such a state, and it is the current one now.
  @discardableResult
  public func step(by distance: Int, at callSite: CallSite) -> Bool {
    move(at: callSite) { contents in
      let place = contents.position + distance
      return (0...contents.deltas.count).contains(place) ? place : nil
    }
  }

  private func move(at callSite: CallSite, _ target: (Contents) -> Int?) -> Bool {
    changeLog?.handOver()
    guard let changeLog, changeLog.isOpen, let place = withContents({ target($0) }) else {
      return false
    }
    if withContents({ $0.position == place && $0.pending.isEmpty }) { return true }
    var plan: Plan?
    let outcome = changeLog.tree.restore(
      changeLog: changeLog.id,
      at: callSite,
      // A context may be missing in one of the two states and in the restored one. It must have the values with which a
      // later step finds it.
      returning: { nil },
      checksStates: false,
      // Another commit may have been recorded after the plan was made.
      acquire: { entry in
        plan?.entry = entry
        return plan.map { plan in withContents { $0.acquire(plan) } } ?? false
      },
      values: {
        plan = withContents { $0.plan(target) }
        return plan?.values ?? []
      }
    )
    if case .notAcquired = outcome, plan != nil { return move(at: callSite, target) }
    return finish(plan, outcome)
  }

  /// Records a restoration that had nothing to write, which no change log receives.
  private func finish(_ plan: Plan?, _ outcome: ChangeLogEntry.Outcome) -> Bool {
    switch outcome {
    case .done: return true
    case .notAcquired, .rejected, .superseded: return false
    case .gone:
      guard let plan else { return false }
      let released = withContents { contents -> Drift? in
        guard let index = contents.pending.firstIndex(where: { $0.entry === plan.entry }) else {
          return nil
        }
        let restored = contents.pending.remove(at: index)
        guard restored.version == contents.version else { return nil }
        return contents.move(to: restored.position, keeping: nil)
      }
      withExtendedLifetime(released) {}
      return true
    }
  }

  // MARK: Differences

  /// The difference between two states.
  ///
  /// - Parameters:
  ///   - from: The one state.
  ///   - to: The other state.
  /// - Returns: One change for each property whose values differ, from the first state to the second; `nil` if one of
  ///   the two is not retained.
  /// - Complexity: O(number of changes between the two states).
  public func changes(from: StateRecord.ID, to: StateRecord.ID) -> [LoggedChange]? {
    let changes = withContents { contents -> [any PendingChange]? in
      guard let first = contents.place(of: from), let second = contents.place(of: to) else {
        return nil
      }
      let (changes, side) = contents.path(from: first, to: second)
      return side == .new ? changes : changes.map { $0.inverted }
    }
    return changes.map { $0.filter { $0.isSignificant }.map(LoggedChange.init) }
  }
}

/// The writes of a restoration.
private struct Plan {
  let values: [(any PendingChange, ChangeSide)]
  let position: Int
  let version: Int
  /// The entry that reverts the restoration, once it has begun.
  var entry: ChangeLogEntry?
}

extension StateHistory.Contents {
  /// Plans the restoration of a state.
  ///
  /// - Returns: `nil` if there is no such state.
  fileprivate func plan(_ target: (Self) -> Int?) -> Plan? {
    guard let place = target(self) else { return nil }
    let (changes, side) = path(from: position, to: place)
    // The additional changes of observers are reverted, unless the path covers them.
    let known = Set(changes.lazy.map { SlotRead(context: $0.context, slot: $0.slot) })
    let added = drift.changes.filter {
      !known.contains(SlotRead(context: $0.context, slot: $0.slot))
    }
    return Plan(
      values: changes.map { ($0, side) } + added.map { ($0, .old) },
      position: place,
      version: version
    )
  }

  /// Records that a plan is about to be executed.
  ///
  /// - Returns: Whether the plan is still valid.
  fileprivate mutating func acquire(_ plan: Plan) -> Bool {
    guard plan.version == version, let entry = plan.entry else { return false }
    pending.append(Pending(entry: entry, position: plan.position, version: version))
    return true
  }
}
