import Foundation
import StrataConcurrency
import StrataSources
import Testing

@Suite(.serialized) struct UserDefaultsTests {
  /// A suite of its own, which is removed afterwards.
  func withSuite(_ body: (String) async throws -> Void) async throws {
    let name = "strata.sources.tests.\(UUID().uuidString)"
    defer { UserDefaults(suiteName: name)?.removePersistentDomain(forName: name) }
    try await body(name)
  }

  @Test func valueIsKeptSharedAndCleared() async throws {
    try await withSuite { name in
      let descriptor = UserDefaultsDescriptor<[String]>(key: "names")
      do {
        let a = UserDefaultsPersistence(suiteName: name).source(for: descriptor)
        let b = UserDefaultsPersistence(suiteName: name).source(for: descriptor)
        #expect(a.model.word == "not found")
        a.model.set(["Ada"])
        #expect(b.model.found?.value == ["Ada"])
        #expect(a.sourceID == b.sourceID)
      }
      let again = UserDefaultsPersistence(suiteName: name).source(for: descriptor)
      #expect(again.model.found?.value == ["Ada"])
      again.model.clear?()
      #expect(UserDefaults(suiteName: name)?.data(forKey: "names") == nil)
    }
  }

  @Test func recordHasItsDateAndExpires() async throws {
    try await withSuite { name in
      let descriptor = UserDefaultsDescriptor<Int>(key: "n", expireAfter: 10)
      let start = Date(timeIntervalSince1970: 5_000)
      _ = try await withSimulation(seed: 1) { simulation in
        let time = SourceTime(clock: simulation.clock, start: start)
        let source = UserDefaultsPersistence(suiteName: name, time: time).source(for: descriptor)
        source.model.set(1)
        try await simulation.clock.sleep(for: .seconds(11))
        #expect(source.model.word == "found 1 expired")
      }
      let early = SourceTime(clock: TestClock(), start: start.addingTimeInterval(5))
      let source = UserDefaultsPersistence(suiteName: name, time: early).source(for: descriptor)
      #expect(source.model.word == "found 1")
    }
  }

  #if os(Linux) || os(macOS)
  @Test func whatIsSetIsThereAfterTheProgramsExitThoughTheSourceWasHeld() async throws {
    try await withSuite { name in
      await #expect(processExitsWith: .exitCode(0)) { [name = name as String] in
        let source = UserDefaultsPersistence(suiteName: name)
          .source(for: UserDefaultsDescriptor<Int>(key: "n"))
        source.model.set(3)
        withExtendedLifetime(source) { exit(0) }
      }
      let source = UserDefaultsPersistence(suiteName: name)
        .source(for: UserDefaultsDescriptor<Int>(key: "n"))
      #expect(source.model.found?.value == 3)
    }
  }
  #endif

  #if os(Linux) || os(macOS)
  @Test func whatIsClearedIsGoneAfterTheProgramsExitThoughTheSourceWasHeld() async throws {
    try await withSuite { name in
      await #expect(processExitsWith: .exitCode(0)) { [name = name as String] in
        let source = UserDefaultsPersistence(suiteName: name)
          .source(for: UserDefaultsDescriptor<Int>(key: "n"))
        source.model.set(3)
        source.model.clear?()
        withExtendedLifetime(source) { exit(0) }
      }
      let source = UserDefaultsPersistence(suiteName: name)
        .source(for: UserDefaultsDescriptor<Int>(key: "n"))
      #expect(source.model.word == "not found")
    }
  }
  #endif

  /// Foundation's decoder alone ends the program for these bytes.
  @Test func deeplyNestedRecordIsDamaged() async throws {
    try await withSuite { name in
      await #expect(processExitsWith: .success) { [name = name as String] in
        let data = Data(String(repeating: "[", count: 513).utf8)
        UserDefaults(suiteName: name)?.set(data, forKey: "deep")
        let source = UserDefaultsPersistence(suiteName: name)
          .source(for: UserDefaultsDescriptor<Int>(key: "deep"))
        #expect((source.model.notFound?.error as? PersistenceError)?.code == .damaged)
        source.model.set(3)
        #expect(UserDefaults(suiteName: name)?.data(forKey: "deep.damaged") == data)
        #expect(source.model.found?.value == 3)
      }
    }
  }

  @Test func damagedRecordIsToldAndKept() async throws {
    try await withSuite { name in
      UserDefaults(suiteName: name)?.set(Data("junk".utf8), forKey: "n")
      let source = UserDefaultsPersistence(suiteName: name)
        .source(for: UserDefaultsDescriptor<Int>(key: "n"))
      #expect((source.model.notFound?.error as? PersistenceError)?.code == .damaged)
      source.model.set(3)
      #expect(UserDefaults(suiteName: name)?.data(forKey: "n.damaged") == Data("junk".utf8))
      #expect(source.model.found?.value == 3)
    }
  }
}
