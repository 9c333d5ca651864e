import StrataOneStore
import StrataRendering
import Testing

@Suite struct ModelTests {
  @Test func aModelReadsAndChangesTheStateOfItsStore() {
    let store = Store<CounterModel>(initialState: .init(count: 4711))
    let model = store.model
    #expect(model.count == 4711)
    model.incrementTapped()
    #expect(model.count == 4712)
    #expect(store.state.count == 4712)
    #expect(model.directCount == 4712)
    #expect(model.countSquared == 4712 * 4712)
  }

  @Test func propertiesCannotBeWrittenFromOutside() {
    let path: AnyKeyPath = \CounterModel.count
    #expect(!(path is WritableKeyPath<CounterModel, Int>))
  }

  @Test func theStateCannotBeSeenFromOutside() {
    let store = Store<GuardedModel>(initialState: .init())
    // Compiles only while the model's own `state` cannot be seen here: that is of another type.
    let shown: String = store.model.state
    #expect(shown == "a property of the state")
    #expect(store.model.ownState == .init())
  }

  @Test func allModelsOfAPlaceAreAlike() {
    let store = Store<CounterModel>(initialState: .init())
    let (first, second) = (store.model, store.model)
    first.incrementTapped()
    second.incrementTapped()
    #expect(first.count == 2)
    #expect(store.model.count == 2)
  }

  @Test func aChildIsReachedThroughItsParent() {
    let store = Store<CounterRowModel>(initialState: .init(id: 7))
    let row = store.model
    #expect(row.id == 7)
    row.$counter.incrementTapped()
    #expect(row.$counter.count == 1)
    #expect(row.counter == .init(count: 1))
    #expect(store.state == .init(id: 7, counter: .init(count: 1)))
  }

  @Test func rowsAreModelsOfTheElements() {
    let store = Store<AppModel>(initialState: .init(counters: [.init(id: 1), .init(id: 2)]))
    let app = store.model
    for row in app.$counters { row.$counter.incrementTapped() }
    #expect(app.$counters.map(\.id) == [1, 2])
    #expect(app.sum == 2)
    app.add(3)
    #expect(app.$counters.map(\.id) == [1, 2, 3])
  }

  @Test func rowsKeepTheirStateWhereverTheyMove() {
    let store = Store<AppModel>(
      initialState: .init(counters: [.init(id: 1), .init(id: 2), .init(id: 3)])
    )
    let app = store.model
    let third = app.$counters[2]
    app.move(from: 2, to: 0)
    third.$counter.incrementTapped()
    app.insert(9, at: 0)
    third.$counter.incrementTapped()
    #expect(store.state.counters.first { $0.id == 3 }?.counter.count == 2)
    app.replace([.init(id: 3, counter: .init(count: 40)), .init(id: 1)])
    #expect(third.$counter.count == 40)
  }

  @Test func aRemovedRowReadsItsLastValueAndIsWrittenToNoOne() {
    let reports = Notes()
    ReportSink.withHandler { report in
      reports.note(report.message)
    } operation: {
      let store = Store<AppModel>(initialState: .init(counters: [.init(id: 1), .init(id: 2)]))
      let app = store.model
      let row = app.$counters[0]
      row.$counter.incrementTapped()
      app.remove(1)
      #expect(row.$counter.count == 1)
      row.$counter.incrementTapped()
      row.$counter.incrementTapped()
      #expect(row.$counter.count == 1)
      #expect(store.state.counters == [.init(id: 2)])
    }
    #expect(reports.all.count == 1)
    #expect(reports.all.first?.contains("removed") == true)
  }

  @Test func anOptionalChildComesAndGoes() {
    let notes = Notes()
    let store = Store<AppModel>(initialState: .init()) { $0.activations = notes }
    let app = store.model
    #expect(app.$factPrompt == nil)
    #expect(notes.take() == ["app"])
    app.showPrompt("A")
    let prompt = app.$factPrompt
    #expect(prompt?.fact == "A")
    #expect(notes.take() == ["prompt"])
    app.hidePrompt()
    #expect(app.$factPrompt == nil)
    #expect(prompt?.fact == "A")
    #expect(notes.take() == ["end prompt"])
  }

  @Test func modelsAreActivatedOnceParentsFirstAndEndWithTheirState() {
    let notes = Notes()
    let store = Store<AppModel>(initialState: .init(counters: [.init(id: 1)])) {
      $0.activations = notes
    }
    #expect(notes.all.isEmpty)
    let app = store.model
    #expect(notes.take() == ["app", "row 1"])
    _ = store.model
    _ = app.$counters
    #expect(notes.take() == [])
    app.add(2)
    #expect(notes.take() == ["row 2"])
    app.move(from: 1, to: 0)
    #expect(notes.take() == [])
    app.remove(1)
    #expect(notes.take() == ["end 1"])
    app.add(1)
    #expect(notes.take() == ["row 1"])
    app.showPrompt("A")
    #expect(notes.take() == ["prompt"])
  }

  @Test func everythingEndsWithTheStore() {
    let notes = Notes()
    var store: Store<AppModel>? = Store(initialState: .init(counters: [.init(id: 1)])) {
      $0.activations = notes
    }
    let row = store?.model.$counters[0]
    _ = notes.take()
    weak let released = store
    store = nil
    #expect(released == nil)
    #expect(notes.take() == ["end 1"])
    #expect(row?.id == 1)
  }
}

@Suite struct ObservationTests {
  @Test func aViewIsUpdatedForWhatItReadAlone() {
    let store = Store<CounterModel>(initialState: .init())
    let model = store.model
    let probe = RenderProbe { model.count }
    model.touchOther()
    #expect(probe.evaluations == 1)
    model.incrementTapped()
    #expect(probe.evaluations == 2)
    #expect(probe.output == 1)
  }

  @Test func stateItselfIsNotObserved() {
    let store = Store<CounterModel>(initialState: .init())
    let model = store.model
    let probe = RenderProbe { model.directCount }
    model.incrementTapped()
    #expect(probe.evaluations == 1)
  }

  @Test func aListIsUpdatedForItsStructureAndARowForItsContent() {
    let store = Store<AppModel>(initialState: .init(counters: [.init(id: 1), .init(id: 2)]))
    let app = store.model
    let list = RenderProbe { app.$counters.count }
    let rows = app.$counters
    let first = RenderProbe { rows[0].$counter.count }
    let second = RenderProbe { rows[1].$counter.count }
    let sum = RenderProbe { app.sum }
    rows[0].$counter.incrementTapped()
    #expect(list.evaluations == 1)
    #expect(first.evaluations == 2)
    #expect(second.evaluations == 1)
    #expect(sum.evaluations == 2)
    #expect(sum.output == 1)
    app.add(3)
    #expect(list.evaluations == 2)
    #expect(first.evaluations == 2)
    #expect(sum.evaluations == 2)
    app.replace([.init(id: 2, counter: .init(count: 5)), .init(id: 1, counter: .init(count: 1))])
    #expect(list.evaluations == 3)
    #expect(first.evaluations == 2)
    #expect(second.evaluations == 2)
    #expect(sum.output == 6)
  }
}
