package import ArgumentParser
import Foundation
import ProgramText
import StandupsData
import StandupsFeatures
import StrataDependencies
import StrataStores

/// `standups why`.
package struct WhyCommand: AsyncParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "why",
    abstract: "Tell what changed a stand-up, when, and who did it.",
    discussion: """
      The latest changes of the data file are kept in a file beside it. A stand-up that was removed \
      is named by its handle or id; `settings` names the settings.
      """
  )

  @Argument(help: "The stand-up's handle, title, or the beginning of one.", completion: .handles)
  var standup: String

  @Option(
    name: .shortAndLong,
    parsing: .unconditional,
    help: ArgumentHelp("How many changes to tell.", valueName: "count")
  )
  var last = 10

  @Flag(name: .long, help: "Tell of each change what led to it, step by step.")
  var steps = false

  @OptionGroup var shared: SharedOptions

  package init() {}

  package func validate() throws {
    guard last > 0 else { throw ValidationError("--last takes a number above 0.") }
  }

  package func run() async throws {
    let desk = try shared.location.readDesk()
    guard let journal = shared.location.file.journal else { return }
    let (entries, unreadable) = ChangeEntry.read(try journal.lines())
    let (name, found) = try find(in: entries, desk)
    let latest = Array(found.suffix(last).reversed())
    try shared.printer.print(ChangesReport(latest)) {
      ChangesScreen.lines(latest, of: name, withSteps: steps, on: $0)
    }
    guard unreadable > 0 else { return }
    let damage = unreadable == 1 ? "1 line is damaged" : "\(unreadable) lines are damaged"
    let warning = StandupsError(.data, "\(damage); nothing is told of it.", place: journal.path)
    try? DependencyValues.current.console.errors.write(
      "standups: \(DisplayText.printableLines(warning.description))\n"
    )
  }

  /// The changes of what was named, whether it is there still or not.
  private func find(
    in entries: [ChangeEntry],
    _ desk: Desk
  ) throws(StandupsError) -> (name: String, entries: [ChangeEntry]) {
    do throws(StandupsError) {
      let standup = try desk.standups.state.standup(named: standup)
      return (standup.handle, entries.filter { $0.concerns(standup.id.uuidString) })
    } catch {
      if standup == "settings" { return (standup, entries.filter { $0.subject == .settings }) }
      guard let last = entries.last(where: { $0.concerns(standup) }),
        case .standup(let id, let handle) = last.subject
      else { throw error }
      return (handle, entries.filter { $0.concerns(id.uuidString) })
    }
  }
}
