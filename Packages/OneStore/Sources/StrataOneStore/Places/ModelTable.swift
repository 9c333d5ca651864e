import StrataConcurrency
@_spi(Strata) import StrataCore
import Synchronization

/// The places of one type of models.
// SAFETY: `ids` and `places` are changed by the thread that changes the store alone, `places` under
// `lock`, under which others read it; `ghosts` and `signal` are touched under `lock`.
final class ModelTable<Models: ModelContainer>: ChildTable, @unchecked Sendable {
  typealias Element = Models.ModelElement
  typealias ID = Models.ElementID
  typealias Child = ElementPlace<Models>

  private let lock = Lock(rank: .leaf)
  private var ids: [ID] = []
  private var places: [Child] = []
  /// The places of elements that only the override has.
  private var ghosts: [ID: Child] = [:]
  private var signal: Context?
  /// What views saw of the structure of the override last; `nil` while there is none.
  private var overriddenIDs: [ID]?

  // SAFETY: a table is made by its field, for the models that the field declares.
  private var ownField: ModelField<Models> {
    unsafe unsafeDowncast(field, to: ModelField<Models>.self)
  }

  /// The places, in order.
  var current: [Child] {
    lock.lock()
    defer { lock.unlock() }
    return places
  }

  @unsafe
  override func fill(from state: UnsafeMutableRawPointer) {
    let container = unsafe ownField.pointer(in: state).pointee.container
    let ids = distinct(Models.elementIDs(of: container))
    install(ids, ids.enumerated().map { makePlace($1, at: $0, in: container) })
  }

  /// Makes the place of an element, with those below it.
  private func makePlace(
    _ id: ID,
    at position: Int,
    in container: Models.Container
  ) -> Child {
    let place = Child(id: id, position: position, in: self)
    guard !place.schema.fields.isEmpty,
      var element = Models.element(id, near: position, in: container)?.state
    else { return place }
    unsafe withUnsafeMutablePointer(to: &element) { element in
      unsafe place.fill(from: UnsafeMutableRawPointer(element))
    }
    return place
  }

  private func install(_ ids: [ID], _ places: [Child]) {
    self.ids = ids
    lock.lock()
    let former = self.places
    self.places = places
    lock.unlock()
    withExtendedLifetime(former) {}
  }

  /// The identities, each once; one that is there twice is reported.
  private func distinct(_ ids: [ID]) -> [ID] {
    guard ids.count > 1 else { return ids }
    var seen = Set<ID>(minimumCapacity: ids.count)
    let distinct = ids.filter { seen.insert($0).inserted }
    if distinct.count != ids.count {
      OneStoreComplaint.duplicateID(in: field.name, of: parent.name).report(
        at: parent.store.callSite
      )
    }
    return distinct
  }

  @unsafe
  override func compare(
    _ former: UnsafeRawPointer,
    _ now: UnsafeMutableRawPointer,
    _ effects: inout Effects
  ) {
    let old = unsafe ownField.pointer(in: former).pointee.container
    let memory = unsafe ownField.pointer(in: now)
    if unsafe Models.isIdentical(old, to: memory.pointee.container) { return }
    let isSame = unsafe Models.hasSameStructure(old, as: memory.pointee.container)
    let raw = unsafe isSame ? ids : Models.elementIDs(of: memory.pointee.container)
    if raw == ids {
      let now = unsafe ownField.container(in: now)
      for (position, place) in places.enumerated() where !place.isPlain {
        unsafe place.compare(old, at: position, now, &effects)
      }
      return
    }
    unsafe restructure(distinct(raw), old, ownField.container(in: now), &effects)
  }

  /// Makes the places agree with other identities.
  @unsafe
  private func restructure(
    _ newIDs: [ID],
    _ former: Models.Container,
    _ now: UnsafeMutablePointer<Models.Container>,
    _ effects: inout Effects
  ) {
    var left: [ID: (place: Child, position: Int)] = [:]
    left.reserveCapacity(ids.count)
    for (position, id) in ids.enumerated() { left[id] = (places[position], position) }
    let container = unsafe now.pointee
    var next: [Child] = []
    next.reserveCapacity(newIDs.count)
    for (position, id) in newIDs.enumerated() {
      if let (place, formerPosition) = left.removeValue(forKey: id) {
        place.position.store(position, ordering: .relaxed)
        if !place.isPlain { unsafe place.compare(former, at: formerPosition, now, &effects) }
        next.append(place)
      } else {
        next.append(makePlace(id, at: position, in: container))
      }
    }
    // In the former order.
    for (position, place) in places.enumerated() where left[place.elementID] != nil {
      place.end(in: former, at: position)
    }
    install(newIDs, next)
    effects.tables.append(self)
    if !parent.store.isOverridden { noteStructure(&effects) }
  }

  private func noteStructure(_ effects: inout Effects) {
    lock.lock()
    let signal = signal
    lock.unlock()
    if let signal { effects.signals.append(signal) }
  }

  @unsafe
  override func end(_ former: UnsafeRawPointer) {
    let former = unsafe ownField.pointer(in: former).pointee.container
    for (position, place) in places.enumerated() { place.end(in: former, at: position) }
  }

  override func apply() {
    parent.context[container: slot] = current.map(PlaceLink.init)
  }

  override func refresh(in root: UnsafeMutableRawPointer, _ effects: inout Effects) {
    var seen: [ID] = []
    _ = unsafe parent.withMemory(in: root) { state in
      seen = unsafe Models.elementIDs(of: ownField.pointer(in: state).pointee.container)
    }
    lock.lock()
    let last = overriddenIDs
    overriddenIDs = parent.store.isOverridden ? seen : nil
    let ghosts = Array(self.ghosts.values)
    lock.unlock()
    if seen != last ?? ids { noteStructure(&effects) }
    for place in places { unsafe place.refresh(in: root, &effects) }
    for place in ghosts { unsafe place.refresh(in: root, &effects) }
  }

  override func initializeSlot() {
    parent.context.initialize(container: slot, to: current.map(PlaceLink.init))
  }

  override func releaseAll() {
    for place in places { place.releaseAll() }
    install([], [])
    forgetGhosts()
  }

  // MARK: Views

  /// The models that a view of now sees.
  func makeModels(isObserved: Bool) -> Models {
    if isObserved, Context.notesReads { observeStructure() }
    let places = visible
    return Models.modelContainer(from: ModelElements(models: places.map(\.model)))
  }

  /// Lets a view take note of the structure.
  func observeStructure() {
    lock.lock()
    var signal = signal
    lock.unlock()
    if signal == nil {
      let made = parent.context.cell(for: structure)
      lock.lock()
      if self.signal == nil { self.signal = made }
      signal = self.signal
      lock.unlock()
    }
    if let signal {
      ObservationBridge.access(signal, 0)
      _ = signal.read(Slot<UInt64>(uncheckedIndex: 0))
    }
  }

  /// The places of the elements that a view sees, in order.
  var visible: [Child] {
    guard parent.store.isOverridden, Context.notesReads, let container = overriddenContainer else {
      return current
    }
    let live = Dictionary(current.map { ($0.elementID, $0) }) { first, _ in first }
    return Models.elementIDs(of: container).enumerated().map { position, id in
      live[id] ?? ghost(id, at: position, in: container)
    }
  }

  private var overriddenContainer: Models.Container? {
    unsafe parent.store.readOverride { root in
      var container: Models.Container?
      _ = unsafe parent.withState(in: root) { state in
        container = unsafe ownField.pointer(in: state).pointee.container
      }
      return container
    }
  }

  /// The place of an element that is in the override and not in the store.
  private func ghost(
    _ id: ID,
    at position: Int,
    in container: Models.Container
  ) -> Child {
    // Looked up outside of the lock: hashing is the program's code.
    if let known = presentGhosts[id] { return known }
    let made = makePlace(id, at: position, in: container)
    made.becomeGhost()
    var next = presentGhosts
    next[id] = made
    lock.lock()
    let former = ghosts
    ghosts = next
    lock.unlock()
    withExtendedLifetime(former) {}
    return made
  }

  private var presentGhosts: [ID: Child] {
    lock.lock()
    defer { lock.unlock() }
    return ghosts
  }

  /// Forgets the places that only the override has had.
  func forgetGhosts() {
    lock.lock()
    let former = ghosts
    ghosts = [:]
    lock.unlock()
    withExtendedLifetime(former) {}
  }
}
