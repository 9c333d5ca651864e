extension Fx {
  /// The same effects, which can be cancelled by an identity.
  ///
  /// After the cancellation no action of theirs is handled any more, not even one that was produced before and still
  /// waits. Their tasks are cancelled, and are not waited for.
  ///
  /// - Parameters:
  ///   - id: Any value; only values of the same type are equal to it. Each store has its own.
  ///   - cancelInFlight: Whether effects of the identity that are running are cancelled first.
  /// - Returns: The effects with the identity.
  public func cancellable(id: some Hashable & Sendable, cancelInFlight: Bool = false) -> Fx {
    guard !isEmpty else { return cancelInFlight ? .cancel(id: id) : self }
    return Fx(content: .identified(EffectID(id), cancelsInFlight: cancelInFlight, self))
  }

  /// An effect that cancels those of an identity.
  public static func cancel(id: some Hashable & Sendable) -> Fx {
    Fx(content: .cancellation([EffectID(id)]))
  }
}
