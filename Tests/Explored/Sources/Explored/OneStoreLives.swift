import Explorer
import StrataConcurrency
@_spi(Strata) import StrataOneStore
import StrataRendering

/// Programs about models of one store that begin, end and become others, and about its recorded states.
let oneStoreLifePrograms = [
  Program(
    "one-store-activate",
    "Each model that is added beside removals begins at most once, and ends once if it has begun."
  ) { scene in
    let store = Store<Shelf>(initialState: .init(jars: [.init(id: 1)]))
    let shelf = store.model
    let log = Shared<[String]>([])
    JarLog.current.value = log
    store.activateForTest()
    scene.thread { shelf.add(2) }
    scene.thread { shelf.removeAll() }
    scene.thread { shelf.removeAll() }
    scene.atEnd {
      let isThere = !shelf.$jars.isEmpty
      let expected = isThere ? ["begin 2"] : ["begin 2", "end 2"]
      let own = log.value.filter { $0.hasSuffix("2") }
      expect(own == expected || (!isThere && own.isEmpty), "\(log.value)")
      withExtendedLifetime(store) {}
    }
  },
  Program(
    "one-store-nested",
    "Nothing stays of rows that have rows and that two threads replace."
  ) { scene in
    let weakPlaces = Shared<[WeakToken]>([])
    let store = Store<Cellar>(initialState: .init())
    let cellar = store.model
    for id in 1...2 {
      scene.thread {
        let token = JarToken()
        weakPlaces.change { $0.append(WeakToken(token: token)) }
        cellar.replace(by: id, token)
        cellar.removeAll()
      }
    }
    scene.atEnd {
      let left = weakPlaces.value.filter { $0.token != nil }.count
      expect(left == 0, "\(left) states are left")
      withExtendedLifetime(store) {}
    }
  },
  Program(
    "one-store-identity",
    "A model that becomes another beside its own change leaves the other as it was made."
  ) { scene in
    let store = Store<Shelf>(initialState: .init(jars: [.init(id: 1)]))
    let shelf = store.model
    let jar = shelf.$jars[0]
    scene.thread { silence { jar.fill() } }
    scene.thread { shelf.replaceFirst(by: 2) }
    scene.atEnd {
      expect(store.state.jars == [.init(id: 2)], "\(store.state.jars)")
      silence { expect([0, 1].contains(jar.level), "the former has \(jar.level)") }
    }
  },
  Program(
    "one-store-order",
    "A model whose place in the list changes beside its own change keeps the change."
  ) { scene in
    let store = Store<Shelf>(initialState: .init(jars: [.init(id: 1), .init(id: 2)]))
    let shelf = store.model
    let jars = shelf.$jars
    let view = RenderProbe { jars[1].level }
    scene.thread { jars[1].fill() }
    scene.thread { shelf.reverse() }
    scene.atEnd {
      expect(store.state.jars == [.init(id: 2, level: 1), .init(id: 1)], "\(store.state.jars)")
      expect(view.output == 1 && jars[0].level == 0, "shown \(view.output)")
    }
  },
  Program(
    "one-store-override-element",
    "A model that an override hides for a while keeps what is done to it meanwhile."
  ) { scene in
    let store = Store<Shelf>(initialState: .init(jars: [.init(id: 1)]))
    let jar = store.model.$jars[0]
    let view = RenderProbe { store.model.$jars.map(\.level) }
    scene.thread { jar.fill() }
    scene.thread {
      store.stateOverride = .init(jars: [.init(id: 5, level: 9)])
      store.stateOverride = nil
    }
    scene.atEnd {
      expect(store.state.jars == [.init(id: 1, level: 1)], "\(store.state.jars)")
      expect(view.output == [1], "shown \(view.output)")
    }
  },
  Program("one-store-override-two", "Of two overrides that are set at once one stays, whole.") {
    scene in
    let store = Store<Shelf>(initialState: .init())
    let view = RenderProbe { store.model.$jars.map(\.level) }
    for level in 1...2 {
      scene.thread { store.stateOverride = .init(jars: [.init(id: 1, level: level)]) }
    }
    scene.atEnd {
      let levels = store.stateOverride?.jars.map(\.level) ?? []
      expect([[1], [2]].contains(levels) && view.output == levels, "\(view.output), \(levels)")
    }
  },
  Program(
    "one-store-records",
    "Recorded states are whole, in order, and the last one is the store's."
  ) {
    scene in
    let store = Store<Shelf>(initialState: .init())
    let shelf = store.model
    let traveler = Shared<TimeTraveler<Shelf>?>(nil)
    scene.thread { traveler.value = TimeTraveler.local(for: store) }
    for id in 1...2 { scene.thread { shelf.add(id) } }
    scene.atEnd {
      let counts = traveler.value?.records.map(\.state.jars.count) ?? []
      expect(counts == counts.sorted() && Set(counts).count == counts.count, "\(counts)")
      expect(counts.last == 2, "\(counts)")
    }
  },
  Program("one-store-end", "A store that goes beside a change of its models ends them once.") {
    scene in
    let log = Shared<[String]>([])
    JarLog.current.value = log
    let store = Shared<Store<Shelf>?>(Store<Shelf>(initialState: .init(jars: [.init(id: 1)])))
    store.latest?.activateForTest()
    guard let shelf = store.latest?.model else { return }
    scene.thread { silence { shelf.removeAll() } }
    scene.thread { store.value = nil }
    scene.atEnd { expect(log.value == ["begin 1", "end 1"], "\(log.value)") }
  },
]

/// Where models note what becomes of them, in the run that has been set up last.
private enum JarLog {
  static let current = Shared<Shared<[String]>?>(nil)
}

private struct Shelf: Model {
  struct State: Equatable, Sendable {
    @StateModel<[Jar]> var jars = []
  }

  @ModelState private var state: State

  func add(_ id: Int) { state.jars.append(.init(id: id)) }
  func removeAll() { state.jars.removeAll() }
  func reverse() { state.jars.reverse() }
  func replaceFirst(by id: Int) { state.jars[0] = .init(id: id) }
}

private final class JarToken: Sendable, Equatable {
  static func == (a: JarToken, b: JarToken) -> Bool { a === b }
}

private struct WeakToken: Sendable {
  weak var token: JarToken?
}

/// Rows that have rows.
private struct Cellar: Model {
  struct State: Equatable, Sendable {
    @StateModel<[Rack]> var racks = []
  }

  @ModelState private var state: State

  func replace(by id: Int, _ token: JarToken) {
    state.racks = [.init(id: id, bottles: [.init(id: id, token: token)])]
  }
  func removeAll() { state.racks = [] }
}

private struct Rack: Model, Identifiable {
  struct State: Equatable, Identifiable, Sendable {
    let id: Int
    @StateModel<[Bottle]> var bottles = []
  }

  @ModelState private var state: State
}

private struct Bottle: Model, Identifiable {
  struct State: Equatable, Identifiable, Sendable {
    let id: Int
    var token: JarToken
  }

  @ModelState private var state: State
}

private struct Jar: Model, Identifiable {
  struct State: Equatable, Identifiable, Sendable {
    let id: Int
    var level = 0
  }

  @ModelState private var state: State

  func onActivate() {
    guard let log = JarLog.current.latest else { return }
    let id = id
    log.change { $0.append("begin \(id)") }
    onDeactivate { log.change { $0.append("end \(id)") } }
  }

  func fill() { state.level += 1 }
}

extension Store {
  /// Begins the store's models, as a view that shows them would.
  fileprivate func activateForTest() { activateModels() }
}
