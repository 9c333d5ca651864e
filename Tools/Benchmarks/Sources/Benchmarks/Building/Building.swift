import ArgumentParser
import Foundation
import Measuring

/// Measures how long programs with the library take to build, and the cost of debug builds.
///
/// It is separate from the workloads, because it takes longer than all of them and needs only the compiler.
struct Building: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Builds programs of some models, with macros and without, and measures that.",
    discussion: """
      Makes a package in .build-programs, builds what it needs of the library once, and then each program: \
      clean, after a change in one file, and for release. Seconds are those on the wall, so the machine \
      should have nothing else to do. What came out is kept in Tools/Benchmarks/building.json, from which \
      the next full run takes it into RESULTS.md.
      """
  )

  @Option(help: "How many models the programs have.")
  var sizes: [Int] = [10, 100, 500]

  @Flag(inversion: .prefixedNo, help: "Keeps the figures for the next full run.")
  var keep = true

  func validate() throws {
    guard sizes.allSatisfy({ (1...5_000).contains($0) }) else {
      throw ValidationError("--sizes takes numbers from 1 to 5000.")
    }
  }

  func run() throws {
    LockPair.startSecondThread()
    let documents = try Documents()
    let machine = Report.Machine.here()
    let programs = sizes.flatMap { size in
      [SampleProgram(models: size, style: .macros), SampleProgram(models: size, style: .byHand)]
    }
    let workshop = try Workshop(programs: programs)
    var rows: [MeasuredRow] = []
    func add(_ name: String, _ unit: Workload.Unit, _ figures: [Double]) {
      let row = MeasuredRow(name: name, section: "Building", unit: unit, figures: figures)
      print(Table.line(row))
      fflush(nil)
      rows.append(row)
    }
    print(Table.head)
    add("build: the library and its macros, once, debug", .seconds, [try workshop.prepare(.debug)])
    for program in programs { try measure(program, in: workshop, add) }
    add(
      "build: the library and its macros, once, release",
      .seconds,
      [try workshop.prepare(.release)]
    )
    for program in programs {
      let (seconds, bytes) = try workshop.buildForRelease(program)
      add("\(program.title), release, clean", .seconds, [seconds])
      add("\(program.title), release, size", .bytes, [bytes])
    }
    for (name, figures) in try workshop.costs() { add(name, .lock, figures) }
    let report = Report(machine: machine, rounds: Workshop.rounds, rows: rows)
    if keep { try documents.keep(building: report) }
  }

  private func measure(
    _ program: SampleProgram,
    in workshop: Workshop,
    _ add: (String, Workload.Unit, [Double]) -> Void
  ) throws {
    Progress.show(program.title)
    defer { Progress.clear() }
    add("\(program.title), debug, clean", .seconds, try workshop.cleanBuilds(program))
    add("\(program.title), debug, one file changed", .seconds, try workshop.changedBuilds(program))
    add("\(program.title), type-check", .seconds, try workshop.typeChecks(program))
  }
}
