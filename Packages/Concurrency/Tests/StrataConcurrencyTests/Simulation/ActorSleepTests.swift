import StrataConcurrency
import Testing

/// Tasks that sleep and yield inside default actors, however they were started.
@Suite struct ActorSleepTests {
  actor Account {
    private var balance = 0

    func deposit(_ amount: Int, in clock: SimulatedClock, _ log: Log) async {
      for _ in 0..<3 {
        try? await Task.sleep(for: .seconds(60))
        #expect(SimulatedExecutor.current != nil)
        await Task.yield()
        #expect(SimulatedExecutor.current != nil)
        balance += amount
        log.add("\(balance) at \(clock.now)")
      }
    }

    func nap(_ log: Log) async {
      try? await Task.sleep(nanoseconds: 1_000)
      await Task.yield()
      log.add("awake, simulated: \(SimulatedExecutor.current != nil)")
    }
  }

  enum Start: CaseIterable {
    case task
    case detached
    case group
    case nested
    case mainActor
  }

  @Sendable private static func start(
    _ start: Start,
    _ body: @escaping @Sendable () async -> Void
  ) async {
    switch start {
    case .task: await Task { await body() }.value
    case .detached: await Task.detached { await body() }.value
    case .group: await withTaskGroup(of: Void.self) { $0.addTask { await body() } }
    case .nested: await Task { await Task.detached { await body() }.value }.value
    case .mainActor: await Task { @MainActor in await body() }.value
    }
  }

  @Test(arguments: Start.allCases)
  func theyStayInTheSimulation(start: Start) async throws {
    for seed in 0..<30 as Range<UInt64> {
      let log = Log()
      _ = try await withSimulation(seed: seed) { simulation in
        let account = Account()
        let clock = simulation.clock
        await Self.start(start) { await account.deposit(10, in: clock, log) }
        #expect(clock.now.offset == .seconds(180))
      }
      #expect(log.all.count == 3)
    }
  }

  @Test func theOrderOfTwoIsTheSeedsAlone() async throws {
    func run(_ seed: UInt64) async throws -> [String] {
      let log = Log()
      _ = try await withSimulation(seed: seed) { simulation in
        let account = Account()
        let clock = simulation.clock
        let first = Task { await account.deposit(1, in: clock, log) }
        let second = Task.detached { await account.deposit(100, in: clock, log) }
        _ = await (first.value, second.value)
      }
      return log.all
    }
    var orders: Set<[String]> = []
    for seed in 0..<20 as Range<UInt64> {
      let first = try await run(seed)
      #expect(try await run(seed) == first)
      orders.insert(first)
    }
    #expect(orders.count > 1)
  }

  @Test func outsideOfSimulationsAnActorSleepsAsEver() async throws {
    _ = try await withSimulation(seed: 1) { _ in }
    let log = Log()
    let account = Account()
    await Task { await account.nap(log) }.value
    await Task.detached { await account.nap(log) }.value
    #expect(log.all == Array(repeating: "awake, simulated: false", count: 2))
  }
}
