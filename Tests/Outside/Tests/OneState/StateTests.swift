import Foundation
import StrataOneStore
import StrataRendering
import Testing

/// The models' views of their store's state, and their changes of it.
struct StateTests {
  func board(_ state: KanbanModel.State = .init()) -> Store<KanbanModel> {
    Store<KanbanModel>(initialState: state) { $0.diary = Diary() }
  }

  var filled: KanbanModel.State {
    .init(columns: [
      .init(id: "todo", cards: [.init(id: 1, title: "a"), .init(id: 2, title: "b")]),
      .init(id: "done", cards: [.init(id: 3, title: "c")]),
    ])
  }

  @Test func aModelShowsItsState() {
    let store = Store<TallyModel>(initialState: .init(count: 4))
    #expect(store.model.count == 4)
    #expect(store.model.doubled == 8)
  }

  @Test func aMethodChangesTheState() {
    let store = Store<TallyModel>(initialState: .init())
    let model = store.model
    model.increment()
    model.increment()
    #expect(model.count == 2)
    #expect(model.doubled == 4)
  }

  @Test func allModelsOfAStoreShowTheSame() {
    let store = Store<TallyModel>(initialState: .init())
    let (first, second) = (store.model, store.model)
    first.increment()
    #expect(second.count == 1)
    second.set(7)
    #expect(first.count == 7)
  }

  @Test func anInlineChildIsPartOfItsParent() {
    let store = board()
    let visits = store.model.$visits
    visits.increment()
    #expect(store.model.visits.count == 1)
    #expect(store.model.$visits.doubled == 2)
  }

  @Test func aPropertyOfTheWholeStateFollowsItsParts() {
    let store = board(filled)
    #expect(store.model.cardCount == 3)
    store.model.$columns[1].add(9)
    #expect(store.model.cardCount == 4)
    store.model.removeColumns()
    #expect(store.model.cardCount == 0)
  }

  @Test func anOptionalChildComesAndGoes() {
    let store = board()
    #expect(store.model.$prompt == nil)
    store.model.open("why")
    #expect(store.model.$prompt?.question == "why")
    store.model.close()
    #expect(store.model.$prompt == nil)
  }

  @Test func childrenOfACollectionAreInItsOrder() {
    let store = board(filled)
    #expect(store.model.$columns.map(\.id) == ["todo", "done"])
    store.model.swapColumns()
    #expect(store.model.$columns.map(\.id) == ["done", "todo"])
  }

  @Test func aRowThatMovesIsStillTheSame() {
    let store = board(filled)
    let column = store.model.$columns[0]
    let first = column.$cards[0]
    column.reverse()
    first.rename("moved")
    #expect(column.cards.map(\.title) == ["b", "moved"])
    column.insertFirst(9)
    first.rename("again")
    #expect(column.cards.map(\.title) == ["", "b", "again"])
    #expect(first.title == "again")
  }

  @Test func aRowOfAColumnThatMovesIsStillTheSame() {
    let store = board(filled)
    let card = store.model.$columns[0].$cards[1]
    store.model.swapColumns()
    card.rename("x")
    #expect(store.model.columns[1].cards.map(\.title) == ["a", "x"])
    #expect(store.model.columns[0].cards.map(\.title) == ["c"])
  }

  @Test func aWholeNewArrayWithTheSameIdsKeepsTheRows() {
    let store = board(filled)
    let column = store.model.$columns[0]
    let second = column.$cards[1]
    column.set([.init(id: 2, title: "two"), .init(id: 5, title: "five")])
    #expect(second.title == "two")
    second.rename("second")
    #expect(column.cards.map(\.title) == ["second", "five"])
  }

  @Test func aRemovedRowShowsItsLastStateAndChangesNothing() {
    let store = board(filled)
    let column = store.model.$columns[0]
    let first = column.$cards[0]
    column.remove(1)
    #expect(first.title == "a")
    withKnownIssue("the write is dropped, and reported once", isIntermittent: true) {
      first.rename("ghost")
    }
    #expect(column.cards == [.init(id: 2, title: "b")])
    #expect(store.model.cardCount == 2)
  }

  @Test func grandchildrenAreReachedInOneExpression() {
    let store = board(filled)
    store.model.$columns[1].$cards[0].$votes.increment()
    #expect(store.model.columns[1].cards[0].votes.count == 1)
  }

  @Test func allRowsAreChangedInALoop() {
    let store = board(filled)
    for column in store.model.$columns {
      for card in column.$cards { card.$votes.increment() }
    }
    #expect(store.model.columns.flatMap(\.cards).map(\.votes.count) == [1, 1, 1])
  }

  @Test func aWritablePropertyIsABinding() {
    let store = Store<TallyModel>(initialState: .init())
    let model = store.model
    let binding = model.$step
    binding.wrappedValue = 5
    #expect(model.step == 5)
    model.increment()
    #expect(model.count == 5)
    #expect(binding.wrappedValue == 5)
  }

  @Test func aBindingOfAMethodIsMadeByHand() {
    let store = Store<TallyModel>(initialState: .init())
    let model = store.model
    let binding = Binding {
      model.count
    } set: {
      model.set($0)
    }
    binding.wrappedValue = 3
    #expect(model.count == 3)
  }

  @Test func aViewIsRenderedForWhatItHasReadAlone() {
    let store = board(filled)
    let model = store.model
    let probe = RenderProbe { model.title }
    #expect(probe.output == "Board")
    model.$columns[0].add(8)
    model.$visits.increment()
    #expect(probe.evaluations == 1)
    model.rename("Plan")
    #expect(probe.output == "Plan")
    #expect(probe.evaluations == 2)
  }

  @Test func aViewOfARowIsNotRenderedForItsNeighbour() {
    let store = board(filled)
    let cards = store.model.$columns[0].$cards
    let (first, second) = (cards[0], cards[1])
    let probe = RenderProbe { first.title }
    second.rename("other")
    #expect(probe.evaluations == 1)
    first.rename("mine")
    #expect(probe.output == "mine")
    store.model.$columns[0].reverse()
    #expect(probe.evaluations == 2)
  }

  @Test func anEqualValueRendersNothing() {
    let store = board()
    let model = store.model
    let probe = RenderProbe { model.title }
    model.rename("Board")
    #expect(probe.evaluations == 1)
  }

  @Test func aComputedPropertyRendersWhenItDiffers() {
    let store = board(filled)
    let model = store.model
    let probe = RenderProbe { model.cardCount }
    model.$columns[0].$cards[0].rename("z")
    #expect(probe.evaluations == 1)
    model.$columns[0].add(7)
    #expect(probe.output == 4)
  }

  @Test func fourThreadsLoseNoIncrement() {
    let store = board(filled)
    let votes = store.model.$columns[0].$cards[0].$votes
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      for _ in 0..<200 { votes.increment() }
    }
    #expect(votes.count == 800)
  }
}
