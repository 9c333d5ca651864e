import StrataOneStore
import StrataRendering
import Testing

private struct Meter: Model {
  struct State: Equatable, Sendable {
    var count = 0
    @StateModel<CounterModel> var counter = .init()
  }

  @ModelState private var state: State

  func set(_ count: Int) { state.count = count }
  var stateDidUpdate: ModelStream<State> { $state.stateDidUpdate }
  var stateDidUpdatePublisher: ModelStream<State> { $state.stateDidUpdatePublisher }
}

/// A model whose states cannot be compared.
private struct Gauge: Model {
  struct State: Sendable {
    var count = 0
  }

  @ModelState private var state: State

  func set(_ count: Int) { state.count = count }
}

@Suite(.timeLimit(.minutes(10))) struct StreamTests {
  private let store = Store<Meter>(initialState: .init())

  @Test func publishersAreStreamsOfTheSameValues() async {
    let meter = store.model
    let (changes, values) = (Collected<Int>(), Collected<Int>())
    meter.onReceive(meter.changesPublisher(of: \.count)) { changes.add($0) }
    meter.onReceive(meter.valuesPublisher(of: \.count)) { values.add($0) }
    for count in [1, 1, 2] { meter.set(count) }
    #expect(await changes.first(2) == [1, 2])
    #expect(await values.first(3) == [0, 1, 2])
  }

  @Test func aStreamThatIsNotAskedKeepsWhatItsPolicySays() async {
    let meter = store.model
    var newest = meter.changes(of: \.count).keeping(.bufferingNewest(2)).makeAsyncIterator()
    var oldest = meter.changes(of: \.count).keeping(.bufferingOldest(2)).makeAsyncIterator()
    for count in 1...5 { meter.set(count) }
    #expect(await newest.next() == 4)
    #expect(await newest.next() == 5)
    #expect(await oldest.next() == 1)
    #expect(await oldest.next() == 2)
    meter.set(6)
    #expect(await oldest.next() == 6)
  }

  @Test func eachChangeOfTheStateIsSeenAlsoBelowAndNoOverride() async {
    let meter = store.model
    var all = meter.stateDidUpdate.makeAsyncIterator()
    var published = meter.stateDidUpdatePublisher.makeAsyncIterator()
    var own = meter.allChanges().makeAsyncIterator()
    let probe = RenderProbe { meter.count }
    meter.set(1)
    store.stateOverride = .init(count: 99)
    #expect(probe.output == 99)
    meter.$counter.incrementTapped()
    store.stateOverride = nil
    meter.set(2)
    let expected: [Meter.State] = [
      .init(count: 1), .init(count: 1, counter: .init(count: 1)),
      .init(count: 2, counter: .init(count: 1)),
    ]
    for state in expected {
      #expect(await all.next() == state)
      #expect(await published.next() == state)
      #expect(await own.next() == state)
    }
  }

  @Test func eachChangeOfAStateWithoutEqualityIsSeen() async {
    let store = Store<Gauge>(initialState: .init())
    let gauge = store.model
    var all = gauge.allChanges().makeAsyncIterator()
    gauge.set(1)
    gauge.set(2)
    #expect(await all.next()?.count == 1)
    #expect(await all.next()?.count == 2)
  }

  @Test @MainActor func aViewIsUpdatedOnTheMainActorWhicheverThreadWrites() async {
    struct MeterView: HeadlessView {
      @ObservedModel var model: Meter
      var body: some HeadlessView { HeadlessText("\(model.count)") }
    }
    let view = MeterView(model: store.model)
    let shown = Collected<String>()
    let probe = RenderProbe(on: MainDelivery.shared) {
      view.lines.joined()
    } onRender: { text in
      MainActor.assumeIsolated { shown.add(text) }
    }
    let meter = store.model
    await Task.detached { meter.set(5) }.value
    #expect(await shown.first(2) == ["0", "5"])
    await Task.detached { meter.$counter.incrementTapped() }.value
    await Task.detached { meter.set(6) }.value
    #expect(await shown.first(3) == ["0", "5", "6"])
    #expect(probe.evaluations == 3)
  }
}
