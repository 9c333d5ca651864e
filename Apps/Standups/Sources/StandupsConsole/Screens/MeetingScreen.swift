import ProgramText
package import StandupsData

/// One meeting: the speakers, their time, and the notes.
package enum MeetingScreen: Sendable {
  package static func lines(
    _ meeting: Meeting,
    number: Int,
    of standup: Standup,
    on surface: Surface
  ) -> [String] {
    let paint = surface.paint
    let title = "\(DisplayText.printable(standup.title)), meeting \(number)"
    var lines = [
      paint.bold(paint.color(title, standup.theme)),
      "\(surface.date(meeting.date)), \(verdict(meeting, of: standup, paint: paint))",
      "",
    ]
    lines += turns(meeting, theme: standup.theme, on: surface)
    guard !meeting.transcript.isEmpty else { return lines }
    lines.append("")
    for line in meeting.transcript {
      let time = paint.dim(MeetingLength.clock(line.second))
      let speaker = paint.bold(DisplayText.printable(line.speaker))
      lines.append("\(time)  \(speaker): \(DisplayText.printable(line.text))")
    }
    return lines
  }

  private static func verdict(_ meeting: Meeting, of standup: Standup, paint: Paint) -> String {
    let took = "took \(MeetingLength.clock(meeting.seconds))"
    let planned = MeetingLength.clock(standup.plannedSeconds)
    let over = meeting.seconds - standup.plannedSeconds
    let ending = meeting.ending == .finished ? "" : ", ended \(word(meeting.ending))"
    guard over > 0 else { return "\(took) of \(planned)\(ending)" }
    return "\(took) of \(planned), " + paint.alert("\(MeetingLength.clock(over)) over") + ending
  }

  private static func word(_ ending: Meeting.Ending) -> String {
    switch ending {
    case .finished: "by the last speaker"
    case .early: "early"
    case .interrupted: "by an interruption"
    }
  }

  private static func turns(_ meeting: Meeting, theme: Theme, on surface: Surface) -> [String] {
    let names = meeting.turns.map { DisplayText.printable($0.name) }
    let width = min(24, names.map(DisplayText.width).max() ?? 0)
    let longest = max(1, meeting.turns.map(\.seconds).max() ?? 1)
    let columns = max(4, min(30, surface.columns - width - 12))
    return zip(names, meeting.turns).map { name, turn in
      let (bar, _) = ProgressBar.bar(done: turn.seconds, of: longest, columns: columns)
      let time = MeetingLength.clock(turn.seconds)
      let space = String(repeating: " ", count: max(0, 7 - time.count))
      return "\(DisplayText.fit(name, to: width))\(space)\(time)  "
        + surface.paint.color(bar, theme)
    }
  }
}
