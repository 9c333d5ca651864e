/// Something to record began, or was there when the recording began.
public struct RecordedTree: Sendable, Hashable {
  /// When, in nanoseconds since the recording began.
  public var time: Int
  /// The number of what was recorded.
  public var tree: Int
  /// The node to begin at.
  public var root: String
  /// The name of the root's type.
  public var name: String
  /// Where it was made; `nil` if it was there already.
  public var callSite: String?

  /// Makes a record.
  public init(
    time: Int,
    tree: Int,
    root: String,
    name: String,
    callSite: String? = nil
  ) {
    self.time = time
    self.tree = tree
    self.root = root
    self.name = name
    self.callSite = callSite
  }
}

extension RecordedTree {
  init(_ fields: RecordFields) throws(RecordFieldError) {
    time = try fields.number("t")
    tree = try fields.number("tree")
    root = try fields.text("root")
    name = try fields.text("name")
    callSite = try fields.optionalText("at")
  }

  var json: JSONObject {
    var json = JSONObject(record: "tree", time: time)
    json.set("tree", tree)
    json.set("root", root)
    json.set("name", name)
    json.set("at", callSite)
    return json
  }
}

/// What was recorded has ended.
public struct RecordedTreeEnd: Sendable, Hashable {
  /// When, in nanoseconds since the recording began.
  public var time: Int
  /// The number of what was recorded.
  public var tree: Int

  /// Makes a record.
  public init(
    time: Int,
    tree: Int
  ) {
    self.time = time
    self.tree = tree
  }
}

extension RecordedTreeEnd {
  init(_ fields: RecordFields) throws(RecordFieldError) {
    time = try fields.number("t")
    tree = try fields.number("tree")
  }

  var json: JSONObject {
    var json = JSONObject(record: "treeEnd", time: time)
    json.set("tree", tree)
    return json
  }
}

/// The whole state of a tree, in the place of all that was known of it.
public struct RecordedState: Sendable, Hashable {
  /// When, in nanoseconds since the recording began.
  public var time: Int
  /// The number of what was recorded.
  public var tree: Int
  /// The last commit that is in it; 0 if none is.
  public var commit: Int
  /// The nodes and their properties.
  public var value: JSONValue

  /// Makes a record.
  public init(
    time: Int,
    tree: Int,
    commit: Int,
    value: JSONValue
  ) {
    self.time = time
    self.tree = tree
    self.commit = commit
    self.value = value
  }
}

extension RecordedState {
  init(_ fields: RecordFields) throws(RecordFieldError) {
    time = try fields.number("t")
    tree = try fields.number("tree")
    commit = try fields.number("commit")
    value = try fields.value("value")
  }

  var json: JSONObject {
    var json = JSONObject(record: "state", time: time)
    json.set("tree", tree)
    json.set("commit", commit)
    json["value"] = value
    return json
  }
}

/// The program's state was set to that of a commit, because it was asked to.
public struct RecordedTravel: Sendable, Hashable {
  /// When, in nanoseconds since the recording began.
  public var time: Int
  /// The number of what was recorded.
  public var tree: Int
  /// The number of the commit.
  public var commit: Int

  /// Makes a record.
  public init(
    time: Int,
    tree: Int,
    commit: Int
  ) {
    self.time = time
    self.tree = tree
    self.commit = commit
  }
}

extension RecordedTravel {
  init(_ fields: RecordFields) throws(RecordFieldError) {
    time = try fields.number("t")
    tree = try fields.number("tree")
    commit = try fields.number("commit")
  }

  var json: JSONObject {
    var json = JSONObject(record: "travel", time: time)
    json.set("tree", tree)
    json.set("commit", commit)
    return json
  }
}
