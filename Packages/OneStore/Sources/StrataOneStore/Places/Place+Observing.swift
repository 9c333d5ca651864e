import StrataConcurrency
@_spi(Strata) import StrataCore

/// What a view sees of a part that may not be there: which one it is.
struct PresentPart: Hashable {
  /// The case of an enum.
  let name: String
  /// The identity of the part.
  let id: SingleID
}

@available(*, unavailable)
extension PresentPart: Sendable {}

extension Place {
  /// Which part of the state views see, of which one that asks takes note.
  ///
  /// - Parameters:
  ///   - steps: Names what is read.
  ///   - read: Finds it in the state.
  /// - Returns: The part, if there is one.
  final func presence(
    _ steps: [AnyHashable],
    _ read: @escaping (State) -> PresentPart?
  ) -> PresentPart? {
    guard Context.notesReads else { return read(liveState) }
    let reader = presenceReader(steps, read)
    if let signal = reader.signal {
      ObservationBridge.access(signal, 0)
      signal.noteRead(ofSlotAt: 0)
    }
    let present = read(visibleState)
    reader.begin(present)
    return present
  }

  private func presenceReader(
    _ steps: [AnyHashable],
    _ read: @escaping (State) -> PresentPart?
  ) -> PresenceReader<State> {
    lock.lock()
    let known = readers
    lock.unlock()
    // One code may make the paths of two cases: what they find tells them apart once it differs.
    let state = visibleState
    let present = read(state)
    for reader in known {
      guard let reader = reader as? PresenceReader<State>, reader.steps == steps else { continue }
      if reader.read(state) == present { return reader }
    }
    let made = PresenceReader(steps, read)
    let key = AttachmentKey<UInt64>(
      "view",
      in: AttachmentFamily("view", isRecorded: false),
      initial: 0
    )
    made.signal = signal(for: key)
    add(made)
    return made
  }
}

/// Which part a view has seen last.
// SAFETY: `last` is touched under `lock`; `read` captures key paths and case paths, which are immutable.
final class PresenceReader<State>: Reader, @unchecked Sendable {
  let steps: [AnyHashable]
  let read: (State) -> PresentPart?
  private let lock = Lock(rank: .leaf)
  private var last: PresentPart??

  init(_ steps: [AnyHashable], _ read: @escaping (State) -> PresentPart?) {
    self.steps = steps
    self.read = read
  }

  @unsafe
  override func update(_ state: UnsafeRawPointer) -> Bool {
    let value = unsafe read(state.assumingMemoryBound(to: State.self).pointee)
    lock.lock()
    let former = last
    last = .some(value)
    lock.unlock()
    return former != .some(value)
  }

  /// Notes what a view sees, unless a change has been noted meanwhile.
  func begin(_ present: PresentPart?) {
    lock.lock()
    if last == nil { last = .some(present) }
    lock.unlock()
  }
}
