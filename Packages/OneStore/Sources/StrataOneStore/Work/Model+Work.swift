public import StrataConcurrency
import StrataCore
@_spi(Strata) import StrataDependencies
import StrataRendering

extension Model {
  /// Runs work for as long as the model's state is there.
  ///
  /// ```swift
  /// task {
  ///   state.fact = try await fetchFact(state.count)
  /// } catch: { error in
  ///   state.alert = .init(message: "Couldn't load fact.")
  /// }
  /// ```
  ///
  /// The work is cancelled when the state is removed, when the returned handle is cancelled, or by a key. On a
  /// model whose state has been removed nothing is run.
  ///
  /// - Parameters:
  ///   - name: The task's name, for diagnostics.
  ///   - priority: The task's priority; the caller's when left out.
  ///   - isolation: The caller's actor.
  ///   - fileID: The caller's file, like the next four for reports.
  ///   - filePath: The caller's file.
  ///   - line: The caller's line.
  ///   - column: The caller's column.
  ///   - function: The caller.
  ///   - operation: The work.
  /// - Returns: Cancels the work.
  @discardableResult
  public func task(
    _ name: String? = nil,
    priority: TaskPriority? = nil,
    isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    function: StaticString = #function,
    @_inheritActorContext operation: @escaping @Sendable () async -> Void
  ) -> CancellationHandle {
    let options = TaskOptions(
      name: name,
      priority: priority,
      callSite: CallSite(fileID: fileID, filePath: filePath, line: line, column: column),
      function: function
    )
    let place = place
    let dependencies = place.dependencies
    guard !dependencies.isEmpty else {
      return place.context.work.task(options, isolation: isolation, operation: operation)
    }
    return place.context.work.task(options, isolation: isolation) {
      await dependencies.asCurrent(operation: operation)
    }
  }

  /// Runs work that can fail for as long as the model's state is there.
  ///
  /// - Parameters:
  ///   - name: The task's name, for diagnostics.
  ///   - priority: The task's priority; the caller's when left out.
  ///   - isolation: The caller's actor.
  ///   - fileID: The caller's file, like the next four for reports.
  ///   - filePath: The caller's file.
  ///   - line: The caller's line.
  ///   - column: The caller's column.
  ///   - function: The caller.
  ///   - operation: The work.
  ///   - catch: Receives the error; not called for a cancellation, nor after one.
  /// - Returns: Cancels the work.
  @discardableResult
  public func task(
    _ name: String? = nil,
    priority: TaskPriority? = nil,
    isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    function: StaticString = #function,
    @_inheritActorContext operation: @escaping @Sendable () async throws -> Void,
    @_inheritActorContext catch: @escaping @Sendable (any Error) async -> Void
  ) -> CancellationHandle {
    let options = TaskOptions(
      name: name,
      priority: priority,
      callSite: CallSite(fileID: fileID, filePath: filePath, line: line, column: column),
      function: function
    )
    let place = place
    let dependencies = place.dependencies
    return place.context.work.task(
      options,
      isolation: isolation,
      operation: { try await dependencies.asCurrent(operation: operation) },
      catch: `catch`
    )
  }

  /// Runs a body for each element of a sequence, for as long as the model's state is there.
  ///
  /// The next element is taken when the body has returned. A body that throws does not end the loop; its
  /// error goes to `catch`, and is reported without one. Bodies run in the animation or transaction in which
  /// a value was written or an event sent.
  ///
  /// - Parameters:
  ///   - sequence: The elements.
  ///   - cancelPrevious: Whether a new element cancels the running body, waits until it has ended, and starts
  ///     its own.
  ///   - name: The loop's name, for diagnostics.
  ///   - priority: The loop's priority; the caller's when left out.
  ///   - isolation: The caller's actor.
  ///   - fileID: The caller's file, like the next four for reports.
  ///   - filePath: The caller's file.
  ///   - line: The caller's line.
  ///   - column: The caller's column.
  ///   - function: The caller.
  ///   - operation: The body.
  ///   - catch: Receives errors.
  /// - Returns: Cancels the loop.
  @discardableResult
  public func forEach<Elements: AsyncSequence & Sendable>(
    _ sequence: Elements,
    cancelPrevious: Bool = false,
    name: String? = nil,
    priority: TaskPriority? = nil,
    isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    function: StaticString = #function,
    @_inheritActorContext operation: @escaping @Sendable (Elements.Element) async throws -> Void,
    @_inheritActorContext catch: (@Sendable (any Error) async -> Void)? = nil
  ) -> CancellationHandle where Elements.Element: Sendable {
    let options = TaskOptions(
      name: name,
      priority: priority,
      callSite: CallSite(fileID: fileID, filePath: filePath, line: line, column: column),
      function: function
    )
    let place = place
    let dependencies = place.dependencies
    let loop: ForEachOptions = cancelPrevious ? .cancelPrevious : []
    if let moving = sequence as? ModelStream<Elements.Element> {
      return place.context.work.forEach(
        moving.timed,
        loop,
        options,
        isolation: isolation,
        operation: { timed in
          try await timed.transaction.run {
            try await dependencies.asCurrent { try await operation(timed.element) }
          }
        },
        catch: `catch`
      )
    }
    return place.context.work.forEach(
      sequence,
      loop,
      options,
      isolation: isolation,
      operation: { element in
        try await dependencies.asCurrent { try await operation(element) }
      },
      catch: `catch`
    )
  }
}
