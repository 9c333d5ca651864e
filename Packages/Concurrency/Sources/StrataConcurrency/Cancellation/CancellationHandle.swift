/// A handle to work that was registered in a ``CancellationScope``.
///
/// A handle is a name, not an owner: dropping it changes nothing, and retaining it retains no task.
public struct CancellationHandle: Cancellable {
  enum Target: Sendable {
    /// Nothing: the scope was closed.
    case nothing
    /// One piece of work.
    case one(WorkTable.ID)
    /// All work that was registered in a context without a key.
    case group(UInt64)
  }

  let scope: CancellationScope?
  let target: Target

  /// This handle.
  public var cancellationHandle: CancellationHandle? { self }

  /// A handle to nothing, as a closed scope gives.
  public static let inert = CancellationHandle(scope: nil, target: .nothing)

  /// The serial of the one piece of work, which ``RunningTask/serial`` repeats; `nil` for a group and for nothing.
  @_spi(Strata) public var serial: UInt64? {
    if case .one(let id) = target { id.serial } else { nil }
  }

  /// Stops the work: cancels a task, calls a handler.
  ///
  /// Does nothing after the first time and after the work has finished.
  ///
  /// - Complexity: O(1), for a group O(*n*) in its work.
  public func cancel() {
    guard let scope else { return }
    switch target {
    case .nothing: break
    case .group(let serial): scope.cancelAll(CancellationKey(group: serial))
    case .one(let id):
      scope.noteCancelling()
      scope.lock.lock()
      let action = scope.lockedStorageIfAny?.table.cancel(id)
      scope.lock.unlock()
      action?.perform()
    }
  }

  /// Takes a handler out of its scope without calling it; for a task, does nothing.
  ///
  /// - Complexity: O(1).
  public func discard() {
    guard let scope, case .one(let id) = target else { return }
    scope.discardHandler(id)
  }

  /// Tags the work, so that `cancelAll(for:)` of its scope stops it.
  ///
  /// Work can carry several keys.
  ///
  /// - Parameters:
  ///   - key: Any value; it is compared with keys of the same type only.
  ///   - cancelInFlight: Whether earlier work with this key is cancelled, in the same step.
  /// - Returns: The same handle.
  @discardableResult
  public func cancel(
    for key: some Hashable & Sendable,
    cancelInFlight: Bool = false
  ) -> CancellationHandle {
    tag(CancellationKey(value: key), cancelInFlight: cancelInFlight)
  }

  /// Tags the work with a type, so that `cancelAll(for:)` of its scope stops it.
  ///
  /// - Parameters:
  ///   - key: A type, often an empty one made for the purpose.
  ///   - cancelInFlight: Whether earlier work with this key is cancelled, in the same step.
  /// - Returns: The same handle.
  @discardableResult
  public func cancel(for key: Any.Type, cancelInFlight: Bool = false) -> CancellationHandle {
    tag(CancellationKey(type: key), cancelInFlight: cancelInFlight)
  }

  /// Cancels earlier work that was tagged by this same call in the source.
  ///
  /// The key is the call site: file, line and column.
  ///
  /// - Returns: The same handle.
  @discardableResult
  public func cancelInFlight(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> CancellationHandle {
    let place = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return tag(CancellationKey(callSite: place), cancelInFlight: true)
  }

  /// Tags the work with the keys of the contexts in which the running task was started.
  ///
  /// Work that a task starts is not part of the contexts that the task is part of, unless it asks for that. A task that
  /// has inherited contexts passes them on to work that asks in turn.
  ///
  /// - Returns: The same handle.
  @discardableResult
  public func inheritCancellationContext() -> CancellationHandle {
    guard let scope else { return self }
    let keys = ContextFrame.inheritedKeys(of: scope)
    guard !keys.isEmpty else { return self }
    for key in keys { tag(key, cancelInFlight: false) }
    tag(.inheriting, cancelInFlight: false)
    return self
  }

  @discardableResult
  private func tag(_ key: CancellationKey, cancelInFlight: Bool) -> CancellationHandle {
    guard let scope else { return self }
    switch target {
    case .nothing: break
    case .one(let id): scope.tag(id, with: key, cancelInFlight: cancelInFlight)
    case .group(let serial):
      let group = CancellationKey(group: serial)
      scope.tagGroup(group, with: key, cancelInFlight: cancelInFlight)
    }
    return self
  }
}
