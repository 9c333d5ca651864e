import StrataConcurrency
import Testing

@Suite struct MulticastTests {
  let numbers = Multicast<Int>()

  @Test func nothingIsLostBetweenSubscribingAndConsuming() async {
    numbers.send(0)
    let sequence = numbers.subscribe()
    for number in 1...3 { numbers.send(number) }
    numbers.finish()
    #expect(await Array(sequence) == [1, 2, 3])
  }

  @Test func eachSubscriberGetsEachElement() async {
    let first = numbers.subscribe()
    numbers.send(1)
    let second = numbers.subscribe()
    numbers.send(2)
    #expect(numbers.subscriberCount == 2)
    numbers.finish()
    #expect(await Array(first) == [1, 2])
    #expect(await Array(second) == [2])
  }

  @Test func aWaitingConsumerIsResumed() async {
    let sequence = numbers.subscribe()
    async let received = Array(sequence)
    for number in 0..<100 {
      numbers.send(number)
      await Task.yield()
    }
    numbers.finish()
    #expect(await received == Array(0..<100))
  }

  @Test func newestKeepsTheLast() async {
    let sequence = numbers.subscribe(.bufferingNewest(2))
    let none = numbers.subscribe(.bufferingNewest(0))
    for number in 1...5 { numbers.send(number) }
    numbers.finish()
    #expect(await Array(sequence) == [4, 5])
    #expect(await Array(none) == [])
  }

  @Test func oldestKeepsTheFirst() async {
    let sequence = numbers.subscribe(.bufferingOldest(2))
    for number in 1...5 { numbers.send(number) }
    numbers.finish()
    #expect(await Array(sequence) == [1, 2])
  }

  @Test func replaysTheCurrentElement() async {
    let numbers = Multicast(replaying: 1)
    let first = numbers.subscribe()
    numbers.send(2)
    #expect(numbers.current == 2)
    let second = numbers.subscribe()
    numbers.finish()
    numbers.send(3)
    #expect(await Array(first) == [1, 2])
    #expect(await Array(second) == [2])
    #expect(await Array(numbers.subscribe()) == [2])
  }

  @Test func aCancelledConsumerEndsAndIsFreed() async {
    let (log, waiting) = (Log(), Signal())
    let sequence = numbers.subscribe { log.add("terminated") }
    let consumer = Task {
      waiting.fire()
      return await Array(sequence)
    }
    await waiting.wait()
    consumer.cancel()
    #expect(await consumer.value == [])
    #expect(numbers.subscriberCount == 0)
    numbers.send(1)
    #expect(log.all == ["terminated"])
  }

  @Test func aCancelledConsumerThatAsksEndsItsSequence() async {
    let log = Log()
    let sequence = numbers.subscribe { log.add("terminated") }
    numbers.send(1)
    let consumer = Task {
      unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
      return await Array(sequence)
    }
    #expect(await consumer.value == [])
    #expect(numbers.subscriberCount == 0)
    #expect(log.all == ["terminated"])
    // The policy of a sequence that has ended makes no difference.
    #expect(await Array(sequence.keeping(.bufferingAll(upTo: 1))) == [])
  }

  @Test func aSubscriberOfAFinishedMulticastEndsAtOnce() async {
    let log = Log()
    numbers.finish()
    let sequence = numbers.subscribe { log.add("terminated") }
    #expect(log.all == ["terminated"])
    #expect(await Array(sequence) == [])
    withExtendedLifetime(sequence) {}
    #expect(log.all == ["terminated"])
  }

  @Test func aReleasedSequenceIsFreed() {
    let log = Log()
    _ = numbers.subscribe { log.add("terminated") }
    #expect(numbers.subscriberCount == 0)
    #expect(log.all == ["terminated"])
  }

  @Test func releasingTheMulticastFinishesIt() async {
    let log = Log()
    let sequence: MulticastSequence<Int>
    do {
      let short = Multicast<Int>()
      sequence = short.subscribe { log.add("terminated") }
      short.send(1)
    }
    #expect(await Array(sequence) == [1])
    #expect(log.all == ["terminated"])
  }

  @Test func elementsAreReleasedWhenReceivedOrDropped() async {
    final class Thing: Sendable {}
    let things = Multicast<Thing>()
    let sequence = things.subscribe(.bufferingNewest(1))
    weak var (first, second): (Thing?, Thing?)
    do {
      let (one, two) = (Thing(), Thing())
      (first, second) = (one, two)
      things.send(one)
      things.send(two)
    }
    #expect(first == nil)
    #expect(second != nil)
    var iterator = sequence.makeAsyncIterator()
    _ = await iterator.next()
    #expect(second == nil)
  }

  @Test func subscribersComeAndGoInAnyOrder() async {
    var sequences = (0..<100).map { _ in Optional(numbers.subscribe()) }
    for index in stride(from: 0, to: 100, by: 3) { sequences[index] = nil }
    for index in stride(from: 1, to: 100, by: 3) { sequences[index] = nil }
    #expect(numbers.subscriberCount == 33)
    numbers.send(7)
    numbers.finish()
    for sequence in sequences.compactMap(\.self) { #expect(await Array(sequence) == [7]) }
  }
}

extension Array {
  init<Elements: AsyncSequence>(_ elements: Elements) async
  where Elements.Element == Element, Elements.Failure == Never {
    self = []
    for await element in elements { append(element) }
  }
}

@Suite struct MulticastBoundTests {
  @Test func aSlowSubscriberKeepsTheNewestAndTheFirstLossIsReported() async {
    let reports = Log()
    let source = Multicast<Int>()
    let elements = source.subscribe(.bufferingAll(upTo: 3))
    let note: ReportSink.Handler = { reports.add($0.message) }
    ReportSink.withHandler(note) {
      for number in 1...3 { source.send(number) }
      #expect(reports.all == [])
      for number in 4...6 { source.send(number) }
    }
    #expect(
      reports.all == [
        """
        An asynchronous sequence of Int has lost elements: its loop is slower than what sends to it, and its \
        buffer is full. Name a policy that says what may be dropped, or make the loop faster.
        """
      ]
    )
    source.finish()
    var seen: [Int] = []
    for await element in elements { seen.append(element) }
    #expect(seen == [4, 5, 6])
  }

  @Test func aBurstWaitsForItsSubscriberWithoutLoss() async {
    let source = Multicast<Int>()
    let elements = source.subscribe()
    for number in 0..<100_000 { source.send(number) }
    source.finish()
    var (expected, inOrder) = (0, true)
    for await element in elements {
      inOrder = inOrder && element == expected
      expected += 1
    }
    #expect(expected == 100_000)
    #expect(inOrder)
  }
}
