import StrataConcurrency
import Testing

@testable import StrataCore

/// Derived values whose computation may throw.
@Suite struct ThrowingValueTests {
  private struct Odd: Error, Equatable {
    let number: Int
  }

  private let kid = Kid(count: 4)
  private let anchor: Anchor
  private let log = Log()
  private let runs = Counter()
  private let quarter: Derived<Int, any Error>

  init() {
    anchor = Anchor(kid.context)
    quarter = Derived(
      of: kid.context,
      at: .thisLine(),
      throwing: { [kid, runs] in
        runs.add()
        let count = kid.count
        guard count % 2 == 0 else { throw Odd(number: count) }
        return count / 4
      }
    )
  }

  /// Logs each outcome.
  private func observe() -> Subscription {
    quarter.observeResult(at: .thisLine()) { [log] outcome in
      switch outcome {
      case .success(let value): log.add("\(value)")
      case .failure(let error): log.add("odd \((error as? Odd)?.number ?? 0)")
      }
    }
  }

  @Test func anErrorIsCachedAsAValueIs() throws {
    #expect(try quarter.value == 1)
    kid.count = 5
    for _ in 0..<2 { #expect(throws: Odd(number: 5)) { try quarter.value } }
    #expect(runs.count == 2)
    kid.count = 8
    #expect(try quarter.value == 2)
  }

  @Test func observersReceiveEachErrorAndOfTheValuesThoseThatDiffer() {
    let observation = observe()
    for count in [6, 8, 9, 11, 10] { kid.count = count }
    #expect(log.all == ["2", "odd 9", "odd 11", "2"])
    withExtendedLifetime(observation) {}
  }
}
