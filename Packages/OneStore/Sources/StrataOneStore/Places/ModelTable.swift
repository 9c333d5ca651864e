import StrataConcurrency
@_spi(Strata) import StrataCore
import Synchronization

/// The places of one type of models.
// SAFETY: `ids`, `known`, `areAllShown` and `linkEdit` are touched by the thread that changes the store alone; `places`
// is changed by it under `lock`, under which others read it; the rest is touched under `lock`.
@safe
final class ModelTable<Models: ModelContainer>: ChildTable, @unchecked Sendable {
  typealias Element = Models.ModelElement
  typealias ID = Models.ElementID
  typealias Child = ElementPlace<Models>

  var ids: [ID] = []
  /// The same, to find one that is there twice; made when the list is first edited.
  var known: Set<ID>?
  /// Whether each element has a place: no identity is there twice.
  var areAllShown = true
  var places: [Child] = []
  /// What of the links is to follow.
  var linkEdit: PlaceLinkEdit?
  /// The places of elements that only the override has.
  var ghosts: [ID: Child] = [:]
  /// Raised with each change of these.
  var ghostNumber = 0
  /// Raised with each structure.
  var structureNumber = 0

  init(_ field: StateField, of parent: AnyPlace) {
    super.init(field, of: parent, for: Models.self)
  }

  deinit {
    if hasMade { unsafe models.deinitialize(count: 1) }
  }

  /// Where the models are that have been made for the present structure.
  var models: UnsafeMutablePointer<Models> { unsafe made.assumingMemoryBound(to: Models.self) }

  // SAFETY: a table is made by its field, for the models that the field declares.
  var ownField: ModelField<Models> {
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
    let raw = Models.elementIDs(of: container)
    let ids = distinct(raw)
    var made: [Child] = []
    made.reserveCapacity(ids.count)
    for position in 0..<ids.count {
      made.append(makePlace(ids[position], at: position, in: container))
    }
    replace(0..<0, with: ids, made)
    areAllShown = raw.count == ids.count
    unsafe setIndexes(from: 0, in: UnsafeRawPointer(ownField.container(in: state)))
  }

  @unsafe
  override func assertStructure(in former: UnsafeMutableRawPointer, asIn now: UnsafeRawPointer) {
    let old = unsafe ownField.container(in: former).pointee
    var new = unsafe ownField.pointer(in: now).pointee.container
    unsafe withUnsafeMutablePointer(to: &new) { new in
      for (position, id) in Models.elementIDs(of: old).enumerated() {
        guard let (state, _) = Models.element(id, near: position, in: old),
          let (memory, found) = unsafe Models.beginAccess(to: id, near: position, in: new)
        else { continue }
        unsafe memory.pointee = state
        unsafe Models.endAccess(to: id, at: found, memory, in: new)
      }
    }
    unsafe ownField.container(in: former).pointee = new
  }

  /// Makes the place of an element, with those below it.
  func makePlace(
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

  /// Notes where the elements are from one on.
  @unsafe
  func setIndexes(from start: Int, in container: UnsafeRawPointer) {
    guard case .elements(let first, _, _) = ownField.shape, !places.isEmpty else { return }
    var isKnown = areAllShown
    // What is known of the memory of arrays is looked at again for this one.
    if isKnown, let base = unsafe ownField.elements?.firstElement(in: container) {
      isKnown = unsafe container.load(as: UnsafeRawPointer.self) + first == base
    }
    for index in (isKnown ? start : 0)..<places.count {
      places[index].elementIndex.store(isKnown ? index : -1, ordering: .relaxed)
    }
  }

  /// Puts other places where some are.
  func replace(_ range: Range<Int>, with newIDs: [ID], _ newPlaces: [Child]) {
    ids.replaceSubrange(range, with: newIDs)
    // Kept, so that nothing is released under the lock.
    var former: [Child] = []
    former.reserveCapacity(range.count)
    for position in range { former.append(places[position]) }
    lock.lock()
    places.replaceSubrange(range, with: newPlaces)
    let hadMade = hasMade
    hasMade = false
    structureNumber += 1
    let left = hadMade ? UnsafeMutablePointer<Models>.allocate(capacity: 1) : nil
    if let left = unsafe left { unsafe left.moveInitialize(from: models, count: 1) }
    lock.unlock()
    if let left = unsafe left {
      unsafe left.deinitialize(count: 1)
      unsafe left.deallocate()
    }
    withExtendedLifetime(former) {}
  }

  /// The identities, each once; one that is there twice is reported.
  func distinct(_ ids: [ID]) -> [ID] {
    guard ids.count > 1, !ownField.haveUniqueIDs, Set(ids).count != ids.count
    else { return ids }
    OneStoreDiagnostic.duplicateID(in: field.name, of: parent.name).report(
      at: parent.store.callSite
    )
    var seen = Set<ID>(minimumCapacity: ids.count)
    return ids.filter { seen.insert($0).inserted }
  }

  func noteStructure(_ effects: inout Effects) {
    lock.lock()
    let signal = signal
    lock.unlock()
    if let signal { effects.signals.append(signal) }
  }

  @unsafe
  override func end(_ former: UnsafeRawPointer) {
    let former = unsafe ownField.pointer(in: former).pointee.container
    for (position, place) in places.enumerated() { place.end(in: former, at: position) }
    forgetGhosts()
  }

  @unsafe
  override func becomeGhosts(_ state: UnsafeRawPointer) {
    let container = unsafe ownField.pointer(in: state).pointee.container
    for (position, place) in places.enumerated() {
      guard let state = Models.element(place.elementID, near: position, in: container)?.state else {
        continue
      }
      place.becomeGhost(with: state)
    }
  }

  @unsafe
  override func compare(
    _ former: UnsafeRawPointer,
    _ now: UnsafeMutableRawPointer,
    _ effects: inout Effects
  ) {
    unsafe compareContainers(former, now, &effects)
  }

  @unsafe
  override func refresh(
    _ former: UnsafeRawPointer?,
    _ now: UnsafeMutableRawPointer,
    _ effects: inout Effects
  ) {
    unsafe refreshContainers(former, now, &effects)
  }

  override func apply() {
    guard let edit = linkEdit.take() else { return }
    parent.context[container: slot].make(edit)
  }

  override func initializeSlot() {
    let isCollection = Models.Container.self is any Collection.Type
    let links = PlaceLinks(current, isCollection: isCollection)
    parent.context.initialize(container: slot, to: links)
  }

  override func releaseAll() {
    for place in places { place.releaseAll() }
    replace(0..<places.count, with: [], [])
    forgetGhosts()
  }

  /// The states of the models, as a test asserts about them.
  var testedPart: TestedPart<Models.Container> {
    unsafe TestedPart(parent) { [parent, ownField] root, body in
      unsafe parent.withMemory(in: root) { unsafe body(ownField.container(in: $0)) }
    } read: { [parent, ownField] in
      unsafe parent.store.read { root in
        var container: Models.Container?
        unsafe parent.withState(in: root) { state in
          container = unsafe ownField.pointer(in: state).pointee.container
        }
        return container
      }
    }
  }
}
