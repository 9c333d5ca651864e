public import StrataConcurrency
public import StrataEvents
import Synchronization

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

  /// Whether the observer wants to know which tasks activations have started: then these carry a mark,
  /// `RunningTask.isOfActivation`. Constant.
  var wantsActivationWork: Bool { get }

  /// Whether a task that is started on the value from `withAnchor` keeps its tree until it ends: then what the
  /// last line of a test starts runs as it would if the test kept the value. Constant.
  var keepsTreesForTasks: Bool { get }

  /// Whether the observer wants to be told of rounds, and asks that each write makes one: then the
  /// writes of its trees take the long way. Constant.
  var wantsRounds: Bool { get }

  /// A round has been delivered; only told if ``wantsRounds``.
  func didDeliver(_ round: DeliveredRound)

  /// Whether the observer wants to be told of evaluations of derived values. Constant.
  var wantsEvaluations: Bool { get }

  /// A derived value has been computed, for everyone or for the thread that reads it alone; only told if
  /// ``wantsEvaluations``.
  ///
  /// The thread may be about to compute others that depend on it: read no derived values here.
  ///
  /// - Parameters:
  ///   - callSite: Where the computation is written.
  ///   - owner: Whose value it is.
  func didEvaluate(valueAt callSite: CallSite, of owner: Context)

  /// Whether the observer wants to be told of tasks. Constant.
  var wantsTasks: Bool { get }

  /// The body of a task, or of an element of a loop, begins; only told if ``wantsTasks``, and of tasks
  /// that models start while someone wants to be told.
  func taskDidBegin(_ task: ObservedTask, of context: Context)

  /// The body of a task has returned.
  ///
  /// - Parameters:
  ///   - task: The task.
  ///   - context: Whose task it is.
  ///   - duration: The time since the body began, also that in which it was suspended.
  func taskDidEnd(_ task: ObservedTask, of context: Context, after duration: Duration)

  /// The value of a context begins to follow that of another, which may be of another tree.
  ///
  /// - Parameters:
  ///   - context: The context that follows.
  ///   - source: The context that is followed.
  ///   - isDerived: Whether the follower has no value of its own beside what it makes of others'.
  func context(_ context: Context, didFollow source: Context, isDerived: Bool)
}

extension TreeObserver {
  /// `false`: it costs.
  public var wantsActivationWork: Bool { false }

  /// `false`: work keeps no tree.
  public var keepsTreesForTasks: Bool { false }

  /// `false`: it costs.
  public var wantsRounds: Bool { false }

  /// `false`: it costs.
  public var wantsTasks: Bool { false }

  /// `false`: it costs.
  public var wantsEvaluations: Bool { false }

  /// Does nothing.
  public func didEvaluate(valueAt callSite: CallSite, of owner: Context) {}

  /// Does nothing.
  public func didDeliver(_ round: DeliveredRound) {}

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

/// Who observes the trees that are made while an operation runs.
package enum TreeObserving {
  @TaskLocal static var current: [any TreeObserver] = []

  /// How many observations of trees want to be told of rounds, and of tasks, for the whole process.
  static let roundWishes = Atomic<Int>(0)
  static let taskWishes = Atomic<Int>(0)
  private static let lastTask = Atomic<UInt64>(0)

  /// Whether some observer wants to be told of rounds.
  static var isAnyWantingRounds: Bool { roundWishes.load(ordering: .relaxed) > 0 }

  /// Whether some observer wants to be told of tasks.
  package static var isAnyWantingTasks: Bool { taskWishes.load(ordering: .relaxed) > 0 }

  static func nextTask() -> UInt64 { lastTask.wrappingAdd(1, ordering: .relaxed).newValue }
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
