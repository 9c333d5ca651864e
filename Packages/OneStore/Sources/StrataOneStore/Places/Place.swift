import StrataConcurrency
@_spi(Strata) import StrataCore
import Synchronization

/// One piece of state in a store, of a known type.
// SAFETY: `last` is touched under `lock`.
class Place<State: Sendable>: AnyPlace, @unchecked Sendable {
  /// The state that was there when it was removed.
  private var last: State?

  init(
    store: StoreCore,
    parent: AnyPlace?,
    table: ChildTable?,
    modelType: ObjectIdentifier?
  ) {
    super.init(
      store: store,
      parent: parent,
      table: table,
      schema: .of(State.self),
      stateType: ObjectIdentifier(State.self),
      modelType: modelType
    )
  }

  // MARK: What the kind of place knows

  /// The state in a root.
  @unsafe
  func find(in root: UnsafeRawPointer) -> State? { OneStoreTrap.abstract() }

  /// Gives the memory of the state in a root that this thread changes; `nil` if the state is not there.
  @unsafe
  func begin(in root: UnsafeMutableRawPointer) -> UnsafeMutablePointer<State>? {
    OneStoreTrap.abstract()
  }

  /// Ends what `begin(in:)` has begun.
  @unsafe
  func finish(_ memory: UnsafeMutablePointer<State>, in root: UnsafeMutableRawPointer) {
    OneStoreTrap.abstract()
  }

  @unsafe
  override final func withState(
    in root: UnsafeRawPointer,
    _ body: (UnsafeRawPointer) -> Void
  ) -> Bool {
    guard let state = unsafe find(in: root) else { return false }
    unsafe withUnsafePointer(to: state) { unsafe body(UnsafeRawPointer($0)) }
    return true
  }

  @unsafe
  override final func beginAny(in root: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    guard let memory = unsafe begin(in: root) else { return nil }
    unsafe access = UnsafeMutableRawPointer(memory)
    return unsafe access
  }

  @unsafe
  override final func finishAny(in root: UnsafeMutableRawPointer) {
    guard let memory = unsafe access else { return }
    unsafe access = nil
    unsafe finish(memory.assumingMemoryBound(to: State.self), in: root)
  }

  @unsafe
  override final func withMemory(
    in root: UnsafeMutableRawPointer,
    _ body: (UnsafeMutableRawPointer) -> Void
  ) -> Bool {
    guard let memory = unsafe beginAny(in: root) else { return false }
    unsafe body(memory)
    unsafe finishAny(in: root)
    return true
  }

  // MARK: Structure

  /// Makes the tables of the children, with the places of a state.
  @unsafe
  final func fill(from state: UnsafeMutableRawPointer) {
    tables = schema.fields.map { $0.makeTable(of: self) }
    for table in tables {
      unsafe table.fill(from: state)
      table.initializeSlot()
    }
  }

  /// Looks what of two states differs, for views and models here and below.
  @unsafe
  final func compare(
    _ former: UnsafePointer<State>,
    _ now: UnsafeMutablePointer<State>,
    _ effects: inout Effects
  ) {
    unsafe updateReaders(UnsafeMutableRawPointer(now), overlapping: nil, .state, &effects)
    for table in tables {
      unsafe table.compare(UnsafeRawPointer(former), UnsafeMutableRawPointer(now), &effects)
    }
    unsafe compareExtras(UnsafeRawPointer(former), UnsafeMutableRawPointer(now), &effects)
  }

  /// Looks what of the places that paths lead to differs.
  @unsafe
  private func compareExtras(
    _ former: UnsafeRawPointer,
    _ now: UnsafeMutableRawPointer,
    _ effects: inout Effects
  ) {
    guard !extras.isEmpty else { return }
    var remaining: [AnyPlace] = []
    for place in extras {
      unsafe place.compare(below: former, now, &effects)
      if !place.hasEnded.load(ordering: .relaxed) { remaining.append(place) }
    }
    guard remaining.count != extras.count else { return }
    lock.lock()
    let left = extras
    extras = remaining
    lock.unlock()
    withExtendedLifetime(left) {}
    effects.owners.append(self)
  }

  /// Notes that the state has been removed, here and below.
  final func end(with former: State) {
    for table in tables {
      var copy = former
      unsafe withUnsafeMutablePointer(to: &copy) { unsafe table.end(UnsafeRawPointer($0)) }
    }
    let extras = extras
    for place in extras {
      unsafe withUnsafePointer(to: former) { unsafe place.end(below: UnsafeRawPointer($0)) }
    }
    lock.lock()
    last = former
    let readers = readers
    lock.unlock()
    hasEnded.store(true, ordering: .releasing)
    for reader in readers { reader.finish() }
    for property in takeProperties() { property.finish() }
  }

  /// Makes this a place that only the override has.
  final func becomeGhost() {
    hasEnded.store(true, ordering: .releasing)
  }

  /// The state when it was removed.
  private var lastState: State? {
    lock.lock()
    defer { lock.unlock() }
    return last
  }

  // MARK: Reading

  /// The state in the store; its last value, if it has been removed.
  final var liveState: State {
    if !hasEnded.load(ordering: .acquiring), let state = unsafe store.read({ unsafe find(in: $0) })
    {
      return state
    }
    if let last = lastState { return last }
    // Only the override has it.
    if let state = unsafe store.readOverride({ unsafe find(in: $0) }) { return state }
    OneStoreTrap.lostState(State.self)
  }

  /// The state as views see it: that of the override, if there is one.
  final var visibleState: State {
    if store.isOverridden, Context.notesReads,
      let state = unsafe store.readOverride({ unsafe find(in: $0) })
    {
      return state
    }
    return liveState
  }

  /// Reads what the identity of a model is.
  final func identity<ID>(_ read: (State) -> ID) -> ID { read(visibleState) }

  /// A property, of which a view that reads it takes note.
  final func observedValue<Value>(
    at path: KeyPath<State, Value>,
    named key: ObjectIdentifier
  ) -> Value {
    guard Context.notesReads else { return liveState[keyPath: path] }
    let kind = schema.kind(key) { Self.makeKind(path) }
    let reader = reader(kind)
    if let signal = reader.signal {
      // Noted first: a change after that is told, whatever is read now.
      ObservationBridge.access(signal, 0)
      _ = signal.read(Slot<UInt64>(uncheckedIndex: 0))
    }
    let value = visibleState[keyPath: path]
    // SAFETY: the kind that the path names makes readers of this type alone.
    unsafe unsafeDowncast(reader, to: ValueReader<State, Value>.self).begin(value)
    return value
  }

  private static func makeKind<Value>(_ path: KeyPath<State, Value>) -> ReaderKind {
    let start = MemoryLayout<State>.offset(of: path)
    // SAFETY: a key path is immutable; what it captures is as sendable as the program's literal is.
    nonisolated(unsafe) let path = path
    return unsafe ReaderKind(
      name: "\(path)",
      range: start.map { $0..<$0 + max(MemoryLayout<Value>.size, 1) },
      path: path,
      make: { unsafe ValueReader<State, Value>(path) }
    )
  }
}
