/// Hands on the actions that an effect produces.
///
/// May be called from any thread, as often as the effect likes. What it hands on after the effect was
/// cancelled goes nowhere. The effect ends when its closure returns: what comes later is handled, and
/// nothing can cancel it any more. So a closure that starts something with a callback waits for that.
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
