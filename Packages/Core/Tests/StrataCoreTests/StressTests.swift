import StrataConcurrency
import Testing

@testable import StrataCore

/// Eight threads, a million operations a test.
@Suite(.serialized) struct EngineStressTests {
  private static let threads = 8
  private static let perThread = 125_000

  @Test func readsWritesAndChangesInPlaceOnOneTree() {
    let kids = (0..<4).map { Kid("\($0)") }
    let root = Kid(kids: kids)
    let anchor = Anchor(root.context)
    let told = Locked(0, rank: .leaf)
    let observation = kids[0].context.observe(Item.count) { _ in told.withLock { $0 += 1 } }
    onThreads(Self.threads) { number in
      for step in 0..<Self.perThread {
        let kid = kids[(step &+ number) % 4]
        switch step % 5 {
        case 0: kid.count += 1
        case 1: _ = kid.name
        case 2: kid.name = "\(number)"
        case 3: kid.list.append(step)
        default: if kid.list.count > 64 { kid.list = [] }
        }
      }
    }
    let sum = kids.reduce(0) { $0 + $1.count }
    #expect(sum == Self.threads * Self.perThread / 5)
    #expect(told.withLock { $0 } == kids[0].count)
    withExtendedLifetime((anchor, observation)) {}
  }

  @Test func structureOfOneTree() {
    let parents = (0..<4).map { Kid("\($0)") }
    let root = Kid(kids: parents)
    weak let weakParent = parents[0].context
    var anchor: Anchor? = Anchor(root.context)
    let found = Locked(0, rank: .leaf)
    onThreads(Self.threads) { number in
      ReportSink.withHandler({ _ in found.withLock { $0 += 1 } }) {
        for step in 0..<Self.perThread / 50 {
          let parent = parents[(step &* 7 &+ number) % 4]
          parent.kids.append(Kid("\(number)", kids: step % 4 == 0 ? [Kid("inner")] : []))
          _ = parent.kids.count
          for kid in parent.kids.suffix(2) { _ = kid.context.isLive }
          if (step / 4) % 2 == 0 { parent.kids.removeAll { $0.name == "\(number)" } }
          parent.count += 1
        }
        for parent in parents { parent.kids.removeAll { $0.name == "\(number)" } }
      }
    }
    #expect(parents.allSatisfy { $0.kids.isEmpty } == true)
    #expect(found.withLock { $0 } == 0)
    #expect(parents.reduce(0) { $0 + $1.count } == Self.threads * Self.perThread / 50)
    withExtendedLifetime(anchor) {}
    anchor = nil
    #expect(weakParent?.isLive == false)
  }

  @Test func transactionsOnOneTree() {
    let kids = (0..<4).map { Kid("\($0)") }
    let root = Kid(kids: kids)
    let anchor = Anchor(root.context)
    let torn = Locked(0, rank: .leaf)
    let observation = root.context.observe(Item.count) { _ in
      let sum = root.context.transaction { kids.reduce(0) { $0 + $1.count } }
      if sum % 4 != 0 { torn.withLock { $0 += 1 } }
    }
    onThreads(Self.threads) { number in
      for step in 0..<Self.perThread / 10 {
        if (step &+ number) % 8 == 0 {
          root.context.transaction {
            for kid in kids { kid.count += 1 }
            root.count += 1
          }
        } else {
          for kid in kids { _ = kid.count }
          kids[step % 4].list.append(1)
          if step % 50 == 0 { kids[step % 4].list = [] }
          root.name = "\(step)"
        }
      }
    }
    #expect(Set(kids.map(\.count)) == [root.count])
    #expect(torn.withLock { $0 } == 0)
    withExtendedLifetime((anchor, observation)) {}
  }

  @Test func anchoringAndEndingManyTrees() {
    let alive = Locked(0, rank: .leaf)
    onThreads(Self.threads) { number in
      for step in 0..<Self.perThread / 100 {
        let root = Kid("root", kids: [Kid("a"), Kid("b", kids: [Kid("c")])])
        let anchor = Anchor(root.context)
        root.count += step
        root.kids[1].kids[0].count += 1
        root.kids.removeFirst()
        root.context.transaction { root.kids.append(Kid("d")) }
        let count = root.kids.count
        alive.withLock { $0 += count }
        withExtendedLifetime(anchor) {}
      }
    }
    #expect(alive.withLock { $0 } == Self.threads * Self.perThread / 100 * 2)
  }

  @Test func oneContextMovesBetweenTreesAndLives() {
    let layout = Layout(name: "Plain", slots: [.value("count", Int.self)])
    let count = layout.slot(0, as: Int.self)
    let context = Context(layout: layout)
    context.initialize(count, to: 0)
    let roots = (0..<Self.threads).map { Kid("\($0)") }
    let anchors = roots.map { Anchor($0.context) }
    onThreads(Self.threads) { number in
      ReportSink.withHandler({ _ in }) {
        let root = roots[number]
        for step in 0..<Self.perThread / 10 {
          root.kids.append(Kid(context: context))
          _ = context[count]
          if step % 3 == 0 { context[count] += 1 }
          root.kids = []
        }
      }
    }
    #expect(!context.isLive)
    withExtendedLifetime(anchors) {}
  }

  @Test func trackersWhileOthersWrite() {
    let kids = (0..<8).map { Kid("\($0)") }
    let root = Kid(kids: kids)
    let anchor = Anchor(root.context)
    onThreads(Self.threads) { number in
      if number < 4 {
        let stale = Locked(true, rank: .leaf)
        let tracker = Tracker { stale.withLock { $0 = true } }
        for _ in 0..<Self.perThread / 20 {
          if stale.withLock({ $0 }) {
            stale.withLock { $0 = false }
            tracker.track { for kid in root.kids { _ = kid.count } }
          }
        }
      } else {
        for step in 0..<Self.perThread {
          kids[step % 8].count &+= 1
          if step % 1_000 == 0 { root.kids.swapAt(0, 1) }
        }
      }
    }
    let sum = kids.reduce(0) { $0 + $1.count }
    #expect(sum == 4 * Self.perThread)
    withExtendedLifetime(anchor) {}
  }
}
