/// Passes on the actions that an effect produces.
///
/// May be called from any thread, as often as the effect likes. An action that comes after the effect was cancelled is
/// dropped. The effect ends when its closure returns: later actions are handled, and can no longer be cancelled. So a
/// closure that starts something with a callback waits for that callback.
public struct FxSend<Action: Sendable>: Sendable {
  private let body: @Sendable (Action) -> Void

  /// Makes one that calls a closure.
  public init(_ body: @escaping @Sendable (Action) -> Void) {
    self.body = body
  }

  /// Hands on an action.
  public func callAsFunction(_ action: Action) {
    body(action)
  }
}
