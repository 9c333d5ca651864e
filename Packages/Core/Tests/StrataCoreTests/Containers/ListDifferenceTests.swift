import StrataConcurrency
import Testing

@testable import StrataCore

@Suite struct ListDifferenceTests {
  private func difference(_ old: [UInt], _ new: [UInt]) -> ListDifference {
    unsafe old.withUnsafeBufferPointer { old in
      unsafe new.withUnsafeBufferPointer { unsafe ListDifference.between(old, $0).difference }
    }
  }

  @Test func otherContextsAtSomePlacesAreSubstituted() {
    #expect(difference([1, 2, 3, 4], [9, 2, 8, 4]) == .substituted([0, 2]))
    #expect(difference([1], [2]) == .substituted([0]))
  }

  @Test func aSwapIsTwoSubstitutions() {
    #expect(difference([1, 2, 3, 4], [4, 2, 3, 1]) == .substituted([0, 3]))
  }

  @Test func theFirstMovedToTheEndIsARotation() {
    #expect(difference([1, 2, 3], [2, 3, 1]) == .rotatedToFront)
    #expect(difference([1, 2, 3], [2, 3, 9]) == .rotatedToFront)
  }

  @Test func theLastMovedToTheFrontIsARotation() {
    #expect(difference([1, 2, 3, 4], [4, 1, 2, 3]) == .rotatedToBack)
  }

  @Test func theRestOfAFilterIsThinned() {
    #expect(difference([1, 2, 3, 4, 5], [2, 4]) == .thinned([0, 2, 4]))
    #expect(difference([1, 2], []) == .thinned([0, 1]))
  }

  @Test func whatHasComeInBetweenIsGrown() {
    #expect(difference([2, 4], [1, 2, 3, 4, 5]) == .grown([0, 2, 4]))
  }

  @Test func goneAndComeAtOnceIsMixed() {
    #expect(difference([1, 2, 3], [9, 4]) == .mixed)
    #expect(difference([1, 2], [2, 9, 1]) == .mixed)
  }

  @Test func whatAgreesAtTheEndIsNotCompared() {
    #expect(difference([1, 2, 3], [9, 2, 3]) == .substituted([0]))
    #expect(difference([1, 7], [9, 8, 7]) == .mixed)
  }

  /// Whatever is done to a list, the roster follows it, and says exactly who has come and who is gone.
  @Test func theRosterAgreesWithTheListAfterRandomEdits() {
    var random = SplitMix64(seed: 7)
    let pool = (0..<12).map { _ in Context(layout: Layout(name: "Row", slots: [])) }
    for _ in 0..<20_000 {
      var roster = ListRoster()
      let before = Array(
        pool.shuffled(using: &random).prefix(Int.random(in: 0...8, using: &random))
      )
      var after = before
      for _ in 0..<Int.random(in: 0...3, using: &random) { change(&after, pool, &random) }
      roster.contexts = before
      var list = after.map(Handle.init)
      let edits = list.reconcile(&roster)
      #expect(ids(roster.contexts) == ids(after))
      let added = after.filter { context in !before.contains { $0 === context } }
      let removed = before.filter { context in !after.contains { $0 === context } }
      #expect(ids(edits.added) == ids(added))
      #expect(ids(edits.removed) == ids(removed))
      #expect(edits.isChanged == (ids(before) != ids(after)))
    }
  }

  private func ids(_ contexts: [Context]) -> [ObjectIdentifier] {
    contexts.map(ObjectIdentifier.init)
  }

  private func change(_ list: inout [Context], _ pool: [Context], _ random: inout SplitMix64) {
    let absent = pool.filter { context in !list.contains { $0 === context } }
    switch Int.random(in: 0..<6, using: &random) {
    case 0 where !list.isEmpty: list.remove(at: Int.random(in: 0..<list.count, using: &random))
    case 1: list.insert(absent[0], at: Int.random(in: 0...list.count, using: &random))
    case 2 where list.count > 1:
      let (a, b) = (Int.random(in: 0..<list.count, using: &random), list.count - 1)
      list.swapAt(a, b)
    case 3 where !list.isEmpty: list.append(list.removeFirst())
    case 4: list.removeAll { _ in Bool.random(using: &random) }
    case 5 where !list.isEmpty: list[Int.random(in: 0..<list.count, using: &random)] = absent[0]
    default: list.shuffle(using: &random)
    }
  }

  /// A row of a list.
  private struct Handle: ContextContainer {
    let context: Context
    func forEachContext(_ body: (Context) -> Void) { body(context) }
    mutating func replaceContexts(_ replacement: (Context) -> Context?) {}
  }
}
