/// Measures the library against the floors of this machine.
@main
enum Benchmarks {
  /// All workloads, in the order of printing; a layer adds its rows here.
  static var groups: [[Workload]] {
    [
      Floors.all, EngineRows.all, ModelRows.all, ReachRows.all, ThreadRows.all, UpdateRows.all,
    ]
  }

  static let usage = """
    Benchmarks [--json] [--rounds N] [FILTER…]

    Prints the floors of this machine and the library's figures as multiples of them. With filters,
    only the rows whose name contains one of them. Ends with status 1 if a row gives a wrong result.
    """

  static func main() {
    guard let options = Options(CommandLine.arguments.dropFirst()) else {
      print(usage)
      return
    }
    Floors.startSecondThread()
    let chosen = groups.joined().filter { workload in
      options.filters.isEmpty || options.filters.contains { workload.name.contains($0) }
    }
    var isWrong = false
    if options.isJSON { print("[") } else { print(Output.head) }
    for (place, workload) in chosen.enumerated() {
      let measurement = Measurement(workload, rounds: options.rounds)
      isWrong = isWrong || measurement.verdict == .wrong
      if options.isJSON {
        print(Output.json(measurement) + (place == chosen.count - 1 ? "" : ","))
      } else {
        print(Output.line(measurement))
      }
    }
    if options.isJSON { print("]") }
    if isWrong { exitWithFailure() }
  }
}
