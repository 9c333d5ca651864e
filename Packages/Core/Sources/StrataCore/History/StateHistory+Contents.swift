extension StateHistory {
  /// The deltas, and the index of the current state among those between them.
  struct Contents {
    /// A restoration whose round is not delivered yet.
    struct Pending {
      let entry: ChangeLogEntry
      let position: Int
      let version: Int
    }

    /// The state before the first delta.
    var first = StateRecord(id: 0, time: .zero, cause: nil, changeCount: 0)
    /// The delta at index `n` leads from state `n` to state `n + 1`.
    var deltas = DeltaList()
    /// The index of the tree's current state.
    var position = 0
    /// Counts recordings and restorations.
    var version = 0
    var pending: [Pending] = []
    /// The changes of observers that followed from the restoration of the current state.
    var drift = Drift()
    private var lastID = 0

    var records: [StateRecord] { [first] + deltas.map(\.record) }

    /// The index of a state.
    func place(of id: StateRecord.ID) -> Int? {
      if id == first.id { return 0 }
      return deltas.firstIndex { $0.id == id }.map { $0 + 1 }
    }

    /// The changes between two states, and the side to write.
    func path(from: Int, to: Int) -> (changes: [any PendingChange], side: ChangeSide) {
      let steps = deltas[min(from, to)..<max(from, to)]
      return (steps.flatMap(\.changes).composed, from < to ? .new : .old)
    }

    /// Records an entry of a change log.
    ///
    /// - Returns: The values to release without the lock.
    mutating func receive(
      _ entry: ChangeLogEntry,
      _ changes: [any PendingChange],
      time: Duration
    ) -> Drift? {
      if let index = pending.firstIndex(where: { $0.entry === entry }) {
        let restored = pending.remove(at: index)
        if restored.version == version {
          let former = move(to: restored.position, keeping: entry)
          drift.initiatingRound = entry.initiatingRound
          return former
        }
      }
      guard !changes.isEmpty else { return nil }
      version += 1
      if entry.initiatingRound == drift.initiatingRound {
        drift.add(changes, of: entry)
        return nil
      }
      let former = drift
      drift = Drift()
      returnToEnd(time: time)
      let all = former.isEmpty ? changes : (former.changes + changes).composed
      var delta = StateDelta(id: nextID(), time: time, cause: entry.cause, changes: all)
      delta.keep(entry)
      for keeper in former.keepers { delta.keep(keeper) }
      deltas.append(delta)
      position = deltas.count
      return former
    }

    /// Records the restoration of a state.
    ///
    /// - Parameters:
    ///   - place: The index of the state.
    ///   - entry: Retains the contexts that have left by it.
    /// - Returns: The values to release without the lock.
    mutating func move(to place: Int, keeping entry: ChangeLogEntry?) -> Drift {
      if let entry, place != position {
        deltas[Swift.max(place, position) - 1].keep(entry)
      }
      position = place
      version += 1
      defer { drift = Drift() }
      return drift
    }

    /// Records the path from the last state to the restored one, as the tree has taken it.
    private mutating func returnToEnd(time: Duration) {
      guard position < deltas.count else { return }
      let changes = path(from: position, to: deltas.count).changes.map { $0.inverted }
      var delta = StateDelta(id: nextID(), time: time, cause: nil, changes: changes)
      for keeper in deltas[position...].flatMap(\.keepers) { delta.keep(keeper) }
      deltas.append(delta)
      position = deltas.count
    }

    private mutating func nextID() -> Int {
      lastID += 1
      return lastID
    }

    // MARK: Retention

    /// Removes the states that are not to be retained.
    ///
    /// - Returns: The values to release without the lock.
    mutating func thin(_ retention: HistoryRetention) -> [StateDelta] {
      // States are recorded only after the last one, so only then can there be too many.
      guard position == deltas.count else { return [] }
      var released: [StateDelta] = []
      switch retention.rule {
      case .unlimited: break
      case .tail(let maxCount):
        while deltas.count + 1 > maxCount { released.append(removeFirst()) }
      case .spaced(let duration):
        // A change after a restoration records two states, so two have ceased to be the last one.
        var place = max(deltas.count - 3, 0)
        while place < deltas.count - 1 {
          if deltas[place].time - time(before: place) < duration {
            released += merge(at: place)
          } else {
            place += 1
          }
        }
      case .spread(let maxCount):
        while deltas.count + 1 > maxCount { released += merge(at: closest) }
      }
      position = deltas.count
      return released
    }

    private mutating func removeFirst() -> StateDelta {
      first = deltas[0].record
      return deltas.removeFirst()
    }

    /// Merges two deltas into one, without the state between.
    private mutating func merge(at place: Int) -> [StateDelta] {
      let released = [deltas[place], deltas[place + 1]]
      deltas[place].append(deltas[place + 1])
      deltas.remove(at: place + 1)
      return released
    }

    /// The delta whose state is closest in time to the one before, the last state excluded.
    private var closest: Int {
      let spans = deltas.indices.dropLast().map { deltas[$0].time - time(before: $0) }
      return spans.indices.min { spans[$0] < spans[$1] } ?? 0
    }

    /// The time of the state from which a delta leads on.
    private func time(before place: Int) -> Duration {
      place == 0 ? first.time : deltas[place - 1].time
    }
  }
}

/// The changes of observers that followed from a restoration.
///
/// They belong to no state, and are between the restored state and the tree's actual one.
struct Drift {
  /// The round that caused these changes; no round has the number zero.
  var initiatingRound: UInt64 = 0
  private(set) var changes: [any PendingChange] = []
  /// Retain contexts that have left the tree by these changes.
  private(set) var keepers: [ChangeLogEntry] = []

  var isEmpty: Bool { changes.isEmpty }

  mutating func add(_ later: [any PendingChange], of entry: ChangeLogEntry) {
    changes = (changes + later).composed
    keepers.append(entry)
  }
}

@available(*, unavailable)
extension Drift: Sendable {}
