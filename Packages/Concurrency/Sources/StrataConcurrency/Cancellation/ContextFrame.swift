import Synchronization

/// One open cancellation context, linked to the one around it.
///
/// The innermost frame of synchronous contexts is thread-local. That is exact because such a closure cannot suspend,
/// and a task that it starts does not inherit the frame. Asynchronous contexts are task-local. A task that is started
/// in one gets the frames behind a border. The border ends the search for keys of new work, but not that of
/// `inheritCancellationContext()`.
final class ContextFrame: Sendable {
  private enum Kind: Sendable {
    /// Work of the scope gets the key.
    case context(CancellationScope, CancellationKey)
    /// Work of all scopes is that of an activation.
    case activation
    /// The running task was started here, as this work; frames outside are not its context.
    case border(CancellationScope, WorkTable.ID)
  }

  private let kind: Kind
  private let outer: ContextFrame?

  private init(_ kind: Kind, outer: ContextFrame?) {
    self.kind = kind
    self.outer = outer
    Self.count.wrappingAdd(1, ordering: .relaxed)
  }

  deinit {
    Self.count.wrappingSubtract(1, ordering: .relaxed)
  }

  @TaskLocal private static var ofTask: ContextFrame?
  // Because of this count, registering work outside any context costs one load and does not look at the task. It counts
  // borders as well: a task that was started in a context needs borders for the tasks that it starts.
  private static let count = Atomic(0)

  private static let word = ThreadWord("ContextFrame")

  private static var ofThread: ContextFrame? { word.object(ContextFrame.self) }

  private static var innermost: ContextFrame? { ofThread ?? ofTask }

  /// Opens a context for a synchronous closure.
  static func withContext<Result, Failure: Error>(
    of scope: CancellationScope,
    key: CancellationKey,
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try opening(.context(scope, key), body)
  }

  /// Makes all work that is registered during a synchronous closure that of an activation.
  static func withActivation<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try opening(.activation, body)
  }

  private static func opening<Result, Failure: Error>(
    _ kind: Kind,
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try word.with(ContextFrame(kind, outer: innermost), body)
  }

  /// Opens a context for an asynchronous closure.
  static func withContext<Result>(
    of scope: CancellationScope,
    key: CancellationKey,
    isolation: isolated (any Actor)?,
    _ body: () async throws -> Result
  ) async rethrows -> Result {
    let frame = ContextFrame(.context(scope, key), outer: innermost)
    return try await $ofTask.withValue(frame, operation: body, isolation: isolation)
  }

  /// Whether a context is open anywhere in the process, or a task runs that was started in one.
  static var isAnyOpen: Bool { count.load(ordering: .relaxed) > 0 }

  /// The keys that new work of a scope gets here.
  static func openKeys(of scope: CancellationScope) -> [CancellationKey] {
    guard isAnyOpen else { return [] }
    return keys(of: scope, from: innermost)
  }

  /// The keys that the running task's own context gave to a scope's work.
  ///
  /// If the task has inherited the context of another task, the keys of that one are included.
  static func inheritedKeys(of scope: CancellationScope) -> [CancellationKey] {
    var found: [CancellationKey] = []
    var frame = ofTask
    while let inner = frame {
      frame = inner.outer
      guard case .border(let owner, let task) = inner.kind else { continue }
      found += keys(of: scope, from: inner.outer)
      guard owner.work(for: .inheriting).contains(task) else { break }
    }
    return found
  }

  /// Calls a closure that starts the task of some work.
  ///
  /// The task starts outside of all open contexts.
  static func startingTask<Result>(
    of scope: CancellationScope,
    _ id: WorkTable.ID,
    _ start: () -> Result
  ) -> Result {
    guard isAnyOpen, let frame = innermost else { return start() }
    return $ofTask.withValue(ContextFrame(.border(scope, id), outer: frame), operation: start)
  }

  private static func keys(
    of scope: CancellationScope,
    from innermost: ContextFrame?
  ) -> [CancellationKey] {
    var found: [CancellationKey] = []
    var frame = innermost
    while let inner = frame {
      switch inner.kind {
      case .context(let owner, let key): if owner === scope { found.append(key) }
      case .activation: found.append(.activation)
      case .border: return found
      }
      frame = inner.outer
    }
    return found
  }
}

extension CancellationKey {
  private enum Activation {}
  private enum Inheriting {}

  /// The key of work that an activation has started, where a caller asks for that.
  static let activation = CancellationKey(type: Activation.self)

  /// The key of tasks that have inherited the context of the task that has started them.
  static let inheriting = CancellationKey(type: Inheriting.self)
}
