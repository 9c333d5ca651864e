import ArgumentParser
import CounterFactModels
import ProgramConsole
import StrataDependencies

/// `counterfact fact`.
struct FactCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fact",
    abstract: "Print a fact about each of some numbers.",
    discussion: "A number may be below zero, as in: counterfact fact 42 -7"
  )

  @Argument(help: "Whole numbers.")
  var numbers: [Int]

  @OptionGroup var service: ServiceOptions

  func run() async throws {
    let console = DependencyValues.current.console
    let session = Session(client: service.client, console: console, asJSON: service.json)
    var status: Int32 = 0
    for number in numbers {
      await session.settleFact(of: session.addCounter(number))
      for failure in session.takeFailures() {
        console.complain(failure.text(line: nil, asJSON: service.json))
        if status == 0 { status = failure.kind.exitCode }
      }
      guard let prompt = session.app.factPrompt else { continue }
      let report = FactReport(number: number, text: prompt.fact)
      session.app.dismissFactButtonTapped()
      try console.write(service.json ? report.jsonLine : report.text.printable + "\n")
    }
    if status != 0 { throw ExitCode(status) }
  }
}
