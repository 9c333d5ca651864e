/// One line of a recording.
public enum RecordingRecord: Sendable, Hashable {
  /// What recorded, and how: the first line.
  case header(RecordedHeader)
  /// A step of why something happened, to which later records refer by number.
  case cause(RecordedCause)
  /// Something to record began, or was there already.
  case tree(RecordedTree)
  /// What was recorded has ended.
  case treeEnd(RecordedTreeEnd)
  /// The whole state of a tree.
  case state(RecordedState)
  /// One property was written.
  case write(RecordedWrite)
  /// A node joined its tree, or left it.
  case node(RecordedNode)
  /// The delivery of a commit ended.
  case round(RecordedRound)
  /// An update store handled an action.
  case action(RecordedAction)
  /// A task began, was cancelled or ended.
  case task(RecordedTask)
  /// An event was sent.
  case event(RecordedEvent)
  /// A derived value was evaluated.
  case derived(RecordedEvaluation)
  /// Misuse was reported.
  case report(RecordedReport)
  /// The program set a mark.
  case mark(RecordedMark)
  /// Records are missing here.
  case dropped(RecordedGap)
  /// The program's state was set to that of a commit.
  case travel(RecordedTravel)
  /// A request to the program was rejected.
  case rejected(RecordedRejection)
  /// The recording was stopped.
  case end(RecordedEnd)
}

extension RecordingRecord {
  /// The line as an object of JSON.
  public var json: JSONObject {
    switch self {
    case .header(let record): record.json
    case .cause(let record): record.json
    case .tree(let record): record.json
    case .treeEnd(let record): record.json
    case .state(let record): record.json
    case .write(let record): record.json
    case .node(let record): record.json
    case .round(let record): record.json
    case .action(let record): record.json
    case .task(let record): record.json
    case .event(let record): record.json
    case .derived(let record): record.json
    case .report(let record): record.json
    case .mark(let record): record.json
    case .dropped(let record): record.json
    case .travel(let record): record.json
    case .rejected(let record): record.json
    case .end(let record): record.json
    }
  }

  /// The line as UTF-8 text, with its end.
  ///
  /// - Complexity: O(size of the record).
  public var line: [UInt8] {
    var bytes: [UInt8] = []
    json.write(to: &bytes)
    bytes.append(0x0A)
    return bytes
  }

  /// Reads a line.
  ///
  /// - Parameters:
  ///   - type: What `type` says.
  ///   - fields: The line's members.
  /// - Returns: `nil` for a type that is not known.
  /// - Throws: What is wrong with a member.
  static func read(
    _ type: String,
    _ fields: RecordFields
  ) throws(RecordFieldError)
    -> RecordingRecord?
  {
    switch type {
    case "header": .header(try RecordedHeader(fields))
    case "cause": .cause(try RecordedCause(fields))
    case "tree": .tree(try RecordedTree(fields))
    case "treeEnd": .treeEnd(try RecordedTreeEnd(fields))
    case "state": .state(try RecordedState(fields))
    case "write": .write(try RecordedWrite(fields))
    case "node": .node(try RecordedNode(fields))
    case "round": .round(try RecordedRound(fields))
    case "action": .action(try RecordedAction(fields))
    case "task": .task(try RecordedTask(fields))
    case "event": .event(try RecordedEvent(fields))
    case "derived": .derived(try RecordedEvaluation(fields))
    case "report": .report(try RecordedReport(fields))
    case "mark": .mark(try RecordedMark(fields))
    case "dropped": .dropped(try RecordedGap(fields))
    case "travel": .travel(try RecordedTravel(fields))
    case "rejected": .rejected(try RecordedRejection(fields))
    case "end": .end(try RecordedEnd(fields))
    default: nil
    }
  }

  /// When it was recorded, in nanoseconds since the recording began; `nil` for headers and causes.
  public var time: Int? {
    switch self {
    case .header, .cause: nil
    case .tree(let record): record.time
    case .treeEnd(let record): record.time
    case .state(let record): record.time
    case .write(let record): record.time
    case .node(let record): record.time
    case .round(let record): record.time
    case .action(let record): record.time
    case .task(let record): record.time
    case .event(let record): record.time
    case .derived(let record): record.time
    case .report(let record): record.time
    case .mark(let record): record.time
    case .dropped(let record): record.time
    case .travel(let record): record.time
    case .rejected(let record): record.time
    case .end(let record): record.time
    }
  }

  /// The number of the cause that led to it, if that is known.
  public var cause: Int? {
    switch self {
    case .cause(let record): record.parent
    case .write(let record): record.cause
    case .node(let record): record.cause
    case .round(let record): record.cause
    case .action(let record): record.cause
    case .task(let record): record.cause
    case .event(let record): record.cause
    case .derived(let record): record.cause
    case .report(let record): record.cause
    case .mark(let record): record.cause
    default: nil
    }
  }
}
