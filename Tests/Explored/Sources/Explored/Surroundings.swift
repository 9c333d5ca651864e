import Explorer
import StrataConcurrency
import StrataDependencies
import StrataModels
import StrataRendering

/// Programs about what models have from those above and below them, while they move.
let surroundingPrograms = [
  Program("environment-write", "A view of an inherited value ends with that of the nearest model.")
  {
    scene in
    let child = Branch()
    let root = Branch(0, [child]).withAnchor()
    let view = Shared<RenderProbe<Int>?>(nil)
    scene.thread { root.node.environment.level = 1 }
    scene.thread { view.value = RenderProbe { child.node.environment.level } }
    scene.thread { root.node.environment.level = 2 }
    scene.atEnd {
      let level = root.node.environment.level
      expect(view.value?.output == level, "shown \(view.value?.output ?? -1), set \(level)")
    }
  },
  Program("environment-nearer", "A view follows the nearer of two models that set a value at once.")
  {
    scene in
    let leaf = Branch()
    let middle = Branch(0, [leaf])
    let root = Branch(0, [middle]).withAnchor()
    let view = RenderProbe { leaf.node.environment.level }
    scene.thread { root.node.environment.level = 1 }
    scene.thread { middle.node.environment.level = 2 }
    scene.atEnd {
      expect(view.output == 2 && root.node.environment.level == 1, "shown \(view.output)")
    }
  },
  Program(
    "environment-move",
    "A view follows a model that moves beside a write of what it inherits."
  ) {
    scene in
    let leaf = Branch()
    let parents = [Branch(0, [leaf]), Branch()]
    let root = Branch(0, parents).withAnchor()
    parents[0].node.environment.level = 1
    let view = RenderProbe { leaf.node.environment.level }
    expect(view.output == 1, "shown \(view.output)")
    scene.thread {
      root.node.transaction {
        parents[0].branches = []
        parents[1].branches = [leaf]
      }
    }
    scene.thread { parents[1].node.environment.level = 2 }
    scene.atEnd { expect(view.output == 2, "shown \(view.output)") }
  },
  Program(
    "environment-join",
    "A view that begins beside the join of its model follows what it inherits."
  ) {
    scene in
    let leaf = Branch()
    let root = Branch().withAnchor()
    let view = Shared<RenderProbe<Int>?>(nil)
    scene.thread { view.value = RenderProbe { leaf.node.environment.level } }
    scene.thread { root.branches = [leaf] }
    scene.atEnd {
      root.node.environment.level = 2
      expect(view.value?.output == 2, "shown \(view.value?.output ?? -1)")
    }
  },
  Program("preference-write", "A view of what models below contribute ends with all of it.") {
    scene in
    let root = Branch(0, [Branch(), Branch()]).withAnchor()
    let view = Shared<RenderProbe<Int>?>(nil)
    for branch in root.branches { scene.thread { branch.node.preference.total = 1 } }
    scene.thread { view.value = RenderProbe { root.node.preference.total } }
    scene.atEnd {
      expect(root.node.preference.total == 2, "the total is \(root.node.preference.total)")
      expect(view.value?.output == 2, "shown \(view.value?.output ?? -1)")
    }
  },
  Program("preference-join", "A model that joins with a contribution beside a removal counts once.")
  {
    scene in
    let first = Branch()
    let root = Branch(0, [Branch(0, [first]), Branch()]).withAnchor()
    let (left, right) = (root.branches[0], root.branches[1])
    first.node.preference.total = 1
    let view = RenderProbe { root.node.preference.total }
    scene.thread { left.branches = [] }
    scene.thread {
      let second = Branch()
      right.branches = [second]
      second.node.preference.total = 10
    }
    scene.atEnd {
      expect(root.node.preference.total == 10, "the total is \(root.node.preference.total)")
      expect(view.output == 10, "shown \(view.output)")
    }
  },
  Program("hierarchy-view", "A view of the models below ends with those that are there.") { scene in
    let root = Branch(1, [Branch(10)]).withAnchor()
    let child = root.branches[0]
    let view = RenderProbe { root.sumBelow }
    scene.thread { silence { child.branches.append(Branch(100)) } }
    scene.thread { root.branches.append(Branch(1_000)) }
    scene.thread { root.branches.removeFirst() }
    scene.atEnd { expect(view.output == root.sumBelow, "\(view.output), \(root.sumBelow)") }
  },
  Program(
    "guest-once",
    "Two models that ask first for a model they depend on get the same, active once."
  ) {
    scene in
    let service = Branch(7)
    let root = Branch(0, [Branch(), Branch()]).withAnchor { $0[BranchKey.self] = service }
    let seen = Shared<[ModelID]>([])
    for branch in root.branches {
      scene.thread {
        let found = branch.node[BranchKey.self]
        expect(found.number == 7, "the number is \(found.number)")
        seen.change { $0.append(found.modelID) }
      }
    }
    scene.atEnd {
      expect(Set(seen.value) == [service.modelID], "\(Set(seen.value).count) models")
      expect(service.modelNode.context.currentPhase.isLive, "it is not live")
      withExtendedLifetime(root) {}
    }
  },
  Program(
    "guest-removal",
    "A model that others depend on ends when the last of them is removed, and not before."
  ) { scene in
    let service = Branch(7)
    let root = Branch(0, [Branch(), Branch()]).withAnchor()
    let owner = Branch(0, [Branch()]).withDependencies { $0[BranchKey.self] = service }
    root.branches[0].branches = [owner]
    let user = owner.branches[0]
    let (ends, wasLive) = (Shared(0), Shared(false))
    scene.thread {
      silence {
        let found = user.node[BranchKey.self]
        guard found.modelID == service.modelID else { return }
        wasLive.value = found.modelNode.context.currentPhase.isLive
        found.node.onCancel { ends.change { $0 += 1 } }
      }
    }
    scene.thread { root.branches[0].branches = [] }
    scene.atEnd {
      expect(!service.modelNode.context.currentPhase.isLive, "it is still live")
      expect(ends.value == 1 || !wasLive.value, "its handlers have run \(ends.value) times")
    }
  },
]

extension EnvironmentKeys {
  fileprivate var level: EnvironmentStorage<Int> { .init(defaultValue: 0) }
}

extension PreferenceKeys {
  fileprivate var total: PreferenceStorage<Int> { .init(defaultValue: 0) { $0 += $1 } }
}

extension Branch {
  fileprivate var sumBelow: Int {
    node.mapHierarchy(for: .descendants) { ($0 as? Branch)?.number }.reduce(0, +)
  }
}

private enum BranchKey: DependencyKey {
  static var liveValue: Branch { Branch() }
  static var testValue: Branch { Branch() }
}
