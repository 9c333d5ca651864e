import Foundation
import StrataConcurrency
import StrataStores
import Testing

/// Stores and those that follow them.
struct StoresTests {
  @Test func loadingShowsEachStep() {
    atOnce {
      let store = CatalogStore()
      let seen = Seen<String>()
      let subscription = store.subscribe { seen.add($0.current.name) }
      store.load()
      #expect(seen.values == ["initial", "loading", "main"])
      withExtendedLifetime(subscription) {}
    }
  }

  @Test func failingShowsTheError() {
    atOnce {
      let store = CatalogStore { throw ShopError.closed }
      store.load()
      #expect(store.state.current == .error(.init(ShopError.closed)))
      store.load()
      #expect(store.state.current == .error(.init(ShopError.closed)))
    }
  }

  @Test func theSameFailureTwiceIsOneStateMore() {
    atOnce {
      let store = CatalogStore { throw ShopError.closed }
      let seen = Seen<String>()
      let subscription = store.subscribe { seen.add($0.current.name) }
      store.load()
      store.load()
      #expect(seen.values == ["initial", "loading", "error", "loading", "error"])
      subscription.stop()
    }
  }

  @Test func aDroppedTokenHearsNothing() {
    atOnce {
      let store = CatalogStore()
      let seen = Seen<CatalogState>()
      _ = store.subscribe { seen.add($0) }
      store.load()
      #expect(seen.values.count == 1)
    }
  }

  @Test func aTokenHeldInAPropertyCanBeReplaced() {
    atOnce {
      let store = CatalogStore()
      let first = Seen<CatalogState>()
      let second = Seen<CatalogState>()
      var token: StateSubscription<CatalogState>? = store.subscribe { first.add($0) }
      token = store.subscribe { second.add($0) }
      store.search("x")
      #expect(first.values.count == 1)
      #expect(second.values.map(\.searchText) == ["", "x"])
      token = nil
      store.search("y")
      #expect(second.values.count == 2)
      _ = token
    }
  }

  @Test func stoppingTwiceIsHarmless() {
    atOnce {
      let store = CartStore()
      let token = store.subscribe { _ in }
      token.stop()
      token.stop()
      token.cancel()
      store.add("tea")
      #expect(store.state.lines == ["tea"])
    }
  }

  @Test func stoppingInsideTheCall() {
    atOnce {
      let store = CartStore()
      let seen = Seen<Int>()
      let holder = Seen<StateSubscription<CartState>>()
      holder.add(
        store.subscribe {
          seen.add($0.lines.count)
          if $0.lines.count == 2 { holder.values.first?.stop() }
        }
      )
      for _ in 0..<4 { store.add("tea") }
      #expect(seen.values == [0, 1, 2])
    }
  }

  @Test func subscribingInsideACall() {
    atOnce {
      let store = CartStore()
      let inner = Seen<Int>()
      let tokens = Seen<StateSubscription<CartState>>()
      let outer = store.subscribe { state in
        if state.lines.count == 1, tokens.values.isEmpty {
          tokens.add(store.subscribe { inner.add($0.lines.count) })
        }
      }
      store.add("tea")
      store.add("tea")
      #expect(inner.values == [1, 2])
      withExtendedLifetime(outer) {}
    }
  }

  @Test func subscribersAreCalledInTheOrderInWhichTheyCame() {
    atOnce {
      let store = CartStore()
      let seen = Seen<String>()
      let tokens = ["a", "b", "c"].map { name in store.subscribe { _ in seen.add(name) } }
      seen.values = []
      store.add("tea")
      #expect(seen.values == ["a", "b", "c"])
      withExtendedLifetime(tokens) {}
    }
  }

  @Test func aSubscriberThatChangesTheStoreIsCalledAgainAfterIt() {
    atOnce {
      let store = CartStore()
      let seen = Seen<[String]>()
      let token = store.subscribe { state in
        seen.add(state.lines)
        if state.lines == ["tea"] { store.add("milk") }
      }
      store.add("tea")
      #expect(seen.values == [[], ["tea"], ["tea", "milk"]])
      withExtendedLifetime(token) {}
    }
  }

  @Test func whatOneSubscriberChangesReachesAllInOneOrder() {
    atOnce {
      let store = CartStore()
      let first = Seen<Int>()
      let second = Seen<Int>()
      let a = store.subscribe { state in
        first.add(state.lines.count)
        if state.lines.count == 1 { store.add("milk") }
      }
      let b = store.subscribe { second.add($0.lines.count) }
      store.add("tea")
      #expect(first.values == [0, 1, 2])
      #expect(second.values == [0, 1, 2])
      withExtendedLifetime((a, b)) {}
    }
  }

  @Test func equalStatesAreSilent() {
    atOnce {
      let store = CatalogStore()
      let seen = Seen<CatalogState>()
      let token = store.subscribe { seen.add($0) }
      store.search("")
      store.search("a")
      store.search("a")
      #expect(seen.values.count == 2)
      withExtendedLifetime(token) {}
    }
  }

  @Test func thereAndBackWithinOneUpdateIsSilent() {
    atOnce {
      let store = CartStore()
      let seen = Seen<CartState>()
      let token = store.subscribe { seen.add($0) }
      store.state.update {
        $0.add("tea")
        $0.removeLast()
      }
      #expect(seen.values.count == 1)
      withExtendedLifetime(token) {}
    }
  }

  @Test func replacingResetsWhatIsBesideTheCase() {
    atOnce {
      let store = CartStore()
      store.add("tea")
      store.clear()
      #expect(store.state == CartState())
    }
  }

  @Test func aForcedPushRepeatsTheState() {
    atOnce {
      let store = CartStore()
      let seen = Seen<Int>()
      let token = store.subscribe { seen.add($0.lines.count) }
      store.forcePushState()
      #expect(seen.values == [0, 0])
      withExtendedLifetime(token) {}
    }
  }

  @Test func readingAStateInASubscriberGivesTheNewOne() {
    atOnce {
      let store = CartStore()
      let seen = Seen<Bool>()
      let token = store.subscribe { seen.add($0 == store.state) }
      store.add("tea")
      #expect(seen.values == [true, true])
      withExtendedLifetime(token) {}
    }
  }

  @Test func aReleasedStoreReleasesItsSubscribers() {
    atOnce {
      final class Picture: Sendable {}
      weak var screen: Picture?
      var store: CartStore? = CartStore()
      var token: StateSubscription<CartState>?
      do {
        let shown = Picture()
        screen = shown
        token = store?.subscribe { _ in _ = shown }
      }
      #expect(screen != nil)
      token?.stop()
      store = nil
      token = nil
      #expect(screen == nil)
    }
  }

  @Test func aTokenDoesNotKeepItsStore() {
    atOnce {
      weak var gone: CartStore?
      var token: StateSubscription<CartState>?
      do {
        let store = CartStore()
        gone = store
        token = store.subscribe { _ in }
      }
      #expect(gone == nil)
      token?.stop()
    }
  }

  @Test func followingAStoreDoesNotKeepTheFollower() {
    atOnce {
      let catalog = CatalogStore()
      let cart = CartStore()
      weak var gone: BillStore?
      do {
        let bill = BillStore(catalog: catalog, cart: cart)
        gone = bill
      }
      #expect(gone == nil)
      catalog.load()
      cart.add("tea")
    }
  }

  @Test func aTreeOfStoresMakesOneState() {
    atOnce {
      let catalog = CatalogStore()
      let cart = CartStore()
      let bill = BillStore(catalog: catalog, cart: cart)
      catalog.load()
      cart.add("tea")
      cart.add("toast")
      #expect(bill.state.current == .due(5))
      cart.removeLast()
      #expect(bill.state.current == .due(3))
      cart.clear()
      #expect(bill.state.current == .waiting)
    }
  }

  @Test func unfollowingOneOfTwo() {
    atOnce {
      let catalog = CatalogStore()
      let cart = CartStore()
      let bill = BillStore(catalog: catalog, cart: cart)
      catalog.load()
      bill.unsubscribe(from: catalog)
      catalog.search("x")
      cart.add("tea")
      #expect(bill.state.current == .due(3))
      #expect(bill.otherStoresSubscriptions.count == 1)
    }
  }

  @Test func unfollowingAStoreThatWasNeverFollowedIsHarmless() {
    atOnce {
      let catalog = CatalogStore()
      let cart = CartStore()
      let bill = BillStore(catalog: catalog, cart: cart)
      bill.unsubscribe(from: CartStore())
      cart.add("tea")
      #expect(bill.state.lines == ["tea"])
    }
  }

  @Test func twoStoresOfOneClassHaveTwoIdentifiers() {
    atOnce { #expect(CartStore().storeIdentifier != CartStore().storeIdentifier) }
  }

  @Test func theStateIsOfItsTimeAlsoWhenTheStoreHasMovedOn() {
    let executor = SerialDelivery.queue("outside")
    let store = Settings.withDelivery(executor) { CartStore() }
    let seen = Locked<[Int]>([], rank: .leaf)
    let done = DispatchSemaphore(value: 0)
    let token = store.subscribe { state in
      seen.withLock { $0.append(state.lines.count) }
      if state.lines.count == 100 { done.signal() }
    }
    for _ in 0..<100 { store.add("tea") }
    done.wait()
    #expect(seen.withLock { $0 } == Array(0...100))
    withExtendedLifetime(token) {}
  }

  @Test func eightThreadsLoseNothing() {
    let store = atOnce { CartStore() }
    let seen = Locked<[Int]>([], rank: .leaf)
    let token = store.subscribe { state in seen.withLock { $0.append(state.lines.count) } }
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      for _ in 0..<200 { store.add("tea") }
    }
    #expect(store.state.lines.count == 1600)
    #expect(seen.withLock { $0 } == Array(0...1600))
    withExtendedLifetime(token) {}
  }

  @Test func aBillNeverMixesTwoMoments() {
    // Both halves of the bill come from one catalogue: by way of the prices and of the total.
    struct Pair: StateContainer {
      enum State: EnumState { case known }
      var current = State.known
      var one = 0
      var two = 0
    }
    // SAFETY: stores nothing beside the state.
    final class Half: Store<Pair>, @unchecked Sendable {
      init(_ cart: CartStore) {
        super.init(initialState: .init())
        subscribe(to: cart) { [weak self] cart in self?.state.update { $0.one = cart.lines.count } }
      }
    }
    // SAFETY: stores nothing beside the state.
    final class Both: Store<Pair>, @unchecked Sendable {
      init(_ cart: CartStore, _ half: Half) {
        super.init(initialState: .init())
        subscribe(to: cart) { [weak self] cart in self?.state.update { $0.one = cart.lines.count } }
        subscribe(to: half) { [weak self] half in self?.state.update { $0.two = half.one } }
      }
    }
    atOnce {
      let cart = CartStore()
      let half = Half(cart)
      let both = Both(cart, half)
      let seen = Seen<[Int]>()
      let token = both.subscribe { seen.add([$0.one, $0.two]) }
      for _ in 0..<5 { cart.add("tea") }
      #expect(seen.values == (0...5).map { [$0, $0] })
      withExtendedLifetime(token) {}
    }
  }
}

/// The delivery that a program makes for itself.
enum SerialDelivery {
  static func queue(_ name: String) -> StoreDelivery { .serial(name) }
}
