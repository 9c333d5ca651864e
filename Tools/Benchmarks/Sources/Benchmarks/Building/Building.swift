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
    func programs(_ styles: SampleProgram.Style...) -> [SampleProgram] {
      sizes.flatMap { size in styles.map { SampleProgram(models: size, style: $0) } }
    }
    let models = programs(.macros, .byHand)
    let workshop = try Workshop(programs: models + programs(.plain))
    var rows: [MeasuredRow] = []
    func add(_ name: String, _ unit: Workload.Unit, _ figures: [Double], _ budget: Double? = nil) {
      let row = MeasuredRow(
        name: name,
        section: "Building",
        unit: unit,
        budget: budget,
        figures: figures
      )
      print(Table.line(row))
      fflush(nil)
      rows.append(row)
    }
    print(Table.head)
    add("build: the library and its macros, once, debug", .seconds, [try workshop.prepare(.debug)])
    for program in models { try measure(program, in: workshop, add) }
    add(
      "build: the library and its macros, once, release",
      .seconds,
      [try workshop.prepare(.release)]
    )
    for program in models {
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
    _ add: (String, Workload.Unit, [Double], Double?) -> Void
  ) throws {
    Progress.show(program.title)
    defer { Progress.clear() }
    let hasMacros = program.style == .macros
    add("\(program.title), debug, clean", .seconds, try workshop.cleanBuilds(program), nil)
    add(
      "\(program.title), debug, one file changed",
      .seconds,
      try workshop.changedBuilds(program),
      hasMacros && program.models == 500 ? 10 : nil
    )
    let typeChecks = try workshop.typeChecks(program)
    add("\(program.title), type-check", .seconds, typeChecks, nil)
    guard hasMacros else { return }
    let structs = try workshop.typeChecks(SampleProgram(models: program.models, style: .plain))
    add(
      "\(program.title), type-check, more than plain structs",
      .seconds,
      zip(typeChecks, structs).map { $0 - $1 },
      program.models == 100 ? 3 : nil
    )
  }
}
