import StrataConcurrency
@_spi(Strata) import StrataCore
import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// One piece of state in a store, without its type: who is below it, who reads it, what runs for it.
///
/// A place lives as long as its state does; views of it are references to it. A place keeps its parent, and
/// the parent keeps its places until they end, so nothing stays when the store has gone.
//
// The compiler's check of exclusive access costs as much as a change: what is said here is what it would find.
// SAFETY: `tables`, `extras` and `readers` are replaced under `lock`, and by the thread that changes the
// store alone; `properties` is touched under `lock`.
@safe
class AnyPlace: PlaceReference, @unchecked Sendable {
  let store: StoreCore
  // SAFETY: changed by the thread that changes the store alone, under `lock`; read under `lock`, or by one that keeps
  // others from changing the store.
  @safe @exclusivity(unchecked) private var livingParent: AnyPlace?
  // SAFETY: the same place, for the thread that changes the store, which would count each level otherwise.
  /// The place above.
  @exclusivity(unchecked) private(set) final var uncountedParent: Unmanaged<AnyPlace>?
  let schema: StateSchema
  let context: Context
  /// The kind of model that shows the place; `nil` for the root.
  let modelType: ObjectIdentifier?
  /// The field of the parent that the place is in; `nil` for the root and for places that paths lead to.
  let field: StateField?
  /// How the memory of the state is found; set before the place is shared.
  @safe @exclusivity(unchecked) final var route = PlaceRoute.unknown
  /// The position of the state in an array; less than zero if that is not known, or it is no element.
  let elementIndex = Atomic<Int>(-1)
  /// Whether the state has been removed.
  let hasEnded = Atomic<Bool>(false)
  /// Whether only views keep the place, which has no places below.
  let isRemnant = Atomic<Bool>(false)
  /// Whether a write after the end has been reported.
  let hasReported = Atomic<Bool>(false)
  /// The address of memory for a state that no change uses now; zero if there is none.
  let scratch = Atomic<UInt>(0)
  /// How many readers are here.
  let readerCount = Atomic<Int>(0)

  /// One that a few other places have, too: one of each place's own would take a tenth of a row's memory.
  let lock: LockReference
  @safe @exclusivity(unchecked) final var tables: [ChildTable] = []
  @safe @exclusivity(unchecked) final var extras: [AnyPlace] = []
  /// The same, by the hash of what tells them apart.
  final var extrasByHash: [Int: [AnyPlace]] = [:]
  @safe @exclusivity(unchecked) final var readers: [Reader] = []
  /// The places that paths lead to and that only the override has.
  @safe @exclusivity(unchecked) final var ghosts: [AnyPlace] = []
  // SAFETY: touched by the thread that changes the store alone.
  /// The address of the state while this thread changes it.
  @exclusivity(unchecked) final var access: UnsafeMutableRawPointer?
  // SAFETY: as for `access`.
  /// The state before a change that this thread makes in place.
  @exclusivity(unchecked) final var former: UnsafeMutableRawPointer?
  final var overrides: [DependencyOverride] = []
  final var properties: [PropertyKey: any AnyPropertyBox] = [:]

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
    livingParent = parent
    unsafe uncountedParent = unsafe parent.map { unsafe .passUnretained($0) }
    field = table?.field
    self.schema = schema
    context = Context(layout: schema.layout)
    lock = PlaceLocks.lock(for: context)
    super.init(stateType: stateType)
    context.initialize(container: Slot<PlaceLinks>(uncheckedIndex: schema.extraSlot), to: .init())
    context.keepObject(self)
  }

  deinit {
    unsafe UnsafeMutableRawPointer(bitPattern: scratch.load(ordering: .relaxed))?.deallocate()
  }

  override var anyPlace: AnyPlace { self }

  /// The place above; `nil` for the root, and when the state has been removed.
  final var parent: AnyPlace? {
    lock.lock()
    defer { lock.unlock() }
    return livingParent
  }

  /// The place above, for one that keeps others from changing the store.
  @unsafe
  final var unlockedParent: AnyPlace? { livingParent }

  /// Lets go of the place above, which keeps this one as long as someone shows it.
  final func leaveParent() {
    lock.lock()
    let former = livingParent
    livingParent = nil
    unsafe uncountedParent = nil
    lock.unlock()
    withExtendedLifetime(former) {}
  }

  /// Whether nothing below is observed or made of models, so that a change of the state concerns no one.
  final var isPlain: Bool {
    readerCount.load(ordering: .relaxed) == 0 && tables.isEmpty && extras.isEmpty && ghosts.isEmpty
  }

  /// Called when the place has become part of the store.
  func activate() {}

  /// Looks whether a change that a model of this place has made is that of its identity, in a root that this thread
  /// changes.
  ///
  /// - Parameters:
  ///   - position: The position of the changed state in its container.
  ///   - root: The root.
  ///   - effects: What follows.
  @unsafe
  func noteIdentity(
    changedAt position: Int,
    in root: UnsafeMutableRawPointer,
    _ effects: inout Effects
  ) {}

  /// The last known position of the state in its container.
  var lastPosition: Int { 0 }

  /// The position of a state in its container that is changed inside the root.
  final var positionInPlace: Int { max(0, elementIndex.load(ordering: .relaxed)) }

  // MARK: What only the type knows

  /// The identity of the state, if its type or its container has one.
  var ownIdentity: Any? { nil }

  /// The text after the property's name in an expression of a test; `nil` if no expression is known to lead here.
  var stepOfTest: String? { nil }

  /// Calls a closure with the memory of the state in a root, if it is there.
  @unsafe
  func withMemory(
    in root: UnsafeMutableRawPointer,
    _ body: (UnsafeMutableRawPointer) -> Void
  ) -> Bool { OneStoreTrap.abstract() }

  /// Calls a closure with the state in a root that nobody changes, if it is there.
  @unsafe
  func withState(in root: UnsafeRawPointer, _ body: (UnsafeRawPointer) -> Void) {
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

  /// Tells all views that have asked which parts there are.
  func noteFacets(_ effects: inout Effects) { OneStoreTrap.abstract() }

  /// The live value at a path of the state.
  func value(at path: AnyKeyPath) -> Any? { OneStoreTrap.abstract() }

  /// Makes what a reader has read in a state as it is in another one.
  @unsafe
  func assert(
    _ reader: Reader,
    in former: UnsafeMutableRawPointer,
    asIn now: UnsafeRawPointer
  ) { OneStoreTrap.abstract() }

  /// Looks what views see otherwise than before here, given the parent's states.
  ///
  /// - Returns: Whether the state is there now.
  @unsafe
  @discardableResult
  func refresh(
    below former: UnsafeRawPointer?,
    _ now: UnsafeMutableRawPointer,
    _ effects: inout Effects
  ) -> Bool { OneStoreTrap.abstract() }

  /// Looks what views see otherwise than before, here and below, given the states.
  @unsafe
  final func refresh(
    _ former: UnsafeRawPointer?,
    _ now: UnsafeMutableRawPointer,
    _ effects: inout Effects
  ) {
    unsafe updateReaders(now, from: former, .override, &effects)
    for table in tables {
      let range = table.field.offset..<(table.field.offset + table.field.size)
      if let former = unsafe former, unsafe SameBytes.are(former, UnsafeRawPointer(now), range) {
        continue
      }
      unsafe table.refresh(former, now, &effects)
    }
    for place in extras { unsafe place.refresh(below: former, now, &effects) }
    var gone: [AnyPlace] = []
    for place in presentGhosts where unsafe !place.refresh(below: former, now, &effects) {
      gone.append(place)
    }
    // The views that show them look for other places, so the end of the override concerns none of them.
    if !gone.isEmpty { forgetGhosts(gone) }
  }

  /// The name of the kind of model, for reports.
  final var name: String { schema.name }
}

extension AnyPlace: GhostOwner {
  // A place that no change of the store reaches may show the store's value.
  final func endGhosts(_ effects: inout Effects) {
    guard !presentGhosts.isEmpty else { return }
    noteFacets(&effects)
    releaseGhosts()
  }

  /// The places that paths lead to and that only the override has.
  final var presentGhosts: [AnyPlace] {
    lock.lock()
    defer { lock.unlock() }
    return ghosts
  }

  /// Keeps a place that only the override has.
  final func addGhost(_ place: AnyPlace) {
    lock.lock()
    ghosts.append(place)
    lock.unlock()
    store.noteGhosts(of: self)
  }

  /// Looks which readers have another value.
  @unsafe
  final func updateReaders(
    _ state: UnsafeMutableRawPointer,
    from former: UnsafeRawPointer? = nil,
    overlapping range: Range<Int>? = nil,
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
      if let own = reader.range {
        if let range, !own.overlaps(range) { continue }
        if let former = unsafe former, unsafe SameBytes.are(former, UnsafeRawPointer(state), own) {
          continue
        }
      }
      if let signal = reader.signal, reader.valueType != nil, !signal.isHeard(slotAt: 0) {
        // No view takes note, or a view just begins to. The engine notifies it, and it begins again.
        drop(reader)
        effects.signals.append(signal)
      } else if unsafe reader.update(UnsafeRawPointer(state)), let signal = reader.signal {
        effects.signals.append(signal)
      }
      if let call = reader.takeCall() { effects.calls.append(call) }
    }
  }

  /// The number that views take note of.
  final func signal(for key: AttachmentKey<UInt64>) -> Context? {
    var (base, place): (AnyPlace, AnyPlace?) = (self, self)
    while let next = place {
      place = next.parent
      if next.hasEnded.load(ordering: .relaxed), let place { base = place }
    }
    if base === self { return context.attachment(for: key) }
    // The context of what only the override has is in no tree, so nothing could watch it.
    return base.context.attachment(
      for: AttachmentKey<UInt64>("override", in: Self.overrideFamily, initial: 0)
    )
  }

  private static let overrideFamily = AttachmentFamily("override", isRecorded: false)

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
    made.signal = signal(for: kind.signal)
    lock.lock()
    defer { lock.unlock() }
    if let known = readers.first(where: { $0.kind === kind }) { return known }
    readers.append(made)
    readerCount.store(readers.count, ordering: .releasing)
    return made
  }

  /// Tells the places above what has changed, whose values contain this one.
  @unsafe
  final func updateAncestors(in root: UnsafeMutableRawPointer, _ effects: inout Effects) {
    guard let place = unsafe uncountedParent else { return }
    // SAFETY: the thread that changes the store keeps all places that have not ended.
    unsafe place._withUnsafeGuaranteedRef { place in
      if place.readerCount.load(ordering: .relaxed) != 0 {
        unsafe place.updateReaders(below: field, in: root, &effects)
      }
      unsafe place.updateAncestors(in: root, &effects)
    }
  }

  /// Looks which readers have another value, as a part of the state has changed.
  @unsafe
  private func updateReaders(
    below field: StateField?,
    in root: UnsafeMutableRawPointer,
    _ effects: inout Effects
  ) {
    let range = field.map { $0.offset..<$0.offset + $0.size }
    if let state = unsafe locateToChange(in: root) {
      unsafe updateReaders(state, overlapping: range, .state, &effects)
    } else {
      _ = unsafe withMemory(in: root) { state in
        unsafe updateReaders(state, overlapping: range, .state, &effects)
      }
    }
  }
}

/// The locks of all places.
///
/// None of them is held while another is taken.
private enum PlaceLocks {
  private static let all = (0..<64).map { _ in LockHolder() }

  static func lock(for context: Context) -> LockReference {
    // Objects lie at least so many bytes apart.
    let number = UInt(bitPattern: ObjectIdentifier(context)) / 64
    return all[Int(number % UInt(all.count))].lock.reference
  }

  private final class LockHolder: Sendable {
    let lock = Lock(rank: .leaf)
  }
}

/// Compares memory.
enum SameBytes {
  /// Whether two values have the same bytes in a range.
  ///
  /// If so they are equal there; nothing follows if not.
  @unsafe
  static func are(_ a: UnsafeRawPointer, _ b: UnsafeRawPointer, _ range: Range<Int>) -> Bool {
    unsafe memcmp(a + range.lowerBound, b + range.lowerBound, range.count) == 0
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
