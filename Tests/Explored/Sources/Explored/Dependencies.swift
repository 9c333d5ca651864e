import Explorer
import StrataConcurrency
import StrataCore
import StrataDependencies
import StrataModels

@testable import StrataDependencies

/// Programs about dependencies that some models override.
let dependencyPrograms = [
  Program("dependency-default", "Threads that ask first for a default value get the same one.") {
    scene in
    let values = DefaultValues(context: .live)
    let seen = Shared<[ObjectIdentifier]>([])
    for _ in 0..<2 {
      scene.thread {
        for _ in 0..<2 {
          // SAFETY: the entry lives as long as the values.
          let entry = unsafe values.find(ServiceKey.self).takeUnretainedValue()
          seen.change { $0.append(ObjectIdentifier(entry)) }
        }
      }
    }
    scene.thread { _ = unsafe values.find(LevelKey.self) }
    scene.atEnd { expect(Set(seen.value).count == 1, "several values were made") }
  },
  Program(
    "dependency-override",
    "A model that joins with an override has it in each read, and its parent has the default."
  ) { scene in
    let root = Branch().withAnchor()
    let child = Branch().withDependencies { $0[LevelKey.self] = 1 }
    scene.thread { root.branches.append(child) }
    scene.thread {
      silence { expect(child.level == 1, "the child has \(child.level)") }
      silence { expect(child.level == 1, "the child has \(child.level)") }
    }
    scene.thread { for _ in 0..<2 { expect(root.level == 0, "the root has \(root.level)") } }
    scene.atEnd { expect(root.level == 0 && child.level == 1, "\(root.level), \(child.level)") }
  },
  Program(
    "dependency-first",
    "Two threads that read first in a tree with an override see it at the child alone."
  ) { scene in
    let child = Branch().withDependencies { $0[LevelKey.self] += 1 }
    let root = Branch(0, [child]).withAnchor { $0[LevelKey.self] = 5 }
    scene.thread { expect(root.level == 5, "the root has \(root.level)") }
    scene.thread { expect(root.branches[0].level == 6, "the child has \(root.branches[0].level)") }
    scene.thread { root.branches.append(Branch()) }
    scene.atEnd { expect(root.branches.map(\.level) == [6, 5], "\(root.branches.map(\.level))") }
  },
  Program(
    "dependency-move-below-new",
    "A model that moves below a new one has the dependencies of the tree at each moment."
  ) { scene in
    let child = Branch()
    let root = Branch(0, [child]).withAnchor { $0[LevelKey.self] = 5 }
    scene.thread { root.branches = [Branch(0, [child])] }
    scene.thread { silence { expect(child.level == 5, "the child has \(child.level)") } }
    scene.atEnd { expect(child.level == 5, "the child has \(child.level)") }
  },
  Program(
    "dependency-move",
    "A model that moves to a parent with another override has that of one of the two."
  ) { scene in
    let child = Branch(0, [Branch().withDependencies { $0[LevelKey.self] += 10 }])
    let parents = (1...2).map { level in Branch().withDependencies { $0[LevelKey.self] = level } }
    let root = Branch(0, parents).withAnchor()
    parents[0].branches = [child]
    let below = child.branches[0]
    expect(child.level == 1 && below.level == 11, "before: \(child.level), \(below.level)")
    scene.thread {
      root.node.transaction {
        parents[0].branches = []
        parents[1].branches = [child]
      }
    }
    scene.thread { expect([1, 2].contains(child.level), "the child has \(child.level)") }
    scene.thread { expect([11, 12].contains(below.level), "below it is \(below.level)") }
    scene.atEnd { expect(child.level == 2 && below.level == 12, "\(child.level), \(below.level)") }
  },
  Program("dependency-removal", "A model that is removed keeps the override of its last position.")
  {
    scene in
    let child = Branch()
    let parent = Branch(0, [child]).withDependencies { $0[LevelKey.self] = 1 }
    let root = Branch(0, [parent]).withAnchor()
    let levels = Shared<[Int]>([])
    child.node.onCancel { levels.change { $0.append(child.level) } }
    scene.thread { parent.branches = [] }
    scene.thread { root.branches = [] }
    scene.atEnd { expect(levels.value == [1], "the last handlers have read \(levels.value)") }
  },
]

extension Branch {
  fileprivate var level: Int { node[LevelKey.self] }
}

private enum LevelKey: DependencyKey {
  static let liveValue = 0
  static let testValue = 0
}

private final class Service: Sendable {}

private enum ServiceKey: DependencyKey {
  static var liveValue: Service {
    called("default value")
    return Service()
  }
  static var testValue: Service { liveValue }
}
