extension Recording {
  /// Gives the recorded actions to an update function, and checks that each gives the recorded state.
  ///
  /// Effects are not run, because their actions have been recorded.
  ///
  /// - Parameters:
  ///   - update: The update function.
  ///   - environment: The environment for the function.
  /// - Returns: The last state.
  /// - Throws: ``ReplayDivergence`` for the first action that gives another state.
  /// - Complexity: O(number of actions), and the cost of the function.
  @discardableResult
  public func replay<Change: UpdateProtocol, Environment>(
    update: (State, Action, Environment) -> Change,
    environment: Environment
  ) throws(ReplayDivergence) -> State where Change.State == State, Change.Action == Action {
    try replay { state, action in state = update(state, action, environment).state }
  }

  /// Gives the recorded actions to a function that changes the state where it is, and checks that each
  /// gives the recorded state.
  ///
  /// - Parameters:
  ///   - change: The function.
  ///   - environment: The environment for the function; its effects are not run.
  /// - Returns: The last state.
  /// - Throws: ``ReplayDivergence`` for the first action that gives another state.
  @discardableResult
  public func replay<Environment>(
    changing change: (inout State, Action, Environment) -> InPlaceUpdate<Action>,
    environment: Environment
  ) throws(ReplayDivergence) -> State {
    try replay { state, action in _ = change(&state, action, environment) }
  }

  private func replay(
    _ step: (inout State, Action) -> Void
  ) throws(ReplayDivergence) -> State {
    var state = initialState
    for (index, entry) in entries.enumerated() {
      let before = state
      step(&state, entry.action)
      guard state == entry.state else {
        throw ReplayDivergence(
          index: index,
          count: entries.count,
          action: entry.action,
          before: before,
          recorded: entry.state,
          replayed: state
        )
      }
    }
    return state
  }
}

extension Recording where State: ModelProtocol, Action == State.Action {
  /// Gives the recorded actions to the model's update function, and checks that each gives the recorded
  /// state.
  ///
  /// - Returns: The last state.
  /// - Throws: ``ReplayDivergence`` for the first action that gives another state.
  @discardableResult
  public func replay(environment: State.Environment) throws(ReplayDivergence) -> State {
    try replay(update: State.update(state:action:environment:), environment: environment)
  }
}
