import StrataConcurrency
import StrataCore
import Synchronization

/// The state of a model that no field declares: a part to which a store view leads.
///
/// It is made when it is first asked for. Its identity is the way to it, the case of an enum on that way, and the
/// id of the state, if that has one.
// SAFETY: constants.
final class PathPlace<Parent: Sendable, State: Sendable>: Place<State>, @unchecked Sendable {
  let path: PartPath<Parent, State>
  let key: PartKey
  /// Calls `onActivate()` of a model that shows the place.
  private let activateModel: @Sendable (PathPlace) -> Void

  // SAFETY: a place of a part is made below one of the parent's type.
  private func owner(_ parent: AnyPlace) -> Place<Parent> {
    unsafe unsafeDowncast(parent, to: Place<Parent>.self)
  }

  private var identity: SingleID { key.identity }

  override var ownIdentity: Any? { identity.id }

  init<M: Model>(
    _ path: PartPath<Parent, State>,
    _ key: PartKey,
    in owner: Place<Parent>,
    for model: M.Type
  )
  where M.State == State {
    self.path = path
    self.key = key
    activateModel = { unsafe ModelConstruction.make(model, at: $0).onActivate() }
    super.init(
      store: owner.store,
      parent: owner,
      table: nil,
      modelType: model
    )
  }

  override func activate() { activateModel(self) }

  /// The state of this place in a state of the parent's.
  func part(of parent: Parent) -> State? {
    guard let state = path.get(parent), identity.id == nil || SingleID.of(state) == identity else {
      return nil
    }
    return state
  }

  @unsafe
  override func find(in root: UnsafeRawPointer) -> State? {
    guard let parent, let state = unsafe owner(parent).find(in: root) else { return nil }
    return part(of: state)
  }

  @unsafe
  override func begin(in root: UnsafeMutableRawPointer) -> UnsafeMutablePointer<State>? {
    guard let owner = unsafe unlockedParent, let parent = unsafe owner.beginAny(in: root) else {
      return nil
    }
    guard let state = unsafe part(of: parent.assumingMemoryBound(to: Parent.self).pointee) else {
      unsafe owner.finishAny(in: root)
      return nil
    }
    let memory = UnsafeMutablePointer<State>.allocate(capacity: 1)
    unsafe memory.initialize(to: state)
    return unsafe memory
  }

  @unsafe
  override func finish(_ memory: UnsafeMutablePointer<State>, in root: UnsafeMutableRawPointer) {
    guard let owner = unsafe unlockedParent, let parent = unsafe owner.access else { return }
    unsafe path.set(&parent.assumingMemoryBound(to: Parent.self).pointee, memory.move())
    unsafe memory.deallocate()
    unsafe owner.finishAny(in: root)
  }

  override func compare(
    below former: UnsafeRawPointer,
    _ now: UnsafeMutableRawPointer,
    _ effects: inout Effects
  ) {
    guard let old = unsafe part(of: former.assumingMemoryBound(to: Parent.self).pointee) else {
      return
    }
    guard var new = unsafe part(of: now.assumingMemoryBound(to: Parent.self).pointee) else {
      return end(with: old)
    }
    unsafe withUnsafePointer(to: old) { old in
      unsafe withUnsafeMutablePointer(to: &new) { new in unsafe compare(old, new, &effects) }
    }
  }

  @unsafe
  override func refresh(
    below former: UnsafeRawPointer?,
    _ now: UnsafeMutableRawPointer,
    _ effects: inout Effects
  ) -> Bool {
    guard var new = unsafe part(of: now.assumingMemoryBound(to: Parent.self).pointee) else {
      return false
    }
    let old = unsafe former.flatMap { former in
      unsafe part(of: former.assumingMemoryBound(to: Parent.self).pointee)
    }
    unsafe withUnsafeMutablePointer(to: &new) { unsafe refresh(from: old, $0, &effects) }
    return true
  }

  override func end(below former: UnsafeRawPointer) {
    if let old = unsafe part(of: former.assumingMemoryBound(to: Parent.self).pointee) {
      end(with: old)
    }
  }
}

/// A way to a part that may not be there.
// SAFETY: the closures capture key paths and case paths, which are immutable.
struct PartPath<Parent, State>: @unchecked Sendable {
  let get: (Parent) -> State?
  let set: (inout Parent, State) -> Void
  let steps: [AnyHashable]
}

extension Place {
  /// The place to which a path leads, made if it is not there; `nil` if there is no such part.
  final func part<M: Model>(
    _ path: PartPath<State, M.State>,
    for model: M.Type
  ) -> Place<M.State>? {
    guard let state = path.get(visibleState) else { return nil }
    let key = PartKey(ObjectIdentifier(model), path.steps, .of(state))
    if let known: PathPlace<State, M.State> = part(key) { return known }
    if let place = adoptPart(path, key, for: model) { return place }
    if let known: PathPlace<State, M.State> = part(key, in: presentGhosts) { return known }
    // Only what the override shows, or has been there until now, is in no tree.
    let place = makePart(path, state, key, for: model)
    if store.isOverridden {
      place.becomeGhost(with: state)
      addGhost(place)
      // The store may have ended meanwhile, and looked for such places before this one was noted.
      if store.hasEnded { releaseGhosts() }
    } else {
      place.becomeRemnant(of: state)
    }
    return place
  }

  /// The place with a key, if it has been made.
  private func part<Part>(
    _ key: PartKey,
    in places: [AnyPlace]? = nil
  ) -> PathPlace<State, Part>? {
    // Looked through outside of the lock: the equality of ids is the program's.
    for place in places ?? extras(key.hashValue) {
      if let place = place as? PathPlace<State, Part>, place.key == key { return place }
    }
    return nil
  }

  /// Makes the place of a part that the store has, while no one changes that; `nil` if it is not there.
  private func adoptPart<M: Model>(
    _ path: PartPath<State, M.State>,
    _ key: PartKey,
    for model: M.Type
  ) -> PathPlace<State, M.State>? {
    guard !hasEnded.load(ordering: .acquiring), !store.hasEnded else { return nil }
    let root = unsafe store.beginChange()
    guard !store.hasEnded else {
      unsafe store.endChange(root)
      return nil
    }
    var effects = Effects()
    var place: PathPlace<State, M.State>?
    _ = unsafe withMemory(in: root) { memory in
      let parent = unsafe memory.assumingMemoryBound(to: State.self).pointee
      guard let state = path.get(parent), SingleID.of(state) == key.identity else { return }
      place = part(key)
      guard place == nil else { return }
      let made = makePart(path, state, key, for: model)
      add(made, key.hashValue)
      effects.owners.append(self)
      place = made
    }
    unsafe store.commit(root, effects, isChange: false)
    return place
  }

  private func makePart<M: Model>(
    _ path: PartPath<State, M.State>,
    _ state: M.State,
    _ key: PartKey,
    for model: M.Type
  ) -> PathPlace<State, M.State> {
    let made = PathPlace(path, key, in: self, for: model)
    guard !made.schema.fields.isEmpty else { return made }
    var state = state
    unsafe withUnsafeMutablePointer(to: &state) {
      unsafe made.fill(from: UnsafeMutableRawPointer($0))
    }
    return made
  }
}

extension AnyPlace {
  /// The places that paths lead to and whose keys have a hash.
  final func extras(_ hash: Int) -> [AnyPlace] {
    lock.lock()
    defer { lock.unlock() }
    return extrasByHash[hash] ?? []
  }

  /// Keeps those that have not ended.
  final func keepExtras(_ remaining: [AnyPlace]) {
    lock.lock()
    let former = (extras, extrasByHash)
    extras = remaining
    extrasByHash = former.1.compactMapValues { bucket in
      let left = bucket.filter { !$0.hasEnded.load(ordering: .relaxed) }
      return left.isEmpty ? nil : left
    }
    lock.unlock()
    withExtendedLifetime(former) {}
  }

  /// Adds a place; called by the thread that changes the store.
  final func add(_ place: AnyPlace, _ hash: Int) {
    lock.lock()
    extrasByHash[hash, default: []].append(place)
    extras.append(place)
    lock.unlock()
  }
}

/// Tells the places apart that paths lead to.
struct PartKey: Hashable {
  let model: ObjectIdentifier
  let steps: [AnyHashable]
  let identity: SingleID

  init(_ model: ObjectIdentifier, _ steps: [AnyHashable], _ identity: SingleID) {
    self.model = model
    self.steps = steps
    self.identity = identity
  }
}

@available(*, unavailable)
extension PartKey: Sendable {}
