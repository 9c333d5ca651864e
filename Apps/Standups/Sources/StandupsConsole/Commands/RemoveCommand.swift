package import ArgumentParser
import ProgramStreams
import StandupsData
import StandupsFeatures
import StrataDependencies
import StrataStores

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

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
    try await shared.change { list in
      let detail = try list.open(standup)
      let found = detail.standup
      if let meeting {
        let held = found.meetings[try found.position(ofMeeting: meeting.value)]
        let date = DependencyValues.current.console.surface.date(held.date)
        try await confirm("Remove the meeting of \(date)?")
        detail.remove(held.id)
      } else {
        let count = found.meetings.count
        if count > 0 {
          let meetings = "\(count) held \(count == 1 ? "meeting" : "meetings")"
          try await confirm("Remove \(found.handle) with \(meetings)?")
        }
        detail.remove()
      }
    }
  }

  private func confirm(_ question: String) async throws {
    if force { return }
    let console = DependencyValues.current.console
    guard console.input.isTerminal, console.errors.isTerminal else {
      throw StandupsError(.usage, "\(question) Nobody can be asked here; say --force.")
    }
    try console.errors.write("\(question) [y/N] ")
    let answer = try await answer(on: console)?.lowercased()
    guard answer == "y" || answer == "yes" else {
      throw StandupsError(.declined, "Nothing was removed.")
    }
  }

  /// Waits for the answer; in a shell, Ctrl-C is one that is no yes, and the shell goes on.
  private func answer(on console: Console) async throws -> String? {
    guard console.isShell else { return try await console.readLine() }
    let signals = console.signals([SIGINT])
    let reading = Task { try await console.readLine() }
    let guardian = Task {
      for await _ in signals { reading.cancel() }
    }
    let result = await reading.result
    // Awaited: the shell must find the signal free.
    guardian.cancel()
    await guardian.value
    let answer = try result.get()
    // The terminal has shown ^C, or nothing.
    if answer == nil { try console.errors.write("\n") }
    return answer
  }
}
