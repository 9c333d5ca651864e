public import StrataConcurrency

extension Store
where State: ModelProtocol, Action == State.Action, Environment == State.Environment {
  /// Makes a store of a model, whose update function is the model's own.
  ///
  /// - Parameters:
  ///   - state: The first state.
  ///   - environment: The services that updates use.
  ///   - executor: Handles the actions; with `nil` the thread that sends does.
  ///   - loggingEnabled: Whether each action is logged.
  ///   - logger: The destination of the log.
  ///   - fileID: The call site to name in reports.
  ///   - filePath: The call site to name in reports.
  ///   - line: The call site to name in reports.
  ///   - column: The call site to name in reports.
  public convenience init(
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
      update: State.plainUpdate,
      environment: environment,
      options: StoreOptions(executor: executor, isLogging: loggingEnabled, logger: logger),
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }

  /// Makes a store of a model and sends it a first action.
  ///
  /// - Parameters:
  ///   - state: The state before the action.
  ///   - action: The first action.
  ///   - environment: The services that updates use.
  ///   - executor: Handles the actions; with `nil` the thread that sends does.
  ///   - loggingEnabled: Whether each action is logged.
  ///   - logger: The destination of the log.
  ///   - fileID: The call site to name in reports.
  ///   - filePath: The call site to name in reports.
  ///   - line: The call site to name in reports.
  ///   - column: The call site to name in reports.
  public convenience init(
    state: State,
    action: Action,
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
      environment: environment,
      executor: executor,
      loggingEnabled: loggingEnabled,
      logger: logger,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
    send(action)
  }

  /// Makes a store of a model from a first update, whose effects start at once.
  ///
  /// - Parameters:
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
    create: (Environment) -> State.UpdateType,
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
      environment: environment,
      executor: executor,
      loggingEnabled: loggingEnabled,
      logger: logger,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
    subscribe(to: first.fx)
  }
}

extension ModelProtocol {
  /// The update function with the library's own update, whatever the model's is.
  static func plainUpdate(
    state: Self,
    action: Action,
    environment: Environment
  ) -> Update<Self, Action> {
    let update = update(state: state, action: action, environment: environment)
    return Update(
      state: update.state,
      fx: update.fx,
      transaction: update.transaction
    )
  }
}
