package import ArgumentParser
import StandupsData
import StandupsFeatures
import StrataDependencies
import StrataStores

/// `standups remove`.
package struct RemoveCommand: AsyncParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Remove a stand-up with its meetings, or one of its meetings.",
    discussion: "Asks before it removes held meetings; without a terminal, --force is needed."
  )

  @Argument(help: "The stand-up's handle, title, or the beginning of one.", completion: .handles)
  var standup: String

  @Option(
    name: .shortAndLong,
    // Unconditional, or the parser takes the -1 for an option.
    parsing: .unconditional,
    help: ArgumentHelp(
      "Remove only this meeting; 1 is the oldest, -1 or `latest` the latest.",
      valueName: "number"
    )
  )
  var meeting: MeetingNumber?

  @Flag(name: .shortAndLong, help: "Do not ask.")
  var force = false

  @OptionGroup var shared: SharedOptions

  package init() {}

  package func run() async throws {
    let found = try shared.location.readDesk().standups.state.standup(named: standup)
    if let meeting {
      try await remove(found.meetings[try found.position(ofMeeting: meeting.value)], of: found)
    } else {
      try await remove(found)
    }
  }

  private func remove(_ standup: Standup) async throws {
    let count = standup.meetings.count
    if count > 0 {
      let meetings = "\(count) held \(count == 1 ? "meeting" : "meetings")"
      try await confirm("Remove \(standup.handle) with \(meetings)?")
    }
    try shared.change { document throws(StandupsError) in
      .removed(try document.remove(standup.handle))
    }
  }

  private func remove(_ meeting: Meeting, of standup: Standup) async throws {
    try await confirm(
      "Remove the meeting of \(DependencyValues.current.console.surface.date(meeting.date))?"
    )
    try shared.change { document throws(StandupsError) in
      let index = try document.position(of: standup.handle)
      // By id: other processes may have added or removed meetings since the number was looked up.
      document.standups[index].meetings.removeAll { $0.id == meeting.id }
      return .removedMeeting(document.standups[index])
    }
  }

  private func confirm(_ question: String) async throws {
    if force { return }
    let console = DependencyValues.current.console
    guard console.input.isTerminal, console.errors.isTerminal else {
      throw StandupsError(.usage, "\(question) Nobody can be asked here; say --force.")
    }
    try console.errors.write("\(question) [y/N] ")
    let answer = await console.input.readLine()?.lowercased()
    guard answer == "y" || answer == "yes" else {
      throw StandupsError(.usage, "Nothing was removed.")
    }
  }
}
