public import StrataConcurrency

extension StateHistory {
  /// Whether a state is kept.
  public func keeps(_ id: StateRecord.ID) -> Bool { withContents { $0.place(of: id) != nil } }

  /// Brings a state back, as one transaction.
  ///
  /// What has left the tree for good is left out. Inside a transaction of the tree nothing is restored,
  /// which is reported.
  ///
  /// What observers change because of it, in the rounds that follow from it, belongs to the state: it makes
  /// no new one, and it is taken back when another state is restored.
  ///
  /// - Parameters:
  ///   - id: The state.
  ///   - callSite: Who asks for it, for reports.
  /// - Returns: Whether it is the current state now: not if it is not kept any more, and not if the tree has
  ///   ended.
  /// - Complexity: O(number of changes between the two states).
  @discardableResult
  public func restore(_ id: StateRecord.ID, at callSite: CallSite) -> Bool {
    move(at: callSite) { $0.place(of: id) }
  }

  /// Brings the state back that is some places before or behind the current one.
  ///
  /// - Parameters:
  ///   - distance: How many places; negative for earlier states.
  ///   - callSite: Who asks for it, for reports.
  /// - Returns: Whether there is such a state, and it is the current one now.
  @discardableResult
  public func step(by distance: Int, at callSite: CallSite) -> Bool {
    move(at: callSite) { contents in
      let place = contents.position + distance
      return (0...contents.deltas.count).contains(place) ? place : nil
    }
  }

  private func move(at callSite: CallSite, _ target: (Contents) -> Int?) -> Bool {
    journal?.handOver()
    guard let journal, journal.isOpen, let place = withContents({ target($0) }) else {
      return false
    }
    if withContents({ $0.position == place && $0.pending.isEmpty }) { return true }
    var plan: Plan?
    let outcome = journal.tree.restore(
      journal: journal.id,
      at: callSite,
      // A context that is not there in one of the two states, and not in the one restored, must have
      // the values with which a later step finds it.
      returning: { nil },
      checksStates: false,
      // Something that was committed meanwhile may have been recorded after the plan was made.
      claim: { entry in
        plan?.entry = entry
        return plan.map { plan in withContents { $0.claim(plan) } } ?? false
      },
      values: {
        plan = withContents { $0.plan(target) }
        return plan?.values ?? []
      }
    )
    if case .unclaimed = outcome, plan != nil { return move(at: callSite, target) }
    return finish(plan, outcome)
  }

  /// Takes note of a restoration that had nothing to write, of which no journal is told.
  private func finish(_ plan: Plan?, _ outcome: JournalEntry.Outcome) -> Bool {
    switch outcome {
    case .done: return true
    case .unclaimed, .refused, .overtaken: return false
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

  /// What differs between two states.
  ///
  /// - Parameters:
  ///   - from: The one state.
  ///   - to: The other state.
  /// - Returns: One change for each property whose values differ, from the first state's to the second's;
  ///   `nil` if one of the two is not kept.
  /// - Complexity: O(number of changes between the two states).
  public func changes(from: StateRecord.ID, to: StateRecord.ID) -> [JournaledChange]? {
    let changes = withContents { contents -> [any PendingChange]? in
      guard let first = contents.place(of: from), let second = contents.place(of: to) else {
        return nil
      }
      let (changes, side) = contents.path(from: first, to: second)
      return side == .new ? changes : changes.map { $0.inverted }
    }
    return changes.map { $0.filter { $0.isSignificant }.map(JournaledChange.init) }
  }
}

/// What a restoration is to write.
private struct Plan {
  let values: [(any PendingChange, ChangeSide)]
  let position: Int
  let version: Int
  /// What takes the restoration back, once it has begun.
  var entry: JournalEntry?
}

extension StateHistory.Contents {
  /// Finds out how a state is restored.
  ///
  /// - Returns: `nil` if there is no such state.
  fileprivate func plan(_ target: (Self) -> Int?) -> Plan? {
    guard let place = target(self) else { return nil }
    let (changes, side) = path(from: position, to: place)
    // What observers have added to the present state goes, where the way does not lead over it.
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

  /// Notes that a plan is about to be carried out.
  ///
  /// - Returns: Whether the plan still holds.
  fileprivate mutating func claim(_ plan: Plan) -> Bool {
    guard plan.version == version, let entry = plan.entry else { return false }
    pending.append(Pending(entry: entry, position: plan.position, version: version))
    return true
  }
}
