import StrataConcurrency
import StrataCore
import Synchronization

/// One piece of state in a store, without its type: who is below it, who reads it, what runs for it.
///
/// A place lives as long as its state does; views of it are references to it. A place keeps its parent, and
/// the parent keeps its places until they end, so nothing stays when the store has gone.
// SAFETY: `tables`, `extras` and `readers` are replaced under `lock`, and by the thread that changes the
// store alone; `properties` is touched under `lock`.
@safe
class AnyPlace: PlaceReference, @unchecked Sendable {
  let store: StoreCore
  let parent: AnyPlace?
  let schema: StateSchema
  let context: Context
  /// The kind of model that shows the place; `nil` for the root.
  let modelType: ObjectIdentifier?
  /// The table of the parent that the place is in; `nil` for the root and for places that paths lead to.
  private(set) weak var table: ChildTable?
  /// Whether the state has been removed.
  let hasEnded = Atomic<Bool>(false)
  /// Whether a write after the end has been reported.
  let hasReported = Atomic<Bool>(false)
  /// How many readers are here.
  let readerCount = Atomic<Int>(0)

  let lock = Lock(rank: .leaf)
  final var tables: [ChildTable] = []
  final var extras: [AnyPlace] = []
  final var readers: [Reader] = []
  // SAFETY: touched by the thread that changes the store alone.
  /// Where the state is while this thread changes it.
  final var access: UnsafeMutableRawPointer?
  final var overrides: [DependencyOverride] = []
  final var properties: [PropertyKey: any AnyPropertyBox] = [:]
  final var activation: (@Sendable (AnyPlace) -> Void)?

  init(
    store: StoreCore,
    parent: AnyPlace?,
    table: ChildTable?,
    schema: StateSchema,
    stateType: ObjectIdentifier,
    modelType: ObjectIdentifier?
  ) {
    self.modelType = modelType
    self.store = store
    self.parent = parent
    self.table = table
    self.schema = schema
    context = Context(layout: schema.layout)
    super.init(stateType: stateType)
    context.initialize(container: Slot<[PlaceLink]>(uncheckedIndex: schema.extraSlot), to: [])
    context.keepHandle(self)
  }

  override var anyPlace: AnyPlace { self }

  /// Whether nothing below is observed or made of models, so that a change of the state concerns no one.
  final var isPlain: Bool {
    readerCount.load(ordering: .relaxed) == 0 && tables.isEmpty && extras.isEmpty
  }

  /// Calls what is to be called when the place has become part of the store.
  final func activate() {
    activation?(self)
  }

  // MARK: What only the type knows

  /// Calls a closure with the memory of the state in a root, if it is there.
  @unsafe
  func withMemory(
    in root: UnsafeMutableRawPointer,
    _ body: (UnsafeMutableRawPointer) -> Void
  ) -> Bool { OneStoreTrap.abstract() }

  /// Calls a closure with the state in a root that nobody changes, if it is there.
  @unsafe
  func withState(in root: UnsafeRawPointer, _ body: (UnsafeRawPointer) -> Void) -> Bool {
    OneStoreTrap.abstract()
  }

  /// Gives the memory of the state in a root that this thread changes; `nil` if the state is not there.
  @unsafe
  func beginAny(in root: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    OneStoreTrap.abstract()
  }

  /// Ends what `beginAny(in:)` has begun.
  @unsafe
  func finishAny(in root: UnsafeMutableRawPointer) { OneStoreTrap.abstract() }

  /// Notes that the parent's state, given as it was, has been removed.
  func end(below former: UnsafeRawPointer) { OneStoreTrap.abstract() }

  /// Compares the last state of the parent with the new one.
  func compare(
    below former: UnsafeRawPointer,
    _ now: UnsafeMutableRawPointer,
    _ effects: inout Effects
  ) { OneStoreTrap.abstract() }

  /// Looks what a value of the parent's state has another value for here.
  func refresh(in root: UnsafeMutableRawPointer, _ effects: inout Effects) {
    _ = unsafe withMemory(in: root) { state in
      unsafe updateReaders(state, overlapping: nil, .override, &effects)
    }
    for table in tables { unsafe table.refresh(in: root, &effects) }
    for place in extras { unsafe place.refresh(in: root, &effects) }
  }

  /// The name of the kind of model, for reports.
  final var name: String { schema.name }
}

extension AnyPlace {
  /// Looks which readers have another value.
  @unsafe
  final func updateReaders(
    _ state: UnsafeMutableRawPointer,
    overlapping range: Range<Int>?,
    _ change: ReadersChange,
    _ effects: inout Effects
  ) {
    guard readerCount.load(ordering: .acquiring) != 0 else { return }
    lock.lock()
    let readers = readers
    lock.unlock()
    let changesLive = change == .state
    let changesVisible = change == .override || !store.isOverridden
    for reader in readers where reader.isLive ? changesLive : changesVisible {
      if let range, let own = reader.range, !own.overlaps(range) { continue }
      if unsafe reader.update(UnsafeRawPointer(state)), let signal = reader.signal {
        effects.signals.append(signal)
      }
      if let call = reader.takeCall() { effects.calls.append(call) }
    }
  }

  /// The reader of a kind, made if it is not there.
  final func reader(_ kind: ReaderKind) -> Reader {
    lock.lock()
    if let known = readers.first(where: { $0.kind === kind }) {
      lock.unlock()
      return known
    }
    lock.unlock()
    let made = kind.makeReader()
    made.kind = kind
    made.range = kind.range
    made.signal = context.cell(for: kind.signal)
    lock.lock()
    defer { lock.unlock() }
    if let known = readers.first(where: { $0.kind === kind }) { return known }
    readers.append(made)
    readerCount.store(readers.count, ordering: .releasing)
    return made
  }

  /// Tells the places above what has changed, whose values contain this one.
  final func updateAncestors(in root: UnsafeMutableRawPointer, _ effects: inout Effects) {
    var child: AnyPlace = self
    while let place = child.parent {
      if place.readerCount.load(ordering: .relaxed) != 0 {
        let field = child.table?.field
        let range = field.map { $0.offset..<$0.offset + $0.size }
        _ = unsafe place.withMemory(in: root) { state in
          unsafe place.updateReaders(state, overlapping: range, .state, &effects)
        }
      }
      child = place
    }
  }
}

/// Of what readers are to be told.
enum ReadersChange {
  /// The state has changed.
  case state
  /// Views see another state.
  case override
}

/// Names a property of a model that is kept outside of the state.
struct PropertyKey: Hashable {
  let model: ObjectIdentifier
  let number: Int
}
