package import ArgumentParser
import Foundation
import ProgramRecording
import StandupsData
import StandupsFeatures
import StandupsSamples
import StrataDependencies

/// `standups demo`.
package struct DemoCommand: AsyncParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "demo",
    abstract: "Watch a sample team hold a meeting in fast motion.",
    discussion: """
      Imports the sample team into a data file of its own in a temporary folder, holds one meeting, \
      and shows what was kept. Your own data file is not touched.
      """
  )

  @Option(
    name: .long,
    parsing: .unconditional,
    help: "How fast time passes: 60 makes a minute of a second."
  )
  var speed = 60.0

  @OptionGroup(title: RecordingOptions.title) var recording: RecordingOptions

  package init() {}

  package func validate() throws {
    guard speed >= 1, speed <= 100_000 else {
      throw ValidationError("--speed takes a number from 1 to 100000.")
    }
  }

  package func run() async throws {
    let dependencies = DependencyValues.current
    let folder = try makeFolder(in: dependencies.fileSystemPaths.temporary)
    let console = dependencies.console
    try console.print(["A sample team, in \(folder.path)", ""])
    let file = { (name: String) in folder.appendingPathComponent(name).path }
    try DocumentFile.write(Data(Samples.team), to: file("team.json"))
    try DocumentFile.write(Data(Samples.table), to: file("team.csv"))
    try DocumentFile.write(Data(Samples.transcript), to: file("transcript.txt"))
    let steps = [
      ["import", file("team.json")],
      ["import", file("team.csv")],
      ["list"],
      [
        "record", "morning-sync", "--advance", "auto", "--speed", "\(speed)",
        "--transcript", file("transcript.txt"),
      ],
      ["stats", "morning-sync"],
    ]
    for step in steps {
      let words = step.map { $0.replacing("\(folder.path)/", with: "") }.joined(separator: " ")
      try console.print([console.surface.paint.bold("$ standups \(words)")])
      let status = await withDependencies {
        $0.dataFile = .file(file("standups.json"))
        // Waiting input is meant for the program that reads after the demo.
        $0.console.input = NoInput()
      } operation: {
        await Program.run(step)
      }
      if status != 0 { throw ExitCode(status) }
      try console.print([""])
    }
    try console.print(["Go on with it: standups shell --data \(file("standups.json"))"])
  }

  private func makeFolder(in temporary: URL) throws(StandupsError) -> URL {
    let name = "standups-demo-\(DependencyValues.current.uuid().uuidString.prefix(8).lowercased())"
    let folder = temporary.appendingPathComponent(name, isDirectory: true)
    do {
      try FileManager.default.createDirectory(
        at: folder,
        withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700]
      )
      return folder
    } catch {
      throw StandupsError(
        .cannotCreate,
        "The folder for the demo cannot be created: \(error)",
        place: folder.path
      )
    }
  }
}
