/// The step from one recorded state to the next.
struct StateDelta {
  /// The state after the step.
  var id: Int
  var time: Duration
  var cause: Cause?
  private(set) var changes: [any PendingChange]
  /// Retain contexts that are not in the tree in one of the adjacent states.
  private(set) var keepers: [ChangeLogEntry] = []
  private var kept: Set<ObjectIdentifier> = []

  init(id: Int, time: Duration, cause: Cause?, changes: [any PendingChange]) {
    self.id = id
    self.time = time
    self.cause = cause
    self.changes = changes
  }

  var record: StateRecord {
    StateRecord(id: id, time: time, cause: cause, changeCount: changes.count)
  }

  /// Retains the contexts of an entry, unless they are retained already.
  mutating func keep(_ entry: ChangeLogEntry) {
    let departed = entry.departed
    guard departed.contains(where: { !kept.contains(ObjectIdentifier($0)) }) else { return }
    kept.formUnion(departed.lazy.map(ObjectIdentifier.init))
    keepers.append(entry)
  }

  /// Extends the step to the end of a later one.
  mutating func append(_ later: StateDelta) {
    (id, time, cause) = (later.id, later.time, later.cause)
    changes = (changes + later.changes).composed
    for keeper in later.keepers { keep(keeper) }
  }
}

extension [any PendingChange] {
  /// One change for each slot, from the first value to the last.
  ///
  /// - Complexity: Expected O(number of changes).
  var composed: [any PendingChange] {
    var composed: [any PendingChange] = []
    var places: [SlotRead: Int] = [:]
    for change in self {
      let slot = SlotRead(context: change.context, slot: change.slot)
      if let place = places[slot] {
        composed[place] = composed[place].followed(by: change)
      } else {
        places[slot] = composed.count
        composed.append(change)
      }
    }
    return composed
  }
}
