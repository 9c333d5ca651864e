import Foundation
import StrataOneStore
import StrataRendering
import Testing

private struct OptionalStateModel: Model {
  typealias State = CounterModel.State?

  @ModelState private var state: State

  func set(_ value: CounterModel.State?) { state = value }
  func increment() { state?.count += 1 }
}

private struct Holder: Codable, Equatable {
  @Writable var count = 4
}

@Suite(.timeLimit(.minutes(10))) struct ContainerTests {
  @Test func anIdentifiedArrayKeepsItsModelsById() async {
    let store = Store<ListModel>(initialState: .init())
    let list = store.model
    for id in 1...3 { list.add(id) }
    let third = list.$counters[id: 3]
    list.remove(1)
    third?.$counter.incrementTapped()
    #expect(store.state.counters[id: 3]?.counter.count == 1)
    #expect(list.$counters.map(\.id) == [2, 3])
    let seen = Collected<Int>()
    list.forEach(list.changes(of: \.counters)) { seen.add($0.count) }
    list.$counters[id: 2]?.removeButtonTapped()
    #expect(await seen.first(1) == [1])
    withExtendedLifetime(store) {}
  }

  @Test func anotherIdIsAnotherModel() {
    let notes = Notes()
    let store = Store<ListModel>(initialState: .init()) { $0.activations = notes }
    let list = store.model
    #expect(notes.take() == ["row 0"])
    let former = list.$current
    list.setCurrent(0)
    #expect(notes.take() == [])
    list.setCurrent(5)
    #expect(notes.take() == ["end 0", "row 5"])
    #expect(former.id == 0)
    #expect(list.$current.id == 5)
  }

  @Test func aContainerOfOnesOwnHoldsModels() {
    let store = Store<ListModel>(initialState: .init())
    let list = store.model
    #expect(StateModel<PairContainer>().wrappedValue == .defaultContainer())
    #expect(list.$pair.models.map(\.count) == [1, 2])
    let probe = RenderProbe { list.$pair.models.count }
    list.$pair.models[1].incrementTapped()
    #expect(store.state.pair.second.count == 3)
    list.swap()
    #expect(list.$pair.models.map(\.count) == [3, 1])
    #expect(probe.evaluations == 1)
    list.addThird()
    #expect(probe.output == 3)
    list.$pair.models[2].incrementTapped()
    #expect(store.state.pair.third?.count == 4)
  }

  @Test func anOptionalStateIsReadAsOptionals() {
    let store = Store<OptionalStateModel>(initialState: nil)
    let model = store.model
    let probe = RenderProbe { model.count }
    #expect(probe.output == Optional<Int>.none)
    model.set(.init(count: 3))
    #expect(probe.output == 3)
    model.increment()
    #expect(probe.output == 4)
    model.set(nil)
    #expect(probe.output == Optional<Int>.none)
    #expect(probe.evaluations == 4)
  }

  @Test func theRootMayBeAContainer() {
    let rows = Store<[CounterRowModel]>(initialState: [.init(id: 1), .init(id: 2)])
    #expect(rows.model.map(\.id) == [1, 2])
    rows.model[1].$counter.incrementTapped()
    #expect(rows.state[1].counter.count == 1)
    let none = Store<CounterModel?>(initialState: nil)
    #expect(none.model == nil)
    let some = Store<CounterModel?>(initialState: .init(count: 2))
    #expect(some.model?.count == 2)
  }

  @Test func theFirstStateMayBeWaitedFor() async {
    let notes = Notes()
    let store = await Store<CounterModel>(
      delayedInitialState: { dependencies in
        await Task.yield()
        dependencies.activations.note("asked")
        return .init(count: 9)
      },
      dependencies: { $0.activations = notes }
    )
    #expect(store.model.count == 9)
    #expect(notes.all == ["asked"])
  }

  @Test func aModelCanBeMadeWithItsStore() {
    let model = CounterModel(initialState: .init(count: 3))
    model.incrementTapped()
    #expect(model.count == 4)
  }

  @Test func wrappersAreTransparent() throws {
    #expect(Writable(wrappedValue: 1) == Writable(wrappedValue: 1))
    #expect(Writable(wrappedValue: 1) != Writable(wrappedValue: 2))
    #expect("\(Writable(wrappedValue: 1))" == "1")
    #expect("\(StateModel<CounterModel>(wrappedValue: .init(count: 1)))".contains("count: 1"))
    #expect(
      StateModel<CounterModel>(wrappedValue: .init(count: 1))
        != StateModel<CounterModel>(wrappedValue: .init(count: 2))
    )
    let data = try JSONEncoder().encode(Holder(count: 7))
    #expect(String(decoding: data, as: UTF8.self) == #"{"count":7}"#)
    #expect(try JSONDecoder().decode(Holder.self, from: data) == Holder(count: 7))
    #expect(ValueDump().text(of: Writable(wrappedValue: 5)) == ValueDump().text(of: 5))
    func isSendable(_ value: some Sendable) {}
    isSendable(Writable(wrappedValue: 1))
    isSendable(StateModel<CounterModel>(wrappedValue: .init()))
  }
}

@Suite struct HistoryTests {
  private let store = Store<CounterModel>(initialState: .init())

  @Test func statesAreRecordedShownAndCompared() async {
    let model = store.model
    let traveler = TimeTraveler.local(for: store)
    var updates = traveler.updates.makeAsyncIterator()
    model.incrementTapped()
    model.incrementTapped()
    #expect(traveler.records.map(\.state.count) == [0, 1, 2])
    let first = await updates.next()
    #expect(first?.index == 1)
    #expect(first?.count == 2)
    let probe = RenderProbe { model.count }
    traveler.setOverride(at: 1)
    #expect(probe.output == 1)
    #expect(traveler.overrideIndex == 1)
    model.incrementTapped()
    #expect(probe.output == 1)
    traveler.setOverride(at: 99)
    #expect(traveler.overrideIndex == 1)
    traveler.clearOverride()
    #expect(probe.output == 3)
    #expect(traveler.diff(at: 0) == nil)
    let diff = traveler.diff(at: 2)
    #expect(diff?.contains("-") == true && diff?.contains("+") == true)
    let printed = Notes()
    traveler.printDiff(at: 2, to: printed.note)
    #expect(printed.all == [diff])
  }

  @Test func reducersKeepPartOfTheHistory() async {
    let model = store.model
    let tail = TimeTraveler.local(for: store, reducer: .tail(maxCount: 2))
    let clock = TestClock()
    let spread = TimeTraveler.local(for: store, reducer: .timeDelta(maxCount: 3), clock: clock)
    for step in [1, 10, 1, 10] {
      await clock.advance(by: .seconds(step))
      model.incrementTapped()
    }
    #expect(tail.records.map(\.state.count) == [3, 4])
    #expect(spread.records.map(\.state.count) == [0, 2, 4])
  }

  @Test func changesArePrintedAsDifferences() {
    let model = store.model
    let printed = Notes()
    let printing = model.printStateUpdates(name: "Counter", to: printed.note)
    let other = Notes()
    model.printStateUpdates(of: \.other, to: other.note)
    model.incrementTapped()
    #expect(printed.all.count == 1)
    #expect(printed.all.first?.contains("Counter") == true)
    #expect(printed.all.first?.contains("+") == true)
    #expect(other.all.isEmpty)
    model.touchOther()
    #expect(other.all.count == 1)
    printing.cancel()
    model.incrementTapped()
    #expect(printed.all.count == 2)
  }
}
