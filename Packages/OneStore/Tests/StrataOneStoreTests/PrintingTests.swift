import StrataOneStore
import StrataRendering
import Testing

@Suite struct PrintingTests {
  private struct CounterView: HeadlessView {
    @ObservedModel var model: CounterModel
    let other: CounterModel
    let notes: Notes
    var body: some HeadlessView {
      HeadlessText("\(model.count) \(other.count)")
        .printObservedUpdates(for: $model) { notes.note($0) }
    }
  }

  @Test func onlyTheChangesThatUpdateAViewArePrinted() {
    let store = Store<CounterModel>(initialState: .init())
    let otherStore = Store<CounterModel>(initialState: .init())
    let (model, other) = (store.model, otherStore.model)
    let notes = Notes()
    let view = CounterView(model: model, other: other, notes: notes)
    let probe = RenderProbe { view.lines }
    model.touchOther()
    #expect(probe.evaluations == 1)
    #expect(notes.take() == [])
    model.incrementTapped()
    #expect(probe.output == ["1 0"])
    let printed = notes.take()
    #expect(printed.count == 1)
    #expect(printed.first?.hasPrefix("Observed state did update for CounterModel:\n") == true)
    #expect(printed.first?.contains("count: 0") == true)
    #expect(printed.first?.contains("count: 1") == true)
    other.incrementTapped()
    #expect(probe.output == ["1 1"])
    #expect(notes.take() == [])
    // An evaluation with another reason prints nothing, though the model differs from the last one.
    model.touchOther()
    other.incrementTapped()
    #expect(probe.output == ["1 2"])
    #expect(notes.take() == [])
    model.incrementTapped()
    #expect(notes.take().first?.contains("count: 2") == true)
  }

  @Test func aChangeBelowAModelIsPrintedWhenTheViewHasReadIt() {
    let store = Store<AppModel>(initialState: .init(counters: [.init(id: 1), .init(id: 2)]))
    let model = store.model
    let notes = Notes()
    let probe = RenderProbe {
      HeadlessText("\(model.$counters[0].$counter.count)")
        .printObservedUpdates(for: ObservedModel(wrappedValue: model), name: "app") {
          notes.note($0)
        }.lines
    }
    model.$counters[1].$counter.incrementTapped()
    #expect(notes.take() == [])
    model.$counters[0].$counter.incrementTapped()
    #expect(probe.output == ["1"])
    let printed = notes.take()
    #expect(printed.count == 1)
    #expect(printed.first?.hasPrefix("Observed state did update for app:\n") == true)
  }

  @Test func outsideOfAnEvaluationNothingIsPrinted() {
    let store = Store<CounterModel>(initialState: .init())
    let notes = Notes()
    let view = CounterView(model: store.model, other: store.model, notes: notes)
    store.model.incrementTapped()
    #expect(view.lines == ["1 1"])
    #expect(view.lines == ["1 1"])
    #expect(notes.all == [])
  }

  @Test func aViewPrintsTheChangesOfItsModelOnceHoweverOftenItIsMade() {
    let store = Store<CounterModel>(initialState: .init())
    let (model, notes) = (store.model, Notes())
    for _ in 0..<3 {
      _ = HeadlessText("").printStateUpdates(for: ObservedModel(wrappedValue: model)) {
        notes.note($0)
      }
    }
    model.incrementTapped()
    let printed = notes.take()
    #expect(printed.count == 1)
    #expect(printed.first?.hasPrefix("State did update for CounterModel:\n") == true)
    model.touchOther()
    #expect(notes.all.count == 1)
  }
}
