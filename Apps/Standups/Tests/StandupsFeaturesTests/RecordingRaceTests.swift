import Foundation
import StandupsData
import StandupsFeatures
import Strata
import StrataConcurrency
import StrataStores
import StrataTesting
import Testing

/// People, the clock and the data file act on one meeting in every order that a seed gives.
@Suite struct RecordingRaceTests {
  @Test func keepsAMeetingOnceInEachOfAThousandOrders() async {
    let failure = await searchSchedules(seeds: 0..<1_000) { simulation in
      try await Self.race(try Recording(on: simulation), on: simulation)
    }
    if let failure { Issue.record(failure) }
  }

  @Test func findsAMeetingThatIsKeptTwiceAndTheShortestWayThere() async throws {
    let found = try #require(
      await searchSchedules(seeds: 0..<1_000) { simulation in
        try await Self.race(HastyRecording(on: simulation), on: simulation)
      }
    )
    let shortest = await ScheduleShrinker().shrink(found.schedule) {
      await Self.failure(of: $0)?.cause is BrokenPromise
    }
    #expect(shortest.choices.count < found.schedule.choices.count)
    for _ in 0..<3 {
      let again = await Self.failure(of: shortest)?.cause as? BrokenPromise
      #expect(again?.text.hasPrefix("A meeting was kept") == true)
    }
  }

  private static func failure(of schedule: Schedule) async -> SimulationFailure? {
    do {
      _ = try await withSimulation(seed: 0, replaying: schedule) { simulation in
        try await race(HastyRecording(on: simulation), on: simulation)
      }
      return nil
    } catch {
      return error
    }
  }

  /// Five people who do not wait for one another.
  private static func race(
    _ recording: some MeetingUnderTest,
    on simulation: SimulatedExecutor
  ) async throws {
    let wishes: [[MeetingInput]] = [
      [.next, .next, .next],
      [.pause, .resume, .pause, .pause],
      [.note("first"), .ask, .save],
      [.ask, .resume, .discard],
      [.note("second"), .resume, .interrupt(saving: true)],
    ]
    await withTaskGroup(of: Void.self) { group in
      for person in wishes {
        group.addTask {
          for wish in person {
            try? await simulation.clock.sleep(for: .seconds(1))
            await recording.apply(wish)
          }
        }
      }
    }
    try await simulation.clock.sleep(for: .seconds(100))
    try check(recording)
  }

  private static func check(_ recording: some MeetingUnderTest) throws {
    let progress = recording.progress
    guard case .ended(let outcome) = progress.phase else { throw BrokenPromise(text: "No end") }
    let kept = recording.kept
    switch outcome {
    case .discard: try expect(kept.isEmpty, "A discarded meeting was kept")
    case .save(let ending):
      try expect(kept.count == 1, "A meeting was kept \(kept.count) times")
      try expect(kept[0].ending == ending, "The file tells of another end")
      try expect(kept[0].transcript == progress.transcript, "Notes were lost")
    }
    let spoken = progress.turns.reduce(0) { $0 + $1.seconds }
    try expect(spoken == progress.seconds, "The turns take \(spoken) of \(progress.seconds) s")
    let ends = progress.events.filter { if case .ended = $0.kind { true } else { false } }
    try expect(ends.count == 1, "It ended \(ends.count) times")
    try expect(progress.events.last == ends.last, "Something happened after the end")
  }

  private static func expect(_ isTrue: Bool, _ text: String) throws {
    if !isTrue { throw BrokenPromise(text: text) }
  }
}

struct BrokenPromise: Error, Hashable {
  var text: String
}

protocol MeetingUnderTest: Sendable {
  var progress: MeetingProgress { get }
  /// The content of the data file.
  var kept: [Meeting] { get }

  func apply(_ input: MeetingInput) async
}

/// The feature itself, over a data file in memory.
private struct Recording: MeetingUnderTest {
  private let list: StandupsList
  private let meeting: RunningMeeting

  init(on simulation: SimulatedExecutor) throws {
    let desk = Desk(file: .memory(StandupsDocument(standups: [team(["A", "B", "C"])])))
    desk.documents.load()
    list = StandupsList(on: desk).withAnchor {
      $0.continuousClock = simulation.clock
      $0.date = .constant(Date(timeIntervalSince1970: 0))
      $0.uuid = .incrementing
    }
    meeting = try list.open("sync").record()
  }

  var progress: MeetingProgress { meeting.progress }
  var kept: [Meeting] { list.standups[0].meetings }

  func apply(_ input: MeetingInput) { meeting.apply(input) }
}

/// A copy of the feature with a mistake in it: between looking whether the meeting has ended and ending
/// it, others get their turn.
private struct HastyRecording: MeetingUnderTest {
  private let meeting: HastyMeeting

  init(on simulation: SimulatedExecutor) {
    meeting = HastyMeeting(progress: StandupsFeaturesTests.progress(team(["A", "B", "C"])))
      .withAnchor { $0.continuousClock = simulation.clock }
  }

  var progress: MeetingProgress { meeting.progress }
  var kept: [Meeting] { meeting.kept }

  func apply(_ input: MeetingInput) async { await meeting.apply(input) }
}

@Model private struct HastyMeeting {
  var progress: MeetingProgress
  var kept: [Meeting] = []

  func onActivate() {
    node.task("meeting clock") {
      for await _ in node.continuousClock.timer(interval: .seconds(1)) {
        await change { $0.tick() }
        if progress.isEnded { return }
      }
    }
  }

  func apply(_ input: MeetingInput) async {
    await change { $0.apply(input) }
  }

  private func change(_ change: (inout MeetingProgress) -> Void) async {
    let wasEnded = progress.isEnded
    await Task.yield()
    change(&progress)
    guard !wasEnded, progress.isEnded, let meeting = progress.meeting(id: UUID()) else { return }
    kept.append(meeting)
  }
}
