import StrataRendering
import StrataStores
import Testing

@testable import StateKitControllers
@testable import StateKitService
@testable import StateKitStates
@testable import StateKitStore
@testable import StateKitSubscriptions
@testable import StateKitViews

/// The document's samples do what the document says.
@Suite struct StateKitSampleTests {
  struct Failure: Error {}

  @Test func queriesDeriveFromTheCurrentCase() {
    var state = StateKitStates.ExampleState(current: .loading)
    #expect(state.titleText == "Hello!")
    state.toMain(firstName: "Ada", lastName: "Lovelace")
    #expect(state.titleText == "Hello, Ada Lovelace")
    #expect(!state.showError)
    state.to(error: Failure())
    #expect(state.error is Failure)
    #expect(state.showError)
  }

  @Test func conditionalTransactionSeesItsOwnChanges() {
    var state = SearchState(current: .results(["a"]), isFetchingResults: true)
    state.updated(searchText: "b")
    #expect(state.current == .results(["a"]))
    state.updated(searchText: "")
    #expect(state.current == .emptySearch(isFetching: true))
  }

  @Test func storeFetchesItsData() {
    Settings.withDelivery(.immediate) {
      let store = StateKitService.ExampleStore()
      store.fetchSomeData()
      #expect(store.state.someData == SomeData(text: "some data"))
      store.changeByReplacing()
      #expect(store.state.current == .loading)
      #expect(StateKitStore.ExampleStore().state.current == .loading)
    }
  }

  @Test func storeKeepsTheServicesError() {
    Settings.withDelivery(.immediate) {
      let service = SomeDataService(.failure(EquatableError(Failure())))
      let store = StateKitService.ExampleStore(someDataService: service)
      store.fetchSomeData()
      #expect(store.state.error == EquatableError(Failure()))
    }
  }

  // The document's closures are empty, so the test can only see that the subscriptions are retained.
  @Test func subscriptionsAreHeld() {
    Settings.withDelivery(.immediate) {
      let (holder, follower) = (TokenHolder(), Follower())
      #expect(holder.someStoreSubscription != nil)
      #expect(
        Array(follower.otherStoresSubscriptions.keys) == [follower.someStore.storeIdentifier]
      )
    }
  }

  @Test func controllerRendersTheStoresState() {
    Settings.withDelivery(.immediate) {
      let store = StateKitControllers.ExampleViewControllerStore()
      let controller = StateKitControllers.ExampleViewController(viewStore: store)
      controller.appear()
      store.state.current = .error
      #expect(controller.state.current == .error)
    }
  }

  @Test func previewShowsTheBody() {
    Settings.withDelivery(.immediate) {
      #expect(ExampleView_Previews.previews.lines == ["Hello!"])
    }
  }
}
