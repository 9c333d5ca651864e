public import StrataConcurrency
public import StrataEvents
import Synchronization

/// Receives the activity of a tree, except changes of values.
///
/// For these there is ``Context/recordChanges(at:keepsOldValues:onRoundEnd:_:)``.
///
/// Tests, traces and debuggers are built on it. All functions are called outside all locks, on the thread of the
/// activity.
public protocol TreeObserver: AnyObject, Sendable {
  /// Called when a tree was made and nothing in it has been activated yet.
  ///
  /// - Parameters:
  ///   - root: The root of the tree. The tree retains the observer, so an observer that retains the root makes a cycle.
  ///   - callSite: The call site of the anchor.
  func treeWillActivate(_ root: Context, anchoredAt callSite: CallSite)

  /// Called when the anchor was released, before anything of the tree ends.
  func treeWillEnd(_ root: Context)

  /// Called when a context has been activated, if its layout has hooks.
  func didActivate(_ context: Context)

  /// Called before an event is delivered to its listeners, if there are any.
  func willDeliver<Event: Sendable>(
    _ event: Event,
    from sender: Context,
    to audience: Audience,
    at callSite: CallSite
  )

  /// Called before an event is delivered, with the contexts whose listeners receive it.
  ///
  /// The standard implementation calls ``willDeliver(_:from:to:at:)``.
  func willDeliver<Event: Sendable>(
    _ event: Event,
    from sender: Context,
    to audience: Audience,
    at callSite: CallSite,
    receivers: [Context]
  )

  /// Called when a store handles an action.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - origin: Where it came from: `sent`, `effect`, or another word.
  ///   - context: The store's context.
  func willHandle<Action>(_ action: Action, origin: String, in context: Context)

  /// Whether the observer needs to know which tasks activations have started; constant.
  ///
  /// Such tasks then have a flag, `RunningTask.isOfActivation`.
  var wantsActivationWork: Bool { get }

  /// Whether a task that is started on the value from `withAnchor` retains its tree until it ends; constant.
  ///
  /// The work that the last line of a test starts then runs as if the test retained the value.
  var keepsTreesForTasks: Bool { get }

  /// Whether the observer receives rounds, and requests that each write makes one; constant.
  ///
  /// The writes of its trees then take the slow path.
  var wantsRounds: Bool { get }

  /// Whether the observer also receives the writes that skipped the queue, if ``wantsRounds``; constant.
  var wantsWrites: Bool { get }

  /// Called when a round has been delivered, if ``wantsRounds``.
  func didDeliver(_ round: DeliveredRound)

  /// Called instead of ``didDeliver(_:)-swift.method`` when the round consists of one write that skipped the queue.
  ///
  /// The standard implementation makes a ``DeliveredRound`` of it, which costs several allocations.
  func didDeliver(_ write: borrowing DeliveredWrite)

  /// Whether the observer receives evaluations of derived values; constant.
  var wantsEvaluations: Bool { get }

  /// Called when a derived value has been computed, also in a private evaluation, if ``wantsEvaluations``.
  ///
  /// The thread may be about to compute dependents of it, so read no derived values here. No tracking scope records
  /// what is read here.
  ///
  /// - Parameters:
  ///   - callSite: The call site of the computation.
  ///   - owner: The owner of the value.
  func didEvaluate(valueAt callSite: CallSite, of owner: Context)

  /// Called at the same moment as ``didEvaluate(valueAt:of:)``, with more about the computation.
  func didEvaluate(_ evaluation: ObservedEvaluation, of owner: Context)

  /// Whether the observer receives tasks; constant.
  var wantsTasks: Bool { get }

  /// Called when the body of a task, or of an element of a loop, begins, if ``wantsTasks``.
  ///
  /// It covers tasks that models start while an observer requests them.
  func taskDidBegin(_ task: ObservedTask, of context: Context)

  /// Called when a task whose body runs is cancelled, on the cancelling thread, if ``wantsTasks``.
  func taskWasCancelled(_ task: ObservedTask, of context: Context)

  /// Called when the body of a task has returned.
  ///
  /// - Parameters:
  ///   - task: The task.
  ///   - context: The owner of the task.
  ///   - duration: The time since the body began, suspensions included.
  func taskDidEnd(_ task: ObservedTask, of context: Context, after duration: Duration)

  /// Called when the value of a context begins to follow that of another, which may be of another tree.
  ///
  /// - Parameters:
  ///   - context: The following context.
  ///   - source: The followed context.
  ///   - isDerived: Whether the follower has no value except the one it makes from others.
  func context(_ context: Context, didFollow source: Context, isDerived: Bool)
}

extension TreeObserver {
  /// `false`, because it has a cost.
  public var wantsActivationWork: Bool { false }

  /// `false`: work retains no tree.
  public var keepsTreesForTasks: Bool { false }

  /// `false`, because it has a cost.
  public var wantsRounds: Bool { false }

  /// As ``TreeObserver/wantsRounds``.
  public var wantsWrites: Bool { wantsRounds }

  /// `false`, because it has a cost.
  public var wantsTasks: Bool { false }

  /// `false`, because it has a cost.
  public var wantsEvaluations: Bool { false }

  /// Does nothing.
  public func didEvaluate(valueAt callSite: CallSite, of owner: Context) {}

  /// Does nothing.
  public func didEvaluate(_ evaluation: ObservedEvaluation, of owner: Context) {}

  /// Does nothing.
  public func taskWasCancelled(_ task: ObservedTask, of context: Context) {}

  /// Does nothing.
  public func willHandle<Action>(_ action: Action, origin: String, in context: Context) {}

  /// Calls ``willDeliver(_:from:to:at:)``.
  public func willDeliver<Event: Sendable>(
    _ event: Event,
    from sender: Context,
    to audience: Audience,
    at callSite: CallSite,
    receivers: [Context]
  ) {
    willDeliver(event, from: sender, to: audience, at: callSite)
  }

  /// Does nothing.
  public func didDeliver(_ round: DeliveredRound) {}

  /// Calls the same function with the whole round.
  public func didDeliver(_ write: borrowing DeliveredWrite) { didDeliver(write.round) }

  /// Does nothing.
  public func taskDidBegin(_ task: ObservedTask, of context: Context) {}

  /// Does nothing.
  public func taskDidEnd(_ task: ObservedTask, of context: Context, after duration: Duration) {}

  /// Does nothing.
  public func context(_ context: Context, didFollow source: Context, isDerived: Bool) {}

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

/// The observers of the trees that are made while an operation runs.
package enum TreeObserving {
  @TaskLocal static var current: [any TreeObserver] = []

  /// The observers with another one, each once.
  static func current(with observer: any TreeObserver) -> [any TreeObserver] {
    current.contains { $0 === observer } ? current : current + [observer]
  }

  /// How many observations of trees request rounds, and how many request tasks, in the whole process.
  static let roundWishes = Atomic<Int>(0)
  static let taskWishes = Atomic<Int>(0)
  private static let lastTask = Atomic<UInt64>(0)

  /// Whether an observer requests rounds.
  static var isAnyWantingRounds: Bool { roundWishes.load(ordering: .relaxed) > 0 }

  /// Whether an observer requests tasks.
  package static var isAnyWantingTasks: Bool { taskWishes.load(ordering: .relaxed) > 0 }

  static func nextTask() -> UInt64 { lastTask.wrappingAdd(1, ordering: .relaxed).newValue }
}

/// Lets an observer see the trees that a closure makes, for their whole life.
///
/// - Returns: The result of `operation`.
/// - Throws: Any error that `operation` throws.
public func withTreeObserver<Result>(
  _ observer: any TreeObserver,
  operation: () throws -> Result
) rethrows -> Result {
  try TreeObserving.$current.withValue(
    TreeObserving.current(with: observer),
    operation: operation
  )
}

/// Lets an observer see the trees that an asynchronous closure, and the tasks it starts, make.
///
/// - Returns: The result of `operation`.
/// - Throws: Any error that `operation` throws.
public func withTreeObserver<Result>(
  _ observer: any TreeObserver,
  isolation: isolated (any Actor)? = #isolation,
  operation: () async throws -> Result
) async rethrows -> Result {
  try await TreeObserving.$current.withValue(
    TreeObserving.current(with: observer),
    operation: operation,
    isolation: isolation
  )
}

/// Makes trees that no surrounding observer sees.
///
/// - Returns: The result of `operation`.
/// - Throws: Any error that `operation` throws.
public func withoutTreeObservers<Result>(operation: () throws -> Result) rethrows -> Result {
  try TreeObserving.$current.withValue([], operation: operation)
}

/// Makes trees, in an asynchronous closure and the tasks it starts, that no surrounding observer sees.
///
/// - Returns: The result of `operation`.
/// - Throws: Any error that `operation` throws.
public func withoutTreeObservers<Result>(
  isolation: isolated (any Actor)? = #isolation,
  operation: () async throws -> Result
) async rethrows -> Result {
  try await TreeObserving.$current.withValue([], operation: operation, isolation: isolation)
}
