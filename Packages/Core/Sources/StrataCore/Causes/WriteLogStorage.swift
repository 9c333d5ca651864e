import StrataConcurrency

/// Makes and stores the writes of a log: the part that the tree retains while it records.
final class WriteLogStorage: Sendable {
  private struct State: Sendable {
    var archive: WriteArchive
    /// The number of the incarnation whose changes are recorded.
    var generation = 0
    /// The paths of contexts that were written not long ago.
    var paths: [ContextID: WritePath] = [:]
    var lastPath: WritePath?
  }

  /// How many paths are found without a traversal.
  private static let pathLimit = 256

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

  /// Whether a closure of the program receives the records.
  var hasListener: Bool { onWrite != nil }

  var records: [WriteRecord] {
    state.withLock { $0.archive.writes }.map { $0.record(text) }
  }

  func records(in context: ContextID) -> [WriteRecord] {
    state.withLock { $0.archive.writes(in: context) }.map { $0.record(text) }
  }

  func records(of reads: [SlotRead]) -> [WriteRecord] {
    let properties = reads.map { WriteArchive.Property(context: $0.context.id, slot: $0.slot) }
    return state.withLock { $0.archive.writes(of: properties) }.map { $0.record(text) }
  }

  func accept(_ generation: Int) {
    state.withLock { $0.generation = generation }
  }

  /// Records a change; called outside all locks, by one thread at a time.
  func note(_ change: borrowing Change, generation: Int) {
    let context = change.context
    guard let path = path(to: context) else { return }
    let write = kept(change, path)
    let property = WriteArchive.Property(context: context.id, slot: change.slot)
    let added = state.withLock { state -> KeptWrite? in
      guard state.generation == generation else { return nil }
      var write = write
      // The previous value of a collection that was changed in place is not retained, but its text may be known.
      if write.old.isNone, !write.new.isNone {
        write.old = state.archive.lastValue(of: property) ?? .none
      }
      return state.archive.add(write, of: property)
    }
    if let added, let onWrite { onWrite(added.record(text)) }
  }

  /// The path down to a context; `nil` if there is none.
  private func path(to context: Context) -> WritePath? {
    let id = context.id
    let known = state.withLock { state in
      state.lastPath.flatMap { $0.owners[0] == id ? $0 : nil } ?? state.paths[id]
    }
    if let known, withoutTracking({ known.leads(to: context, text) }) { return known }
    guard let trail = context.trail(from: top) else { return nil }
    let places = withoutTracking { trail.map { text.place(of: $0.context, in: $0.slot) } }
    let path = WritePath(trail, to: context.layout, places)
    state.withLock { state in
      if state.paths.count >= Self.pathLimit { state.paths = [:] }
      state.paths[id] = path
      state.lastPath = path
    }
    return path
  }

  private func kept(_ change: borrowing Change, _ path: WritePath) -> KeptWrite {
    let time = now?()
    let (old, new) = values(of: change)
    var write = KeptWrite(
      round: change.round,
      time: time,
      path: path,
      slot: change.slot,
      old: old,
      new: new,
      cause: change.cause
    )
    if let edits = change.edits {
      withoutTracking {
        write.added = edits.added.map(text.name)
        write.removed = edits.removed.map(text.name)
      }
    }
    return write
  }

  private func values(of change: borrowing Change) -> (KeptText, KeptText) {
    if let edits = change.edits {
      // The models that were added or removed describe the change; otherwise only the order changed.
      guard edits.added.isEmpty, edits.removed.isEmpty else { return (.none, .none) }
      let (old, new) = (change.anyOldValue, change.anyNewValue)
      return withoutTracking {
        (keptContexts(old), keptContexts(new))
      }
    }
    if let number = change.number {
      return (number.old.map(KeptText.number) ?? .none, .number(number.new))
    }
    let (old, new) = (change.anyOldValue, change.anyNewValue)
    return withoutTracking { (old.map(text.kept) ?? .none, text.kept(new)) }
  }

  private func keptContexts(_ value: Any?) -> KeptText {
    value.flatMap(text.contexts).map(KeptText.text) ?? .none
  }
}

extension Change {
  /// The values of a slot of whole numbers, without boxes.
  fileprivate var number: (old: Int?, new: Int)? {
    guard context.layout.slots[slot].type == Int.self else { return nil }
    // SAFETY: the type is that of the slot.
    let new = unsafe withMemory { unsafe $0.load(as: Int.self) }
    return (unsafe withOldMemory { unsafe $0.load(as: Int.self) }, new)
  }
}
