import ArgumentParser

/// Measures the library against the floors of this machine.
@main
struct Benchmarks: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "Benchmarks",
    abstract: "Measures Strata against the floors of this machine.",
    subcommands: [Run.self, Part.self, Building.self, Compare.self, List.self],
    defaultSubcommand: Run.self
  )
}
