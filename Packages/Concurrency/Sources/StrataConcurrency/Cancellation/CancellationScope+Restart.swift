extension CancellationScope {
  /// Replaces the work with a key: cancels it, waits until it has finished, starts the new body.
  ///
  /// The bodies of one key never overlap, however fast restarts follow one another. A body that is superseded before it
  /// begins never begins. The call itself does not wait, so a body may restart its own key.
  ///
  /// ```swift
  /// func queryChanged(_ query: String) {
  ///   scope.restart(for: "search") { results = await search(query) }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - key: The tag of the earlier work, and of the new work.
  ///   - name: A name for reports and debuggers.
  ///   - priority: `nil` takes over the priority of the running task.
  ///   - executor: The executor that the task prefers.
  ///   - isolation: The actor that the task starts on; the caller's.
  ///   - fileID: The caller's module and file.
  ///   - filePath: The caller's path.
  ///   - line: The caller's line.
  ///   - column: The caller's column.
  ///   - operation: The body.
  /// - Returns: A handle to cancel or tag the new task.
  /// - Complexity: O(*n*) in the work tagged with the key.
  @discardableResult
  public func restart(
    for key: some Hashable & Sendable,
    name: String? = nil,
    priority: TaskPriority? = nil,
    executor: (any TaskExecutor)? = nil,
    isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    @_inheritActorContext operation: @escaping @Sendable () async -> Void
  ) -> CancellationHandle {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return restart(
      for: key,
      TaskOptions(name: name, priority: priority, executor: executor, callSite: callSite),
      isolation: isolation,
      operation: operation,
      catch: nil
    )
  }

  /// Replaces the work with a key, with options that were put together elsewhere.
  ///
  /// - Parameters:
  ///   - key: The tag of the earlier work, and of the new work.
  ///   - options: Name, priority, executor and line.
  ///   - isolation: The actor that the task starts on; the caller's.
  ///   - operation: The body.
  ///   - catch: Receives the error, unless it is due to cancellation; `nil` drops it.
  /// - Returns: A handle to cancel or tag the new task.
  /// - Complexity: O(*n*) in the work tagged with the key.
  @discardableResult
  public func restart(
    for key: some Hashable & Sendable,
    _ options: TaskOptions,
    isolation: isolated (any Actor)? = #isolation,
    operation: @escaping @Sendable () async throws -> Void,
    catch: (@Sendable (any Error) async -> Void)?
  ) -> CancellationHandle {
    guard let id = register(.starting, options.label) else { return .inert }
    let gate = replace(CancellationKey(value: key), with: id)
    let admission = RestartAdmission(scope: self, id: id, gate: gate)
    start(
      id,
      options,
      isolation: isolation,
      admission: admission,
      operation: operation,
      catch: `catch`
    )
    return CancellationHandle(scope: self, target: .one(id))
  }

  /// Tags new work with a key, cancels the work that had it, and returns the gate that waits for that work.
  ///
  /// All three are one step, so that of two restarts on two threads one follows the other.
  private func replace(_ key: CancellationKey, with id: WorkTable.ID) -> UnwindGate? {
    noteCancelling()
    let (gate, followUp): (UnwindGate?, RestartFollowUp) = withBucket(of: key) { storage, bucket in
      guard let storage, storage.table.contains(id) else { return (nil, RestartFollowUp()) }
      let bucket = bucket ?? storage.table.keys.makeBucket(for: key)
      return storage.table.replaceWork(in: bucket, with: id)
    }
    followUp.perform()
    return gate
  }
}

/// The check that a restarted task makes before its body begins.
struct RestartAdmission: Sendable {
  let scope: CancellationScope
  let id: WorkTable.ID
  let gate: UnwindGate?

  /// Waits until the body may begin; returns whether it may at all.
  func wait() async -> Bool {
    await gate?.wait(as: id.serial)
    scope.lock.lock()
    defer { scope.lock.unlock() }
    return scope.lockedStorageIfAny?.table.begin(id) ?? false
  }
}
