public import StrataConcurrency
import StrataCore

extension ModelNode {
  /// Consumes an asynchronous sequence for as long as the model is active.
  ///
  /// Elements are processed one after the other. The next is taken when the body for the last has returned. With
  /// `cancelPrevious` it is taken at once, and its body begins when the running one has been cancelled and has
  /// returned. A body that fails does not end the loop, unless `abortIfOperationThrows` is set. Without `catch`,
  /// failures are reported at the line of the call.
  ///
  /// - Parameters:
  ///   - sequence: The elements.
  ///   - name: The loop's name, for diagnostics; `onActivate() @ Counter.swift:42` when left out.
  ///   - cancelPrevious: Whether an element ends the body of the one before.
  ///   - abortIfOperationThrows: Whether a body that fails ends the loop.
  ///   - isDetached: Whether the loop leaves the caller's actor.
  ///   - priority: The loop's priority; the caller's when left out.
  ///   - isolation: The caller's actor.
  ///   - fileID: The caller's file, for reports.
  ///   - filePath: The caller's path, for reports.
  ///   - line: The caller's line, for reports.
  ///   - column: The caller's column, for reports.
  ///   - function: The caller, for the name.
  ///   - operation: The body.
  ///   - catch: Receives the errors of the sequence and of bodies; not called when the loop was cancelled,
  ///     nor with a `CancellationError` of a body.
  /// - Returns: Cancels the loop and its running body.
  @discardableResult
  public func forEach<Elements: AsyncSequence & Sendable>(
    _ sequence: Elements,
    name: String? = nil,
    cancelPrevious: Bool = false,
    abortIfOperationThrows: Bool = false,
    isDetached: Bool = false,
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
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return run(
      sequence,
      ForEachOptions(cancelPrevious, abortIfOperationThrows),
      TaskOptions(name: name, priority: priority, callSite: callSite, function: function),
      isDetached: isDetached,
      isolation: isolation,
      operation: operation,
      catch: `catch`
    )
  }

  /// Consumes an asynchronous sequence, with options from the public forms.
  func run<Elements: AsyncSequence & Sendable>(
    _ sequence: Elements,
    _ loop: ForEachOptions,
    _ options: TaskOptions,
    subject: StaticString = "A forEach loop or its operation",
    isDetached: Bool,
    isolation: isolated (any Actor)?,
    operation: @escaping @Sendable (Elements.Element) async throws -> Void,
    catch: (@Sendable (any Error) async -> Void)?
  ) -> CancellationHandle where Elements.Element: Sendable {
    // The closure captures the context and not the node, which may contain the anchor.
    let body: @Sendable (Elements.Element) async throws -> Void = { [context] element in
      let dependencies = context.dependencies
      guard Context.needsStep(dependencies) else { return try await operation(element) }
      try await context.runStep(options, dependencies) { try await operation(element) }
    }
    let work = work(at: options.callSite, isOfLoop: true)
    // There are two calls, because a call that may hop cannot be made without waiting.
    guard isDetached else {
      return work.forEach(
        sequence,
        loop,
        options,
        subject: subject,
        isolation: isolation,
        operation: body,
        catch: `catch`
      )
    }
    return work.forEach(
      sequence,
      loop,
      options,
      subject: subject,
      isolation: nil,
      operation: body,
      catch: `catch`
    )
  }
}
