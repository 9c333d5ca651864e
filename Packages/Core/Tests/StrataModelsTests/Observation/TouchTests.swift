import Observation
import StrataConcurrency
import StrataModels
import StrataRendering
import Testing

/// A touch notifies each reader of a property once, equal or not.
@Suite struct TouchTests {
  /// Something that is done to a property, and how many notifications it is.
  struct Deed: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let count: Int
    let body: @Sendable (Counter) -> Void

    init(_ name: String, _ count: Int, _ body: @escaping @Sendable (Counter) -> Void) {
      (testDescription, self.count, self.body) = (name, count, body)
    }
  }

  static let deeds = [
    Deed("equal write", 0) { counter in counter.count = counter.count },
    Deed("touch", 1) { $0.node.touch(\.count) },
    Deed("two touches", 2) { counter in
      counter.node.touch(\.count)
      counter.node.touch(\.count)
    },
    Deed("touch in a transaction", 1) { counter in
      counter.node.transaction { counter.node.touch(\.count) }
    },
    Deed("two touches in a transaction", 1) { counter in
      counter.node.transaction {
        counter.node.touch(\.count)
        counter.node.touch(\.count)
      }
    },
    Deed("touch and equal write in a transaction", 1) { counter in
      counter.node.transaction {
        counter.count = 5
        counter.node.touch(\.count)
        counter.count = 0
      }
    },
    Deed("write and touch in a transaction", 1) { counter in
      counter.node.transaction {
        counter.count = 5
        counter.node.touch(\.count)
      }
    },
  ]

  /// Someone who reads a property and writes down each notification after the first look.
  struct Reader: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let start: @Sendable (Counter, Log) -> (any Sendable)

    init(_ name: String, _ start: @escaping @Sendable (Counter, Log) -> any Sendable) {
      (testDescription, self.start) = (name, start)
    }
  }

  /// Readers that are notified before the write returns.
  static let readers = [
    Reader("onChange") { counter, log in
      counter.node.onChange(of: counter.count, initial: false) { _, _ in log.add("n") }
    },
    Reader("onChange of two") { counter, log in
      counter.node.onChange(of: (counter.count, 1), initial: false) { _, _ in log.add("n") }
    },
    Reader("probe") { counter, log in
      let isFirst = Locked(true, rank: .leaf)
      return RenderProbe {
        _ = counter.count
        if !isFirst.withLock({ isFirst in
          defer { isFirst = false }
          return isFirst
        }) {
          log.add("n")
        }
      }
    },
  ]

  @Test(arguments: readers, deeds)
  func aTouchNotifiesEachReaderOnce(reader: Reader, deed: Deed) {
    let counter = Counter().withAnchor()
    let log = Log()
    let running = reader.start(counter, log)
    deed.body(counter)
    #expect(log.entries.count == deed.count)
    withExtendedLifetime(running) {}
  }

  /// Sequences, with or without the initial value.
  struct Source: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// Counts the elements until one is as large as 1,000.
    let count: @Sendable (Counter, _ initial: Bool, _ deed: () -> Void) async -> Int

    init<Element: Sendable>(
      _ name: String,
      _ make: @escaping @Sendable (Counter, _ initial: Bool) -> Observed<Element>,
      isLast: @escaping @Sendable (Element) -> Bool
    ) {
      testDescription = name
      count = { counter, initial, deed in
        let elements = make(counter, initial)
        deed()
        counter.count = 1_000
        var count = 0
        for await element in elements {
          if isLast(element) { break }
          count += 1
        }
        return count
      }
    }
  }

  static let sources = [
    Source(
      "Observed",
      { m, i in Observed(initial: i, coalesceUpdates: false) { m.count } },
      isLast: { $0 == 1_000 }
    ),
    Source(
      "Observed of two",
      { m, i in Observed(initial: i, coalesceUpdates: false) { (m.count, "a") } },
      isLast: { $0.0 == 1_000 }
    ),
    Source(
      "Observed of two or none",
      { m, i in
        Observed(initial: i, coalesceUpdates: false) { () -> (Int, Int)? in (m.count, m.count) }
      },
      isLast: { $0?.0 == 1_000 }
    ),
  ]

  @Test(arguments: sources, deeds)
  func aTouchIsAnElementOfWhatIsObserved(source: Source, deed: Deed) async {
    for initial in [true, false] {
      let counter = Counter().withAnchor()
      let found = await source.count(counter, initial) { deed.body(counter) }
      #expect(found == deed.count + (initial ? 1 : 0))
    }
  }

  @Test(arguments: deeds) func aTouchIsAnElementOfTheChanges(deed: Deed) async {
    for initial in [true, false] {
      let counter = Counter().withAnchor()
      let changes = counter.change(of: \.count, initial: initial)
      let updates = counter.update(of: \.count, initial: initial)
      deed.body(counter)
      counter.count = 1_000
      for elements in [changes, updates] {
        var count = 0
        for await element in elements {
          if element == 1_000 { break }
          count += 1
        }
        #expect(count == deed.count + (initial ? 1 : 0))
      }
    }
  }

  @Test(arguments: deeds) func aTouchRunsTheBodyOfAnAsynchronousOnChange(deed: Deed) async {
    for initial in [true, false] {
      let counter = Counter().withAnchor()
      let (values, continuation) = AsyncStream<Int>.makeStream()
      let work = counter.node.onChange(of: counter.count, name: "body", initial: initial) {
        _,
        new in
        await Task.yield()
        continuation.yield(new)
      }
      deed.body(counter)
      counter.count = 1_000
      var count = 0
      for await value in values {
        if value == 1_000 { break }
        count += 1
      }
      #expect(count == deed.count + (initial ? 1 : 0))
      work.cancel()
    }
  }

  @Test func aTouchOfAPropertyThatHoldsModelsIsAnElementOfItsChanges() async {
    let board = Board(cards: [Card(points: 1)]).withAnchor()
    let changes = board.change(of: \.cards, initial: false)
    board.node.touch(\.cards)
    board.cards = []
    var counts: [Int] = []
    for await cards in changes {
      counts.append(cards.count)
      if cards.isEmpty { break }
    }
    #expect(counts == [1, 0])
  }

  @Test func aTouchOfAChildsPropertyIsNotifiedThroughTheParent() async {
    let board = Board(main: Card(points: 1)).withAnchor()
    let changes = board.change(of: \.main.points, initial: false)
    let log = Log()
    board.node.onChange(of: board.sum, initial: false) { log.add("\($0) \($1)") }
    board.main.node.touch(\.points)
    board.node.touch(\.main.points)
    board.main.points = 7
    var found: [Int] = []
    for await points in changes {
      found.append(points)
      if points == 7 { break }
    }
    #expect(found == [1, 1, 7])
    #expect(log.entries == ["1 1", "1 1", "1 7"])
  }

  @Test func aTransactionThatChangesOnePropertyAndTouchesAnotherIsOneNotification() {
    let search = Search("a").withAnchor()
    let log = Log()
    search.node.onChange(of: (search.query, search.limit), initial: false) { log.add("\($1)") }
    search.node.onChange(of: (search.limit, search.query), initial: false) { log.add("\($1)") }
    search.node.transaction {
      search.query = "b"
      search.node.touch(\.limit)
    }
    #expect(log.entries == ["(\"b\", 10)", "(10, \"b\")"])
    // A round of another tree has the same number, and is another one.
    let other = Counter().withAnchor()
    let both = Log()
    let counter = Counter().withAnchor()
    counter.node.onChange(of: counter.count + other.count, initial: false) { both.add("\($1)") }
    counter.count = 1
    other.node.touch(\.count)
    #expect(both.entries == ["1", "1"])
  }

  @Test func aTouchDuringTheActivationIsNotifiedAtItsEnd() {
    let log = Log()
    let search = Search("a") { model in
      model.node.onChange(of: model.query, initial: false) { log.add("\($0) \($1)") }
      model.node.touch(\.query)
    }
    .withAnchor()
    #expect(log.entries == ["a a"])
    withExtendedLifetime(search) {}
  }

  @Test func aTouchComputesMemoizedValuesAgainAndNotifiesTheirReadersIfTheyDiffer() {
    let order = Order(prices: [1]).withAnchor()
    let log = Log()
    order.node.onChange(of: order.total, initial: false) { log.add("\($1)") }
    let runs = order.runs.count
    order.node.touch(\.prices)
    #expect(order.total == 1)
    #expect(order.runs.count == runs + 1)
    #expect(log.entries.isEmpty)
  }

  @Test func swiftsObservationIsNotifiedOfATouch() {
    let counter = Counter().withAnchor()
    let log = Log()
    withObservationTracking {
      _ = counter.count
    } onChange: {
      log.add("n")
    }
    counter.node.touch(\.count)
    #expect(log.entries == ["n"])
  }

  @Test func aTaskOfAValueBeginsAnewAfterATouch() async {
    let counter = Counter().withAnchor()
    let (runs, continuation) = AsyncStream<Int>.makeStream()
    let work = counter.node.task(id: counter.count) { continuation.yield($0) }
    var iterator = runs.makeAsyncIterator()
    #expect(await iterator.next() == 0)
    counter.node.touch(\.count)
    #expect(await iterator.next() == 0)
    work.cancel()
  }
}
