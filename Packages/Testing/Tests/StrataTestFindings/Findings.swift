import StrataConcurrency
package import StrataTesting

/// The findings of a test of a test.
package final class Findings: Sendable {
  private let found = Locked<[TestFailure]>([], rank: .leaf)

  package init() {}

  package var all: [TestFailure] { found.withLock { $0 } }
  package var messages: [String] { all.map(\.message) }
  package var kinds: [TestFailure.Kind] { all.map(\.kind) }
  package var lines: [UInt] { all.map(\.callSite.line) }

  package func collect(_ operation: () async throws -> Void) async rethrows {
    try await FailureSink.withHandler { failure in
      self.found.withLock { $0.append(failure) }
    } operation: {
      try await operation()
    }
  }

  /// Runs a test as one in a simulation with a scope, and collects what is wrong with it.
  package static func of(
    _ order: SimulatedOrder = .inTurn,
    exhaustivity: Exhaustivity = .full,
    _ test: @Sendable () async throws -> Void
  ) async -> Findings {
    let findings = Findings()
    await findings.collect {
      _ = try? await withTestScope(order, exhaustivity: exhaustivity, operation: test)
    }
    return findings
  }
}
