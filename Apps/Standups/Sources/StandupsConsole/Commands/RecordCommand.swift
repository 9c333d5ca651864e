package import ArgumentParser
import StandupsData
import StandupsFeatures
import Strata
import StrataDependencies
import StrataStores

/// `standups record`.
package struct RecordCommand: AsyncParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "record",
    abstract: "Hold a meeting: time the speakers and keep what they said.",
    discussion: """
      On a terminal, Return lets the next person speak and ends the meeting after the last; a text \
      and Return notes something for the person who speaks. /pause stops the time until the next \
      one. /end or Ctrl-C asks whether to save or to discard the meeting; /save, /discard and \
      /next do so at once. A second Ctrl-C does what --on-interrupt says and leaves.

      In a pipe, lines mean the same; when they have all been read, each person speaks for their \
      share. If the program is told to stop and cannot ask, --on-interrupt says what becomes \
      of the meeting so far; unless given, it is saved.

      A transcript file holds lines such as "[2:05] Ada: Done with the importer." They are noted as \
      the meeting reaches them; a line without a time is noted when its person begins to speak.

      EXAMPLES
        standups record morning-sync
        standups record morning-sync --advance auto --transcript notes.txt --speed 60
      """
  )

  @Argument(help: "The stand-up's handle, title, or the beginning of one.", completion: .handles)
  var standup: String

  @Option(
    name: .long,
    help: ArgumentHelp("A file with what is said; - reads standard input.", valueName: "file"),
    completion: .file()
  )
  var transcript: String?

  @Option(name: .long, help: "Who lets the next person speak: a person, or the clock.")
  var advance = MeetingProgress.Advance.hand

  @Option(
    name: .long,
    parsing: .unconditional,
    help: ArgumentHelp("Let time pass faster, to try things out: 60 makes a minute of a second.")
  )
  var speed = 1.0

  @Option(
    name: .long,
    help: "What a second Ctrl-C, or being told to stop, does with the meeting."
  )
  var onInterrupt = RecordLoop.Interruption.save

  @OptionGroup var shared: SharedOptions

  package init() {}

  package func validate() throws {
    guard speed >= 0.01, speed <= 100_000 else {
      throw ValidationError("--speed takes a number from 0.01 to 100000.")
    }
  }

  package func run() async throws {
    let desk = try shared.location.readDesk()
    let dependencies = DependencyValues.current
    let list = StandupsList(on: desk).withAnchor {
      $0.continuousClock = FastClock($0.continuousClock, speed: speed)
    }
    let detail = try list.open(standup)
    let script = try await script(for: detail.standup)
    let meeting = detail.record(advance: advance, script: script)
    // With --json, standard output is for the result alone.
    let screen = shared.json ? dependencies.console.errors : dependencies.console.output
    var loop = RecordLoop(
      RunningMeetingStore(following: meeting, delivery: desk.delivery),
      desk.settings,
      screen: screen,
      interruption: onInterrupt
    )
    let result = try await loop.run {
      if meeting.meeting != nil { await list.finishWish() }
    }
    let kept = meeting.meeting
    withExtendedLifetime(list) {}
    try finish(result.progress, kept, on: desk)
    if let status = result.status { throw ExitCode(status) }
    if let failure = result.failure {
      let outcome = result.progress.wasInterrupted ? "ended there" : "finished"
      throw failure.adding("The meeting was \(outcome) and \(kept == nil ? "not kept" : "saved").")
    }
  }

  private func script(for standup: Standup) async throws -> TranscriptScript {
    guard let transcript else { return TranscriptScript() }
    let names = standup.attendees.map(\.name)
    let (data, name) = try await NamedInput.read(transcript)
    guard let text = String(validating: data, as: UTF8.self), !text.utf8.contains(0) else {
      throw StandupsError(.data, "The file is no text in UTF-8, so no transcript.", place: name)
    }
    return try TranscriptScript(text, names: names, path: name)
  }

  /// Shows the result of an ended meeting; the list saves it.
  private func finish(
    _ progress: MeetingProgress,
    _ meeting: Meeting?,
    on desk: Desk
  ) throws {
    let standup = progress.standup
    guard let meeting else {
      if shared.json {
        try shared.printer.print(DiscardedReport(handle: standup.handle)) { _ in [] }
      }
      return
    }
    if let failure = desk.documents.state.failure {
      throw RescuedMeeting.keep(meeting, of: standup, after: failure)
    }
    do {
      try shared.presentChange(on: desk)
    } catch is ChannelFailure where progress.wasInterrupted {
      // The exit code reports the interruption; the meeting is saved.
    }
  }
}

extension MeetingProgress.Advance: ExpressibleByArgument {}
extension RecordLoop.Interruption: ExpressibleByArgument {}

extension MeetingProgress {
  fileprivate var wasInterrupted: Bool { phase == .ended(.save(.interrupted)) }
}
