import StrataOneStore
import StrataOneStoreTesting
import StrataTesting

extension DialectMistake {
  /// Wrong assertions about one store; what a test leaves out is in ``StoreMistake``.
  static var ofOneStores: [DialectMistake] {
    let wrong = "The state is not the expected one (- expected, + found):\n\n"
    return [
      DialectMistake(.oneStore, "wrong value", .state, [wrong, "- 4", "+ 1", "The whole state:"]) {
        let store = TestStore<Shelf>(initialState: .init())
        @TestModel var shelf = store.model
        shelf.increment()
        await $shelf.count.assert(4)
      },
      DialectMistake(.oneStore, "wrong value in a last task", .state, [wrong, "- 4", "+ 1"]) {
        let store = TestStore<Shelf>(initialState: .init())
        store.model.increment()
        Task {
          @TestModel var shelf = store.model
          await $shelf.count.assert(4)
        }
      },
      DialectMistake(.oneStore, "property left out", .state, [wrong, "+     State(id: 2)"]) {
        let store = TestStore<Shelf>(initialState: .init())
        @TestModel var shelf = store.model
        shelf.addBook()
        shelf.increment()
        await $shelf.assert { $0.count = 1 }
      },
      DialectMistake(.oneStore, "state of another order", .state, [wrong, "count: 1"]) {
        let store = TestStore<Shelf>(initialState: .init())
        @TestModel var shelf = store.model
        shelf.increment()
        shelf.increment()
        await $shelf.count.assert(2)
        await $shelf.count.assert(1)
      },
      DialectMistake(
        .oneStore,
        "state of a missing child",
        .state,
        [
          "The model's state is not part of the state that was asserted last. Assert first that its parent has it."
        ]
      ) {
        let store = TestStore<Shelf>(initialState: .init())
        store.model.addBook()
        @TestModel var book = store.model.$books[1]
        await $book.assert { $0.id = 2 }
      },
      DialectMistake(
        .oneStore,
        "another event",
        .events,
        ["The Book with the id 1 has not sent .opened. It has sent nothing that was not received."]
      ) {
        let store = TestStore<Shelf>(initialState: .init())
        @TestModel var book = store.model.$books[0]
        await $book.receive(.opened)
      },
      DialectMistake(
        .oneStore,
        "assertion about a plain store",
        .misuse,
        [
          "Tests need to use a TestStore: the model's store is a plain one, so nothing is known of what it has done. ",
          "Make it with TestStore<AppModel>(initialState: .init()).",
        ]
      ) {
        let store = Store<Shelf>(initialState: .init())
        @TestModel var shelf = store.model
        await $shelf.count.assert(0)
        withExtendedLifetime(store) {}
      },
    ]
  }
}
