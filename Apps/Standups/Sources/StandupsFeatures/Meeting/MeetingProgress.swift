package import Foundation
package import StandupsData

/// A running meeting, as a value: its past events and its possible next ones.
///
/// Nothing here knows of clocks or terminals. Time comes in as ``tick()``, one call for each second of
/// the meeting, and what a person does as one method each.
package struct MeetingProgress: Hashable, Sendable {
  /// Decides when the next person speaks.
  package enum Advance: String, CaseIterable, Sendable {
    /// A person, with Return.
    case hand
    /// The clock, when a speaker's share is used up.
    case auto
  }

  /// The phase of the meeting.
  package enum Phase: Hashable, Sendable {
    case running
    /// Time stands still.
    case paused
    /// Still running, while a person is asked whether to save or to discard it.
    case asking
    case ended(Outcome)
  }

  /// The fate of an ended meeting.
  package enum Outcome: Hashable, Sendable {
    case save(Meeting.Ending)
    case discard
  }

  /// An event to print, with the second in which it happened.
  package struct Event: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
      case speaks(String, share: Int)
      case shareIsUp(String)
      case timeIsUp
      /// A typed command that there is none of.
      case refused(String)
      /// A line that is no text was not noted.
      case unreadable
      /// Something was typed that is longer than a note may be.
      case tooLong
      case noted(speaker: String, text: String)
      case paused
      /// Time passes again.
      case resumed
      /// A person has to decide the fate of the meeting.
      case asked
      /// Another tenth of the planned time has passed.
      case passed(tenths: Int, speaker: String)
      case ended(Outcome)
    }

    package var second: Int
    package var kind: Kind

    package init(second: Int, kind: Kind) {
      self.second = second
      self.kind = kind
    }
  }

  package let standup: Standup
  package let startedAt: Date
  /// The names of all who speak, in their order.
  package let names: [String]
  package private(set) var advance: Advance
  package private(set) var phase = Phase.running
  /// Seconds since the beginning.
  package private(set) var seconds = 0
  /// The turns so far; the last is the current speaker's.
  package private(set) var turns: [Turn] = []
  package private(set) var transcript: [TranscriptLine] = []
  /// All that happened, in its order.
  package private(set) var events: [Event] = []
  private var script: TranscriptScript
  /// Whether time stood still when the question was asked.
  private var wasPaused = false

  /// Begins a meeting; the first person speaks.
  ///
  /// - Parameters:
  ///   - standup: Its attendees speak in their order; without any, `Everyone` does.
  ///   - startedAt: The date of the meeting.
  ///   - advance: Decides when the next person speaks.
  ///   - script: Lines that are noted as the meeting reaches them.
  package init(
    _ standup: Standup,
    startedAt: Date,
    advance: Advance = .hand,
    script: TranscriptScript = TranscriptScript()
  ) {
    self.standup = standup
    names = standup.attendees.isEmpty ? ["Everyone"] : standup.attendees.map(\.name)
    self.startedAt = startedAt
    self.advance = advance
    self.script = script
    beginTurn()
  }

  /// The position of the current speaker in ``names``.
  package var speaker: Int { turns.count - 1 }

  /// Whether the current speaker is the last.
  package var isLastSpeaker: Bool { speaker == names.count - 1 }

  /// Whether time stands still, also during a question.
  private var isPaused: Bool { phase == .paused || (phase == .asking && wasPaused) }

  package var isEnded: Bool {
    if case .ended = phase { true } else { false }
  }

  /// The end of a speaker's share, in seconds from the beginning, if everybody follows the plan.
  ///
  /// The shares add up to the planned length exactly.
  package func border(after speaker: Int) -> Int {
    standup.plannedSeconds * (speaker + 1) / names.count
  }

  /// The seconds that a speaker has; at least one.
  package func share(of speaker: Int) -> Int {
    max(1, border(after: speaker) - (speaker == 0 ? 0 : border(after: speaker - 1)))
  }
}

extension MeetingProgress {
  /// One second passes.
  package mutating func tick() {
    // A longer meeting could not be saved.
    guard !isEnded, !isPaused, seconds < MeetingLength.held.upperBound else { return }
    seconds += 1
    turns[speaker].seconds += 1
    noteWhatIsDue()
    if turns[speaker].seconds == share(of: speaker) {
      log(.shareIsUp(names[speaker]))
    }
    if seconds == standup.plannedSeconds { log(.timeIsUp) }
    // During a question, the clock must not answer it.
    if advance == .auto, phase == .running, turns[speaker].seconds >= share(of: speaker) {
      next()
    }
    logTenth()
  }

  /// The current speaker is done: the next one speaks, or the meeting has finished.
  package mutating func next() {
    guard !isEnded else { return }
    phase = .running
    if isLastSpeaker {
      end(.save(.finished))
    } else {
      beginTurn()
    }
  }

  /// No person can end a turn any more, so from now on the clock does.
  package mutating func goOnAlone() {
    advance = .auto
    if phase == .paused { resume() }
  }

  /// Something is noted for the current speaker.
  package mutating func note(_ text: String) {
    guard !isEnded else { return }
    note(text, by: names[speaker])
  }

  /// Reports an unknown command that was typed, and does not note it.
  package mutating func refuse(_ command: String) {
    if !isEnded { log(.refused(command)) }
  }

  /// Answers a line that is no text, or too long; nothing is noted.
  package mutating func refuse(_ reason: Event.Kind) {
    if !isEnded { log(reason) }
  }

  /// Time stands still, until the meeting goes on or the next person speaks.
  package mutating func pause() {
    guard phase == .running else { return }
    phase = .paused
    log(.paused)
  }

  /// Begins the question what becomes of a meeting that a person wants to end early.
  package mutating func ask() {
    guard phase == .running || phase == .paused else { return }
    wasPaused = phase == .paused
    phase = .asking
    log(.asked)
  }

  /// Resumes time after a pause, or withdraws the wish to end the meeting.
  ///
  /// In the latter case the meeting returns to its phase before the question.
  package mutating func resume() {
    switch phase {
    case .paused:
      phase = .running
      log(.resumed)
    case .asking: phase = wasPaused ? .paused : .running
    case .running, .ended: break
    }
  }

  /// The meeting ends; lines of the script that it did not reach are noted at its end, unless it is
  /// discarded.
  package mutating func end(_ outcome: Outcome) {
    guard !isEnded else { return }
    if outcome != .discard {
      for line in script.takeRest() { note(line.text, by: line.speaker ?? names[speaker]) }
    }
    phase = .ended(outcome)
    log(.ended(outcome))
  }

  /// Changes the meeting.
  ///
  /// - Returns: Whether that ended it; of changes that race, only one does.
  package mutating func hasEnded(by change: (inout MeetingProgress) -> Void) -> Bool {
    let wasEnded = isEnded
    change(&self)
    return isEnded && !wasEnded
  }

  /// The meeting to save; `nil` while it runs and when it was discarded.
  package func meeting(id: UUID) -> Meeting? {
    guard case .ended(.save(let ending)) = phase else { return nil }
    return Meeting(
      id: id,
      date: startedAt,
      seconds: seconds,
      ending: ending,
      turns: turns,
      transcript: transcript
    )
  }

  private mutating func beginTurn() {
    let name = names[turns.count]
    turns.append(Turn(name: name, seconds: 0))
    log(.speaks(name, share: share(of: speaker)))
    script.begin(name)
    noteWhatIsDue()
  }

  private mutating func noteWhatIsDue() {
    for line in script.takeDue(at: seconds) {
      note(line.text, by: line.speaker ?? names[speaker])
    }
  }

  private mutating func logTenth() {
    let planned = standup.plannedSeconds
    let tenths = seconds * 10 / planned
    guard !isEnded, tenths > (seconds - 1) * 10 / planned else { return }
    log(.passed(tenths: tenths, speaker: names[speaker]))
  }

  private mutating func note(_ text: String, by speaker: String) {
    transcript.append(TranscriptLine(second: seconds, speaker: speaker, text: text))
    log(.noted(speaker: speaker, text: text))
  }

  private mutating func log(_ kind: Event.Kind) {
    events.append(Event(second: seconds, kind: kind))
  }
}
