import StrataConcurrency
public import StrataTesting
public import StrataUpdates

extension TestStore {
  /// Makes a store for a test.
  ///
  /// - Parameters:
  ///   - update: The update function to test.
  ///   - state: The first state, which need not be asserted.
  ///   - environment: The services that updates use.
  ///   - exhaustivity: The categories that have to be asserted completely; with `nil` those of the scope.
  ///   - fileID: The caller's file, like the next three for failures at the end.
  ///   - filePath: The caller's file.
  ///   - line: The caller's line.
  ///   - column: The caller's column.
  public convenience init(
    update: @escaping Store<State, Action, Environment>.UpdateFunction,
    state: State,
    environment: Environment,
    exhaustivity: Exhaustivity? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let place = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    self.init(exhaustivity: exhaustivity, at: place) {
      Store(
        update: update,
        state: state,
        environment: environment,
        fileID: fileID,
        filePath: filePath,
        line: line,
        column: column
      )
    }
  }

  /// Makes a store for a test, whose update function changes the state in place.
  ///
  /// - Parameters:
  ///   - change: The update function to test.
  ///   - state: The first state, which need not be asserted.
  ///   - environment: The services that updates use.
  ///   - exhaustivity: The categories that have to be asserted completely; with `nil` those of the scope.
  ///   - fileID: The caller's file, like the next three for failures at the end.
  ///   - filePath: The caller's file.
  ///   - line: The caller's line.
  ///   - column: The caller's column.
  public convenience init(
    changing change: @escaping Store<State, Action, Environment>.InPlaceFunction,
    state: State,
    environment: Environment,
    exhaustivity: Exhaustivity? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let place = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    self.init(exhaustivity: exhaustivity, at: place) {
      Store(
        changing: change,
        state: state,
        environment: environment,
        fileID: fileID,
        filePath: filePath,
        line: line,
        column: column
      )
    }
  }
}

extension TestStore
where State: ModelProtocol, Action == State.Action, Environment == State.Environment {
  /// Makes a store of a model for a test.
  ///
  /// - Parameters:
  ///   - state: The first state, which need not be asserted.
  ///   - environment: The services that updates use.
  ///   - exhaustivity: The categories that have to be asserted completely; with `nil` those of the scope.
  ///   - fileID: The caller's file, like the next three for failures at the end.
  ///   - filePath: The caller's file.
  ///   - line: The caller's line.
  ///   - column: The caller's column.
  public convenience init(
    state: State,
    environment: Environment,
    exhaustivity: Exhaustivity? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let place = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    self.init(exhaustivity: exhaustivity, at: place) {
      Store(
        state: state,
        environment: environment,
        fileID: fileID,
        filePath: filePath,
        line: line,
        column: column
      )
    }
  }
}
