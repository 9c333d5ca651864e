import StrataConcurrency
package import StrataCore
import Synchronization

/// Counts runs.
package final class Runs: Sendable {
  private let number = Atomic<Int>(0)

  package init() {}

  package var count: Int { number.load(ordering: .relaxed) }

  package func add() { number.wrappingAdd(1, ordering: .relaxed) }

  /// The runs since the last call.
  package func take() -> Int { number.exchange(0, ordering: .relaxed) }
}

/// A derived number that counts its computations.
package final class Computed: Sendable {
  package let derived: Derived<Int, Never>
  private let counter: Runs

  package init(of owner: Context, _ body: @escaping @Sendable () -> Int) {
    let counter = Runs()
    self.counter = counter
    derived = Derived(of: owner, at: .thisLine()) { () -> Int in
      counter.add()
      return body()
    }
  }

  package var value: Int { derived.value }

  /// How often it was computed.
  package var runs: Int { counter.count }

  /// How often it was computed since the last call.
  package func takeRuns() -> Int { counter.take() }
}

/// A derived number that may be an error, and counts its computations.
package final class FailingComputed: Sendable {
  package let derived: Derived<Int, any Error>
  private let counter: Runs

  package init(of owner: Context, _ body: @escaping @Sendable () throws -> Int) {
    let counter = Runs()
    self.counter = counter
    derived = Derived(
      of: owner,
      at: .thisLine(),
      throwing: { () throws -> Int in
        counter.add()
        return try body()
      }
    )
  }

  package var value: Int {
    get throws { try derived.value }
  }

  /// How often it was computed.
  package var runs: Int { counter.count }
}

/// The error of a failing computation.
package struct Failure: Error, Hashable {
  package let number: Int

  package init(_ number: Int) { self.number = number }
}
