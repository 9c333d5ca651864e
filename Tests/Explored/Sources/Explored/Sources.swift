import Explorer
import StrataSources

/// Programs about composable sources.
let sourcePrograms = [
  Program("source-subscribe", "A subscriber that comes beside a new model ends with the last one.")
  { scene in
    let source = Number()
    let follower = Follower()
    scene.thread { source.set(1) }
    scene.thread { source.eraseToSource().subscribe(follower, Follower.receive) }
    scene.atEnd {
      expect([[0, 1], [1]].contains(follower.seen.value), "seen \(follower.seen.value)")
    }
  },
  Program(
    "source-publish",
    "Models of two threads reach a subscriber in one order, the last one last."
  ) { scene in
    let source = Number()
    let follower = Follower()
    source.eraseToSource().subscribe(follower, Follower.receive)
    for model in 1...2 { scene.thread { source.set(model) } }
    scene.atEnd {
      expect([[0, 1, 2], [0, 2, 1]].contains(follower.seen.value), "seen \(follower.seen.value)")
      expect(follower.seen.value.last == source.model, "the model is \(source.model)")
    }
  },
  Program(
    "source-operator",
    "What an operator makes of a model is that of the last one in the end."
  ) { scene in
    let source = Number()
    let follower = Follower()
    let doubled = source.eraseToSource().map { $0 * 2 }
    scene.thread { source.set(1) }
    scene.thread { doubled.subscribe(follower, Follower.receive) }
    scene.atEnd {
      expect(follower.seen.value.last == 2, "seen \(follower.seen.value)")
      expect(doubled.model == 2, "the model is \(doubled.model)")
    }
  },
  Program(
    "source-persisted",
    "A persisted source shows fetched values in order, also beside others that are stored."
  ) { scene in
    let source = Number()
    let kept = PersistedInMemorySource<Int>()
    let (all, shown) = (Follower(), Follower())
    source.eraseToSource().subscribe(all, Follower.receive)
    let persisted = source.eraseToSource().map { Fetchable.fetched(.init(value: $0)) }
      .persisted(using: kept.eraseToSource())
      .map { $0.fetched?.value ?? -1 }
    persisted.subscribe(shown, Follower.receive)
    scene.thread { source.set(1) }
    scene.thread { source.set(2) }
    scene.thread { kept.model.set(9) }
    scene.atEnd {
      var fetched: [Int] = []
      for value in shown.seen.value where value != 9 && value != fetched.last {
        fetched.append(value)
      }
      expect(fetched == all.seen.value, "\(shown.seen.value), of \(all.seen.value)")
      expect(kept.model.found?.value == persisted.model, "shown is \(persisted.model)")
      withExtendedLifetime(persisted) {}
    }
  },
  Program("source-release", "A subscriber that goes beside a new model ends well.") { scene in
    let source = Number()
    let follower = Shared<Follower?>(Follower())
    if let follower = follower.latest {
      source.eraseToSource().subscribe(follower, Follower.receive)
    }
    scene.thread { source.set(1) }
    scene.thread { follower.value = nil }
    scene.atEnd { expect(source.model == 1, "the model is \(source.model)") }
  },
]

// SAFETY: adds no state.
private final class Number: SourceOf<Int>, @unchecked Sendable {
  let initialModel = 0

  func set(_ number: Int) { model = number }
}

private final class Follower: Sendable {
  let seen = Shared<[Int]>([])

  func receive(_ model: Int) {
    called("subscriber")
    seen.change { $0.append(model) }
  }
}
