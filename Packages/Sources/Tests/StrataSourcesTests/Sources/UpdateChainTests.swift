import StrataConcurrency
import Testing

@testable import StrataSources

/// Subscribers that set a source when they receive a model.
@Suite struct UpdateChainTests {
  /// Sets a source for each model that it receives.
  private final class Setter: Sendable {
    private let target: Plain<Int>
    /// The bound at which an endless chain gives up, so that a test fails instead of hanging.
    private let end: Int
    private let storage = Locked<[Int]>([], rank: .leaf)

    var told: [Int] { storage.withLock { $0 } }

    init(_ target: Plain<Int>, until end: Int = 5_000) {
      self.target = target
      self.end = end
    }

    func take(_ model: Int) {
      storage.withLock { $0.append(model) }
      if model < end { target.model = model + 1 }
    }
  }

  private func reports(_ body: () -> Void) -> [String] {
    let messages = Recorder<String>()
    let take: @Sendable (Report) -> Void = { messages.take($0.message) }
    ReportSink.withHandler(take, operation: body)
    return messages.models
  }

  @Test func chainThatTheFirstModelBeginsIsEndedAndReportedOnce() {
    let plain = Plain(1)
    let setter = Setter(plain)
    let found = reports { plain.eraseToSource().subscribe(setter, method: Setter.take) }
    #expect(setter.told == Array(1...1_000))
    #expect(plain.model == 1_001)
    #expect(found.count == 1)
    #expect(found.first?.hasPrefix("A cycle of observers: 1000 rounds") == true)
    #expect(found.first?.contains("Plain<Int>") == true)
  }

  @Test func twoSourcesThatSetEachOtherAreEnded() {
    let (first, second) = (Plain(0), Plain(0))
    let (ofFirst, ofSecond) = (Setter(second), Setter(first))
    let found = reports {
      first.eraseToSource().subscribe(ofFirst, method: Setter.take)
      second.eraseToSource().subscribe(ofSecond, method: Setter.take)
    }
    #expect(found.count == 1)
    #expect(found.first?.hasPrefix("A cycle of observers: 1000 rounds") == true)
    #expect(first.model < 3_000)
  }

  @Test func sourceThatIsSetByASubscriberOfItsOperatorIsEnded() {
    let plain = Plain(0)
    let setter = Setter(plain)
    let mapped = plain.eraseToSource().map { $0 + 1 }
    let found = reports { mapped.subscribe(setter, method: Setter.take) }
    #expect(setter.told.count == 1_000)
    #expect(found.count == 1)
  }

  @Test func chainOfALiveSubscriberEndsAsEarly() {
    let plain = Plain(0)
    let setter = Setter(plain)
    let found = reports {
      plain.eraseToSource().subscribe(setter, method: Setter.take, sendInitialModel: false)
      plain.model = 1
    }
    #expect(setter.told == Array(1...1_000))
    #expect(found.count == 1)
    #expect(found.first?.hasPrefix("A cycle of observers: 1000 rounds") == true)
  }

  @Test func chainThatEndsArrivesWhole() {
    let plain = Plain(1)
    let setter = Setter(plain, until: 600)
    let found = reports { plain.eraseToSource().subscribe(setter, method: Setter.take) }
    #expect(setter.told == Array(1...600))
    #expect(found.isEmpty)
    plain.model = 1_000
    #expect(setter.told.last == 1_000)
  }

  /// A subscriber that sets many models because of its first one.
  private final class Flooder: Sendable {
    let plain: Plain<Int>
    let storage = Locked<[Int]>([], rank: .leaf)

    init(_ plain: Plain<Int>) { self.plain = plain }

    func take(_ model: Int) {
      storage.withLock { $0.append(model) }
      if model == 0 { for next in 1...300 { plain.model = next } }
    }
  }

  @Test func manyModelsSetBecauseOfOneAreNoChain() {
    let plain = Plain(0)
    let flooder = Flooder(plain)
    let found = reports { plain.eraseToSource().subscribe(flooder, method: Flooder.take) }
    #expect(flooder.storage.withLock { $0 } == Array(0...300))
    #expect(found.isEmpty)
  }
}
