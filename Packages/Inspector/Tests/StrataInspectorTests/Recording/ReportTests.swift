import Strata
import StrataConcurrency
import Testing

@testable import StrataInspector

private enum Entry: Sendable {
  case login(password: String)
}

@Model private struct Door {
  func enter(_ entry: Entry, to audience: Audience = .standard) { node.send(entry, to: audience) }
}

@Model private struct House {
  var doors = [Door()]
}

@Suite struct ReportTests {
  private let limits = RecordingLimits(privateProperties: ["password"])

  /// The messages that a recording has of the reports that a closure makes.
  private func messages(_ body: (Recording) -> Void) -> [String] {
    let recording = Recording(limits: limits)
    let ignore: ReportSink.Handler = { _ in }
    ReportSink.withHandler(ignore) { body(recording) }
    recording.stop()
    #expect(!recording.text.contains("hunter2"))
    return RecordingContents(recording.bytes).records.compactMap { record in
      guard case .report(let report) = record else { return nil }
      return report.message
    }
  }

  @Test(
    "A report of an event that nobody receives names the event, and has nothing of its contents"
  )
  func events() {
    let found = messages { recording in
      let house = recording.observe { House().withAnchor() }
      let door = house.doors[0]
      door.enter(.login(password: "hunter2"), to: [])
      house.doors = []
      door.enter(.login(password: "hunter2"))
      Door().enter(.login(password: "hunter2"))
    }
    let named = found.filter { $0.hasPrefix("Door sends login(…)") }
    #expect(named.count == 3)
  }
}
