import StrataConcurrency
import StrataCore
import Synchronization

/// The state of a model that a field declares: alone, in an optional, in a collection.
// SAFETY: constants, and an atomic position.
final class ElementPlace<Models: ModelContainer>: Place<Models.ModelElement.State>,
  @unchecked Sendable
{
  typealias State = Models.ModelElement.State

  let elementID: Models.ElementID
  /// Where the element was last: where to look first.
  let position: Atomic<Int>
  /// Where the element is among all of the live state; less than zero if that is not known.
  let index: Atomic<Int>
  private let field: ModelField<Models>
  private let offset: Int
  private let shape: FieldShape

  init(id: Models.ElementID, position: Int, in table: ModelTable<Models>) {
    elementID = id
    self.position = Atomic(position)
    index = Atomic(-1)
    // SAFETY: a table is made by its field, for the models that the field declares.
    field = unsafe unsafeDowncast(table.field, to: ModelField<Models>.self)
    offset = field.offset
    shape = field.shape
    super.init(
      store: table.parent.store,
      parent: table.parent,
      table: table,
      modelType: Models.ModelElement.self
    )
    activation = { ($0 as? ElementPlace)?.model.onActivate() }
  }

  /// A view of the place.
  var model: Models.ModelElement {
    unsafe ModelConstruction.make(Models.ModelElement.self, at: self)
  }

  @unsafe
  override func locate(in root: UnsafeRawPointer) -> UnsafeRawPointer? {
    // A place that has not ended has its state there.
    guard !hasEnded.load(ordering: .relaxed), let parent = unsafe unlockedParent?.locate(in: root)
    else {
      return nil
    }
    let address = unsafe parent + offset
    switch shape {
    case .single: return unsafe address
    case .elements(let first, let stride, _):
      let index = index.load(ordering: .relaxed)
      guard index >= 0 else { return nil }
      return unsafe address.load(as: UnsafeRawPointer.self) + (first + index * stride)
    case .other: return nil
    }
  }

  @unsafe
  override func locateToChange(in root: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    guard !hasEnded.load(ordering: .relaxed),
      let parent = unsafe unlockedParent?.locateToChange(in: root)
    else { return nil }
    let address = unsafe parent + offset
    switch shape {
    case .single: return unsafe address
    case .elements(let first, let stride, true):
      let index = index.load(ordering: .relaxed)
      // SAFETY: an array is one reference to its buffer.
      guard index >= 0,
        isKnownUniquelyReferenced(
          &(unsafe address.assumingMemoryBound(to: AnyObject.self)).pointee
        )
      else { return nil }
      return unsafe address.load(as: UnsafeMutableRawPointer.self) + (first + index * stride)
    case .elements, .other: return nil
    }
  }

  @unsafe
  override func find(in root: UnsafeRawPointer) -> State? {
    var container: Models.Container?
    _ = unsafe parent?.withState(in: root) { state in
      container = unsafe field.pointer(in: state).pointee.container
    }
    guard let container else { return nil }
    let hint = position.load(ordering: .relaxed)
    guard let (state, found) = Models.element(elementID, near: hint, in: container) else {
      return nil
    }
    if found != hint { position.store(found, ordering: .relaxed) }
    return state
  }

  @unsafe
  override func begin(in root: UnsafeMutableRawPointer) -> UnsafeMutablePointer<State>? {
    guard let owner = unsafe unlockedParent, let parent = unsafe owner.beginAny(in: root) else {
      return nil
    }
    let hint = position.load(ordering: .relaxed)
    guard
      let (memory, found) = unsafe Models.beginAccess(
        to: elementID,
        near: hint,
        in: field.container(in: parent)
      )
    else {
      unsafe owner.finishAny(in: root)
      return nil
    }
    if found != hint { position.store(found, ordering: .relaxed) }
    return unsafe memory
  }

  @unsafe
  override func finish(
    _ memory: UnsafeMutablePointer<State>,
    in root: UnsafeMutableRawPointer
  ) {
    guard let owner = unsafe unlockedParent, let parent = unsafe owner.access else { return }
    let container = unsafe field.container(in: parent)
    let position = position.load(ordering: .relaxed)
    unsafe Models.endAccess(to: elementID, at: position, memory, in: container)
    unsafe owner.finishAny(in: root)
  }

  /// Compares the element in two containers.
  @unsafe
  func compare(
    _ former: Models.Container,
    at formerPosition: Int,
    _ now: UnsafeMutablePointer<Models.Container>,
    _ effects: inout Effects
  ) {
    let hint = position.load(ordering: .relaxed)
    guard
      let state = Models.element(elementID, near: formerPosition, in: former)?.state,
      let (memory, found) = unsafe Models.beginAccess(to: elementID, near: hint, in: now)
    else { return }
    unsafe withUnsafePointer(to: state) { unsafe compare($0, memory, &effects) }
    unsafe Models.endAccess(to: elementID, at: found, memory, in: now)
  }

  /// Notes that the element, which was in a container, has been removed.
  func end(in former: Models.Container, at formerPosition: Int) {
    guard let state = Models.element(elementID, near: formerPosition, in: former)?.state else {
      return
    }
    end(with: state)
  }
}
