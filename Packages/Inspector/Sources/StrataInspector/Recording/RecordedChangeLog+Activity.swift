@_spi(Strata) import StrataConcurrency
@_spi(Strata) import StrataCore

extension RecordedChangeLog {
  mutating func add(_ round: DeliveredRound, in root: UInt64) {
    guard let tree = recordedTree(root) else { return }
    let cause = number(round.cause)
    let writeCount = round.writes.count
    var observers: [RecordedObserver] = []
    for site in round.observers {
      let callSite = "\(site.callSite)"
      let known = observers.firstIndex { $0.callSite == callSite && $0.kind == site.kind }
      if let known {
        observers[known].count += 1
      } else {
        observers.append(RecordedObserver(kind: site.kind, callSite: callSite, count: 1))
      }
    }
    add(
      .round(
        RecordedRound(
          time: time,
          tree: tree.number,
          commit: tree.commit,
          round: Int(round.number),
          writes: writeCount,
          notified: round.notificationCount,
          removed: round.removedCount,
          waiting: round.waitingCount,
          duration: Self.nanoseconds(round.duration),
          isTransaction: writeCount > 1,
          cause: cause,
          observers: observers.isEmpty ? nil : observers
        )
      )
    )
  }

  mutating func add(_ task: ObservedTask, of node: UInt64, in root: UInt64, _ cause: Cause?) {
    guard let tree = recordedTree(root) else { return }
    let cause = number(cause)
    add(
      .task(
        RecordedTask(
          time: time,
          tree: tree.number,
          node: "\(node)",
          task: Int(task.number),
          phase: .began,
          name: task.name,
          callSite: "\(task.callSite)",
          cause: cause
        )
      )
    )
  }

  mutating func end(
    _ task: ObservedTask,
    of node: UInt64,
    in root: UInt64,
    after duration: Duration,
    isCancelled: Bool
  ) {
    guard let tree = recordedTree(root) else { return }
    add(
      .task(
        RecordedTask(
          time: time,
          tree: tree.number,
          node: "\(node)",
          task: Int(task.number),
          phase: .ended,
          duration: Self.nanoseconds(duration),
          isCancelled: isCancelled
        )
      )
    )
  }

  /// An event, encoded.
  struct SentEvent {
    let name: String
    let value: JSONValue
    let audience: String
    let callSite: CallSite
    let receivers: [UInt64]
    let cause: Cause?
  }

  mutating func add(_ event: SentEvent, of node: UInt64, in root: UInt64) {
    guard let tree = recordedTree(root) else { return }
    let cause = number(event.cause)
    add(
      .event(
        RecordedEvent(
          time: time,
          tree: tree.number,
          node: "\(node)",
          name: event.name,
          value: event.value,
          audience: event.audience,
          callSite: "\(event.callSite)",
          cause: cause,
          receivers: event.receivers.map { RecordedReceiver(node: "\($0)") }
        )
      )
    )
  }

  mutating func add(
    _ evaluation: ObservedEvaluation,
    of node: UInt64,
    in root: UInt64,
    _ cause: Cause?
  ) {
    guard let tree = recordedTree(root) else { return }
    let cause = number(cause)
    let reasons = evaluation.reasons.map { reason in
      RecordedReason(node: "\(reason.context.id.rawValue)", name: reason.name)
    }
    add(
      .derived(
        RecordedEvaluation(
          time: time,
          tree: tree.number,
          node: "\(node)",
          callSite: "\(evaluation.callSite)",
          duration: evaluation.duration.map(Self.nanoseconds),
          isChanged: evaluation.isChanged,
          reasons: reasons.isEmpty ? nil : reasons,
          cause: cause
        )
      )
    )
  }

  static func nanoseconds(_ duration: Duration) -> Int {
    let (seconds, attoseconds) = duration.components
    return Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
  }

  mutating func cancel(_ task: ObservedTask, of node: UInt64, in root: UInt64, _ cause: Cause?) {
    guard let tree = recordedTree(root) else { return }
    let cause = number(cause)
    add(
      .task(
        RecordedTask(
          time: time,
          tree: tree.number,
          node: "\(node)",
          task: Int(task.number),
          phase: .cancelled,
          cause: cause
        )
      )
    )
  }

  /// An action of an update store, encoded.
  struct HandledAction {
    let name: String
    let value: JSONValue
    let origin: String
    let cause: Cause?
  }

  mutating func add(_ action: HandledAction, of node: UInt64, in root: UInt64) {
    guard let tree = recordedTree(root) else { return }
    let cause = number(action.cause)
    add(
      .action(
        RecordedAction(
          time: time,
          tree: tree.number,
          node: "\(node)",
          name: action.name,
          value: action.value,
          origin: action.origin,
          cause: cause
        )
      )
    )
  }

  mutating func report(_ report: Report, _ cause: Cause?) {
    let cause = number(cause)
    add(
      .report(
        RecordedReport(
          time: time,
          message: report.messageWithoutValues + (report.callSiteNote.map { " " + $0 } ?? ""),
          callSite: "\(report.callSite)",
          cause: cause
        )
      )
    )
  }

  mutating func mark(_ text: String, at callSite: CallSite, _ cause: Cause?) {
    let cause = number(cause)
    add(.mark(RecordedMark(time: time, text: text, callSite: "\(callSite)", cause: cause)))
  }
}

/// The steps of why that a recording has written, by their contents.
struct RecordedCauses {
  private var numbers: [Step: Int] = [:]
  private var last = 0
  /// The numbers of some causes, which are retained, so that no other gets the identity of one.
  private var recent: [ObjectIdentifier: (cause: Cause, number: Int)] = [:]
  private var latest: (cause: Cause, number: Int)?

  private static let recentLimit = 64

  private struct Step: Hashable {
    let kind: Cause.Kind
    let name: String?
    let callSite: CallSite
    let parent: Int?
    let omitted: Int
  }

  /// Forgets the steps; the next ones get new numbers.
  mutating func removeAll() { (numbers, recent, latest) = ([:], [:], nil) }

  /// The number of a cause that was written not long ago.
  @inline(__always)
  mutating func known(_ cause: Cause) -> Int? {
    if let latest, latest.cause.identity == cause.identity { return latest.number }
    guard let known = recent[cause.identity] else { return nil }
    latest = known
    return known.number
  }

  private mutating func remember(_ cause: Cause, _ number: Int) {
    if recent.count >= Self.recentLimit { recent = [:] }
    recent[cause.identity] = (cause, number)
    latest = (cause, number)
  }

  /// The number of a chain, and the steps of it that have not been written yet.
  ///
  /// - Complexity: O(length of the chain).
  mutating func number(of cause: Cause) -> (Int?, [RecordedCause]) {
    var chain: [Cause] = []
    var next: Cause? = cause
    var parent: Int?
    while let step = next, parent == nil {
      parent = known(step)
      if parent == nil { chain.append(step) }
      next = step.parent
    }
    var records: [RecordedCause] = []
    for cause in chain.reversed() {
      let step = Step(
        kind: cause.kind,
        name: cause.name,
        callSite: cause.callSite,
        parent: parent,
        omitted: cause.omittedCount
      )
      if let number = numbers[step] {
        parent = number
        remember(cause, number)
        continue
      }
      last += 1
      numbers[step] = last
      records.append(
        RecordedCause(
          id: last,
          kind: cause.kind.rawValue,
          name: cause.name,
          callSite: "\(cause.callSite)",
          parent: parent,
          omittedCount: cause.omittedCount
        )
      )
      parent = last
      remember(cause, last)
    }
    return (parent, records)
  }
}
