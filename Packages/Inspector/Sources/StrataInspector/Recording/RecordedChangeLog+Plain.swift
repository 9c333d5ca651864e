import StrataCore

extension RecordedChangeLog {
  /// Records a write of a plain value, without text.
  ///
  /// - Returns: `false`, with nothing done, where more than the write is due.
  mutating func add(_ change: borrowing PlainChange, in root: UInt64) -> Bool {
    guard let write = write(change, in: root) else { return false }
    add(.write(write))
    lastPlain = (write.time, lines.count)
    return true
  }

  /// What becomes of a write of a plain value.
  enum PlainOutcome {
    case added
    /// It has filled a part of the memory, so the state of every tree is due.
    case filledPart
    /// Nothing is done, because more than the write is due.
    case refused
  }

  /// Records a write of a plain value that no observer waits for, with the end of its delivery.
  mutating func addAlone(_ change: borrowing PlainChange, in root: UInt64) -> PlainOutcome {
    guard let write = write(change, in: root) else { return .refused }
    add(.commit(write, round: Int(change.round)))
    return beginPartIfFull() ? .filledPart : .added
  }

  /// The record of a write; `nil`, with nothing done, where more than the write is due.
  @inline(__always)
  private mutating func write(_ change: borrowing PlainChange, in root: UInt64) -> CompactWrite? {
    guard let tree = writtenTree(root), !tree.needsState, !tree.isIncomplete,
      limits.propertyBytes >= Self.plainBytes
    else { return nil }
    let cause = plainNumber(change.cause)
    guard let (name, isAfterOld) = tree.note(change, &lines.names) else { return nil }
    let isPrivate = lines.names.isPrivate(name)
    lastCommit = tree.begin(change.round, after: lastCommit)
    tree.version += 1
    if isPrivate { privates += 1 }
    let value = isPrivate ? .null : change.value
    return CompactWrite(
      time: time,
      commit: tree.commit,
      node: change.node,
      tree: tree.number,
      name: name,
      cause: cause,
      value: value,
      old: limits.keepsOldValues && !isPrivate ? change.old : nil,
      patch: isPrivate ? .hidden : !isAfterOld ? .add : change.old == value ? .none : .replace
    )
  }

  /// A smaller limit of a property's bytes may leave out a plain value.
  private static let plainBytes = 128

  /// The number of a cause, or zero.
  @inline(__always)
  private mutating func plainNumber(_ cause: Cause?) -> Int {
    guard let cause else { return 0 }
    return knownNumber(cause) ?? number(cause) ?? 0
  }

  /// Records the end of the delivery of a write that skipped the queue and had no observers.
  ///
  /// - Returns: Whether a new part has begun, so that the state of every tree is due.
  mutating func endWrite(_ round: UInt64, _ cause: Cause?, in root: UInt64) -> Bool {
    guard let tree = writtenTree(root) else { return false }
    let cause = plainNumber(cause)
    add(
      .round(
        CompactRound(
          // Nobody was notified, so no time has passed since the write.
          time: lastPlain.count == lines.count ? lastPlain.time : time,
          commit: tree.commit,
          tree: tree.number,
          round: Int(round),
          cause: cause
        )
      )
    )
    return beginPartIfFull()
  }
}
