public import StrataConcurrency
public import StrataEvents

/// Counts the activity of trees: writes, notifications, evaluations, events, activations, tasks and their times.
///
/// ```swift
/// let metrics = TreeMetrics()
/// let app = withTreeObserver(metrics) { AppModel().withAnchor() }
/// …
/// export(metrics.snapshot)
/// ```
///
/// One object may serve several trees, and may be used from any thread. Each write of such a tree takes the slow path.
/// Trees without an observer pay nothing.
public final class TreeMetrics: TreeObserver {
  /// The counts at one time.
  public struct Snapshot: Sendable, Hashable, Codable {
    /// Trees that were made.
    public var trees = 0
    /// Activations of contexts whose kinds have a callback.
    public var activations = 0
    /// Contexts that were removed by commits.
    public var removals = 0
    /// Commits that changed something, or removed contexts.
    public var rounds = 0
    /// Properties changed by commits; a property that a transaction writes twice counts once.
    public var writes = 0
    /// Notifications of observers and trackers, each once for each property.
    public var notifications = 0
    /// The longest queue of rounds that waited for their delivery.
    public var longestQueue = 0
    /// The time spent on notifications of changes.
    public var deliveryTime = Duration.zero
    /// Computations of derived values: of memoized ones, and of those that observers and views follow.
    public var evaluations = 0
    /// Events with a possible listener.
    public var events = 0
    /// Tasks of models whose bodies have begun.
    public var begunTasks = 0
    /// Tasks of models whose bodies have returned.
    public var endedTasks = 0
    /// The longest time between the beginning and the return of a task's body.
    public var longestTask = Duration.zero
    /// The writes of each property, by kind and name: `Row.title`.
    public var writesByProperty: [String: Int] = [:]
    /// The computations of each derived value, by its declaration: `App/Cart.swift:12`.
    public var evaluationsByPlace: [String: Int] = [:]
    /// The events of each type.
    public var eventsByType: [String: Int] = [:]

    /// Makes counts of zero.
    public init() {}
  }

  private struct Property: Hashable {
    let layout: ObjectIdentifier
    let slot: Int
  }

  private struct State: Sendable {
    var counts = Snapshot()
    // By layout and not by name, because texts would cost more than all the rest.
    var writes: [Property: (layout: Layout, count: Int)] = [:]
    var events: [ObjectIdentifier: (name: String, count: Int)] = [:]
    var evaluations: [CallSite: Int] = [:]
  }

  private let state = Locked(State(), rank: .leaf)

  /// Makes metrics that have counted nothing.
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

  /// Resets all counts to zero.
  ///
  /// - Returns: The counts until now.
  @discardableResult
  public func reset() -> Snapshot {
    let last = snapshot
    state.withLock { $0 = State() }
    return last
  }

  // MARK: Activity

  /// Metrics need all writes.
  public var wantsRounds: Bool { true }
  /// Metrics need tasks.
  public var wantsTasks: Bool { true }
  /// Metrics need evaluations.
  public var wantsEvaluations: Bool { true }

  /// Counts the tree.
  public func treeWillActivate(_ root: Context, anchoredAt callSite: CallSite) {
    state.withLock { $0.counts.trees += 1 }
  }

  /// Counts the activation.
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

  /// Counts the round and its writes.
  public func didDeliver(_ round: DeliveredRound) {
    let writes = round.writes
    state.withLock { state in
      state.counts.rounds += 1
      state.counts.writes += writes.count
      state.counts.notifications += round.notificationCount
      state.counts.removals += round.removedCount
      state.counts.longestQueue = max(state.counts.longestQueue, round.waitingCount)
      state.counts.deliveryTime += round.duration
      for change in writes {
        let layout = change.context.layout
        let property = Property(layout: ObjectIdentifier(layout), slot: change.slot)
        state.writes[property, default: (layout, 0)].count += 1
      }
    }
  }

  /// Counts the write.
  public func didDeliver(_ write: borrowing DeliveredWrite) {
    let layout = write.context.layout
    let property = Property(layout: ObjectIdentifier(layout), slot: write.slot)
    let (notifications, waiting) = (write.notificationCount, write.waitingCount)
    let duration = write.duration
    state.withLock { state in
      state.counts.rounds += 1
      state.counts.writes += 1
      state.counts.notifications += notifications
      state.counts.longestQueue = max(state.counts.longestQueue, waiting)
      state.counts.deliveryTime += duration
      state.writes[property, default: (layout, 0)].count += 1
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
