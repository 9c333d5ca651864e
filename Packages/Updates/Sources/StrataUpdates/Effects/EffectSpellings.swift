// The names that a program written for Combine uses for effects. They exist only on systems without Combine, so no
// program ever sees both.

#if !canImport(Combine)
/// The failure of a stream that cannot fail: `Never` alone.
public protocol ImpossibleFailure: Error {}
extension Never: ImpossibleFailure {}

/// Effects.
public typealias AnyPublisher<Action: Sendable, Failure: ImpossibleFailure> = Fx<Action>

extension Fx {
  /// The effects themselves.
  public func eraseToAnyPublisher() -> Fx { self }
}

extension Future where Failure == Never {
  /// Effects that produce the value: an action.
  public func eraseToAnyPublisher() -> Fx<Output> { fx }
}
#endif
