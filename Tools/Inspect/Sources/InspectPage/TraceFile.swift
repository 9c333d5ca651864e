package import StrataInspector

/// A recording in the trace format that ui.perfetto.dev and chrome://tracing open.
///
/// Tasks are tracks, writes and marks are instants, and an arrow leads from a task to each write that it caused. The
/// format is Google's "Trace Event Format", JSON object form; times are in microseconds.
package enum TraceFile: Sendable {
  /// The trace of records.
  ///
  /// - Complexity: O(number of records).
  package static func json(of records: [RecordingRecord]) -> JSONValue {
    var writer = Writer()
    for record in records { writer.add(record) }
    return ["traceEvents": .array(writer.events), "displayTimeUnit": "ns"]
  }

  private struct Writer {
    var events: [JSONValue] = []
    private var causes: [Int: RecordedCause] = [:]
    private var tasks: [String: (track: Int, began: Int)] = [:]
    private var flows = 0
    private var began: [Int: RecordedTask] = [:]

    mutating func add(_ record: RecordingRecord) {
      switch record {
      case .header(let header):
        add("M", "process_name", at: 0, track: 0, arguments: ["name": .string(header.program)])
      case .cause(let cause): causes[cause.id] = cause
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
        began[task.task] = task
        if let name = task.name, let place = task.callSite {
          tasks[name + "\u{0}" + place] = (task.task, task.time)
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
      case .ended where began.removeValue(forKey: task.task) != nil:
        add("E", "", at: task.time, track: task.task, arguments: [:])
      default: break
      }
    }

    private func track(of cause: Int?) -> (track: Int, began: Int)? {
      var next = cause
      // A program's causes are a few steps; a file may have one that goes through all of them.
      for _ in 0..<256 {
        guard let id = next, let step = causes[id] else { return nil }
        if step.kind == "task" { return tasks[(step.name ?? "") + "\u{0}" + step.callSite] }
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
}
