/// The jobs and the next steps of a simulation: a pure machine under the executor's lock.
struct SimulationQueue: Sendable {
  /// A job and where it wants to run.
  struct Job: Sendable {
    enum Place: Sendable {
      case anywhere
      case mainActor
    }

    let job: UnownedJob
    let place: Place
  }

  /// The kinds of calls that wait for the virtual time.
  enum Sleeper: Sendable {
    /// A call of ours.
    case call(SuspendedCall<Bool>)
    /// A job that the runtime wanted to have run later.
    case job(Job)
  }

  /// The source of the choices.
  enum Chooser: Sendable {
    case seed(SplitMix64)
    /// The rest of a schedule; then the first.
    case schedule(ArraySlice<UInt32>)
  }

  /// The step to perform outside the lock; then ask again.
  enum Step: Sendable {
    case run(Job)
    /// The time has moved on, these are due.
    case wake([Sleeper])
    /// Nothing can run at this instant of virtual time; these calls wait for that.
    case notifyIdle([SuspendedCall<Void>])
    /// Nothing can run until an outside operation reports an event.
    case waitForOutside
    /// The operation has returned and nothing can run.
    case finished
    /// The operation has not returned and nothing will ever run.
    case stuck
    /// So many steps were not expected.
    case overLimit
    /// A job was found not to return; nothing runs any more.
    case givenUp
  }

  private var runnable: [Job] = []
  private var head = 0
  private var chooser: Chooser
  private(set) var made = Schedule()
  /// How many choices of the schedule named a job that was not there.
  private var wrapped = 0
  private(set) var now = VirtualInstant()
  /// Up to where the time may move on by itself; `nil` for no limit.
  private var horizon: VirtualInstant?
  private(set) var steps = 0
  private(set) var limits: StepLimits
  /// The steps at the present instant of virtual time.
  private var stepsNow = 0
  private(set) var census = StepCensus()
  private var tasks: [TaskIdentity: SimulatedTask] = [:]
  /// The job that runs.
  private(set) var running: Job?
  /// How often the watchdog has seen that same job.
  private var sightings: (step: Int, count: Int) = (0, 0)
  /// How many closures run whose time does not count as the job's.
  var uncounted = 0
  private(set) var isGivenUp = false
  /// How often a cancelled task wanted to sleep at the present instant of virtual time.
  private var rejections = 0

  var sleepers = SleeperQueue<Sleeper>()
  var turns = SimulationTurns()
  var idleCalls: [SuspendedCall<Void>] = []
  /// The calls that wait until no other call waits for an idle simulation.
  var settledCalls: [SuspendedCall<Void>] = []
  var outside: [UInt64: String] = [:]
  var isDone = false

  init(chooser: Chooser, advancesTime: Bool, stepLimit: Int) {
    self.chooser = chooser
    self.horizon = advancesTime ? nil : VirtualInstant()
    limits = StepLimits(stepLimit)
  }

  /// Whether some job can run.
  var hasRunnable: Bool { head < runnable.count }

  mutating func append(_ job: Job) {
    runnable.append(job)
  }

  /// Lets the time move on as far as an instant.
  mutating func allowTime(until deadline: VirtualInstant) {
    if let limit = horizon { horizon = max(limit, deadline) }
  }

  mutating func next() -> Step {
    running = nil
    guard !isGivenUp else { return .givenUp }
    if hasRunnable {
      guard limits.allow(steps, now: stepsNow) else { return .overLimit }
      steps += 1
      stepsNow += 1
      let job = takeRunnable()
      running = job
      if limits.areNear(steps, now: stepsNow) {
        census.count(tasks[TaskIdentity(of: job.job)])
      }
      return .run(job)
    }
    if !outside.isEmpty { return .waitForOutside }
    if !turns.pauseCalls.isEmpty { return .notifyIdle(turns.takePauseCalls()) }
    let deadline = nextReachableDeadline()
    if takesTurn(deadline) { return .wake(takeTurn()) }
    if !idleCalls.isEmpty {
      defer { idleCalls = [] }
      turns.restEnds()
      return .notifyIdle(idleCalls)
    }
    if let call = settledCalls.popLast() {
      turns.restEnds()
      return .notifyIdle([call])
    }
    if isDone { return .finished }
    guard let deadline else { return .stuck }
    now = max(now, deadline)
    instantBegins()
    rejections = 0
    turns.timePasses()
    var due: [Sleeper] = []
    while let sleeper = sleepers.popDue(at: now) { due.append(sleeper) }
    return .wake(due)
  }

  /// The instant to which virtual time can pass; `nil` if no sleeper waits for it, or only beyond the allowed time.
  private mutating func nextReachableDeadline() -> VirtualInstant? {
    guard let deadline = sleepers.nextDeadline() else { return nil }
    return horizon.map { deadline <= $0 } ?? true ? deadline : nil
  }

  private mutating func takesTurn(_ deadline: VirtualInstant?) -> Bool {
    turns.takes(
      in: SimulationTurns.Situation(
        isRestWanted: !idleCalls.isEmpty || !settledCalls.isEmpty,
        canTimePass: deadline != nil,
        isDone: isDone,
        steps: steps,
        stepLimit: limits.instant / 2
      )
    )
  }

  /// Wakes the tasks that gave way.
  ///
  /// A turn counts as an instant of its own, because time would pass without it.
  private mutating func takeTurn() -> [Sleeper] {
    instantBegins()
    return turns.takeSleepers()
  }

  private mutating func instantBegins() {
    stepsNow = 0
    census.reset()
  }

  /// Whether the limit that was reached is the one for one instant of virtual time.
  var isRestless: Bool { limits.isInstantReached(now: stepsNow) && !limits.isReached(steps) }

  /// How many choices of the schedule were not made, or named a job that was not there; 0 without a
  /// schedule.
  var unfitChoices: Int {
    if case .schedule(let rest) = chooser { rest.count + wrapped } else { 0 }
  }

  /// Allows some more steps, to come to an end after all.
  mutating func extendLimits(by more: Int) {
    limits = StepLimits(steps + more)
    stepsNow = 0
  }

  mutating func taskBegins(_ identity: TaskIdentity, _ task: SimulatedTask) {
    tasks[identity] = task
    if limits.areNear(steps, now: stepsNow) { census.recognise(task) }
  }

  mutating func taskEnds(_ identity: TaskIdentity) {
    tasks[identity] = nil
  }

  /// The executor on which the running job runs a task.
  enum StepPlace: Sendable {
    case task
    case mainActor
    /// In the job of another actor, which may be one of several tasks'.
    case actor
  }

  /// The executor of a task now, and the number of the job.
  func step(of task: TaskIdentity?) -> (place: StepPlace, job: Int) {
    guard let running else { return (.actor, steps) }
    if case .mainActor = running.place { return (.mainActor, steps) }
    return (TaskIdentity(of: running.job) == task ? .task : .actor, steps)
  }

  /// The task whose job runs, if it is known.
  var runningTask: SimulatedTask? { running.flatMap { tasks[TaskIdentity(of: $0.job)] } }

  /// Notes that the watchdog has looked.
  ///
  /// - Returns: How many times in a row it has seen the job that runs.
  mutating func sight() -> Int {
    guard running != nil, !isGivenUp, uncounted == 0 else {
      sightings.count = 0
      return 0
    }
    sightings = (steps, sightings.step == steps ? sightings.count + 1 : 1)
    return sightings.count
  }

  /// Ends all running: the job that runs will not return.
  mutating func giveUp() {
    isGivenUp = true
  }

  /// Notes that a cancelled task wanted to sleep.
  ///
  /// - Returns: Whether it does so again and again, and had better give way.
  mutating func rejectSleep() -> Bool {
    rejections += 1
    return rejections > 1_000
  }

  /// Takes all jobs without choosing.
  mutating func takeAll() -> [Job] {
    defer {
      runnable = []
      head = 0
    }
    return Array(runnable[head...])
  }

  // The chosen job is swapped with the first, which is then taken. That needs constant time, and always choosing the
  // first is first in, first out.
  private mutating func takeRunnable() -> Job {
    let count = runnable.count - head
    if count > 1 {
      let choice = choose(below: UInt32(count))
      made.choices.append(choice)
      runnable.swapAt(head, head + Int(choice))
    }
    let job = runnable[head]
    head += 1
    if head == runnable.count {
      runnable.removeAll(keepingCapacity: true)
      head = 0
    } else if head >= 32, head * 2 >= runnable.count {
      runnable.removeSubrange(..<head)
      head = 0
    }
    return job
  }

  private mutating func choose(below bound: UInt32) -> UInt32 {
    switch chooser {
    case .seed(var random):
      let choice = random.next(below: bound)
      chooser = .seed(random)
      return choice
    case .schedule(var rest):
      // A schedule of another program version may not fit; any choice is better than none.
      let choice = rest.popFirst() ?? 0
      chooser = .schedule(rest)
      if choice >= bound { wrapped += 1 }
      return choice % bound
    }
  }
}
