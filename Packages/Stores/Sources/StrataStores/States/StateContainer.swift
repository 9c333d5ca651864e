/// The state of one store: one of several exclusive cases, and data that belongs to all of them.
///
/// Nest an enum of the cases and store the present one in ``current``. Data that only one case needs is that case's
/// payload, so it cannot get out of step with it. Data of no case is a stored property beside `current`.
///
/// ```swift
/// struct ExampleState: StateContainer {
///   enum State: EnumState {
///     case loading
///     case main(firstName: String, lastName: String)
///     case error(EquatableError)
///   }
///
///   var current: State = .loading
/// }
/// ```
///
/// Derive everything else in computed properties (queries). Change it in `mutating` functions
/// (transactions), which need no store to be tested.
public protocol StateContainer: Equatable, Sendable {
  /// The cases that exclude one another.
  associatedtype State: EnumState

  /// The present case.
  var current: State { get set }
}

extension StateContainer {
  /// Makes any number of changes as one.
  ///
  /// Inside a store they reach subscribers together, as one update, and not at all if the result equals the former
  /// state. Reads inside the closure see the changes made so far.
  ///
  /// ```swift
  /// mutating func updated(searchText: String) {
  ///   update {
  ///     $0.searchText = searchText
  ///     $0.current = searchText.isEmpty ? .emptySearch : $0.current
  ///   }
  /// }
  /// ```
  ///
  /// - Returns: The value that `changes` returns.
  /// - Throws: The error that `changes` throws. Changes that it made before stay: there is no rollback.
  @inlinable
  @discardableResult
  public mutating func update<Result, Failure: Error>(
    _ changes: (inout Self) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try changes(&self)
  }
}
