/// A task began, was cancelled or ended.
public struct RecordedTask: Sendable, Hashable {
  /// When, in nanoseconds since the recording began.
  public var time: Int
  /// The number of what was recorded.
  public var tree: Int
  /// The node, as its number in text.
  public var node: String
  /// The task's number in its process.
  public var task: Int
  /// What happened.
  public var phase: Phase
  /// The task's name, if it has one.
  public var name: String?
  /// The place where it was started; only when it began.
  public var callSite: String?
  /// How long the body ran, in nanoseconds, suspensions included; only at the end.
  public var duration: Int?
  /// Whether it had been cancelled; only at the end.
  public var isCancelled: Bool
  /// The number of the cause that led to it, if that is known.
  public var cause: Int?

  /// Makes a record.
  public init(
    time: Int,
    tree: Int,
    node: String,
    task: Int,
    phase: Phase,
    name: String? = nil,
    callSite: String? = nil,
    duration: Int? = nil,
    isCancelled: Bool = false,
    cause: Int? = nil
  ) {
    self.time = time
    self.tree = tree
    self.node = node
    self.task = task
    self.phase = phase
    self.name = name
    self.callSite = callSite
    self.duration = duration
    self.isCancelled = isCancelled
    self.cause = cause
  }
}

extension RecordedTask {
  init(_ fields: RecordFields) throws(RecordFieldError) {
    time = try fields.number("t")
    tree = try fields.number("tree")
    node = try fields.text("node")
    task = try fields.number("task")
    phase = try fields.word("phase")
    name = try fields.optionalText("name")
    callSite = try fields.optionalText("at")
    duration = try fields.optionalNumber("ns")
    isCancelled = try fields.flag("cancelled")
    cause = try fields.optionalNumber("cause")
  }

  var json: JSONObject {
    var json = JSONObject(record: "task", time: time)
    json.set("tree", tree)
    json.set("node", node)
    json.set("task", task)
    json.set("phase", phase.rawValue)
    json.set("name", name)
    json.set("at", callSite)
    json.set("ns", duration)
    json.set("cancelled", if: isCancelled)
    json.set("cause", cause)
    return json
  }
}

/// An update store handled an action.
public struct RecordedAction: Sendable, Hashable {
  /// When, in nanoseconds since the recording began.
  public var time: Int
  /// The number of what was recorded.
  public var tree: Int
  /// The node, as its number in text.
  public var node: String
  /// The action's name.
  public var name: String
  /// The action, if it is recorded.
  public var value: JSONValue?
  /// Its source: `sent`, `effect`, or another word.
  public var origin: String?
  /// The number of the cause that led to it, if that is known.
  public var cause: Int?

  /// Makes a record.
  public init(
    time: Int,
    tree: Int,
    node: String,
    name: String,
    value: JSONValue? = nil,
    origin: String? = nil,
    cause: Int? = nil
  ) {
    self.time = time
    self.tree = tree
    self.node = node
    self.name = name
    self.value = value
    self.origin = origin
    self.cause = cause
  }
}

extension RecordedAction {
  init(_ fields: RecordFields) throws(RecordFieldError) {
    time = try fields.number("t")
    tree = try fields.number("tree")
    node = try fields.text("node")
    name = try fields.text("name")
    value = fields.members["value"]
    origin = try fields.optionalText("origin")
    cause = try fields.optionalNumber("cause")
  }

  var json: JSONObject {
    var json = JSONObject(record: "action", time: time)
    json.set("tree", tree)
    json.set("node", node)
    json.set("name", name)
    json["value"] = value
    json.set("origin", origin)
    json.set("cause", cause)
    return json
  }
}

/// An event was sent.
public struct RecordedEvent: Sendable, Hashable {
  /// When, in nanoseconds since the recording began.
  public var time: Int
  /// The number of what was recorded.
  public var tree: Int
  /// The sender.
  public var node: String
  /// The name of the event's type.
  public var name: String
  /// The event, if it is recorded.
  public var value: JSONValue?
  /// The possible receivers.
  public var audience: String
  /// The place, as `App/Cart.swift:12`.
  public var callSite: String
  /// The number of the cause that led to it, if that is known.
  public var cause: Int?
  /// The receivers; `nil` if they are not known.
  public var receivers: [RecordedReceiver]?

  /// Makes a record.
  public init(
    time: Int,
    tree: Int,
    node: String,
    name: String,
    value: JSONValue? = nil,
    audience: String,
    callSite: String,
    cause: Int? = nil,
    receivers: [RecordedReceiver]? = nil
  ) {
    self.time = time
    self.tree = tree
    self.node = node
    self.name = name
    self.value = value
    self.audience = audience
    self.callSite = callSite
    self.cause = cause
    self.receivers = receivers
  }
}

extension RecordedEvent {
  init(_ fields: RecordFields) throws(RecordFieldError) {
    time = try fields.number("t")
    tree = try fields.number("tree")
    node = try fields.text("node")
    name = try fields.text("name")
    value = fields.members["value"]
    audience = try fields.text("audience")
    callSite = try fields.text("at")
    cause = try fields.optionalNumber("cause")
    receivers = try RecordedReceiver.list(fields)
  }

  var json: JSONObject {
    var json = JSONObject(record: "event", time: time)
    json.set("tree", tree)
    json.set("node", node)
    json.set("name", name)
    json["value"] = value
    json.set("audience", audience)
    json.set("at", callSite)
    json.set("cause", cause)
    if let receivers { json["receivers"] = .array(receivers.map { .object($0.json) }) }
    return json
  }
}

/// A derived value was evaluated.
public struct RecordedEvaluation: Sendable, Hashable {
  /// When, in nanoseconds since the recording began.
  public var time: Int
  /// The number of what was recorded.
  public var tree: Int
  /// Whose value it is.
  public var node: String
  /// The place of the computation.
  public var callSite: String
  /// How long it took, in nanoseconds, if that is known.
  public var duration: Int?
  /// Whether the value differs from the one before, if that is known.
  public var isChanged: Bool?
  /// The changed source, if that is known.
  public var reasons: [RecordedReason]?
  /// The number of the cause that led to it, if that is known.
  public var cause: Int?

  /// Makes a record.
  public init(
    time: Int,
    tree: Int,
    node: String,
    callSite: String,
    duration: Int? = nil,
    isChanged: Bool? = nil,
    reasons: [RecordedReason]? = nil,
    cause: Int? = nil
  ) {
    self.time = time
    self.tree = tree
    self.node = node
    self.callSite = callSite
    self.duration = duration
    self.isChanged = isChanged
    self.reasons = reasons
    self.cause = cause
  }
}

extension RecordedEvaluation {
  init(_ fields: RecordFields) throws(RecordFieldError) {
    time = try fields.number("t")
    tree = try fields.number("tree")
    node = try fields.text("node")
    callSite = try fields.text("at")
    duration = try fields.optionalNumber("ns")
    isChanged = fields.members["changed"]?.flag
    reasons = try RecordedReason.list(fields)
    cause = try fields.optionalNumber("cause")
  }

  var json: JSONObject {
    var json = JSONObject(record: "derived", time: time)
    json.set("tree", tree)
    json.set("node", node)
    json.set("at", callSite)
    json.set("ns", duration)
    if let isChanged { json["changed"] = .bool(isChanged) }
    if let reasons { json["why"] = .array(reasons.map { .object($0.json) }) }
    json.set("cause", cause)
    return json
  }
}

extension RecordedTask {
  /// An event in the life of a task.
  public enum Phase: String, Sendable, Hashable, CaseIterable {
    /// Its body began.
    case began
    /// It was cancelled.
    case cancelled
    /// Its body returned.
    case ended
  }
}

/// A receiver of an event.
public struct RecordedReceiver: Sendable, Hashable {
  /// The node that listens.
  public var node: String
  /// The place where it began to listen, if that is known.
  public var callSite: String?

  /// Makes one.
  public init(node: String, callSite: String? = nil) {
    self.node = node
    self.callSite = callSite
  }

  static func list(_ fields: RecordFields) throws(RecordFieldError) -> [RecordedReceiver]? {
    guard let list = try fields.optionalList("receivers") else { return nil }
    var receivers: [RecordedReceiver] = []
    for fields in list {
      receivers.append(
        RecordedReceiver(
          node: try fields.text("node"),
          callSite: try fields.optionalText("at")
        )
      )
    }
    return receivers
  }

  var json: JSONObject {
    var json: JSONObject = ["node": .string(node)]
    json.set("at", callSite)
    return json
  }
}

/// A property whose change made a derived value be evaluated.
public struct RecordedReason: Sendable, Hashable {
  /// The node that has the property.
  public var node: String
  /// The property's name.
  public var name: String

  /// Makes one.
  public init(node: String, name: String) {
    self.node = node
    self.name = name
  }

  static func list(_ fields: RecordFields) throws(RecordFieldError) -> [RecordedReason]? {
    guard let list = try fields.optionalList("why") else { return nil }
    var reasons: [RecordedReason] = []
    for fields in list {
      reasons.append(RecordedReason(node: try fields.text("node"), name: try fields.text("name")))
    }
    return reasons
  }

  var json: JSONObject { ["node": .string(node), "name": .string(name)] }
}
