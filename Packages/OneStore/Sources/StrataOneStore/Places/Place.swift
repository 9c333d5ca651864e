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
    modelType: Any.Type?,
    schema: StateSchema? = nil
  ) {
    super.init(
      store: store,
      parent: parent,
      table: table,
      schema: schema ?? .of(State.self, for: modelType),
      stateType: ObjectIdentifier(State.self),
      modelType: modelType.map { ObjectIdentifier($0) }
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
  ) {
    guard let state = unsafe find(in: root) else { return }
    unsafe withUnsafePointer(to: state) { unsafe body(UnsafeRawPointer($0)) }
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

  override final func value(at path: AnyKeyPath) -> Any? {
    (path as? PartialKeyPath<State>).map { liveState[keyPath: $0] }
  }

  @unsafe
  override final func assert(
    _ reader: Reader,
    in former: UnsafeMutableRawPointer,
    asIn now: UnsafeRawPointer
  ) {
    unsafe Self.assert(
      reader,
      in: &former.assumingMemoryBound(to: State.self).pointee,
      asIn: now.assumingMemoryBound(to: State.self).pointee
    )
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
    unsafe updateReaders(
      UnsafeMutableRawPointer(now),
      from: UnsafeRawPointer(former),
      .state,
      &effects
    )
    for table in tables {
      let field = table.field
      let range = field.offset..<(field.offset + field.size)
      if unsafe SameBytes.are(UnsafeRawPointer(former), UnsafeRawPointer(now), range) { continue }
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
    // A view that sees the part in the override has to look for another place.
    if store.isOverridden { noteFacets(&effects) }
    keepExtras(remaining)
    effects.owners.append(self)
  }

  /// Looks what views see otherwise than before, here and below.
  @unsafe
  final func refresh(
    from former: State?,
    _ now: UnsafeMutablePointer<State>,
    _ effects: inout Effects
  ) {
    guard let former else { return unsafe refresh(nil, UnsafeMutableRawPointer(now), &effects) }
    unsafe withUnsafePointer(to: former) { former in
      unsafe refresh(UnsafeRawPointer(former), UnsafeMutableRawPointer(now), &effects)
    }
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
    releaseGhosts()
    noteFormerOwner()
    for reader in readers { reader.finish() }
    for property in takeProperties() { property.finish() }
    inheritOverrides()
    leaveParent()
    // The parent's context may end before this one has joined the tree. Then nothing else would end it.
    if context.currentPhase == .detached { leaveContext() }
  }

  /// Makes this a place that only the override has, with the places below.
  ///
  /// Each keeps its state, because another thread may replace the override while a view shows this one. The owner
  /// releases it with ``AnyPlace/releaseAll()``.
  final func becomeGhost(with state: State) {
    for table in tables {
      unsafe withUnsafePointer(to: state) { unsafe table.becomeGhosts(UnsafeRawPointer($0)) }
    }
    lock.lock()
    last = state
    lock.unlock()
    hasEnded.store(true, ordering: .releasing)
    leaveContext()
  }

  /// Makes this a place that had a state when a view was made of it, and that only its views keep.
  final func becomeRemnant(of state: State) {
    becomeGhost(with: state)
    isRemnant.store(true, ordering: .releasing)
    // The places below keep this one, and nobody would release them. Each view of a child gets a remnant of its own.
    for table in tables { table.releaseAll() }
  }

  /// The state when it was removed.
  private var lastState: State? {
    lock.lock()
    defer { lock.unlock() }
    return last
  }

  // MARK: Reading

  /// Tells all views that have asked which parts there are.
  override final func noteFacets(_ effects: inout Effects) {
    lock.lock()
    let readers = readers
    lock.unlock()
    for reader in readers where reader is PresenceReader<State> {
      if let signal = reader.signal { effects.signals.append(signal) }
    }
  }

  /// The state in the store; its last value, if it has been removed.
  final var liveState: State {
    if let root = unsafe store.lockRoot() {
      if let state = unsafe locate(in: root) {
        defer { store.unlockRoot() }
        return unsafe state.assumingMemoryBound(to: State.self).pointee
      }
      store.unlockRoot()
    }
    if !hasEnded.load(ordering: .acquiring), let state = unsafe store.read({ unsafe find(in: $0) })
    {
      return state
    }
    // Only the override may have it; what has been removed has no place there.
    if let state = unsafe store.readOverride({ unsafe find(in: $0) }) { return state }
    if let last = lastState { return last }
    OneStoreTrap.lostState(State.self)
  }

  /// The state as views see it: that of the override, if there is one.
  final var visibleState: State {
    if store.isOverridden, Context.notesReads,
      let state = unsafe store.readOverride({ unsafe find(in: $0) })
    {
      store.waitForChange()
      return state
    }
    return liveState
  }

  /// Reads what the identity of a model is.
  final func identity<ID>(_ read: (State) -> ID) -> ID { read(visibleState) }

  /// A property, of which a view that reads it takes note.
  final func observedValue<Value>(at path: KeyPath<State, Value>) -> Value {
    let kind = schema.kind(path) { Self.makeKind(path) }
    guard Context.notesReads else { return plainValue(at: path, kind) }
    while true {
      let reader = reader(kind)
      note(reader)
      let value = store.isOverridden ? visibleState[keyPath: path] : plainValue(at: path, kind)
      // SAFETY: the kind that the path names makes readers of this type alone.
      if unsafe unsafeDowncast(reader, to: ValueReader<Value>.self).begin(value) { return value }
    }
  }

  /// A property of the live state, of which nothing but the property is copied where it is stored.
  private func plainValue<Value>(at path: KeyPath<State, Value>, _ kind: ReaderKind) -> Value {
    if kind.offset >= 0, let root = unsafe store.lockRoot() {
      if let state = unsafe locate(in: root) {
        defer { store.unlockRoot() }
        return unsafe (state + kind.offset).assumingMemoryBound(to: Value.self).pointee
      }
      store.unlockRoot()
    }
    return liveState[keyPath: path]
  }

  static func makeKind<Value>(_ path: KeyPath<State, Value>) -> ReaderKind {
    let start = MemoryLayout<State>.offset(of: path)
    // SAFETY: a key path is immutable; what it captures is as sendable as the program's literal is.
    nonisolated(unsafe) let path = path
    return unsafe ReaderKind(
      name: "\(path)",
      range: start.map { $0..<$0 + max(MemoryLayout<Value>.size, 1) },
      path: path,
      make: { unsafe ValueReader<Value>.of(path) }
    )
  }
}
