import StrataConcurrency
public import StrataDependencies

extension Model {
  /// Makes a store, and the model of its root, which keeps the store.
  ///
  /// - Parameters:
  ///   - initialState: The first state.
  ///   - fileID: The caller's file, like the next three for reports.
  ///   - filePath: The caller's file.
  ///   - line: The caller's line.
  ///   - column: The caller's column.
  ///   - dependencies: Changes the dependencies that the models have.
  public init(
    initialState: State,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    dependencies: @escaping @Sendable (inout DependencyValues) -> Void = { _ in }
  ) {
    let store = Store<Self>(
      initialState,
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column),
      dependencies
    )
    store.activate()
    let place = store.root.models.current[0]
    self = unsafe ModelConstruction.make(
      Self.self,
      at: place,
      keeping: StoreHolder(store, place)
    )
  }
}

/// Keeps a store for the sake of a model.
// SAFETY: constants.
final class StoreHolder<M: Model>: PlaceReference, @unchecked Sendable {
  private let store: Store<M>
  private let held: Place<M.State>

  init(_ store: Store<M>, _ place: Place<M.State>) {
    self.store = store
    held = place
    super.init(stateType: nil)
  }

  override func place<State>(of type: State.Type) -> Place<State> { held.place(of: type) }

  override var anyPlace: AnyPlace { held }
}

extension Store {
  /// Makes a store whose first state has to be waited for.
  ///
  /// - Parameters:
  ///   - delayedInitialState: Gives the first state; it is given the dependencies that the models will have.
  ///   - isolation: The caller's actor.
  ///   - fileID: The caller's file, like the next three for reports.
  ///   - filePath: The caller's file.
  ///   - line: The caller's line.
  ///   - column: The caller's column.
  ///   - dependencies: Changes the dependencies that the models have.
  /// - Throws: What `delayedInitialState` throws.
  public convenience init(
    delayedInitialState: (DependencyValues) async throws -> Models.Container,
    isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    dependencies: @escaping @Sendable (inout DependencyValues) -> Void = { _ in }
  ) async rethrows {
    var values = DependencyValues.current
    dependencies(&values)
    let state = try await delayedInitialState(values)
    self.init(
      state,
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column),
      dependencies
    )
  }
}
