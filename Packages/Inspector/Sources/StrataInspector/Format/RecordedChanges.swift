/// One property of one node was written.
public struct RecordedWrite: Sendable, Hashable {
  /// When, in nanoseconds since the recording began.
  public var time: Int
  /// The number of what was recorded.
  public var tree: Int
  /// The number of the commit.
  public var commit: Int
  /// The node, as its number in text.
  public var node: String
  /// The property's name.
  public var name: String
  /// How the tree's state changes; empty if the value was left out.
  public var patch: JSONPatch
  /// The property's value before, if it is recorded.
  public var old: JSONValue?
  /// Whether the value was left out because the property is private.
  public var isPrivate: Bool
  /// The number of the cause that led to it, if that is known.
  public var cause: Int?

  /// Makes a record.
  public init(
    time: Int,
    tree: Int,
    commit: Int,
    node: String,
    name: String,
    patch: JSONPatch,
    old: JSONValue? = nil,
    isPrivate: Bool = false,
    cause: Int? = nil
  ) {
    self.time = time
    self.tree = tree
    self.commit = commit
    self.node = node
    self.name = name
    self.patch = patch
    self.old = old
    self.isPrivate = isPrivate
    self.cause = cause
  }
}

extension RecordedWrite {
  init(_ fields: RecordFields) throws(RecordFieldError) {
    time = try fields.number("t")
    tree = try fields.number("tree")
    commit = try fields.number("commit")
    node = try fields.text("node")
    name = try fields.text("name")
    patch = try fields.patch()
    old = fields.members["old"]
    isPrivate = try fields.flag("private")
    cause = try fields.optionalNumber("cause")
  }

  var json: JSONObject {
    var json = JSONObject(record: "write", time: time)
    json.set("tree", tree)
    json.set("commit", commit)
    json.set("node", node)
    json.set("name", name)
    json["patch"] = patch.json
    json["old"] = old
    json.set("private", if: isPrivate)
    json.set("cause", cause)
    return json
  }
}

/// A node joined its tree, or left it.
public struct RecordedNode: Sendable, Hashable {
  /// When, in nanoseconds since the recording began.
  public var time: Int
  /// The number of what was recorded.
  public var tree: Int
  /// The number of the commit, if it is known.
  public var commit: Int?
  /// The node, as its number in text.
  public var node: String
  /// What happened.
  public var phase: Phase
  /// The name of the node's type.
  public var kind: String
  /// The declared identity as text, if there is one.
  public var identity: String?
  /// How the tree's state changes, if it does.
  public var patch: JSONPatch?
  /// The number of the cause that led to it, if that is known.
  public var cause: Int?

  /// Makes a record.
  public init(
    time: Int,
    tree: Int,
    commit: Int? = nil,
    node: String,
    phase: Phase,
    kind: String,
    identity: String? = nil,
    patch: JSONPatch? = nil,
    cause: Int? = nil
  ) {
    self.time = time
    self.tree = tree
    self.commit = commit
    self.node = node
    self.phase = phase
    self.kind = kind
    self.identity = identity
    self.patch = patch
    self.cause = cause
  }
}

extension RecordedNode {
  init(_ fields: RecordFields) throws(RecordFieldError) {
    time = try fields.number("t")
    tree = try fields.number("tree")
    commit = try fields.optionalNumber("commit")
    node = try fields.text("node")
    phase = try fields.word("phase")
    kind = try fields.text("kind")
    identity = try fields.optionalText("id")
    patch = fields.members["patch"] == nil ? nil : try fields.patch()
    cause = try fields.optionalNumber("cause")
  }

  var json: JSONObject {
    var json = JSONObject(record: "node", time: time)
    json.set("tree", tree)
    json.set("commit", commit)
    json.set("node", node)
    json.set("phase", phase.rawValue)
    json.set("kind", kind)
    json.set("id", identity)
    json["patch"] = patch?.json
    json.set("cause", cause)
    return json
  }
}

/// The delivery of a commit ended.
public struct RecordedRound: Sendable, Hashable {
  /// When, in nanoseconds since the recording began.
  public var time: Int
  /// The number of what was recorded.
  public var tree: Int
  /// The number of the commit.
  public var commit: Int
  /// The tree's own number of the round.
  public var round: Int
  /// How many properties the commit changed.
  public var writes: Int
  /// How often observers were called.
  public var notified: Int
  /// How many nodes the commit removed.
  public var removed: Int
  /// How many rounds waited behind it.
  public var waiting: Int
  /// How long the delivery took, in nanoseconds.
  public var duration: Int
  /// Whether several writes were committed as one.
  public var isTransaction: Bool
  /// The number of the cause that led to it, if that is known.
  public var cause: Int?
  /// The observers that were called, if they are known.
  public var observers: [RecordedObserver]?

  /// Makes a record.
  public init(
    time: Int,
    tree: Int,
    commit: Int,
    round: Int,
    writes: Int,
    notified: Int,
    removed: Int,
    waiting: Int,
    duration: Int,
    isTransaction: Bool = false,
    cause: Int? = nil,
    observers: [RecordedObserver]? = nil
  ) {
    self.time = time
    self.tree = tree
    self.commit = commit
    self.round = round
    self.writes = writes
    self.notified = notified
    self.removed = removed
    self.waiting = waiting
    self.duration = duration
    self.isTransaction = isTransaction
    self.cause = cause
    self.observers = observers
  }
}

extension RecordedRound {
  init(_ fields: RecordFields) throws(RecordFieldError) {
    time = try fields.number("t")
    tree = try fields.number("tree")
    commit = try fields.number("commit")
    round = try fields.number("round")
    writes = try fields.number("writes")
    notified = try fields.number("notified")
    removed = try fields.number("removed")
    waiting = try fields.number("waiting")
    duration = try fields.number("ns")
    isTransaction = try fields.flag("transaction")
    cause = try fields.optionalNumber("cause")
    observers = try RecordedObserver.list(fields)
  }

  var json: JSONObject {
    var json = JSONObject(record: "round", time: time)
    json.set("tree", tree)
    json.set("commit", commit)
    json.set("round", round)
    json.set("writes", writes)
    json.set("notified", notified)
    json.set("removed", removed)
    json.set("waiting", waiting)
    json.set("ns", duration)
    json.set("transaction", if: isTransaction)
    json.set("cause", cause)
    if let observers { json["observers"] = .array(observers.map { .object($0.json) }) }
    return json
  }
}

extension RecordedNode {
  /// What happened to a node.
  public enum Phase: String, Sendable, Hashable, CaseIterable {
    /// It joined the tree.
    case activated
    /// It left the tree.
    case removed
  }
}

/// Observers of one place that a round called.
public struct RecordedObserver: Sendable, Hashable {
  /// What kind of observer it is: `onChange`, for example.
  public var kind: String
  /// Where it began to observe.
  public var callSite: String
  /// How often it was called.
  public var count: Int

  /// Makes one.
  public init(kind: String, callSite: String, count: Int) {
    self.kind = kind
    self.callSite = callSite
    self.count = count
  }

  static func list(_ fields: RecordFields) throws(RecordFieldError) -> [RecordedObserver]? {
    guard let list = try fields.optionalList("observers") else { return nil }
    var observers: [RecordedObserver] = []
    for fields in list {
      observers.append(
        RecordedObserver(
          kind: try fields.text("kind"),
          callSite: try fields.text("at"),
          count: try fields.number("count")
        )
      )
    }
    return observers
  }

  var json: JSONObject {
    ["kind": .string(kind), "at": .string(callSite), "count": JSONValue(count)]
  }
}
