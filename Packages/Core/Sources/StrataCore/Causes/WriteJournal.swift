import StrataConcurrency

/// Makes and stores the records of a log: the part that the tree retains while it records.
final class WriteJournal: Sendable {
  private struct State: Sendable {
    var archive: WriteArchive
    /// The number of the incarnation whose changes are recorded.
    var generation = 0
  }

  /// The context whose writes are recorded, with those of its descendants.
  let top: Context
  private let text: WriteText
  private let now: (@Sendable () -> Double?)?
  private let onWrite: (@Sendable (WriteRecord) -> Void)?
  private let state: Locked<State>

  init(
    _ top: Context,
    limits: WriteLog.Limits,
    now: (@Sendable () -> Double?)?,
    onWrite: (@Sendable (WriteRecord) -> Void)?
  ) {
    self.top = top
    text = WriteText(limit: limits.textLength)
    self.now = now
    self.onWrite = onWrite
    state = Locked(State(archive: WriteArchive(limits: limits)), rank: .leaf)
  }

  var records: [WriteRecord] { state.withLock { $0.archive.records } }

  func records(in context: ContextID) -> [WriteRecord] {
    state.withLock { $0.archive.records(in: context) }
  }

  func records(of reads: [SlotRead]) -> [WriteRecord] {
    let properties = reads.map { WriteArchive.Property(context: $0.context.id, slot: $0.slot) }
    return state.withLock { $0.archive.records(of: properties) }
  }

  func accept(_ generation: Int) {
    state.withLock { $0.generation = generation }
  }

  /// Records a change; called outside all locks, by one thread at a time.
  func note(_ change: borrowing Change, generation: Int) {
    guard let trail = change.context.trail(from: top) else { return }
    let property = WriteArchive.Property(context: change.context.id, slot: change.slot)
    var record = withUntrackedReads { makeRecord(of: change, trail) }
    let added = state.withLock { [record] state -> WriteRecord? in
      guard state.generation == generation else { return nil }
      var record = record
      // The previous value of a collection that was changed in place is not retained, but its text may be known.
      if record.old == nil, record.new != nil { record.old = state.archive.lastText(of: property) }
      return state.archive.add(record, of: property, owners: trail.map(\.context.id))
    }
    guard let added else { return }
    record = added
    onWrite?(record)
  }

  private func makeRecord(of change: borrowing Change, _ trail: [TrailStep]) -> WriteRecord {
    var record = WriteRecord(
      number: 0,
      round: change.round,
      time: now?(),
      places: trail.map { text.place(of: $0.context, in: $0.slot) },
      property: change.context.layout.slots[change.slot].name,
      steps: change.cause?.steps ?? []
    )
    if let edits = change.edits {
      record.added = edits.added.map(text.name)
      record.removed = edits.removed.map(text.name)
      // The models that were added or removed describe the change; otherwise only the order changed.
      guard edits.added.isEmpty, edits.removed.isEmpty else { return record }
      record.old = change.anyOldValue.flatMap(text.contexts)
      record.new = text.contexts(of: change.anyNewValue)
    } else {
      record.old = change.anyOldValue.map(text.text)
      record.new = text.text(of: change.anyNewValue)
    }
    return record
  }
}
