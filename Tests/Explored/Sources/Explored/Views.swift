import Explorer
import StrataConcurrency
import StrataCore
import StrataRendering
import StrataSources
import StrataStores
import StrataUpdates

/// Programs about what a view shows while another thread changes what it reads: always the state of one moment.
let viewPrograms = [
  shows("view-slots", "two properties beside a transaction") { scene in
    let numbers = Numbers()
    scene.thread { numbers.setBoth(1) }
    return { numbers[0] == numbers[1] }
  },
  shows("view-slots-again", "one property twice beside a write") { scene in
    let numbers = Numbers()
    scene.thread { numbers[0] = 1 }
    return { numbers[0] == numbers[0] }
  },
  shows("view-in-place", "a list twice beside a change in place") { scene in
    let single = Single([0])
    scene.thread { single.context[single.slot].append(1) }
    return { single.value.count == single.value.count }
  },
  shows("view-derived", "a property and what is derived from it beside a write") { scene in
    let numbers = Numbers()
    let double = numbers.derived { $0[0] * 2 }
    scene.thread { numbers[0] = 1 }
    return { double.value == numbers[0] * 2 }
  },
  shows("view-derived-first", "what is derived from a property, and then that") { scene in
    let numbers = Numbers()
    let double = numbers.derived { $0[0] * 2 }
    _ = double.value
    scene.thread { numbers[0] = 1 }
    return { numbers[0] * 2 == double.value }
  },
  shows("view-derived-two", "two derived values beside a transaction") { scene in
    let numbers = Numbers()
    let (first, second) = (numbers.derived { $0[0] + 1 }, numbers.derived { $0[1] + 1 })
    scene.thread { numbers.setBoth(1) }
    return { first.value == second.value }
  },
  shows("view-derived-dynamic", "a derived value that changes its sources beside a transaction") {
    scene in
    let numbers = Numbers()
    let either = numbers.derived { $0[0] == 0 ? $0[1] : $0[1] * 10 - 9 }
    scene.thread { numbers.setBoth(1) }
    return { either.value == numbers[0] }
  },
  shows("view-rows", "a list and its counted length beside a transaction") { scene in
    let row = Row(0)
    let anchor = Anchor(row.context, at: .thisLine())
    scene.thread {
      row.context.transaction {
        row.rows.append(Row(0))
        row.number += 1
      }
    }
    return {
      withExtendedLifetime(anchor) { row.rows.count == row.number }
    }
  },
  shows("view-update-parts", "two parts of an update store beside an action that changes both") {
    scene in
    let store = pairStore()
    let (first, second) = (store.part { $0.first }, store.part { $0.second })
    scene.thread { store.send(1) }
    return { first.state == second.state }
  },
  shows("view-update-part", "a part of an update store and the whole state beside an action") {
    scene in
    let store = pairStore()
    let first = store.part { $0.first }
    scene.thread { store.send(1) }
    return { first.state == store.state.second }
  },
  shows("view-update", "the state of an update store twice beside an action") { scene in
    let store = StrataUpdates.Store(
      update: { (state: Int, action: Int, _: Void) in Update(state: state + action, fx: .empty) },
      state: 0,
      environment: ()
    )
    scene.thread { store.send(1) }
    return { store.state == store.state }
  },
  shows("view-domain", "the state of a domain store twice beside a change") { scene in
    let store = CountStore(initialState: Count(), delivery: .immediate)
    scene.thread { store.add(1) }
    return { store.state.count == store.state.count }
  },
  shows("view-source", "the model of a source twice beside a new model") { scene in
    let source = NumberSource()
    scene.thread { source.set(1) }
    return { source.model == source.model }
  },
  Program(
    "view-source-operator",
    "A view of a source and of what an operator makes of it ends with both of one moment."
  ) { scene in
    let source = NumberSource()
    let double = source.eraseToSource().map { $0 * 2 }
    let view = RenderProbe { source.model * 2 == double.model }
    scene.thread { source.set(1) }
    scene.thread { source.set(2) }
    scene.atEnd {
      expect(view.output, "the view ends with two moments")
      expect(double.model == source.model * 2, "\(source.model) and \(double.model)")
    }
  },
]

/// A view that comes beside a change, and one that is there before.
private func shows(
  _ name: String,
  _ what: String,
  _ prepare: @escaping @Sendable (Scene) -> @Sendable () -> Bool
) -> Program {
  Program(name, "A view shows the state of one moment: \(what).") { scene in
    let isWhole = prepare(scene)
    let isAlwaysWhole = Shared(true)
    let former = RenderProbe { isWhole() }
    scene.thread {
      let view = RenderProbe { isWhole() }
      let outputs = [view.output, former.output]
      if outputs.contains(false) { isAlwaysWhole.value = false }
      view.cancel()
    }
    scene.atEnd {
      expect(isAlwaysWhole.value, "a view showed two moments")
      expect(former.output, "the view ends with two moments")
    }
  }
}

extension Numbers {
  fileprivate func setBoth(_ number: Int) {
    context.transaction {
      self[0] = number
      self[1] = number
    }
  }
}

private struct Pair: Sendable, Equatable {
  var first = 0
  var second = 0
}

private typealias PairStore = StrataUpdates.Store<Pair, Int, Void>

/// A store whose actions add to both numbers.
private func pairStore() -> PairStore {
  PairStore(
    update: { (state: Pair, action: Int, _: Void) in
      Update(state: Pair(first: state.first + action, second: state.second + action), fx: .empty)
    },
    state: Pair(),
    environment: ()
  )
}

extension PairStore {
  fileprivate func part(
    _ get: @escaping @Sendable (Pair) -> Int
  ) -> StrataUpdates.ViewStore<Int, Int> {
    StrataUpdates.ViewStore(store: self, get: get, tag: { (action: Int) in action })
  }
}

private struct Count: StateContainer {
  enum State: EnumState {
    case counting
  }

  var current = State.counting
  var count = 0
}

// SAFETY: adds no state.
private final class CountStore: StrataStores.Store<Count>, @unchecked Sendable {
  func add(_ amount: Int) { state.update { $0.count += amount } }
}

// SAFETY: adds no state.
private final class NumberSource: SourceOf<Int>, @unchecked Sendable {
  let initialModel = 0

  func set(_ number: Int) { model = number }
}
