import CScheduler
import Glibc

/// The commands of the executable.
///
/// A failure ends the process with status 2, a trap with a signal. The file of `--record` then contains the schedule.
public enum Explorer: Sendable {
  /// Runs the command that the arguments name.
  public static func run(_ programs: [Program], _ arguments: [String]) {
    var options = Options(arguments)
    switch options.next() {
    case "list":
      for program in programs {
        print(program.name, program.knownFault ?? "", program.promise, separator: "\t")
      }
    case "search": search(find(options.next(), programs), options)
    case "random": random(find(options.next(), programs), options)
    case "replay": replay(find(options.next(), programs), options)
    default: stop("usage: list | search NAME | random NAME | replay NAME STEP:THREAD…")
    }
  }

  private static func search(_ program: Program, _ options: Options) {
    let runner = begin(program, options)
    let bound = Int32(options.number("--bound", otherwise: 2))
    let end = now() + Double(options.number("--seconds", otherwise: 3_600))
    for bound in Int32(options.number("--from", otherwise: 0))...bound {
      let start = now()
      var search = Search(runner, bound: bound) { now() < end }
      search.run()
      let found = search.summary
      print(
        "bound",
        bound,
        found.schedules,
        found.longest,
        now() - start,
        found.isComplete ? "complete" : "cut"
      )
      if !found.isComplete { break }
    }
    schedulerWatch(SchedulerPhaseIdle)
  }

  private static func random(_ program: Program, _ options: Options) {
    let runner = begin(program, options)
    let seed = UInt64(options.number("--seed", otherwise: 1))
    let start = now()
    let end = start + Double(options.number("--seconds", otherwise: 3_600))
    let runs = options.number("--runs", otherwise: 10_000)
    var done = 0
    var longest: UInt32 = 0
    while done < runs, now() < end {
      // The first is by default, so that the length of a run is known.
      let changes = UInt32(done % 6)
      runner.run([], .byPriority(seed: seed &* 1_000_003 &+ UInt64(done), changes: changes))
      longest = max(longest, schedulerSteps())
      done += 1
    }
    print("random", seed, done, longest, now() - start, done == runs ? "complete" : "cut")
    schedulerWatch(SchedulerPhaseIdle)
  }

  private static func replay(_ program: Program, _ options: Options) {
    let runner = begin(program, options)
    schedulerTrace(options.has("--trace"))
    runner.run(options.deviations())
    schedulerTrace(false)
    print(schedulerHasDiverged() ? "diverged" : "kept")
    schedulerWatch(SchedulerPhaseIdle)
  }

  /// Opens the record, and runs the program some hundred times in fixed orders, or as often as `--after` says.
  ///
  /// The first runs make what is made once, such as globals, and count steps that later ones do not take. So a
  /// schedule means something only after the same runs as when it was found.
  private static func begin(_ program: Program, _ options: Options) -> Runner {
    unsafe _ = schedulerOpen(options.value("--record"))
    guard reportsWords() else {
      stop("This build reports no atomic words, so it would find little: use `make explore`.")
    }
    let runner = Runner(program)
    var left = options.number("--after", otherwise: .max)
    let mayGoOn = {
      left -= 1
      return left >= 0
    }
    var orders = 200
    var search = Search(runner, bound: 0) {
      orders -= 1
      return orders >= 0 && mayGoOn()
    }
    search.run()
    for seed in 0..<60 where mayGoOn() {
      runner.run([], .byPriority(seed: UInt64(seed), changes: UInt32(seed % 6)))
    }
    print("began", runner.count)
    return runner
  }

  private static func find(_ name: String?, _ programs: [Program]) -> Program {
    guard let program = programs.first(where: { $0.name == name }) else {
      stop("no program is called \(name ?? "nothing")")
    }
    return program
  }

  /// The seconds of a processor that the process has used, so that other work does not shorten a search.
  private static func now() -> Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  private static func stop(_ text: String) -> Never {
    print(text)
    exit(1)
  }
}
