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

  init(id: Models.ElementID, position: Int, in table: ModelTable<Models>) {
    elementID = id
    self.position = Atomic(position)
    super.init(
      store: table.parent.store,
      parent: table.parent,
      table: table,
      modelType: Models.ModelElement.self,
      schema: table.ownField.elementSchema
    )
    route = PlaceRoute(to: ownField.shape, at: ownField.offset, in: table.parent)
  }

  // SAFETY: a table is made by its field, for the models that the field declares.
  private var ownField: ModelField<Models> {
    guard let field else { OneStoreTrap.abstract() }
    return unsafe unsafeDowncast(field, to: ModelField<Models>.self)
  }

  override func activate() { model.onActivate() }

  override var lastPosition: Int { position.load(ordering: .relaxed) }

  @unsafe
  override func noteIdentity(
    changedAt position: Int,
    in root: UnsafeMutableRawPointer,
    _ effects: inout Effects
  ) {
    guard let owner = unsafe unlockedParent else { return }
    _ = unsafe owner.withMemory(in: root) { state in
      // SAFETY: the field of a place is that of its table.
      let table = unsafe unsafeDowncast(owner.tables[ownField.number], to: ModelTable<Models>.self)
      unsafe table.noteIdentity(of: self, changedAt: position, in: state, &effects)
    }
  }

  override var ownIdentity: Any? {
    if let single = elementID as? SingleID { return single.id }
    return elementID
  }

  override var stepOfTest: String? {
    // Models alone have no name for a property in a struct of the state.
    guard !ownField.name.contains(".") else { return nil }
    switch ownField.shape {
    case .single: return Models.self is any Model.Type ? "" : "!"
    case .elements:
      let table = parent?.tables[ownField.number] as? ModelTable<Models>
      return table?.current.firstIndex { $0 === self }.map { "[\($0)]" }
    case .other: return nil
    }
  }

  /// A view of the place.
  var model: Models.ModelElement {
    unsafe ModelConstruction.make(Models.ModelElement.self, at: self)
  }

  @unsafe
  override func find(in root: UnsafeRawPointer) -> State? {
    var container: Models.Container?
    unsafe parent?.withState(in: root) { state in
      container = unsafe ownField.pointer(in: state).pointee.container
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
        in: ownField.container(in: parent)
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
    let container = unsafe ownField.container(in: parent)
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
