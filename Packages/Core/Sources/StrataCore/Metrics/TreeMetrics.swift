public import StrataConcurrency
public import StrataEvents

/// Counts what happens in trees: writes, notifications, evaluations, events, lives, tasks and their times.
///
/// ```swift
/// let metrics = TreeMetrics()
/// let app = withTreeObserver(metrics) { AppModel().withAnchor() }
/// …
/// export(metrics.snapshot)
/// ```
///
/// One may serve several trees. While it does, each write of them takes the long way; trees that nobody
/// observes pay nothing. May be used from any thread.
public final class TreeMetrics: TreeObserver {
  /// The counts of one moment.
  public struct Snapshot: Sendable, Hashable, Codable {
    /// Trees that were made.
    public var trees = 0
    /// Contexts that were activated, of kinds that want to be told.
    public var activations = 0
    /// Contexts that were removed by commits.
    public var removals = 0
    /// Commits that changed something, or removed contexts.
    public var rounds = 0
    /// Properties changed by commits, a property that a transaction writes twice once.
    public var writes = 0
    /// Calls of observers and trackers.
    public var notifications = 0
    /// The longest queue of rounds that waited for their delivery.
    public var longestQueue = 0
    /// The time that was spent with telling of changes.
    public var deliveryTime = Duration.zero
    /// Computations of derived values: of memoized ones, and of those that observers and views follow.
    public var evaluations = 0
    /// Events sent to someone who could have listened.
    public var events = 0
    /// Tasks of models whose bodies have begun.
    public var begunTasks = 0
    /// Tasks of models whose bodies have returned.
    public var endedTasks = 0
    /// The longest time between the beginning and the return of a task's body.
    public var longestTask = Duration.zero
    /// The writes of each property, by kind and name: `Row.title`.
    public var writesByProperty: [String: Int] = [:]
    /// The computations of each derived value, by where it is written: `App/Cart.swift:12`.
    public var evaluationsByPlace: [String: Int] = [:]
    /// The events of each type.
    public var eventsByType: [String: Int] = [:]

    /// Makes counts of nothing.
    public init() {}
  }

  private struct Property: Hashable {
    let layout: ObjectIdentifier
    let slot: Int
  }

  private struct State: Sendable {
    var counts = Snapshot()
    // By layout and not by name: texts would cost more than all the rest.
    var writes: [Property: (layout: Layout, count: Int)] = [:]
    var events: [ObjectIdentifier: (name: String, count: Int)] = [:]
    var evaluations: [CallSite: Int] = [:]
  }

  private let state = Locked(State(), rank: .leaf)

  /// Makes one that has counted nothing.
  public init() {}

  /// The counts until now.
  public var snapshot: Snapshot {
    let state = state.withLock { $0 }
    var counts = state.counts
    for (property, entry) in state.writes {
      let name = "\(entry.layout.name).\(entry.layout.slots[property.slot].name)"
      counts.writesByProperty[name, default: 0] += entry.count
    }
    for (callSite, count) in state.evaluations {
      counts.evaluationsByPlace["\(callSite)", default: 0] += count
    }
    for entry in state.events.values { counts.eventsByType[entry.name, default: 0] += entry.count }
    return counts
  }

  /// Begins to count anew.
  ///
  /// - Returns: The counts until now.
  @discardableResult
  public func reset() -> Snapshot {
    let last = snapshot
    state.withLock { $0 = State() }
    return last
  }

  // MARK: What happens

  /// Metrics are about all writes.
  public var wantsRounds: Bool { true }
  /// Metrics are about tasks, too.
  public var wantsTasks: Bool { true }
  /// And about evaluations.
  public var wantsEvaluations: Bool { true }

  /// Counts the tree.
  public func treeWillActivate(_ root: Context, anchoredAt callSite: CallSite) {
    state.withLock { $0.counts.trees += 1 }
  }

  /// Counts the life.
  public func didActivate(_ context: Context) {
    state.withLock { $0.counts.activations += 1 }
  }

  /// Counts the event.
  public func willDeliver<Event: Sendable>(
    _ event: Event,
    from sender: Context,
    to audience: Audience,
    at callSite: CallSite
  ) {
    state.withLock { state in
      state.counts.events += 1
      state.events[ObjectIdentifier(Event.self), default: ("\(Event.self)", 0)].count += 1
    }
  }

  /// Counts the round and what it changed.
  public func didDeliver(_ round: DeliveredRound) {
    state.withLock { state in
      state.counts.rounds += 1
      state.counts.writes += round.changes.count
      state.counts.notifications += round.notificationCount
      state.counts.removals += round.removedCount
      state.counts.longestQueue = max(state.counts.longestQueue, round.waitingCount)
      state.counts.deliveryTime += round.duration
      for change in round.changes {
        let layout = change.context.layout
        let property = Property(layout: ObjectIdentifier(layout), slot: change.slot)
        state.writes[property, default: (layout, 0)].count += 1
      }
    }
  }

  /// Counts the evaluation.
  public func didEvaluate(valueAt callSite: CallSite, of owner: Context) {
    state.withLock { state in
      state.counts.evaluations += 1
      state.evaluations[callSite, default: 0] += 1
    }
  }

  /// Counts the task.
  public func taskDidBegin(_ task: ObservedTask, of context: Context) {
    state.withLock { $0.counts.begunTasks += 1 }
  }

  /// Counts the task's end.
  public func taskDidEnd(_ task: ObservedTask, of context: Context, after duration: Duration) {
    state.withLock { state in
      state.counts.endedTasks += 1
      state.counts.longestTask = max(state.counts.longestTask, duration)
    }
  }
}
