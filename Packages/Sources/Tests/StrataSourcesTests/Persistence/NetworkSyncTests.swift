import Foundation
import StrataConcurrency
import StrataSources
import Testing

@Suite struct NetworkSyncTests {
  let start = Date(timeIntervalSince1970: 1_000)

  /// A server that a test can inspect, and that fails a given number of times.
  final class Server: Sendable {
    struct State: Sendable {
      var value: Versioned<String>?
      var calls: [String] = []
      var failures = 0
    }

    let state: Locked<State>
    var calls: [String] { state.withLock { $0.calls } }
    var value: String? { state.withLock { $0.value?.value } }

    init(_ value: Versioned<String>? = nil, failures: Int = 0) {
      state = Locked(State(value: value, failures: failures), rank: .leaf)
    }

    var endpoint: SyncEndpoint<String> {
      SyncEndpoint(
        get: {
          try self.state.withLock { state in
            state.calls.append("get")
            if state.failures > 0 {
              state.failures -= 1
              throw StubError("offline")
            }
            return state.value
          }
        },
        create: { self.put("create", $0) },
        update: { self.put("update", $0) },
        delete: { self.put("delete", Versioned(value: nil, modified: $0)) }
      )
    }

    private func put(_ call: String, _ version: Versioned<String>) {
      state.withLock { state in
        state.calls.append(call)
        state.value = version
      }
    }
  }

  /// Runs a synced source on virtual time; returns its last model.
  func run(
    _ server: Server,
    mine: Versioned<String>? = nil,
    then:
      @escaping @Sendable (NetworkSyncedPersistableSource<String>, SimulatedExecutor) async throws
      -> Void = { _, _ in }
  ) async throws -> String {
    try await withSimulation(seed: 1) { simulation in
      let source = NetworkSyncedPersistableSource(
        local: PersistedInMemorySource(mine).eraseToSource(),
        endpoint: server.endpoint,
        time: SourceTime(clock: simulation.clock, start: start)
      )
      _ = source.model
      try await simulation.clock.sleep(for: .seconds(0.1))
      try await then(source, simulation)
      return source.model.word
    }.value
  }

  func version(_ value: String?, _ offset: TimeInterval) -> Versioned<String> {
    Versioned(value: value, modified: start.addingTimeInterval(offset))
  }

  @Test func newerServerValueIsTakenAndNotSentBack() async throws {
    let server = Server(version("theirs", 5))
    #expect(try await run(server, mine: version("mine", 1)) == "found theirs")
    #expect(server.calls == ["get"])
  }

  @Test func newerValueHereIsSent() async throws {
    let server = Server(version("theirs", 1))
    #expect(try await run(server, mine: version("mine", 5)) == "found mine")
    #expect(server.calls == ["get", "update"])
    #expect(server.value == "mine")
  }

  @Test func valuesOfOneDateStayOnBothSides() async throws {
    let server = Server(version("theirs", 5))
    #expect(try await run(server, mine: version("mine", 5)) == "found mine")
    #expect(server.calls == ["get"])
    #expect(server.value == "theirs")
  }

  @Test func valueThatTheServerDoesNotHaveIsCreated() async throws {
    let server = Server()
    let word = try await run(server) { source, simulation in
      source.model.set("new")
      try await simulation.clock.sleep(for: .seconds(0.1))
    }
    #expect(word == "found new")
    #expect(server.calls == ["get", "get", "create"])
  }

  @Test(arguments: [0, 5])
  func changesOfOneInstantAndOfAClockThatWasSetBackAreSent(_ offset: Double) async throws {
    let server = Server(version("theirs", offset))
    let word = try await run(server) { source, simulation in
      for number in 1...4 { source.model.set("\(number)") }
      try await simulation.clock.sleep(for: .seconds(0.1))
    }
    #expect(word == "found 4")
    #expect(server.value == "4")
  }

  @Test func clearingDeletesOnce() async throws {
    let server = Server(version("theirs", -5))
    let word = try await run(server) { source, simulation in
      source.model.clear?()
      try await simulation.clock.sleep(for: .seconds(0.1))
      source.sync()
      try await simulation.clock.sleep(for: .seconds(0.1))
    }
    #expect(word == "not found")
    #expect(server.calls.filter { $0 == "delete" }.count == 1)
    #expect(server.value == nil)
  }

  @Test func unreachableServerIsTriedAgainSoonThenLater() async throws {
    let server = Server(version("theirs", 5), failures: 3)
    let word = try await run(server) { source, simulation in
      #expect(server.calls.count == 1)
      try await simulation.clock.sleep(for: .seconds(1))
      #expect(server.calls.count == 2)
      try await simulation.clock.sleep(for: .seconds(2))
      #expect(server.calls.count == 3)
      try await simulation.clock.sleep(for: .seconds(4))
    }
    #expect(word == "found theirs")
    #expect(server.calls.count == 4)
  }

  @Test func aLookReplacesTheOneThatWaits() async throws {
    let server = Server(version("theirs", 5), failures: 1)
    let word = try await run(server) { source, simulation in
      source.sync()
      try await simulation.clock.sleep(for: .seconds(5))
    }
    #expect(word == "found theirs")
    #expect(server.calls == ["get", "get"])
  }

  @Test func oneLookAtATimeIsUnderWayAndOneMoreFollows() async throws {
    let steps = try await withSimulation(seed: 1) { simulation in
      let steps = Recorder<String>()
      let endpoint = SyncEndpoint<String>(
        get: {
          steps.take("begun")
          try await simulation.clock.sleep(for: .seconds(1))
          steps.take("ended")
          return nil
        },
        create: { _ in },
        update: { _ in },
        delete: { _ in }
      )
      let source = NetworkSyncedPersistableSource(
        local: PersistedInMemorySource<Versioned<String>>().eraseToSource(),
        endpoint: endpoint,
        time: SourceTime(clock: simulation.clock, start: start)
      )
      _ = source.model
      for _ in 0..<3 {
        try await simulation.clock.sleep(for: .seconds(0.1))
        source.sync()
      }
      try await simulation.clock.sleep(for: .seconds(10))
      return steps.models
    }.value
    #expect(steps == ["begun", "ended", "begun", "ended"])
  }

  @Test func changeDuringASyncIsSentByTheNext() async throws {
    for seed in 1...20 as ClosedRange<UInt64> {
      let server = Server(version("theirs", 5))
      _ = try await withSimulation(seed: seed) { simulation in
        let source = NetworkSyncedPersistableSource(
          local: PersistedInMemorySource<Versioned<String>>().eraseToSource(),
          endpoint: server.endpoint,
          time: SourceTime(clock: simulation.clock, start: start.addingTimeInterval(10))
        )
        _ = source.model
        source.model.set("mine")
        try await simulation.clock.sleep(for: .seconds(1))
        #expect(source.model.word == "found mine")
      }
      #expect(server.value == "mine")
    }
  }
}
