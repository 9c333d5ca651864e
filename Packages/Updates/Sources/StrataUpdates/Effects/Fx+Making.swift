extension Fx {
  /// Effects that produce actions at once, in this order.
  ///
  /// The store handles them before `send` returns, after the action whose update returned them. Actions that cause one
  /// another in this way without end occupy the store permanently; only those that observers send are counted.
  public static func just(_ actions: Action...) -> Fx {
    just(contentsOf: actions)
  }

  /// Effects that produce the actions of a sequence at once, in its order.
  public static func just(contentsOf actions: some Sequence<Action>) -> Fx {
    let actions = Array(actions)
    return Fx(content: actions.isEmpty ? nil : .actions(actions))
  }

  /// An effect that produces one action when an asynchronous closure has returned.
  ///
  /// - Parameter operation: Runs as a task, which is cancelled with the effect.
  /// - Returns: The effect.
  public static func future(_ operation: @escaping @Sendable () async -> Action) -> Fx {
    run { send in send(await operation()) }
  }

  /// An effect that produces one action when an asynchronous closure has returned or thrown.
  ///
  /// - Parameters:
  ///   - operation: Runs as a task, which is cancelled with the effect.
  ///   - failed: Makes an action of the error that `operation` throws: effects never fail.
  /// - Returns: The effect.
  public static func future(
    _ operation: @escaping @Sendable () async throws -> Action,
    catch failed: @escaping @Sendable (any Error) -> Action
  ) -> Fx {
    run { send in
      do {
        send(try await operation())
      } catch {
        send(failed(error))
      }
    }
  }

  /// An effect that produces any number of actions.
  ///
  /// ```swift
  /// .run { send in
  ///   for await message in service.messages { send(.received(message)) }
  /// }
  /// ```
  ///
  /// It may run as long as it likes: it ends by itself, by ``cancel(id:)`` or with the store.
  ///
  /// - Parameter body: Runs as a task, which is cancelled with the effect.
  /// - Returns: The effect.
  public static func run(_ body: @escaping @Sendable (FxSend<Action>) async -> Void) -> Fx {
    Fx(content: .work(body))
  }

  /// An effect that runs a closure and produces no action.
  public static func fireAndForget(_ body: @escaping @Sendable () async -> Void) -> Fx {
    run { _ in await body() }
  }

  /// Effects that produce the elements of an asynchronous sequence which cannot fail.
  public init<Actions: AsyncSequence & Sendable>(_ actions: Actions)
  where Actions.Element == Action, Actions.Failure == Never {
    self = Fx.run { send in
      for await action in actions { send(action) }
    }
  }
}
