/// Reads what `TimeTraveler` of one store serves, as a recording of one tree with one node.
struct StatesReader: Sendable {
  private static let node = "1"
  private var commit = 0
  private var lastTime = 0
  private var hasState = false

  /// The records that a line stands for.
  mutating func contents(
    of type: String,
    _ members: JSONObject
  ) -> [RecordingReader.Entry.Content] {
    switch type {
    case "opened": return opened(members["store"]?.text ?? "Store")
    case "state", "change":
      if let seconds = members["time"]?.seconds { lastTime = max(lastTime, seconds) }
      if let patch = members["patch"] { return change(patch) }
      guard let value = value(of: members) else {
        return [.problem("A line of the type \"\(type)\" needs \"state\", \"text\" or \"patch\".")]
      }
      return state(value)
    default: return [.unknown(type: type)]
    }
  }

  private func opened(_ name: String) -> [RecordingReader.Entry.Content] {
    let header = RecordedHeader(
      format: RecordingFormat.name,
      version: RecordingFormat.version,
      program: name,
      process: 0,
      id: RecordingFormat.statesName,
      session: 1,
      started: "",
      allows: []
    )
    let tree = RecordedTree(time: 0, tree: 1, root: Self.node, name: name)
    return [.record(.header(header)), .record(.tree(tree))]
  }

  private func value(of members: JSONObject) -> JSONValue? {
    if let state = members["state"] { return state.escapingNames }
    if let bytes = members["omitted"] { return ["$omitted": bytes] }
    guard let text = members["text"] else { return nil }
    return text.text.map { ["$text": .string($0)] } ?? .null
  }

  private mutating func state(_ value: JSONValue) -> [RecordingReader.Entry.Content] {
    if hasState {
      commit += 1
      return [.record(.write(write(JSONPatch([.replace(path: "/1/state", value: value)]))))]
    }
    hasState = true
    let whole: JSONValue = [Self.node: ["$kind": "Store", "state": value]]
    let record = RecordedState(time: lastTime, tree: 1, commit: commit, value: whole)
    return [.record(.state(record))]
  }

  private mutating func change(_ json: JSONValue) -> [RecordingReader.Entry.Content] {
    guard let patch = JSONPatch(json: json) else {
      return [.problem("The member \"patch\" has to be a list of operations.")]
    }
    commit += 1
    let operations = patch.operations.map { operation -> JSONPatch.Operation in
      let path = "/1/state\(operation.path.escapingTokens)"
      switch operation {
      case .add(_, let value): return .add(path: path, value: value.escapingNames)
      case .replace(_, let value): return .replace(path: path, value: value.escapingNames)
      case .remove: return .remove(path: path)
      }
    }
    return [.record(.write(write(JSONPatch(operations))))]
  }

  private func write(_ patch: JSONPatch) -> RecordedWrite {
    RecordedWrite(
      time: lastTime,
      tree: 1,
      commit: commit,
      node: Self.node,
      name: "state",
      patch: patch
    )
  }
}

extension JSONValue {
  /// The value with one `$` more before each name that begins with one, so that it is not the format's.
  var escapingNames: JSONValue {
    switch self {
    case .array(let elements): .array(elements.map(\.escapingNames))
    case .object(let members):
      .object(
        JSONObject(
          members.map { name, value in
            (name.hasPrefix("$") ? "$\(name)" : name, value.escapingNames)
          }
        )
      )
    default: self
    }
  }

  /// A number of seconds in nanoseconds, if this is one that is not negative.
  fileprivate var seconds: Int? {
    switch self {
    case .integer(let seconds) where seconds >= 0:
      Int(exactly: (Double(seconds) * 1e9).rounded()) ?? .max
    case .number(let seconds) where seconds >= 0:
      Int(exactly: (seconds * 1e9).rounded()) ?? .max
    default: nil
    }
  }
}

extension String {
  /// A pointer whose names are those of ``JSONValue/escapingNames``.
  fileprivate var escapingTokens: String {
    guard utf8.contains(UInt8(ascii: "$")) else { return self }
    return split(separator: "/", omittingEmptySubsequences: false)
      .map { $0.hasPrefix("$") ? "$\($0)" : String($0) }
      .joined(separator: "/")
  }
}
