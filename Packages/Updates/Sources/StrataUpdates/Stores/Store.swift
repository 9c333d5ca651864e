public import Observation
public import StrataConcurrency
public import StrataCore
public import Synchronization

/// Contains the state of a program, and changes it by actions through one update function.
///
/// ```swift
/// let store = Store(
///   update: AppState.update,
///   state: AppState(),
///   environment: AppEnvironment()
/// )
/// store.send(.increment)
/// store.state.count  // 1
/// ```
///
/// One action is handled at a time, in the order of sending; each goes through the same steps:
///
/// 1. observers of ``actions`` and the log are notified;
/// 2. the update function gives the next state;
/// 3. if that is not equal to the state, it is set, and the observers of the state are notified;
/// 4. observers of ``updates`` are notified;
/// 5. the effects start.
///
/// An action may be sent inside one of these steps: by a subscriber, by the update function, or by an effect that has
/// its actions ready. It is handled after the present action, before the outer ``send(_:)`` returns. Nothing recurses,
/// however long the chain.
///
/// A store may be used from any thread. An action that is sent while another thread handles one is left to that thread,
/// and `send` returns. Otherwise the action has been handled when `send` returns, on the thread that sent it. A store
/// with an executor handles all actions there.
///
/// No thread handles the actions of others without end: after a bounded number it passes the role to the next thread
/// that sends. While more than `Backlog.limit` actions wait, a thread that sends one waits, unless it is inside a
/// delivery, a transaction or a simulation.
///
/// Effects do not retain the store. When it is released they are cancelled, between two actions.
public final class Store<State: Equatable & Sendable, Action: Sendable, Environment: Sendable> {
  /// Gives the next state after an action, and the effects beside it.
  public typealias UpdateFunction =
    @Sendable (State, Action, Environment) -> Update<State, Action>
  /// Changes the state where it is, and gives the effects beside it.
  public typealias InPlaceFunction =
    @Sendable (inout State, Action, Environment) -> InPlaceUpdate<Action>

  /// The services that updates use.
  public let environment: Environment

  @usableFromInline let context: Context
  @usableFromInline let slot = Slot<VersionedValue<State>>(uncheckedIndex: 0)
  private let anchor: Anchor

  /// The update function; `nil` in a store that changes its state where it is.
  @usableFromInline let update: UpdateFunction?
  @usableFromInline let inPlace: InPlaceFunction?
  /// Whether an in-place change to an equal state notifies no observer.
  @usableFromInline let skipsEqualStates: Bool

  // MARK: The serialised section

  /// The role of the thread that handles actions.
  @usableFromInline let role = DeliveryRole()
  /// Whether the thread that sends handles; else `executor` does.
  @usableFromInline let isInline: Bool
  @usableFromInline let executor: (any DeliveryExecutor)?
  /// The thread that handles actions, or that did last.
  @usableFromInline let handler = Atomic<UInt>(0)
  /// Whether actions that the handling thread sends come from effects, and not from observers.
  @usableFromInline let isStartingEffects = Atomic<Bool>(false)
  @usableFromInline let queue = Locked(StoreQueue<Action>(), rank: .part)
  /// The state once more, for the handler alone; `nil` in a store that changes its state where it is.
  @safe @exclusivity(unchecked) @usableFromInline var current: State?
  /// How often the state has changed; for the handler alone.
  @safe @exclusivity(unchecked) @usableFromInline var version: UInt64 = 1

  // MARK: Observers

  @usableFromInline let actionSinks = SinkList<Action>()
  @usableFromInline let stepSinks = SinkList<StoreStep<State, Action>>()
  let sequences = SequenceTable()
  let logger: StoreLogger
  @usableFromInline let isLogging: Atomic<Bool>
  let callSite: CallSite
  private(set) var runner: EffectRunner<Action>?

  init(
    state: State,
    update: UpdateFunction?,
    inPlace: InPlaceFunction? = nil,
    environment: Environment,
    options: StoreOptions,
    at callSite: CallSite
  ) {
    self.environment = environment
    self.update = update
    self.inPlace = inPlace
    skipsEqualStates = options.skipsEqualStates
    executor = options.executor
    isInline = options.executor == nil
    logger = options.logger
    isLogging = Atomic(options.isLogging)
    self.callSite = callSite
    current = inPlace == nil ? state : nil
    context = Context(
      layout: .single(
        of: Self.self,
        "state",
        VersionedValue<State>.self,
        name: "Store<\(State.self), \(Action.self)>"
      )
    )
    // Whole states are compared before they are set. The engine handles a state that is changed where it is; it
    // compares only if there are observers.
    context.initialize(slot, to: VersionedValue(state, version: inPlace == nil ? 1 : 0))
    anchor = Anchor(context, at: callSite)
    runner = EffectRunner(host: makeHost(), scope: context.work, callSite: callSite)
    allowRestoring(in: context)
  }

  deinit {
    // The effects are the context's work, which ends with the anchor.
    dropQueue()
  }

  /// The state now.
  ///
  /// Read-only: only actions change it. Reads are noted by render probes and by Swift's observation.
  ///
  /// - Complexity: O(1).
  @inlinable public var state: State {
    ObservationBridge.access(context, 0)
    return context.read(slot).value
  }
}

// SAFETY: `current` and `version` are touched only by the thread that has the role of the handler; `role` passes it on
// with acquiring and releasing order. Only the initializer sets `runner`.
extension Store: @unchecked Sendable {}

extension Store: StoreProtocol {}

extension Store: Observable {}

extension Store {
  /// The root of the store's tree, which contains the state and runs the effects: for test support.
  @_spi(Strata) public var root: Context { context }

  /// Names the action that is being handled in reports of its effects: for test support.
  ///
  /// Called by an observer of steps, on the thread that handles the action.
  ///
  /// - Parameter origin: The action; it notes the tasks of its effects.
  @_spi(Strata) public func nameEffects(_ origin: EffectOrigin) { runner?.nameEffects(origin) }
}
