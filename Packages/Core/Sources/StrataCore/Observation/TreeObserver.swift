public import StrataConcurrency
public import StrataEvents

/// Is told what happens in a tree besides changes of values, for which there is
/// ``Context/recordChanges(at:onRoundEnd:_:)``.
///
/// What tests, traces and debuggers are made of. All functions are called outside all locks, on the
/// thread on which the thing happens.
public protocol TreeObserver: AnyObject, Sendable {
  /// A tree was made; nothing in it has been activated yet.
  ///
  /// - Parameters:
  ///   - root: The root of the tree. The observer is held by the tree; holding the root in return
  ///     makes a cycle.
  ///   - callSite: Where it was anchored.
  func treeWillActivate(_ root: Context, anchoredAt callSite: CallSite)

  /// The anchor was released: the tree is about to end, and still is what it was.
  func treeWillEnd(_ root: Context)

  /// A context has been activated; only those are told of whose layout has hooks.
  func didActivate(_ context: Context)

  /// An event is about to be delivered to whoever listens, if anyone does.
  func willDeliver<Event: Sendable>(
    _ event: Event,
    from sender: Context,
    to audience: Audience,
    at callSite: CallSite
  )
}

extension TreeObserver {
  /// Does nothing.
  public func treeWillActivate(_ root: Context, anchoredAt callSite: CallSite) {}

  /// Does nothing.
  public func treeWillEnd(_ root: Context) {}

  /// Does nothing.
  public func didActivate(_ context: Context) {}

  /// Does nothing.
  public func willDeliver<Event: Sendable>(
    _ event: Event,
    from sender: Context,
    to audience: Audience,
    at callSite: CallSite
  ) {}
}

/// Who observes the trees that are made while an operation runs.
enum TreeObserving {
  @TaskLocal static var current: [any TreeObserver] = []
}

/// Lets an observer see, for all their lives, the trees that a closure makes.
///
/// - Returns: What `operation` returns.
/// - Throws: What `operation` throws.
public func withTreeObserver<Result>(
  _ observer: any TreeObserver,
  operation: () throws -> Result
) rethrows -> Result {
  try TreeObserving.$current.withValue(
    TreeObserving.current + [observer],
    operation: operation
  )
}

/// Lets an observer see the trees that an asynchronous closure, and the tasks it starts, make.
///
/// - Returns: What `operation` returns.
/// - Throws: What `operation` throws.
public func withTreeObserver<Result>(
  _ observer: any TreeObserver,
  isolation: isolated (any Actor)? = #isolation,
  operation: () async throws -> Result
) async rethrows -> Result {
  try await TreeObserving.$current.withValue(
    TreeObserving.current + [observer],
    operation: operation,
    isolation: isolation
  )
}

/// Makes trees that no observer around sees.
///
/// - Returns: What `operation` returns.
/// - Throws: What `operation` throws.
public func withoutTreeObservers<Result>(operation: () throws -> Result) rethrows -> Result {
  try TreeObserving.$current.withValue([], operation: operation)
}

/// Makes trees, in an asynchronous closure and the tasks it starts, that no observer around sees.
///
/// - Returns: What `operation` returns.
/// - Throws: What `operation` throws.
public func withoutTreeObservers<Result>(
  isolation: isolated (any Actor)? = #isolation,
  operation: () async throws -> Result
) async rethrows -> Result {
  try await TreeObserving.$current.withValue([], operation: operation, isolation: isolation)
}
