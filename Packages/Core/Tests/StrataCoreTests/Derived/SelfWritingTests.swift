import StrataConcurrency
import Testing

@testable import StrataCore

/// Observed computations that write what they have read come to an end, however many there are.
@Suite struct SelfWritingTests {
  private let kid = Kid("a", count: 0)
  private let anchor: Anchor

  init() { anchor = Anchor(kid.context) }

  private func restless(_ runs: Locked<Int>) -> Derived<Int, Never> {
    Derived(of: kid.context, at: .thisLine()) { [kid] in
      runs.withLock { $0 += 1 }
      kid.count += 1
      return kid.count
    }
  }

  /// Makes a change while some values are observed.
  ///
  /// - Returns: The reports, and how often all computations have run since.
  private func change(
    _ make: (_ runs: Locked<Int>) -> [Derived<Int, Never>]
  ) -> (reports: [String], runs: Int) {
    let runs = Locked(0, rank: .leaf)
    var observations: [Subscription] = []
    let found = reports {
      observations = make(runs).map { $0.observe(at: .thisLine()) { _ in } }
      runs.withLock { $0 = 0 }
      kid.count = 100
    }
    for observation in observations { observation.cancel() }
    withExtendedLifetime(anchor) {}
    return (found.map(\.message), runs.withLock { $0 })
  }

  private func isLimited(_ result: (reports: [String], runs: Int), atMost most: Int) -> Bool {
    result.runs <= most && result.reports.contains { $0.contains("writes what it has read") }
  }

  @Test func one() {
    #expect(isLimited(change { [restless($0)] }, atMost: 2_100))
  }

  @Test func oneIsToldAgainAfterEachChange() {
    let seen = Locked<[Int]>([], rank: .leaf)
    let value = restless(Locked(0, rank: .leaf))
    let found = reports {
      let observation = value.observe(at: .thisLine()) { value in seen.withLock { $0.append(value) }
      }
      for number in [100, 200, 300] {
        kid.count = number
        #expect(seen.withLock { $0.last } ?? 0 > number, "\(number)")
      }
      observation.cancel()
    }
    #expect(found.contains { $0.message.contains("writes what it has read") })
    withExtendedLifetime(anchor) {}
  }

  @Test func two() {
    let result = change { [restless($0), restless($0)] }
    #expect(isLimited(result, atMost: 5_000))
    #expect(result.reports.contains { $0.hasPrefix("A cycle of observers: 1000 rounds") })
  }

  @Test func aValueOfOneBesideIt() {
    let result = change { runs in
      let first = restless(runs)
      return [first, Derived(of: kid.context, at: .thisLine()) { first.value * 2 }]
    }
    #expect(isLimited(result, atMost: 5_000))
  }

  @Test func oneThatDoesNotWriteBesideIt() {
    let result = change { [kid] runs in
      [restless(runs), Derived(of: kid.context, at: .thisLine()) { kid.count * 2 }]
    }
    #expect(isLimited(result, atMost: 5_000))
  }

  @Test func anObserverOfTheSourceBesideIt() {
    let told = Locked(0, rank: .leaf)
    let observation = kid.context.observe(Item.count, at: .thisLine()) { _ in
      told.withLock { $0 += 1 }
    }
    #expect(isLimited(change { [restless($0), restless($0)] }, atMost: 5_000))
    #expect(told.withLock { $0 } > 0)
    observation.cancel()
  }

  @Test func theTreeIsObservedAfterwardsAsBefore() {
    _ = change { [restless($0), restless($0)] }
    let seen = Locked<[Int]>([], rank: .leaf)
    let double = Derived(of: kid.context, at: .thisLine()) { [kid] in kid.count * 2 }
    let observation = double.observe(at: .thisLine()) { value in seen.withLock { $0.append(value) }
    }
    kid.count = 5
    kid.count = 6
    #expect(seen.withLock { $0 } == [10, 12])
    observation.cancel()
  }
}
