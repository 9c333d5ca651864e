package import ArgumentParser
import StandupsData
import StandupsFeatures
import StrataStores

/// `standups meetings`.
package struct MeetingsCommand: AsyncParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "meetings",
    abstract: "List the meetings of a stand-up, or show one with its notes."
  )

  @Argument(help: "The stand-up's handle, title, or the beginning of one.", completion: .handles)
  var standup: String

  @Argument(help: "The meeting's number: 1 is the oldest, -1 or `latest` the latest.")
  var number: MeetingNumber?

  @OptionGroup var shared: SharedOptions

  package init() {}

  package func run() async throws {
    try shared.show(number.map { .meeting(standup, number: $0.value) } ?? .meetings(standup))
  }
}

/// The number of a meeting on the command line.
package struct MeetingNumber: ExpressibleByArgument, Sendable {
  var value: Int

  package init?(argument: String) {
    guard let value = argument == "latest" ? -1 : Int(argument) else { return nil }
    self.value = value
  }
}
