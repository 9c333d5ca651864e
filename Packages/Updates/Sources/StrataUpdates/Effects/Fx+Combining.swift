extension Fx {
  /// All effects, in parallel.
  public static func merge(_ effects: Fx...) -> Fx {
    merge(effects)
  }

  /// All effects, in parallel.
  ///
  /// They start in their order; their actions come in the order in which they are produced.
  public static func merge(_ effects: some Sequence<Fx>) -> Fx {
    var parts: [Fx] = []
    for effect in effects {
      switch effect.content {
      case nil: continue
      case .merged(let inner): parts += inner
      default: parts.append(effect)
      }
    }
    return parts.count > 1 ? Fx(content: .merged(parts)) : parts.first ?? .empty
  }

  /// These effects and others, in parallel.
  public func merge(with other: Fx) -> Fx {
    isEmpty ? other : other.isEmpty ? self : .merge(self, other)
  }

  /// The same effects, whose actions are replaced by the results of a closure.
  ///
  /// - Complexity: O(number of combined effects); the closure is called when actions are produced, or now for those
  ///   that are known already.
  public func map<Other>(_ transform: @escaping @Sendable (Action) -> Other) -> Fx<Other> {
    guard let content else { return .empty }
    switch content {
    case .actions(let actions): return Fx<Other>(content: .actions(actions.map(transform)))
    case .work(let body):
      return .run { send in await body(FxSend { send(transform($0)) }) }
    case .merged(let parts):
      return Fx<Other>(content: .merged(parts.map { $0.map(transform) }))
    case .delayed(let duration, let clock, let fx):
      return Fx<Other>(content: .delayed(duration, clock, fx.map(transform)))
    case .identified(let id, let cancelsInFlight, let fx):
      return Fx<Other>(
        content: .identified(id, cancelsInFlight: cancelsInFlight, fx.map(transform))
      )
    case .cancellation(let ids): return Fx<Other>(content: .cancellation(ids))
    case .throttled(let throttle, let fx):
      return Fx<Other>(content: .throttled(throttle, fx.map(transform)))
    }
  }
}
