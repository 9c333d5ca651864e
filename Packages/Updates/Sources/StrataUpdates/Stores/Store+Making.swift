public import StrataConcurrency

extension Store {
  /// Makes a store.
  ///
  /// - Parameters:
  ///   - update: Gives the next state after an action. Must depend on its arguments alone: the same
  ///     actions in the same order then always give the same states.
  ///   - state: The first state.
  ///   - environment: The services that updates use.
  ///   - executor: Handles the actions, `.main` for a store that belongs to a user interface; with
  ///     `nil` the thread that sends does, before ``send(_:)`` returns.
  ///   - loggingEnabled: Whether each action is logged.
  ///   - logger: The destination of the log.
  ///   - fileID: The call site to name in reports.
  ///   - filePath: The call site to name in reports.
  ///   - line: The call site to name in reports.
  ///   - column: The call site to name in reports.
  public convenience init(
    update: @escaping UpdateFunction,
    state: State,
    environment: Environment,
    executor: (any DeliveryExecutor)? = nil,
    loggingEnabled: Bool = false,
    logger: StoreLogger = .standardOutput,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    self.init(
      state: state,
      update: update,
      environment: environment,
      options: StoreOptions(executor: executor, isLogging: loggingEnabled, logger: logger),
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }

  /// Makes a store from a first update, whose effects start at once.
  ///
  /// - Parameters:
  ///   - update: Gives the next state after an action.
  ///   - create: Gives the first state and effects.
  ///   - environment: The services that updates use.
  ///   - executor: Handles the actions; with `nil` the thread that sends does.
  ///   - loggingEnabled: Whether each action is logged.
  ///   - logger: The destination of the log.
  ///   - fileID: The call site to name in reports.
  ///   - filePath: The call site to name in reports.
  ///   - line: The call site to name in reports.
  ///   - column: The call site to name in reports.
  public convenience init(
    update: @escaping UpdateFunction,
    create: (Environment) -> Update<State, Action>,
    environment: Environment,
    executor: (any DeliveryExecutor)? = nil,
    loggingEnabled: Bool = false,
    logger: StoreLogger = .standardOutput,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let first = create(environment)
    self.init(
      state: first.state,
      update: update,
      environment: environment,
      options: StoreOptions(executor: executor, isLogging: loggingEnabled, logger: logger),
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    )
    subscribe(to: first.fx)
  }

  /// Makes a store whose update function changes the state where it is.
  ///
  /// Values that it does not touch are neither copied nor compared: a row is appended to a list of any length in
  /// constant time. States are compared only if they have observers, and then the state from before is retained for the
  /// comparison.
  ///
  /// ```swift
  /// let store = Store(
  ///   changing: { (state: inout Log, action: LogAction, environment: Void) in
  ///     switch action {
  ///     case .append(let line): state.lines.append(line)
  ///     }
  ///     return Update()
  ///   },
  ///   state: Log(),
  ///   environment: ()
  /// )
  /// ```
  ///
  /// - Important: The function must not read ``state`` of the store that it changes: that ends the
  ///   program with the name of the store. Other threads that read meanwhile wait, or, for a state of
  ///   plain bytes, see the former state.
  ///
  /// - Parameters:
  ///   - change: Changes the state after an action.
  ///   - state: The first state.
  ///   - environment: The services that updates use.
  ///   - skipsEqualStates: Whether observers receive unequal states only. With `false` they are notified after each
  ///     action, and no state is retained or compared for them.
  ///   - executor: Handles the actions; with `nil` the thread that sends does.
  ///   - loggingEnabled: Whether each action is logged.
  ///   - logger: The destination of the log.
  ///   - fileID: The call site to name in reports.
  ///   - filePath: The call site to name in reports.
  ///   - line: The call site to name in reports.
  ///   - column: The call site to name in reports.
  public convenience init(
    changing change: @escaping InPlaceFunction,
    state: State,
    environment: Environment,
    skipsEqualStates: Bool = true,
    executor: (any DeliveryExecutor)? = nil,
    loggingEnabled: Bool = false,
    logger: StoreLogger = .standardOutput,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    self.init(
      state: state,
      update: nil,
      inPlace: change,
      environment: environment,
      options: StoreOptions(
        executor: executor,
        isLogging: loggingEnabled,
        logger: logger,
        skipsEqualStates: skipsEqualStates
      ),
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }
}
