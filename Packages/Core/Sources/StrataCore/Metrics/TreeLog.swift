public import StrataConcurrency
public import StrataEvents

/// Writes the activity of trees to a log of the program's choice.
///
/// ```swift
/// let log = TreeLog { entry in
///   logger.debug("\(entry.message)", metadata: entry.metadata.mapValues { .string($0) })
/// }
/// let app = withTreeObserver(log) { AppModel().withAnchor() }
/// ```
///
/// One log may serve several trees. Each write of such a tree takes the slow path. Trees without an observer pay
/// nothing.
public final class TreeLog: TreeObserver {
  /// One thing that happened.
  public struct Entry: Sendable, Hashable, Codable, CustomStringConvertible {
    /// The kind of an entry.
    public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
      /// A tree was anchored.
      case treeBegan
      /// A tree ends.
      case treeEnds
      /// A context was activated.
      case activated
      /// Changes were delivered.
      case round
      /// An event is delivered.
      case event
      /// A task's body began.
      case taskBegan
      /// A task's body returned.
      case taskEnded
    }

    /// The kind of the entry.
    public let kind: Kind
    /// The description, in words that vary only by names.
    public let message: String
    /// The details: numbers, call sites, causes.
    public let metadata: [String: String]

    /// The message, then the metadata by name: `Row activated [id: #3]`.
    public var description: String {
      guard !metadata.isEmpty else { return message }
      let pairs = metadata.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
      return "\(message) [\(pairs.joined(separator: ", "))]"
    }
  }

  private let kinds: Set<Entry.Kind>
  private let write: @Sendable (Entry) -> Void

  /// Makes a log.
  ///
  /// - Parameters:
  ///   - kinds: The kinds to log.
  ///   - write: Called with each entry, on the thread of the event, outside all locks.
  public init(
    _ kinds: Set<Entry.Kind> = Set(Entry.Kind.allCases),
    write: @escaping @Sendable (Entry) -> Void
  ) {
    self.kinds = kinds
    self.write = write
  }

  private func note(
    _ kind: Entry.Kind,
    _ message: @autoclosure () -> String,
    _ metadata: @autoclosure () -> [String: String]
  ) {
    guard kinds.contains(kind) else { return }
    write(Entry(kind: kind, message: message(), metadata: metadata()))
  }

  // MARK: Activity

  /// Whether rounds are logged.
  public var wantsRounds: Bool { kinds.contains(.round) }
  /// Whether tasks are logged.
  public var wantsTasks: Bool { kinds.contains(.taskBegan) || kinds.contains(.taskEnded) }

  /// Logs that a tree was anchored.
  public func treeWillActivate(_ root: Context, anchoredAt callSite: CallSite) {
    note(.treeBegan, "\(root.layout.name) anchored", ["at": "\(callSite)"])
  }

  /// Logs that a tree ends.
  public func treeWillEnd(_ root: Context) {
    note(.treeEnds, "\(root.layout.name) ends", [:])
  }

  /// Logs a context's activation.
  public func didActivate(_ context: Context) {
    note(.activated, "\(context.layout.name) activated", ["id": "\(context.id)"])
  }

  /// Logs an event.
  public func willDeliver<Event: Sendable>(
    _ event: Event,
    from sender: Context,
    to audience: Audience,
    at callSite: CallSite
  ) {
    note(
      .event,
      "\(sender.layout.name) sent \(Event.self)",
      ["at": "\(callSite)", "id": "\(sender.id)"]
    )
  }

  /// Logs a round with its changes and its cause.
  public func didDeliver(_ round: DeliveredRound) {
    let shown = round.changes.prefix(8)
      .map { "\($0.context.layout.name).\($0.context.layout.slots[$0.slot].name)" }
    let rest = round.changes.count > 8 ? ", … \(round.changes.count - 8) more" : ""
    var metadata = [
      "round": "\(round.number)", "notifications": "\(round.notificationCount)",
      "waiting": "\(round.waitingCount)", "duration": "\(round.duration)",
    ]
    if round.removedCount > 0 { metadata["removed"] = "\(round.removedCount)" }
    if let cause = round.cause { metadata["cause"] = "\(cause)" }
    let changed = "changed \(shown.joined(separator: ", "))\(rest)"
    note(.round, round.changes.isEmpty ? "removed \(round.removedCount)" : changed, metadata)
  }

  /// Logs a task's beginning.
  public func taskDidBegin(_ task: ObservedTask, of context: Context) {
    note(.taskBegan, "\(context.layout.name) began \(text(of: task))", metadata(of: task))
  }

  /// Logs a task's end.
  public func taskDidEnd(_ task: ObservedTask, of context: Context, after duration: Duration) {
    var metadata = metadata(of: task)
    metadata["duration"] = "\(duration)"
    note(.taskEnded, "\(context.layout.name) ended \(text(of: task))", metadata)
  }

  private func text(of task: ObservedTask) -> String {
    "task" + (task.name.map { " \"\($0)\"" } ?? "")
  }

  private func metadata(of task: ObservedTask) -> [String: String] {
    ["at": "\(task.callSite)", "task": "\(task.number)"]
  }
}
