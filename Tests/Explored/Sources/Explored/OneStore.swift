import Explorer
import StrataOneStore
import StrataRendering

/// Programs about one store and the models that are views of it.
let oneStorePrograms = [
  Program("one-store-add", "No change of one store is lost, and a view ends with the last value.") {
    scene in
    let store = Store<Purse>(initialState: .init())
    let purse = store.model
    let view = RenderProbe { purse.count }
    for _ in 0..<2 { scene.thread { purse.add(1) } }
    scene.atEnd {
      expect(purse.count == 2, "the count is \(purse.count)")
      expect(view.output == 2, "the view shows \(view.output)")
      withExtendedLifetime(store) {}
    }
  },
  Program(
    "one-store-view",
    "A view that comes beside a change, when the former one has gone, ends with the last value."
  ) { scene in
    let store = Store<Purse>(initialState: .init())
    let purse = store.model
    RenderProbe { purse.total }.cancel()
    let view = Shared<RenderProbe<Int>?>(nil)
    scene.thread {
      purse.add(1)
      purse.add(1)
    }
    scene.thread { view.value = RenderProbe { purse.total } }
    scene.atEnd {
      expect(view.value?.output == 2, "the view shows \(view.value?.output ?? -1)")
      withExtendedLifetime(store) {}
    }
  },
  Program(
    "one-store-view-again",
    "A view that reads again beside a change, while another goes, ends with the last value."
  ) { scene in
    let store = Store<Purse>(initialState: .init())
    let purse = store.model
    let other = RenderProbe { purse.count }
    let view = Shared<RenderProbe<Int>?>(nil)
    scene.thread { purse.add(1) }
    scene.thread {
      other.cancel()
      view.value = RenderProbe { purse.count }
    }
    scene.thread { purse.add(1) }
    scene.atEnd {
      expect(view.value?.output == 2, "the view shows \(view.value?.output ?? -1)")
      withExtendedLifetime(store) {}
    }
  },
  Program("one-store-whole", "A read of one store shows a change whole.") { scene in
    let store = Store<Purse>(initialState: .init())
    let purse = store.model
    let seen = Shared<[Int]>([])
    scene.thread { purse.addToBoth(1) }
    scene.thread { for _ in 0..<2 { seen.change { $0.append(purse.difference) } } }
    scene.atEnd {
      expect(seen.value == [0, 0], "seen \(seen.value)")
      withExtendedLifetime(store) {}
    }
  },
  shows(
    "one-store-view-whole",
    "A view that reads two properties beside a change never shows one of before and one of after.",
    during: { $0.model.addToBoth(1) },
    difference: { $0.count - $0.other }
  ),
  shows(
    "one-store-view-one-whole",
    "A view that reads one property twice beside a change shows it of one moment.",
    during: { $0.model.add(1) },
    difference: { $0.count - $0.count }
  ),
  shows(
    "one-store-view-override",
    "A view that reads two properties beside an override never shows one of each state.",
    during: { $0.stateOverride = .init(count: 9, other: 9) },
    difference: { $0.count - $0.other }
  ),
  shows(
    "one-store-view-computed",
    "A view never shows a property beside a computed one that a later change has computed.",
    during: { $0.model.add(1) },
    difference: { $0.count - $0.total }
  ),
  shows(
    "one-store-view-children",
    "A view never shows a property beside models that a later change has brought.",
    during: { $0.model.addCoin(1) },
    difference: { $0.count - $0.$coins.count }
  ),
  Program(
    "one-store-own-write",
    "A thread reads what it has written, also of a computed property that a view follows."
  ) { scene in
    let store = Store<Purse>(initialState: .init())
    let purse = store.model
    let view = RenderProbe { purse.total }
    let seen = Shared<[Int]>([])
    for _ in 0..<2 {
      scene.thread {
        purse.add(1)
        seen.change { $0.append(purse.total) }
      }
    }
    scene.atEnd {
      expect(seen.value.allSatisfy { $0 > 0 }, "seen \(seen.value)")
      expect(view.output == 2, "the view shows \(view.output)")
      withExtendedLifetime(store) {}
    }
  },
  Program(
    "one-store-element",
    "An element that is changed by its view beside a change of the list keeps the change."
  ) { scene in
    let store = Store<Purse>(initialState: .init(coins: [.init(id: 1), .init(id: 2)]))
    let purse = store.model
    let coin = purse.$coins[1]
    scene.thread { coin.flip() }
    scene.thread { purse.removeCoin(1) }
    scene.atEnd {
      expect(store.state.coins == [.init(id: 2, flips: 1)], "\(store.state.coins)")
      expect(coin.flips == 1, "the view shows \(coin.flips)")
    }
  },
  Program(
    "one-store-override",
    "A view ends with the live value when an override ends beside a change."
  ) { scene in
    let store = Store<Purse>(initialState: .init())
    let purse = store.model
    let view = RenderProbe { purse.count }
    store.stateOverride = .init(count: 9)
    expect(view.output == 9, "the view shows \(view.output)")
    scene.thread { purse.add(1) }
    scene.thread { store.stateOverride = nil }
    scene.atEnd { expect(view.output == 1, "the view shows \(view.output)") }
  },
]

/// A view that comes beside a change and shows the difference of two reads, which is none at any moment.
private func shows(
  _ name: String,
  _ promise: String,
  during change: @escaping @Sendable (Store<Purse>) -> Void,
  difference: @escaping @Sendable (Purse) -> Int
) -> Program {
  Program(name, promise) { scene in
    let store = Store<Purse>(initialState: .init())
    let purse = store.model
    // Another view of the same, so that places keep what it has read.
    let other = RenderProbe { difference(purse) }
    let shown = Shared<[Int]>([])
    scene.thread { change(store) }
    scene.thread {
      let view = RenderProbe { difference(purse) }
      shown.change { $0.append(view.output) }
      view.cancel()
    }
    scene.atEnd {
      expect(shown.value == [0], "the view shows \(shown.value)")
      expect(other.output == 0, "the other view shows \(other.output)")
      withExtendedLifetime(store) {}
    }
  }
}

private struct Purse: Model {
  struct State: Equatable, Sendable {
    var count = 0
    var other = 0
    @StateModel<[Coin]> var coins = []

    var total: Int { count + coins.count }
    var difference: Int { count - other }
  }

  @ModelState private var state: State

  func add(_ number: Int) { state.count += number }
  func addToBoth(_ number: Int) {
    $state.transaction {
      $0.count += number
      $0.other += number
    }
  }
  func addCoin(_ id: Int) {
    $state.transaction {
      $0.count += 1
      $0.coins.append(.init(id: id))
    }
  }
  func removeCoin(_ id: Int) { state.coins.removeAll { $0.id == id } }
}

private struct Coin: Model, Identifiable {
  struct State: Equatable, Identifiable, Sendable {
    let id: Int
    var flips = 0
  }

  @ModelState private var state: State

  func flip() { state.flips += 1 }
}
