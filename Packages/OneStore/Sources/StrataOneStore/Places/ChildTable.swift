import StrataConcurrency
@_spi(Strata) import StrataCore

/// The places of the models that one field of a state declares, at one place.
// SAFETY: what changes is in `ModelTable`, which says why.
@safe
@usableFromInline
class ChildTable: @unchecked Sendable {
  let field: StateField
  /// The type of the models, or of their container.
  let modelsType: ObjectIdentifier
  let lock = Lock(rank: .leaf)
  // SAFETY: the memory is the table's own, and touched under `lock`. Not an optional: its type would be looked up at each
  // access.
  /// Where the models are that have been made for the present structure.
  @usableFromInline let made: UnsafeMutableRawPointer
  /// Whether there are any.
  @safe @exclusivity(unchecked) final var hasMade = false
  unowned let parent: AnyPlace
  /// The number that those who read the structure have taken note of, made when it is first read.
  let structure: AttachmentKey<UInt64>

  /// The number that is raised with each structure that a view has taken note of.
  @safe @exclusivity(unchecked) final var signal: Context?

  init<Models>(_ field: StateField, of parent: AnyPlace, for type: Models.Type) {
    self.field = field
    modelsType = ObjectIdentifier(type)
    unsafe made = UnsafeMutableRawPointer(UnsafeMutablePointer<Models>.allocate(capacity: 1))
    self.parent = parent
    structure = AttachmentKey(field.name, in: Self.family, initial: 0)
  }

  private static let family = AttachmentFamily("structure", isRecorded: false)

  deinit { unsafe made.deallocate() }

  /// Takes the lock, if the models have been made.
  final func beginRead() -> Bool {
    lock.lock()
    if hasMade { return true }
    lock.unlock()
    return false
  }

  /// Ends what `beginRead()` has begun.
  @usableFromInline
  final func endRead() { lock.unlock() }

  /// The slot of the parent's context that holds the contexts of the children.
  final var slot: Slot<PlaceLinks> { Slot(uncheckedIndex: field.number) }

  /// Makes the places of a state that has just become one; `state` is the parent's.
  @unsafe
  func fill(from state: UnsafeMutableRawPointer) { OneStoreTrap.abstract() }

  /// Compares the last state of the parent with the new one.
  @unsafe
  func compare(
    _ former: UnsafeRawPointer,
    _ now: UnsafeMutableRawPointer,
    _ effects: inout Effects
  ) { OneStoreTrap.abstract() }

  /// Looks what views see otherwise than before, here and below; both states are the parent's.
  @unsafe
  func refresh(
    _ former: UnsafeRawPointer?,
    _ now: UnsafeMutableRawPointer,
    _ effects: inout Effects
  ) { OneStoreTrap.abstract() }

  /// Notes that all places have been removed; `former` is the last state of the parent.
  @unsafe
  func end(_ former: UnsafeRawPointer) { OneStoreTrap.abstract() }

  /// Makes all places ones that only the override has; `state` is the parent's.
  @unsafe
  func becomeGhosts(_ state: UnsafeRawPointer) { OneStoreTrap.abstract() }

  /// Makes the structure in a state of the parent as it is in another one; elements that stay keep their states.
  @unsafe
  func assertStructure(in former: UnsafeMutableRawPointer, asIn now: UnsafeRawPointer) {
    OneStoreTrap.abstract()
  }

  /// Gives the engine the first contexts, before it knows that of the parent.
  func initializeSlot() { OneStoreTrap.abstract() }

  /// Gives the engine the contexts of the present places.
  func apply() { OneStoreTrap.abstract() }

  /// Lets go of the places, when the store has gone.
  func releaseAll() { OneStoreTrap.abstract() }

  /// Lets a view take note of the structure.
  final func observeStructure() {
    lock.lock()
    var signal = signal
    lock.unlock()
    if signal == nil {
      let made = parent.signal(for: structure)
      lock.lock()
      if self.signal == nil { self.signal = made }
      signal = self.signal
      lock.unlock()
    }
    if let signal {
      ObservationBridge.access(signal, 0)
      signal.noteRead(ofSlotAt: 0)
    }
  }
}
