import StrataOneStore
import Testing

private struct NoState: Model {
  struct State: Equatable, Sendable {
    var count = 0
  }
}

private struct TwoStates: Model {
  struct State: Equatable, Sendable {
    var count = 0
  }

  @ModelState private var state: State
  @ModelState private var again: State
}

private struct Grand: Model {
  struct State: Equatable, Sendable {
    @StateModel<CounterRowModel> var row = .init(id: 1)
  }

  @ModelState private var state: State
}

@Suite struct MisuseTests {
  @Test func aModelWithoutStateEndsTheProgram() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Store<NoState>(initialState: .init()).model.count
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("NoState is missing a mandatory @ModelState member"))
  }

  @Test func aModelWithTwoStatesEndsTheProgram() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Store<TwoStates>(initialState: .init()).model.count
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("TwoStates declares @ModelState more than once"))
  }

  @Test func aModelOutsideOfAStoreEndsTheProgramWithItsDeclaration() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = CounterModel().count
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("can only be used from a Model with an injected store view"))
    #expect(text.contains("Models.swift:"))
  }

  @Test func aModelBetweenCannotBeSkipped() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let store = Store<Grand>(initialState: .init())
      _ = store.model[dynamicMember: \Grand.State.row.$counter]
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("Don't skip middle models when accessing sub model"))
  }

  @Test func modelsInBetweenLeadToAnyDepth() {
    let store = Store<Grand>(initialState: .init())
    store.model.$row.$counter.incrementTapped()
    #expect(store.state.row.counter.count == 1)
  }
}
