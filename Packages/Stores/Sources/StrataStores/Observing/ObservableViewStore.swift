public import Observation

/// Gives the states of a view store to code that observes its own reads.
///
/// Reading ``state`` is noted by Swift's `withObservationTracking` and by the library's own render
/// probes; each delivered state wakes both.
///
/// ```swift
/// let observable = ObservableViewStore(store)
/// let probe = RenderProbe { observable.state.titleText }
/// ```
public final class ObservableViewStore<State: ViewState>: Observable, Sendable {
  // The store that the probes read; it receives states on the delivery of the other.
  private let shown: Store<State>
  private let source: ViewStore<State>
  private let registrar = ObservationRegistrar()
  private let token: ObservedToken<State>

  /// Observes a view store, which is retained as long as this object.
  public init(_ source: ViewStore<State>) {
    self.source = source
    shown = Store(initialState: source.state, delivery: .immediate)
    token = ObservedToken()
    token.subscription = source.subscribe { [weak self, shown] state in
      guard let self else {
        shown.state = state
        return
      }
      registrar.withMutation(of: self, keyPath: \.state) { shown.state = state }
    }
  }

  /// The state that was delivered last.
  public var state: State {
    registrar.access(self, keyPath: \.state)
    return shown.state
  }
}
