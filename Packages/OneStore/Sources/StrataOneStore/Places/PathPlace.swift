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
  let identity: SingleID
  private let owner: Place<Parent>

  init<M: Model>(
    _ path: PartPath<Parent, State>,
    _ state: State,
    in owner: Place<Parent>,
    for model: M.Type
  )
  where M.State == State {
    self.path = path
    self.owner = owner
    identity = .of(state)
    super.init(
      store: owner.store,
      parent: owner,
      table: nil,
      modelType: ObjectIdentifier(model)
    )
    activation = { place in
      guard let place = place as? PathPlace else { return }
      unsafe ModelConstruction.make(model, at: place).onActivate()
    }
  }

  /// The state of this place in a state of the parent's.
  private func part(of parent: Parent) -> State? {
    guard let state = path.get(parent), identity.id == nil || SingleID.of(state) == identity else {
      return nil
    }
    return state
  }

  @unsafe
  override func find(in root: UnsafeRawPointer) -> State? {
    guard let parent = unsafe owner.find(in: root) else { return nil }
    return part(of: parent)
  }

  @unsafe
  override func begin(in root: UnsafeMutableRawPointer) -> UnsafeMutablePointer<State>? {
    guard let parent = unsafe owner.beginAny(in: root) else { return nil }
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
    guard let parent = unsafe owner.access else { return }
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
    let identity = SingleID.of(state)
    lock.lock()
    let extras = extras
    lock.unlock()
    for place in extras where place.modelType == ObjectIdentifier(model) {
      if let place = place as? PathPlace<State, M.State>, place.path.steps == path.steps,
        place.identity == identity
      {
        return place
      }
    }
    let made = PathPlace(path, state, in: self, for: model)
    if !made.schema.fields.isEmpty {
      var state = state
      unsafe withUnsafeMutablePointer(to: &state) {
        unsafe made.fill(from: UnsafeMutableRawPointer($0))
      }
    }
    // Only what the override shows is in no tree.
    guard path.get(liveState) != nil, !hasEnded.load(ordering: .acquiring) else {
      made.becomeGhost()
      return made
    }
    lock.lock()
    self.extras.append(made)
    lock.unlock()
    applyExtras()
    return made
  }
}
