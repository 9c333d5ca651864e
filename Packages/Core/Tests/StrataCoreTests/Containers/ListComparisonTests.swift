import StrataConcurrency
import Testing

@testable import StrataCore

@Suite struct ListComparisonTests {
  private func compare(_ old: [UInt], _ new: [UInt]) -> ListComparison {
    var comparison = ListComparison(oldCount: old.count)
    unsafe old.withUnsafeBufferPointer { old in
      for word in new {
        if comparison.expected < old.count, unsafe old[comparison.expected] == word {
          comparison.expected += 1
        } else {
          unsafe comparison.note(word, old)
        }
        comparison.count += 1
      }
    }
    return comparison
  }

  private func steps(_ comparison: ListComparison) -> [ListComparison.Step] {
    (0..<comparison.stepCount).map { comparison[$0] }
  }

  @Test func equalListsHaveNoDifference() {
    #expect(compare([], []).isEqual)
    #expect(compare([1, 2], [1, 2]).isEqual)
    #expect(!compare([1, 2], [2, 1]).isEqual)
    #expect(!compare([1, 2], [1]).isEqual)
    #expect(!compare([1], [1, 2]).isEqual)
    #expect(!compare([1], [2]).isEqual)
  }

  @Test func oneThatIsLeftOutIsARemoval() {
    #expect(steps(compare([1, 2, 3], [1, 3])) == [.init(kind: .removed, place: 1)])
  }

  @Test func oneInFrontOfWhatWasExpectedIsAnInsertion() {
    let front = compare([1, 2, 3], [9, 1, 2, 3])
    #expect(steps(front) == [.init(kind: .inserted, place: 0, word: 9)])
    let between = compare([1, 2], [1, 9, 2])
    #expect(steps(between) == [.init(kind: .inserted, place: 1, word: 9)])
  }

  @Test func aSwapIsTwoSubstitutions() {
    #expect(
      steps(compare([1, 2, 3, 4, 5], [1, 4, 3, 2, 5])) == [
        .init(kind: .substituted, place: 1, word: 4), .init(kind: .substituted, place: 3, word: 2),
      ]
    )
  }

  @Test func whatComesAtTheEndIsOneDifference() {
    let grown = compare([1], [1, 2, 3, 4, 5, 6, 7])
    #expect(grown.tail == 1 && grown.stepCount == 0 && !grown.isMany)
    let shrunk = compare([1, 2, 3, 4, 5, 6, 7], [1])
    #expect(shrunk.expected == 1 && shrunk.stepCount == 0 && !shrunk.isMany)
  }

  @Test func manyDifferencesAreLeftToAnother() {
    let shuffled = compare([1, 2, 3, 4, 5, 6], [6, 5, 4, 3, 2, 1])
    #expect(shuffled.isMany)
    #expect(shuffled.differenceStart == 0)
    #expect(compare([7, 1, 2, 3, 4, 5, 6], [7, 8, 9, 8, 9, 8, 9]).differenceStart == 1)
  }

  /// The membership follows each random edit of a list, and reports exactly the added and the removed contexts.
  @Test func theRosterAgreesWithTheListAfterRandomEdits() {
    var random = SplitMix64(seed: 7)
    let pool = (0..<20).map { _ in Context(layout: Layout(name: "Row", slots: [])) }
    for _ in 0..<30_000 {
      var membership = ListMembership()
      let before = Array(
        pool.shuffled(using: &random).prefix(Int.random(in: 0...12, using: &random))
      )
      var after = before
      for _ in 0..<Int.random(in: 0...3, using: &random) { change(&after, pool, &random) }
      membership.contexts = before
      var list = after.map(Handle.init)
      let edits = list.reconcile(&membership)
      #expect(ids(membership.contexts) == ids(after))
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
    let uninitialized = pool.filter { context in !list.contains { $0 === context } }
    switch Int.random(in: 0..<6, using: &random) {
    case 0 where !list.isEmpty: list.remove(at: Int.random(in: 0..<list.count, using: &random))
    case 1: list.insert(uninitialized[0], at: Int.random(in: 0...list.count, using: &random))
    case 2 where list.count > 1:
      let (a, b) = (Int.random(in: 0..<list.count, using: &random), list.count - 1)
      list.swapAt(a, b)
    case 3 where !list.isEmpty: list.append(list.removeFirst())
    case 4: list.removeAll { _ in Bool.random(using: &random) }
    case 5 where !list.isEmpty:
      list[Int.random(in: 0..<list.count, using: &random)] = uninitialized[0]
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
