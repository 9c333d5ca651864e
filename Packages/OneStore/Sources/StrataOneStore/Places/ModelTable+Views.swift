import StrataConcurrency
@_spi(Strata) import StrataCore

extension ModelTable {
  /// The models that a view of now sees.
  func makeModels(isObserved: Bool) -> Models {
    if isObserved, Context.notesReads { observeStructure() }
    if parent.store.isTested { ContainerOrigin.current?.note(self) }
    guard Context.notesReads else { return present() }
    defer { parent.store.waitForChange() }
    guard parent.store.isOverridden else { return present() }
    let places = visible
    return Models.modelContainer(from: ModelElements(models: places.map { $0.model }))
  }

  /// The models of the last state of a parent that is in no store any more: each shows its own last state.
  func makeLast(_ state: some Sendable) -> Models {
    var state = state
    let container = unsafe withUnsafePointer(to: &state) {
      unsafe ownField.pointer(in: UnsafeRawPointer($0)).pointee.container
    }
    var models: [Element] = []
    for (position, id) in Models.elementIDs(of: container).enumerated() {
      guard let (state, _) = Models.element(id, near: position, in: container) else { continue }
      let place = makePlace(id, at: position, in: container)
      place.becomeRemnant(of: state)
      models.append(place.model)
    }
    return Models.modelContainer(from: ModelElements(models: models))
  }

  /// The models of now, made once for each structure.
  private func present() -> Models {
    lock.lock()
    if hasMade {
      defer { lock.unlock() }
      return unsafe models.pointee
    }
    let (places, number) = (places, structureNumber)
    lock.unlock()
    let made = Models.modelContainer(from: ModelElements(models: places.map { $0.model }))
    lock.lock()
    defer { lock.unlock() }
    // Another thread may have made them, or have changed the structure.
    if !hasMade, structureNumber == number {
      unsafe models.initialize(to: made)
      hasMade = true
    }
    return made
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
      unsafe parent.withState(in: root) { state in
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
    if let known = presentGhosts[id] { return known }
    let made = makePlace(id, at: position, in: container)
    if let state = Models.element(id, near: position, in: container)?.state {
      made.becomeGhost(with: state)
    }
    var ghost = made
    changeGhosts { ghosts in
      // Another thread may have made one meanwhile.
      ghost = ghosts[id] ?? made
      ghosts[id] = ghost
    }
    guard ghost === made else {
      made.releaseAll()
      return ghost
    }
    parent.store.noteGhosts(of: self)
    // The store may have ended meanwhile, and looked for such places before this one was noted.
    if parent.store.hasEnded { forgetGhosts() }
    return ghost
  }

  var presentGhosts: [ID: Child] {
    lock.lock()
    defer { lock.unlock() }
    return ghosts
  }

  /// Changes the places that only the override has.
  ///
  /// - Parameter change: Changes a copy outside of the lock, because hashing is the program's code. It is called again
  ///   when another thread has changed them meanwhile.
  private func changeGhosts(_ change: (inout [ID: Child]) -> Void) {
    while true {
      lock.lock()
      let (former, number) = (ghosts, ghostNumber)
      lock.unlock()
      var next = former
      change(&next)
      lock.lock()
      let isLatest = ghostNumber == number
      if isLatest {
        ghosts = next
        ghostNumber += 1
      }
      lock.unlock()
      withExtendedLifetime((former, next)) {}
      if isLatest { return }
    }
  }

  /// Forgets the places that only the override has had.
  func forgetGhosts() {
    lock.lock()
    let former = ghosts
    ghosts = [:]
    ghostNumber += 1
    lock.unlock()
    for ghost in former.values { ghost.releaseAll() }
  }

  /// Forgets places that only the former override has had.
  func forgetGhosts(_ ids: Set<ID>) {
    var forgotten: [Child] = []
    changeGhosts { ghosts in forgotten = ids.compactMap { ghosts.removeValue(forKey: $0) } }
    for ghost in forgotten { ghost.releaseAll() }
  }
}

extension ModelTable: GhostOwner {
  // What the store has may be shown by a place that no change of it reaches.
  func endGhosts(_ effects: inout Effects) {
    guard !presentGhosts.isEmpty else { return }
    noteStructure(&effects)
    forgetGhosts()
  }
}
