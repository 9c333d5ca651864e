import ProgramText
import StandupsData
import StandupsFeatures
import StrataConcurrency
import StrataStores

/// Prints the results of a command, for a person or for a script.
final class ConsoleView: StatefulView {
  private let printer: ResultPrinter
  private let failure = Locked<(any Error)?>(nil, rank: .leaf)

  /// Makes a view that shows one state.
  init(_ printer: ResultPrinter) {
    self.printer = printer
  }

  /// Throws the error that prevented the view from showing something, or the failure that it was given.
  func finish() throws {
    if let failure = failure.withLock({ $0 }) { throw failure }
  }

  func render(state: ConsoleViewState, from distinctState: ConsoleViewState.State?) {
    do {
      try show(state.current)
    } catch {
      self.failure.withLock { $0 = error }
    }
  }

  private func show(_ current: ConsoleViewState.State) throws {
    switch current {
    case .idle: return
    case .failed(let failure): throw failure
    case .standups(let standups):
      try printer.print(ListReport(standups: standups)) {
        ListScreen.lines(standups, on: $0)
      }
    case .found(let standups):
      try printer.print(ListReport(standups: standups)) {
        standups.isEmpty ? ["No stand-up is like that."] : ListScreen.lines(standups, on: $0)
      }
    case .standup(let standup):
      try printer.print(OneStandupReport(standup: standup, withMeetings: true)) {
        StandupScreen.lines(standup, on: $0)
      }
    case .meetings(let standup):
      try printer.print(MeetingsReport(standup: standup)) {
        MeetingsScreen.lines(standup, on: $0)
      }
    case .meeting(let number, let standup): try show(meeting: number, of: standup)
    case .statistics(let statistics):
      try printer.print(StatisticsReport(statistics: statistics)) {
        StatisticsScreen.lines(statistics, on: $0)
      }
    case .settings(let settings): try show(settings)
    case .changed(let change): try show(change)
    }
  }

  private func show(_ change: DocumentChange) throws {
    switch change {
    case .added(let standup): try show(standup, "Added \(standup.handle).")
    case .removed(let standup): try show(standup, "Removed \(standup.handle).")
    case .removedMeeting(let standup):
      try show(standup, "Removed one meeting of \(standup.handle).")
    case .edited(let standup):
      try printer.print(OneStandupReport(standup: standup)) {
        StandupScreen.lines(standup, on: $0)
      }
    case .recorded(let meeting, let standup):
      let number = (standup.meetings.firstIndex { $0.id == meeting.id } ?? 0) + 1
      try show(meeting: number, of: standup, isNew: true)
    case .imported: return
    case .settings(let settings): try show(settings)
    case .undone(let command):
      try printer.print(UndoReport(undone: command)) { _ in
        ["Undone: \(DisplayText.printable(command))"]
      }
    case .redone(let command):
      try printer.print(UndoReport(redone: command)) { _ in
        ["Done again: \(DisplayText.printable(command))"]
      }
    }
  }

  private func show(_ standup: Standup, _ sentence: String) throws {
    try printer.print(OneStandupReport(standup: standup)) { _ in [sentence] }
  }

  private func show(_ settings: StandupsData.Settings) throws {
    try printer.print(SettingsReport(settings: settings)) { _ in
      [
        "Default length  \(MeetingLength.units(settings.defaultSeconds))",
        "Bell            \(settings.rings ? "on" : "off")",
      ]
    }
  }

  private func show(meeting number: Int, of standup: Standup, isNew: Bool = false) throws {
    let meeting = standup.meetings[number - 1]
    let report = OneMeetingReport(
      handle: standup.handle,
      meeting: meeting,
      number: number,
      isNew: isNew
    )
    try printer.print(report) {
      (isNew ? ["Saved.", ""] : [])
        + MeetingScreen.lines(meeting, number: number, of: standup, on: $0)
    }
  }
}
