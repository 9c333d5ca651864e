/// One write of one property: the values, the time and the cause.
///
/// A record consists of text and numbers, made when the write was delivered. It therefore retains no state and can be
/// saved.
public struct WriteRecord: Sendable, Hashable, Codable, CustomStringConvertible {
  /// Counts the records of one log, from 1.
  public var number: Int
  /// The tree's round, which is the same for all writes of one transaction.
  public var round: UInt64
  /// The time of delivery, in seconds since 1970; `nil` without a clock.
  public var time: Double?
  /// The models from the one whose writes are recorded down to the one that was written.
  public var places: [WrittenPlace]
  /// The property's name.
  public var property: String
  /// The value before, on one line and cut to a bounded length; `nil` if it is not known.
  public var old: String?
  /// The value after, likewise; `nil` for a property that has gained or lost models.
  public var new: String?
  /// The models that a property has gained, by kind and identity.
  public var added: [String]
  /// The models that a property has lost, by kind and identity.
  public var removed: [String]
  /// The steps that led to the write: the outermost step first, the writing one last.
  public var steps: [CauseStep]

  /// Makes a record.
  public init(
    number: Int,
    round: UInt64,
    time: Double? = nil,
    places: [WrittenPlace],
    property: String,
    old: String? = nil,
    new: String? = nil,
    added: [String] = [],
    removed: [String] = [],
    steps: [CauseStep] = []
  ) {
    self.number = number
    self.round = round
    self.time = time
    self.places = places
    self.property = property
    self.old = old
    self.new = new
    self.added = added
    self.removed = removed
    self.steps = steps
  }

  /// The path of the property: `App.rows[3].title`.
  public var place: String { places.isEmpty ? property : "\(places.path).\(property)" }

  /// Whether the model with an identity, or one of its descendants, was written.
  ///
  /// - Parameters:
  ///   - id: The identity as text.
  ///   - kind: The name of the model's kind. Without it, any kind matches.
  /// - Returns: Whether the model is on the path to the written property.
  public func concerns(id: String, kind: String? = nil) -> Bool {
    places.contains { $0.id == id && (kind == nil || $0.kind == kind) }
  }

  /// The change: `"Daily" → "Weekly"`, or the models that came and went.
  public var change: String {
    if !added.isEmpty || !removed.isEmpty {
      return (removed.map { "- \($0)" } + added.map { "+ \($0)" }).joined(separator: ", ")
    }
    return (old.map { "\($0) → " } ?? "") + (new ?? "changed")
  }

  /// `#7 App.rows[3].title: "Daily" → "Weekly", by task "sync" at App/Sync.swift:40`.
  public var description: String {
    "#\(number) \(place): \(change)" + (steps.last.map { ", by \($0)" } ?? "")
  }

  /// The write and all steps that led to it, a line for each step.
  ///
  /// ```text
  /// #7 App.rows[3].title: "Daily" → "Weekly"
  ///   in round 12, 2026-01-31 09:30:00 UTC
  ///   by task "sync" at App/Sync.swift:40
  ///   after event "Refresh" at App/List.swift:22
  ///   after call "standups rename" at App/Main.swift:9
  /// ```
  public var explanation: String {
    var lines = ["#\(number) \(place): \(change)"]
    lines.append("  in round \(round)" + (time.map { ", \(UTCText.text(of: $0))" } ?? ""))
    if steps.isEmpty { lines.append("  by code that runs in no known step") }
    for (index, step) in steps.reversed().enumerated() {
      lines.append("  \(index == 0 ? "by" : "after") \(step)")
      if step.omittedCount > 0 { lines.append("  after \(step.omittedCount) more steps") }
    }
    return lines.joined(separator: "\n")
  }
}
