@_spi(Strata) public import StrataCore
public import StrataRendering
public import Synchronization

// The steps of one action; all of them run in the serialised section.

extension Store {
  /// Handles an action.
  @inlinable
  func handle(_ action: Action, _ origin: ActionOrigin) {
    guard !isRecordedOrTracked else { return handleObserved(action, origin) }
    handleUnobserved(action, origin)
  }

  /// Handles an action while causes are recorded or while a tracking scope is open.
  ///
  /// What the store's own code reads is no read of the run that sends the action.
  @inlinable
  @inline(never)
  func handleObserved(_ action: Action, _ origin: ActionOrigin) {
    suspendingTracking {
      if Cause.isRecorded { notifyObservers(of: action, origin) }
      handleUnobserved(action, origin)
    }
  }

  @usableFromInline var isRecordedOrTracked: Bool { Cause.isRecordedOrTracked }

  @usableFromInline
  func suspendingTracking(_ body: () -> Void) { withSuspendedTracking(body) }

  @inlinable
  func handleUnobserved(_ action: Action, _ origin: ActionOrigin) {
    if !actionSinks.isEmpty || isLogging.load(ordering: .relaxed) { tellBefore(action) }
    guard let update, let state = current else { return handleInPlace(action, origin) }
    let next = update(state, action, environment)
    if next.state != state {
      current = next.state
      version &+= 1
      let attachment = VersionedValue(next.state, version: version)
      if let transaction = next.transaction {
        set(attachment, in: transaction)
      } else {
        context.write(slot, attachment)
      }
    }
    if !stepSinks.isEmpty { tellAfter(action, origin, next) }
    if !next.fx.isEmpty { start(next.fx) }
  }

  @usableFromInline
  func set(_ attachment: VersionedValue<State>, in transaction: RecordedTransaction) {
    transaction.run { context.write(slot, attachment) }
  }

  @inlinable
  func handleInPlace(_ action: Action, _ origin: ActionOrigin) {
    guard let inPlace else { return }
    let update =
      skipsEqualStates
      ? change(by: inPlace, action)
      : changeUncompared(context, slot) { inPlace(&$0, action, environment) }
    if !stepSinks.isEmpty {
      let state = withoutTracking { context.read(slot).value }
      let next = Update<State, Action>(
        state: state,
        fx: update.fx,
        transaction: update.transaction
      )
      tellAfter(action, origin, next)
    }
    if !update.fx.isEmpty { start(update.fx) }
  }

  /// Changes the state where it is, and notifies its observers of an unequal one, in the update's transaction.
  @inlinable
  func change(by inPlace: InPlaceFunction, _ action: Action) -> InPlaceUpdate<Action> {
    // SAFETY: the memory is used between the two calls alone.
    let memory = unsafe context.beginChange(of: slot)
    let update = unsafe inPlace(&memory.pointee.value, action, environment)
    if let transaction = update.transaction {
      transaction.run { unsafe context.endChange(of: slot, memory) }
    } else {
      unsafe context.endChange(of: slot, memory)
    }
    return update
  }

  // MARK: Notifying

  /// Notifies the observers of the tree, such as recordings.
  @usableFromInline
  func notifyObservers(of action: Action, _ origin: ActionOrigin) {
    context.noteHandling(action, origin: origin.rawValue)
  }

  @usableFromInline
  func tellBefore(_ action: Action) {
    if isLogging.load(ordering: .relaxed) { logger.log("Action: \(action)") }
    actionSinks.notify(action)
  }

  @usableFromInline
  func tellAfter(_ action: Action, _ origin: ActionOrigin, _ update: Update<State, Action>) {
    stepSinks.notify(StoreStep(action: action, origin: origin, update: update))
  }

  // MARK: Effects

  @inlinable
  func start(_ fx: Fx<Action>) {
    isStartingEffects.store(true, ordering: .relaxed)
    if case .actions(let actions) = fx.content {
      for action in actions { enqueue(action, .effect, nil) }
    } else {
      run(fx)
    }
    isStartingEffects.store(false, ordering: .relaxed)
  }

  @usableFromInline
  func run(_ fx: Fx<Action>) {
    runner?.start(fx)
  }

  /// The effects' access to the store, which they do not retain.
  func makeHost() -> EffectRunner<Action>.Host {
    let reference = WeakStore(self)
    return EffectRunner.Host(
      send: { action, lifetime in reference.enqueue(.action(action, .effect, lifetime, .current)) },
      serialize: { body in reference.enqueue(.work(body)) }
    )
  }
}

// This is written without `Equatable`, so that the engine chooses the access that neither copies nor compares.
/// Changes a slot's value where it is, and notifies its observers in any case, in the update's transaction.
@inlinable
func changeUncompared<State, Action>(
  _ context: Context,
  _ slot: Slot<VersionedValue<State>>,
  _ body: (inout State) -> InPlaceUpdate<Action>
) -> InPlaceUpdate<Action> {
  // SAFETY: the memory is used between the two calls alone.
  let memory = unsafe context.beginChange(of: slot)
  let update = unsafe body(&memory.pointee.value)
  if let transaction = update.transaction {
    transaction.run { unsafe context.endChange(of: slot, memory) }
  } else {
    unsafe context.endChange(of: slot, memory)
  }
  return update
}
