package import StrataInspector

/// A recording in the trace format that ui.perfetto.dev and chrome://tracing open.
///
/// Tasks are tracks, writes and marks are instants, and an arrow leads from a task to each write that it caused. The
/// format is Google's "Trace Event Format", JSON object form; times are in microseconds. The file is made in pieces:
/// ``beginning``, the events of each record, and ``end``.
package struct TraceFile: Sendable {
  /// The text before the events.
  package static let beginning = #"{"traceEvents":["#
  /// The text behind them.
  package static let end = #"],"displayTimeUnit":"ns"}"#

  /// How many causes are known at most, so that a file of causes alone does not fill the memory.
  private static let mostCauses = 1_000_000

  /// A step that led to something: the task that it was, if it was one, and the step before.
  private struct Step {
    var task: String?
    var parent: Int?
  }

  private var events: [JSONValue] = []
  private var isFirst = true
  private var causes: [Int: Step] = [:]
  private var tasks: [String: (track: Int, began: Int)] = [:]
  private var flows = 0
  private var running: Set<Int> = []

  /// Makes a trace without events.
  package init() {}

  /// The text of the events of a record.
  ///
  /// - Parameter record: The next record.
  /// - Returns: The text, with a comma before all events but the first of the trace.
  package mutating func text(of record: RecordingRecord) -> String {
    add(record)
    var text = ""
    for event in events {
      text += isFirst ? "\(event)" : ",\(event)"
      isFirst = false
    }
    events.removeAll(keepingCapacity: true)
    return text
  }

  private mutating func add(_ record: RecordingRecord) {
    switch record {
    case .header(let header):
      add("M", "process_name", at: 0, track: 0, arguments: ["name": .string(header.program)])
    case .cause(let cause): add(cause)
    case .task(let task): add(task)
    case .write(let write):
      let track = track(of: write.cause)
      add(
        "i",
        "\(write.name) #\(write.node)",
        at: write.time,
        track: track?.track ?? 0,
        scope: "t",
        arguments: ["patch": write.isPrivate ? "(private)" : write.patch.json]
      )
      if let track { addArrow(from: track, to: write.time) }
    case .event(let event):
      add("i", "event \(event.name)", at: event.time, track: 0, scope: "t", arguments: [:])
    case .mark(let mark): add("i", mark.text, at: mark.time, track: 0, scope: "g", arguments: [:])
    case .report(let report):
      add("i", report.message, at: report.time, track: 0, scope: "g", arguments: [:])
    default: break
    }
  }

  private mutating func add(_ task: RecordedTask) {
    switch task.phase {
    case .began:
      running.insert(task.task)
      if let name = task.name, let place = task.callSite {
        tasks[Self.key(name, place)] = (task.task, task.time)
      }
      add(
        "M",
        "thread_name",
        at: 0,
        track: task.task,
        arguments: ["name": .string(task.name ?? "task \(task.task)")]
      )
      add(
        "B",
        task.name ?? "task",
        at: task.time,
        track: task.task,
        arguments: ["at": .string(task.callSite ?? "")]
      )
    case .ended where running.remove(task.task) != nil:
      add("E", "", at: task.time, track: task.task, arguments: [:])
    default: break
    }
  }

  private mutating func add(_ cause: RecordedCause) {
    guard causes.count < Self.mostCauses || causes[cause.id] != nil else { return }
    let task = cause.kind == "task" ? Self.key(cause.name ?? "", cause.callSite) : nil
    causes[cause.id] = Step(task: task, parent: cause.parent)
  }

  private static func key(_ name: String, _ place: String) -> String { name + "\u{0}" + place }

  private func track(of cause: Int?) -> (track: Int, began: Int)? {
    var next = cause
    // A program's causes are a few steps; a file may have one that goes through all of them.
    for _ in 0..<256 {
      guard let id = next, let step = causes[id] else { return nil }
      if let task = step.task { return tasks[task] }
      next = step.parent
    }
    return nil
  }

  private mutating func addArrow(from task: (track: Int, began: Int), to time: Int) {
    flows += 1
    add("s", "cause", at: task.began, track: task.track, flow: flows, arguments: [:])
    add("f", "cause", at: time, track: task.track, flow: flows, arguments: [:])
  }

  private mutating func add(
    _ phase: String,
    _ name: String,
    at time: Int,
    track: Int,
    scope: String? = nil,
    flow: Int? = nil,
    arguments: JSONObject
  ) {
    var event: JSONObject = [
      "ph": .string(phase), "name": .string(name), "cat": "strata",
      "ts": .number(Double(time) / 1_000), "pid": 1, "tid": .integer(Int64(track)),
    ]
    if let scope { event["s"] = .string(scope) }
    if let flow { event["id"] = .integer(Int64(flow)) }
    if phase == "f" { event["bp"] = "e" }
    if !arguments.isEmpty { event["args"] = .object(arguments) }
    events.append(.object(event))
  }
}
