public import StrataConcurrency
public import StrataCore
import Synchronization

extension Store {
  // MARK: Closures

  /// Calls a closure with the state now and then with each state that is set.
  ///
  /// It is called on the thread that handles the actions. The first call is on this thread, unless another one is
  /// handling actions. Actions that it sends are handled after the present one.
  ///
  /// - Parameters:
  ///   - fileID: The call site to name in reports.
  ///   - filePath: The call site to name in reports.
  ///   - line: The call site to name in reports.
  ///   - column: The call site to name in reports.
  ///   - body: Called with each state, once, in order.
  /// - Returns: Ends the calls when it is cancelled or released.
  @inlinable
  public func observe(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ body: @escaping @Sendable (State) -> Void
  ) -> Subscription {
    let slot = slot
    return observe(
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column),
      first: body,
      // Made here, where the type of the state is known to the compiler.
      then: { body($0.newValue(as: slot).value) }
    )
  }

  @usableFromInline
  func observe(
    at callSite: CallSite,
    first: @escaping @Sendable (State) -> Void,
    then: @escaping @Sendable (borrowing Change) -> Void
  ) -> Subscription {
    let (context, slot) = (context, slot)
    return subscribeInTurn {
      first(withoutTracking { context.read(slot).value })
      return context.observe(slot, at: callSite, then)
    }
  }

  /// Begins a subscription when the jobs before it have been handled, unless it was cancelled before.
  ///
  /// - Parameter begin: Called in the store's serialised section.
  /// - Returns: Ends the calls when it is cancelled or released.
  func subscribeInTurn(_ begin: @escaping @Sendable () -> Subscription) -> Subscription {
    let begun = Locked<Subscription?>(nil, rank: .leaf)
    let subscription = Subscription { begun.withLock { $0.take() }?.cancel() }
    enqueue(
      .work { [weak subscription] isAlive in
        guard isAlive, let subscription, !subscription.isCancelled else { return }
        let running = begin()
        begun.withLock { $0 = running }
        // The flag is set before `begun` is emptied, so whichever is later sees the other.
        if subscription.isCancelled { begun.withLock { $0.take() }?.cancel() }
      }
    )
    return subscription
  }

  /// Calls a closure with each action, before it changes the state.
  ///
  /// - Parameter body: Called on the thread that handles the actions. Actions that it sends are handled after the one
  ///   that it receives.
  /// - Returns: Ends the calls when it is cancelled or released.
  public func observeActions(
    _ body: @escaping @Sendable (Action) -> Void
  ) -> Subscription {
    actionSinks.add(body)
  }

  /// Calls a closure with each action and its update, after the state was set and before the effects
  /// start.
  ///
  /// - Parameter body: Called on the thread that handles the actions.
  /// - Returns: Ends the calls when it is cancelled or released.
  public func observeSteps(
    _ body: @escaping @Sendable (StoreStep<State, Action>) -> Void
  ) -> Subscription {
    stepSinks.add(body)
  }

  // MARK: Sequences

  /// The state now, then each state that is set; ends with the store.
  ///
  /// Each use is a subscription of its own, from now on, that buffers states until they are asked for.
  public var states: MulticastSequence<State> {
    sequence { send in observe { send($0) } }
  }

  /// The actions from now on, each before it changes the state; ends with the store.
  ///
  /// Each use is a subscription of its own, that buffers actions until they are asked for.
  public var actions: MulticastSequence<Action> {
    sequence { send in observeActions { send($0) } }
  }

  /// The updates from now on, each after its state was set; ends with the store.
  ///
  /// There is one for each action, also when the state has not changed. Each use is a subscription of its own, that
  /// buffers updates until they are asked for.
  public var updates: MulticastSequence<Update<State, Action>> {
    sequence { send in observeSteps { send($0.update) } }
  }

  private func sequence<Element: Sendable>(
    _ subscribe: (@escaping @Sendable (Element) -> Void) -> Subscription
  ) -> MulticastSequence<Element> {
    let source = Multicast<Element>()
    let end = SequenceEnd()
    let elements = source.subscribe { end.perform() }
    let id = sequences.add(source)
    end.set(subscribe { [weak source] element in source?.send(element) }, sequences, id)
    return elements
  }

  // MARK: Logging

  /// Whether each action is logged, as `Action: increment`, before it changes the state.
  public var loggingEnabled: Bool {
    get { isLogging.load(ordering: .relaxed) }
    set { isLogging.store(newValue, ordering: .relaxed) }
  }
}
