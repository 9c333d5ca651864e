/// The tasks that gave way to everything else, and the observers that look between their turns.
///
/// A pure machine, part of ``SimulationQueue``.
///
/// A task gives way when it sleeps for no time, or on a clock on which every sleep is over at once. A loop of such
/// sleeps never rests. It must not run on without a pause for observers, nor prevent virtual time from passing. A
/// *turn* wakes each task that has given way, once. Turns happen only when nothing else can run, and between two of
/// them a test can look.
struct SimulationTurns: Sendable {
  /// How many turns belong to one rest, at most.
  ///
  /// More than any work that ends on its own should need.
  static let restLimit = 10_000
  /// How many turns may take place before virtual time passes, if a sleeper waits for it.
  static let fairLimit = 100

  /// The tasks that wait for the next turn.
  var sleepers = SleeperQueue<SimulationQueue.Sleeper>()
  /// Callers that want to know when nothing can run before the next turn.
  var pauseCalls: [SuspendedCall<Void>] = []
  /// Callers that ask for one turn, and want to know when nothing can run after it.
  private var turnCalls: [SuspendedCall<Void>] = []
  /// How many turns a simulation that stands still may take; `nil` where turns take place on their own.
  private var allowance: Int?
  private var skipsToNextInstant = false
  /// The turns since virtual time has passed.
  private var countNow = 0
  /// The turns, and the steps before them, since a caller waits for the rest.
  private var rest: (turns: Int, steps: Int)?

  init() {}

  /// Whether a task waits for a turn.
  var isEmpty: Bool { sleepers.count == 0 }

  /// Lets a simulation that stands still take some turns, and no more.
  mutating func allow(_ count: Int) { allowance = count }

  /// Asks for one turn, and for a call after it.
  mutating func request(_ call: SuspendedCall<Void>) { turnCalls.append(call) }

  /// Lets virtual time pass before the next turn.
  mutating func skipToNextInstant() { skipsToNextInstant = true }

  mutating func takePauseCalls() -> [SuspendedCall<Void>] {
    defer { pauseCalls = [] }
    return pauseCalls
  }

  /// Notes that virtual time has passed.
  mutating func timePasses() {
    countNow = 0
    skipsToNextInstant = false
  }

  /// Notes that the callers that waited for the rest have been notified.
  mutating func restEnds() { rest = nil }

  /// The conditions that decide about a turn.
  struct Situation {
    /// Whether a caller waits for the rest.
    let isRestWanted: Bool
    /// Whether virtual time can pass to a sleeper.
    let canTimePass: Bool
    let isDone: Bool
    let steps: Int
    /// How many steps may belong to one rest.
    let stepLimit: Int
  }

  /// Decides whether the next turn takes place now; called when nothing can run.
  mutating func takes(in situation: Situation) -> Bool {
    if !turnCalls.isEmpty {
      // With nothing to wake the turn is over at once.
      pauseCalls = turnCalls
      turnCalls = []
      return true
    }
    guard !isEmpty else { return false }
    if let allowed = allowance {
      guard allowed > 0 else { return false }
      allowance = allowed - 1
      return true
    }
    if skipsToNextInstant, situation.canTimePass { return false }
    if situation.isRestWanted {
      let start = rest ?? (turns: 0, steps: situation.steps)
      rest = (turns: start.turns + 1, steps: start.steps)
      return start.turns < Self.restLimit && situation.steps - start.steps < situation.stepLimit
    }
    guard !situation.isDone else { return false }
    if situation.canTimePass, countNow >= Self.fairLimit { return false }
    countNow += 1
    return true
  }

  /// Takes the tasks that wait for a turn, in the order in which they gave way.
  mutating func takeSleepers() -> [SimulationQueue.Sleeper] { sleepers.popAll() }

  /// Takes all callers that wait, at the end of the simulation.
  mutating func takeCalls() -> [SuspendedCall<Void>] {
    defer { (pauseCalls, turnCalls) = ([], []) }
    return pauseCalls + turnCalls
  }
}
