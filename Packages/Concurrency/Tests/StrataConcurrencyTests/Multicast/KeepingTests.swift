import StrataConcurrency
import Testing

/// The buffering of a subscriber that names its policy after it has subscribed.
@Suite struct KeepingTests {
  /// A value whose instances are counted.
  private final class Counted: Sendable {
    let number: Int
    private let living: Locked<Int>

    init(_ number: Int, _ living: Locked<Int>) {
      self.number = number
      self.living = living
      living.withLock { $0 += 1 }
    }

    deinit { living.withLock { $0 -= 1 } }
  }

  @Test(arguments: [
    (BufferingPolicy.bufferingNewest(3), [9_998, 9_999, 10_000]),
    (.bufferingOldest(3), [1, 2, 3]),
    (.bufferingAll(upTo: 3), [9_998, 9_999, 10_000]),
    (.bufferingNewest(0), []),
    (.unbounded, Array(1...10_000)),
  ])
  func aSlowLoopKeepsWhatThePolicySays(policy: BufferingPolicy, kept: [Int]) async {
    let living = Locked(0, rank: .leaf)
    let numbers = Multicast<Counted>()
    let elements = numbers.subscribe().keeping(policy)
    ReportSink.withHandler { _ in
    } operation: {
      for number in 1...10_000 { numbers.send(Counted(number, living)) }
    }
    // Dropped elements are released.
    #expect(living.withLock { $0 } == kept.count)
    numbers.finish()
    var received: [Int] = []
    for await element in elements { received.append(element.number) }
    #expect(received == kept)
    #expect(living.withLock { $0 } == 0)
  }

  @Test func whatWaitsAlreadyIsKeptByTheNewPolicy() async {
    let numbers = Multicast<Int>()
    let newest = numbers.subscribe()
    let oldest = numbers.subscribe()
    for number in 1...5 { numbers.send(number) }
    let (shortNewest, shortOldest) = (
      newest.keeping(.bufferingNewest(2)), oldest.keeping(.bufferingOldest(2))
    )
    numbers.finish()
    var received: [[Int]] = []
    for elements in [shortNewest, shortOldest] {
      var part: [Int] = []
      for await number in elements { part.append(number) }
      received.append(part)
    }
    #expect(received == [[4, 5], [1, 2]])
  }

  @Test func theFirstLossIsReportedWhereAllWereToBeKept() {
    let texts = Locked<[String]>([], rank: .leaf)
    ReportSink.withHandler { report in
      texts.withLock { $0.append(report.message) }
    } operation: {
      let numbers = Multicast<Int>()
      let elements = numbers.subscribe()
      for number in 1...5 { numbers.send(number) }
      let few = elements.keeping(.bufferingAll(upTo: 4))
      #expect(texts.withLock { $0.count } == 1)
      numbers.send(6)
      withExtendedLifetime(few) {}
    }
    #expect(texts.withLock { $0.count } == 1)
  }
}
