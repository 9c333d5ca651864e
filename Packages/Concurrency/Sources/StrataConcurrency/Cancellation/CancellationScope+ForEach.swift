extension CancellationScope {
  /// Runs a body for each element of an asynchronous sequence, until this scope ends.
  ///
  /// Bodies never overlap. An element that arrives while a body runs waits, or with ``ForEachOptions/cancelPrevious``
  /// ends that body first. Cancelling the loop cancels its body. An error of the sequence ends the loop. An error of a
  /// body does not, unless the options ask for that. `catch` receives both; without it, the loop reports them with the
  /// line of this call. Errors due to cancellation are dropped.
  ///
  /// ```swift
  /// scope.forEach(queries, [.cancelPrevious]) { query in
  ///   results = try await search(query)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - sequence: The elements. The iterator is made in the loop's task, so a sequence must not lose elements that
  ///     arrive before; ``MulticastSequence`` does not.
  ///   - options: How the body is treated.
  ///   - name: A name for reports and debuggers.
  ///   - priority: `nil` takes over the priority of the running task.
  ///   - executor: The executor that the loop and its bodies prefer.
  ///   - isolation: The actor that the loop runs on; the caller's.
  ///   - fileID: The caller's module and file.
  ///   - filePath: The caller's path.
  ///   - line: The caller's line.
  ///   - column: The caller's column.
  ///   - operation: The body.
  ///   - catch: Receives errors, in the loop.
  /// - Returns: A handle to cancel or tag the loop.
  @discardableResult
  public func forEach<Elements: AsyncSequence & Sendable>(
    _ sequence: Elements,
    _ options: ForEachOptions = [],
    name: String? = nil,
    priority: TaskPriority? = nil,
    executor: (any TaskExecutor)? = nil,
    isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    @_inheritActorContext operation: @escaping @Sendable (Elements.Element) async throws -> Void,
    @_inheritActorContext catch: (@Sendable (any Error) async -> Void)? = nil
  ) -> CancellationHandle where Elements.Element: Sendable {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return forEach(
      sequence,
      options,
      TaskOptions(name: name, priority: priority, executor: executor, callSite: callSite),
      isolation: isolation,
      operation: operation,
      catch: `catch`
    )
  }

  /// Runs a body for each element, with options that were put together elsewhere.
  ///
  /// - Parameters:
  ///   - sequence: The elements.
  ///   - options: How the body is treated.
  ///   - taskOptions: Name, priority, executor and line of the loop.
  ///   - subject: What the report of an error without `catch` names as its source.
  ///   - isolation: The actor that the loop runs on; the caller's.
  ///   - operation: The body.
  ///   - catch: Receives errors, in the loop; with `nil` they are reported.
  /// - Returns: A handle to cancel or tag the loop.
  @discardableResult
  public func forEach<Elements: AsyncSequence & Sendable>(
    _ sequence: Elements,
    _ options: ForEachOptions,
    _ taskOptions: TaskOptions,
    subject: StaticString = "A forEach loop or its operation",
    isolation: isolated (any Actor)? = #isolation,
    operation: @escaping @Sendable (Elements.Element) async throws -> Void,
    catch: (@Sendable (any Error) async -> Void)?
  ) -> CancellationHandle where Elements.Element: Sendable {
    let callSite = taskOptions.callSite
    let failed: @Sendable (any Error) async -> Void =
      `catch` ?? { ForEachLoop.report($0, of: subject, at: callSite) }
    let stop = LoopStop()
    let loop = ForEachLoop(
      scope: self,
      options: options,
      taskOptions: taskOptions,
      stop: stop,
      operation: operation,
      failed: failed
    )
    let work = task(
      taskOptions,
      isolation: isolation,
      operation: { try await loop.run(sequence) },
      catch: failed
    )
    stop.aim(at: work)
    return work
  }
}
