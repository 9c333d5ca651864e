import StrataConcurrency

/// Evaluates a body only when its input differs from the last one: an equatable view.
///
/// ```swift
/// let row = RenderGate { (text: String) in "> \(text)" }
/// let probe = RenderProbe { row.render(store.state.text) }
/// ```
///
/// The probe evaluates at each change of the state, the row only at a change of its text.
public final class RenderGate<Input: Equatable & Sendable, Output: Sendable>: Sendable {
  private struct State: Sendable {
    var last: (input: Input, output: Output)?
    var evaluations = 0
  }

  private let state = Locked(State(), rank: .leaf)
  private let body: @Sendable (Input) -> Output

  /// Makes a gate in front of a body.
  ///
  /// - Parameter body: Depends on its input alone; changes of other values that it reads have no effect.
  public init(_ body: @escaping @Sendable (Input) -> Output) {
    self.body = body
  }

  /// How often the body was evaluated.
  public var evaluations: Int { state.withLock { $0.evaluations } }

  /// The body's output for an input, evaluated if the input differs from the last.
  public func render(_ input: Input) -> Output {
    if let last = state.withLock({ $0.last }), last.input == input { return last.output }
    let output = body(input)
    let former = state.withLock { state in
      defer {
        state.last = (input, output)
        state.evaluations += 1
      }
      return state.last
    }
    withExtendedLifetime(former) {}
    return output
  }
}
