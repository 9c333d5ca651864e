import StrataConcurrency
import StrataCore

/// The places of the models that one field of a state declares, at one place.
// SAFETY: what changes is in `ModelTable`, which says why.
class ChildTable: @unchecked Sendable {
  let field: StateField
  unowned let parent: AnyPlace
  /// The number that those who read the structure have taken note of, made when it is first read.
  let structure: CellKey<UInt64>

  init(_ field: StateField, of parent: AnyPlace) {
    self.field = field
    self.parent = parent
    structure = CellKey(field.name, in: Self.family, initial: 0)
  }

  private static let family = CellFamily("structure", isRecorded: false)

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

  /// Gives the engine the first contexts, before it knows that of the parent.
  func initializeSlot() { OneStoreTrap.abstract() }

  /// Gives the engine the contexts of the present places.
  func apply() { OneStoreTrap.abstract() }

  /// Lets go of the places, when the store has gone.
  func releaseAll() { OneStoreTrap.abstract() }
}
