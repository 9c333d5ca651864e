import StrataConcurrency
import StrataTesting

/// The failures that one test finds in another.
struct Findings: Sendable {
  let all: [TestFailure]

  var kinds: [TestFailure.Kind] { all.map(\.kind) }
  var messages: [String] { all.map(\.message) }

  /// Runs a test in a scope.
  static func of(
    _ order: SimulatedOrder = .inTurn,
    exhaustivity: Exhaustivity = .full,
    _ test: @Sendable () async throws -> Void
  ) async -> Findings {
    await collected {
      _ = try? await withTestScope(order, exhaustivity: exhaustivity, operation: test)
    }
  }

  /// Runs a test as it is.
  static func collected(_ test: () async -> Void) async -> Findings {
    let found = Locked<[TestFailure]>([], rank: .leaf)
    await FailureSink.withHandler { failure in
      found.withLock { $0.append(failure) }
    } operation: {
      await test()
    }
    return Findings(all: found.withLock { $0 })
  }
}
