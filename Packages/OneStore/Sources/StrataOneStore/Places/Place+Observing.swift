import StrataConcurrency
@_spi(Strata) import StrataCore

extension Place {
  /// A value that views see, and of which one that reads it takes note.
  ///
  /// - Parameters:
  ///   - steps: Names what is read.
  ///   - read: Takes it out of the state.
  /// - Returns: The state, and the value.
  final func observed(
    _ steps: [AnyHashable],
    _ read: @escaping (State) -> AnyHashable?
  ) -> (state: State, value: AnyHashable?)? {
    guard Context.notesReads else {
      let state = liveState
      return (state, read(state))
    }
    let reader = stepsReader(steps, read)
    if let signal = reader.signal {
      ObservationBridge.access(signal, 0)
      _ = signal.read(Slot<UInt64>(uncheckedIndex: 0))
    }
    let state = visibleState
    let value = read(state)
    reader.begin(value)
    return (state, value)
  }

  private func stepsReader(
    _ steps: [AnyHashable],
    _ read: @escaping (State) -> AnyHashable?
  ) -> StepsReader<State> {
    lock.lock()
    let known = readers
    lock.unlock()
    for reader in known {
      if let reader = reader as? StepsReader<State>, reader.steps == steps { return reader }
    }
    let made = StepsReader(steps, read)
    let key = CellKey<UInt64>("view", in: CellFamily("view", isRecorded: false), initial: 0)
    made.signal = context.cell(for: key)
    add(made)
    return made
  }
}

/// The last value that a view has read by a closure.
// SAFETY: `last` is touched under `lock`; `read` captures key paths and case paths, which are immutable.
final class StepsReader<State>: Reader, @unchecked Sendable {
  let steps: [AnyHashable]
  private let read: (State) -> AnyHashable?
  private let lock = Lock(rank: .leaf)
  private var last: AnyHashable??

  init(_ steps: [AnyHashable], _ read: @escaping (State) -> AnyHashable?) {
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

  /// Notes the value that a view reads, unless a change has been noted meanwhile.
  func begin(_ value: AnyHashable?) {
    lock.lock()
    if last == nil { last = .some(value) }
    lock.unlock()
  }
}
