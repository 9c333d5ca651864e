@_spi(Strata) public import StrataConcurrency
import StrataCore
@_spi(Strata) import StrataDependencies

extension ModelNode {
  // It is inlinable, because the layout of a priority is known at run time alone: passing an omitted one would
  // ask the runtime for it several times.
  /// Runs work for as long as the model is active.
  ///
  /// The work is cancelled when the model is removed, when the returned handle is cancelled, or by a key that the
  /// handle is given. On a model that is in no tree, or has left it, the work is not run, and that is reported. A
  /// removed model reports it once, and not if a cancelled task starts the work.
  ///
  /// Reports, tests and causes use its `name`, or the function and line of the call, as in
  /// `onActivate() @ Counter.swift:42`.
  ///
  /// - Returns: Cancels the work.
  @inlinable
  @discardableResult
  public func task(
    _ name: String? = nil,
    isDetached: Bool = false,
    priority: TaskPriority? = nil,
    isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    function: StaticString = #function,
    @_inheritActorContext operation: @escaping @Sendable () async -> Void
  ) -> CancellationHandle {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return isDetached
      ? start(name, priority?.rawValue, callSite, function, isolation: nil, operation)
      : start(name, priority?.rawValue, callSite, function, isolation: isolation, operation)
  }

  /// Starts work that throws nothing.
  // The options are passed as separate values, because in most cases they are never put together.
  @usableFromInline
  func start(
    _ name: String?,
    _ priority: UInt8?,
    _ callSite: CallSite,
    _ function: StaticString,
    isolation: isolated (any Actor)?,
    _ operation: @escaping @Sendable () async -> Void
  ) -> CancellationHandle {
    if isolation == nil, name == nil, priority == nil, !Context.isNotifiedOfTasks,
      CancellationScope.maySimplyStart,
      let (work, task) = context.registerTask(at: callSite, in: function)
    {
      return CancellationScope.start(task, of: work, operation: operation)
    }
    let options = TaskOptions(
      name: name,
      priority: priority.map(TaskPriority.init(rawValue:)),
      callSite: callSite,
      function: function
    )
    let (work, dependencies) = workplace(at: callSite)
    guard Context.needsStep(dependencies) else {
      return work.task(options, isolation: isolation, operation: operation)
    }
    let body = context.step(options, dependencies, holding: heldAnchor, operation)
    return work.task(options, isolation: isolation, operation: body, catch: nil)
  }

  /// Runs work that can fail for as long as the model is active.
  ///
  /// - Parameters:
  ///   - name: The task's name, for diagnostics; `onActivate() @ Counter.swift:42` when left out.
  ///   - isDetached: Whether the work leaves the caller's actor.
  ///   - priority: The task's priority; the caller's when left out.
  ///   - isolation: The caller's actor.
  ///   - fileID: The caller's file, for reports.
  ///   - filePath: The caller's path, for reports.
  ///   - line: The caller's line, for reports.
  ///   - column: The caller's column, for reports.
  ///   - function: The caller, for the name.
  ///   - operation: The work.
  ///   - catch: Receives the error; not called when the work was cancelled.
  /// - Returns: Cancels the work.
  @discardableResult
  public func task(
    _ name: String? = nil,
    isDetached: Bool = false,
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
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let options = TaskOptions(
      name: name,
      priority: priority,
      callSite: callSite,
      function: function
    )
    let (work, dependencies) = workplace(at: callSite)
    let body =
      Context.needsStep(dependencies)
      ? context.step(options, dependencies, holding: heldAnchor, operation) : operation
    return isDetached
      ? work.task(options, isolation: nil, operation: body, catch: `catch`)
      : work.task(options, isolation: isolation, operation: body, catch: `catch`)
  }

  /// The model's running work; a model in no tree has none.
  ///
  /// - Parameters:
  ///   - callSite: The call site that requests it.
  ///   - isRunOverdue: Whether registrations after the model's end still take effect.
  ///   - isOfLoop: Whether it is for a loop, whose sequence may have been reported.
  /// - Returns: The work.
  func work(
    at callSite: CallSite,
    isRunOverdue: Bool = false,
    isOfLoop: Bool = false
  ) -> CancellationScope {
    let (work, phase, _) = context.workplace
    if isOfLoop, phase == .detached, ListeningOutsideTree.hasReported(context) { return work }
    if !isRunOverdue || phase == .detached || phase == .frozen { complain(of: phase, at: callSite) }
    return work
  }

  /// The model's running work, and the dependencies of new work.
  private func workplace(at callSite: CallSite) -> (CancellationScope, DependencyValues) {
    let (work, phase, hasDefaults) = context.workplace
    complain(of: phase, at: callSite)
    return (work, hasDefaults ? DependencyValues() : context.dependencies)
  }

  private func complain(of phase: ContextPhase, at callSite: CallSite) {
    switch phase {
    case .detached: ModelDiagnostic.workBeforeAnchor(context.layout.name).report(at: callSite)
    case .frozen: ModelDiagnostic.workOnFrozenCopy(context.layout.name).report(at: callSite)
    case .attached, .active: break
    case .sealed, .removed:
      guard context.noteWorkAfterEnd() else { return }
      ModelDiagnostic.workAfterRemoval(context.layout.name).report(at: callSite)
    }
  }

  /// The anchor, if a test keeps the trees of its tasks alive.
  private var heldAnchor: Anchor? {
    guard let anchor, context.keepsTreeForTasks else { return nil }
    return anchor
  }
}

// These are methods of the context and not of the node, because a closure that captures the node of the value from
// `withAnchor` retains the anchor.
extension Context {
  /// Whether the process observes tasks or records causes.
  static var isNotifiedOfTasks: Bool { Cause.isRecorded || TreeObserving.isAnyWantingTasks }

  /// Whether work has to run by ``runStep(_:_:_:)``, which costs a frame.
  static func needsStep(_ dependencies: DependencyValues) -> Bool {
    !dependencies.isEmpty || isNotifiedOfTasks
  }

  /// Wraps work so that it runs by ``runStep(_:_:_:)``.
  ///
  /// - Parameters:
  ///   - options: The name of the work, and the call site that started it.
  ///   - dependencies: The dependencies that it sees.
  ///   - anchor: The anchor that it retains until it ends.
  ///   - operation: The work.
  /// - Returns: The wrapped work.
  func step(
    _ options: TaskOptions,
    _ dependencies: DependencyValues,
    holding anchor: Anchor?,
    _ operation: @escaping @Sendable () async throws -> Void
  ) -> @Sendable () async throws -> Void {
    {
      defer { withExtendedLifetime(anchor) {} }
      try await self.runStep(options, dependencies, operation)
    }
  }

  /// Runs work with the dependencies of the model's position, as a step that is known as a cause.
  ///
  /// - Parameters:
  ///   - options: The name of the work, and the call site that started it.
  ///   - dependencies: The dependencies that it sees.
  ///   - operation: The work.
  /// - Throws: The error that the work throws.
  func runStep(
    _ options: TaskOptions,
    _ dependencies: DependencyValues,
    _ operation: () async throws -> Void
  ) async throws {
    guard Self.isNotifiedOfTasks else {
      return try await dependencies.asCurrentIfAny(operation)
    }
    let observed =
      TreeObserving.isAnyWantingTasks
      ? beginObservedTask(options.name, at: options.callSite) : nil
    defer { observed?.ended() }
    try await withTaskCancellationHandler {
      try await dependencies.asCurrentIfAny {
        try await Cause.with(.task, name: options.displayName, at: options.callSite) {
          try await operation()
        }
      }
    } onCancel: {
      observed?.cancelled()
    }
  }
}
