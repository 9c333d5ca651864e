import StrataConcurrency
public import StrataUpdates

/// How many have passed a turnstile.
///
/// Not on the main actor, like its actions and its update function: a store handles actions wherever
/// they come from.
public nonisolated struct TurnstileState: Equatable, Sendable {
  public enum Action: Sendable {
    case push
    case count(from: Int)
  }

  public var passed = 0

  public static func update(
    state: TurnstileState,
    action: Action,
    environment: Void
  ) -> Update<TurnstileState, Action> {
    var next = state
    switch action {
    case .push: next.passed += 1
    case .count(let start): next.passed = start
    }
    return Update(state: next)
  }
}

/// A display of the main actor that shows a turnstile.
public final class TurnstileDisplay {
  public typealias TurnstileStore = Store<TurnstileState, TurnstileState.Action, Void>

  public let store: TurnstileStore
  public private(set) var text = ""
  private var token: Subscription?

  public init() {
    store = Store(
      update: TurnstileState.update,
      state: TurnstileState(),
      environment: (),
      executor: .main
    )
    token = store.observe { [weak self] state in
      MainActor.assumeIsolated { self?.text = "\(state.passed) passed" }
    }
  }

  public func push() { store.send(.push) }
}
