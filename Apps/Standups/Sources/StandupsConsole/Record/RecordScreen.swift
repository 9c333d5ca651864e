import ProgramText
import StandupsData
package import StandupsFeatures

/// A running meeting.
package enum RecordScreen: Sendable {
  /// The lines that are redrawn on a terminal.
  package static func lines(
    _ progress: MeetingProgress,
    typed: String,
    on surface: Surface
  ) -> [String] {
    // A line that the terminal breaks would be counted as one row.
    [
      speaker(progress, on: surface),
      bar(progress, on: surface),
      hint(progress, on: surface),
      prompt(progress, typed: typed, on: surface),
    ].map { DisplayText.clip($0, to: surface.columns) }
  }

  /// The line for an event that is printed once.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - progress: The meeting in which it happened.
  ///   - paint: The colours.
  /// - Returns: `nil` for an event that is shown in another way.
  package static func line(
    _ event: MeetingProgress.Event,
    of progress: MeetingProgress,
    paint: Paint
  ) -> String? {
    let time = paint.dim(MeetingLength.clock(event.second))
    switch event.kind {
    case .speaks(let name, let share):
      let name = paint.bold(DisplayText.printable(name))
      return "\(time)  \(name) speaks (\(MeetingLength.clock(share)))"
    case .shareIsUp(let name):
      return "\(time)  " + paint.alert("\(DisplayText.printable(name))'s time is up")
    case .timeIsUp:
      return "\(time)  " + paint.alert("The planned time is up")
    case .noted(let speaker, let text):
      return "\(time)  \(DisplayText.printable(speaker)): \(DisplayText.printable(text))"
    case .passed(let tenths, let speaker):
      let planned = MeetingLength.clock(progress.standup.plannedSeconds)
      return "\(time)  \(tenths * 10) % of \(planned), \(DisplayText.printable(speaker))"
    case .refused(let command):
      let commands = MeetingInput.commands.map { "/\($0)" }.joined(separator: ", ")
      return "\(time)  There is no command \"\(DisplayText.printable(command))\"; "
        + "there are \(commands). Nothing was noted."
    case .unreadable:
      return "\(time)  That line is no text in UTF-8. Nothing was noted."
    case .tooLong:
      return "\(time)  That line has more than \(RecordInput.longestLine) bytes. Nothing was noted."
    case .paused:
      return "\(time)  " + paint.bold("Paused; /pause goes on")
    case .resumed:
      return "\(time)  Going on"
    case .asked:
      return "End the meeting? Type save, discard or continue."
    case .ended(.discard):
      return "\(time)  Discarded"
    case .ended(.save):
      return nil
    }
  }

  private static func speaker(_ progress: MeetingProgress, on surface: Surface) -> String {
    let name = DisplayText.printable(progress.names[progress.speaker])
    let spoken = progress.turns[progress.speaker].seconds
    let share = progress.share(of: progress.speaker)
    let time = "\(MeetingLength.clock(spoken)) of \(MeetingLength.clock(share))"
    let place = " (\(progress.speaker + 1) of \(progress.names.count))"
    let room = surface.columns - DisplayText.width(place) - time.count - 2
    let shown = DisplayText.cut(name, to: max(1, room))
    return surface.paint.bold(shown) + surface.paint.dim(place) + "  "
      + (spoken > share ? surface.paint.alert(time) : time)
  }

  private static func bar(_ progress: MeetingProgress, on surface: Surface) -> String {
    let planned = progress.standup.plannedSeconds
    let time =
      "\(MeetingLength.clock(progress.seconds)) / \(MeetingLength.clock(planned))"
    let columns = max(0, min(60, surface.columns - time.count - 2))
    let marks = (0..<(progress.names.count - 1)).map(progress.border(after:))
    let bar = ProgressBar.painted(
      done: progress.seconds,
      of: planned,
      columns: columns,
      marks: marks,
      theme: progress.standup.theme,
      paint: surface.paint
    )
    return bar + "  " + (progress.seconds > planned ? surface.paint.alert(time) : time)
  }

  private static func hint(_ progress: MeetingProgress, on surface: Surface) -> String {
    let next =
      progress.isLastSpeaker
      ? "finish" : DisplayText.printable(progress.names[progress.speaker + 1])
    let hint = "Return: \(next) · text + Return: note · /pause · /end or Ctrl-C: end early"
    return surface.paint.dim(DisplayText.cut(hint, to: surface.columns))
  }

  private static func prompt(
    _ progress: MeetingProgress,
    typed: String,
    on surface: Surface
  ) -> String {
    if progress.phase == .asking {
      let question = "End the meeting? [s]ave  [d]iscard  [c]ontinue "
      let room = max(1, surface.columns - 1 - question.count)
      return surface.paint.bold(question) + DisplayText.cut(DisplayText.printable(typed), to: room)
    }
    // The end of a long note is what is being typed, so it is what stays visible.
    return "> " + DisplayText.end(of: DisplayText.printable(typed), columns: surface.columns - 3)
  }
}
