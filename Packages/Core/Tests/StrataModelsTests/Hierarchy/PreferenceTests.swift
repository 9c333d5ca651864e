import StrataCore
import StrataModels
import Synchronization
import Testing

@Suite struct PreferenceTests {
  @Test func sumsUpWhatIsAtAndBelow() {
    let leaf = Spot("leaf")
    let middle = Spot("middle", kids: [leaf, Spot("none")])
    let root = Spot("root", kids: [middle, Spot("other")]).withAnchor()
    #expect(root.node.preference.total == 0)
    leaf.node.preference.total = 2
    middle.node.preference.total = 3
    #expect(root.node.preference.total == 5)
    #expect(leaf.node.preference.total == 2)
    #expect(root.kids[1].node.preference.total == 0)
    middle.node.removePreference(\.total)
    #expect(root.node.preference.total == 2)
  }

  @Test func reducesInTheOrderOfTheOutline() {
    let kids = ["b", "c", "d"].map { Spot($0) }
    let root = Spot("a", kids: kids, favourite: Spot("e")).withAnchor()
    for spot in [root.favourite, kids[2], root, kids[0], kids[1]].compactMap(\.self) {
      spot.node.preference.names = [spot.name]
    }
    #expect(root.node.preference.names == ["a", "b", "c", "d", "e"])
    root.kids.swapAt(0, 2)
    #expect(root.node.preference.names == ["a", "d", "c", "b", "e"])
  }

  @Test func countsAModelWithSeveralPlacesOnce() {
    let shared = Spot("shared")
    shared.node.preference.total = 5
    let root = Spot("root", kids: [Spot("one", kids: [shared]), Spot("other", kids: [shared])])
      .withAnchor()
    #expect(root.node.preference.total == 5)
    root.kids[0].kids = []
    #expect(root.node.preference.total == 5)
    root.kids[1].kids = []
    #expect(root.node.preference.total == 0)
  }

  @Test func readersAreToldOfContributionsAndOfStructure() {
    let leaf = Spot("leaf")
    let middle = Spot("middle", kids: [leaf])
    let root = Spot("root", kids: [middle]).withAnchor()
    let first = Watched { root.node.preference.total }
    leaf.node.preference.total = 1
    #expect(first.hasChanged)
    let second = Watched { root.node.preference.total }
    leaf.node.preference.total = 1
    middle.name = "other"
    middle.kids.append(Spot("plain"))
    #expect(root.node.preference.total == 1)
    let third = Watched { root.node.preference.total }
    let late = Spot("late")
    late.node.preference.total = 10
    middle.kids[1].kids = [late]
    #expect(third.hasChanged)
    let fourth = Watched { root.node.preference.total }
    #expect(fourth.value == 11)
    root.kids = []
    #expect(fourth.hasChanged)
    #expect(root.node.preference.total == 0)
    withExtendedLifetime(second) {}
  }

  @Test func whatChangesWhereNobodyContributesIsNotTold() {
    let aside = Spot("aside")
    let root = Spot("root", kids: [Spot("leaf"), aside]).withAnchor()
    root.kids[0].node.preference.total = 1
    let reading = Watched { root.node.preference.total }
    aside.kids = [Spot("new")]
    aside.kids[0].name = "renamed"
    #expect(!reading.hasChanged)
    #expect(reading.value == 1)
  }

  @Test func anEqualResultIsNotTold() {
    let (one, other) = (Spot("one"), Spot("other"))
    let root = Spot("root", kids: [one, other, Spot("third")]).withAnchor()
    one.node.preference.total = 1
    other.node.preference.total = 2
    let reading = Watched { root.node.preference.total }
    root.node.transaction {
      one.node.preference.total = 2
      other.node.preference.total = 1
    }
    root.kids.swapAt(0, 1)
    root.kids.removeLast()
    #expect(!reading.hasChanged)
    one.node.preference.total = 5
    #expect(reading.hasChanged)
    #expect(root.node.preference.total == 6)
  }

  @Test func anEqualResultComputesNothingThatReadsIt() {
    let (one, other) = (Spot("one"), Spot("other"))
    let root = Spot("root", kids: [one, other]).withAnchor()
    one.node.preference.total = 1
    let runs = Atomic<Int>(0)
    let double = {
      root.node.memoize(for: "double") {
        runs.add(1, ordering: .relaxed)
        return root.node.preference.total * 2
      }
    }
    #expect(double() == 2)
    root.node.transaction {
      one.node.preference.total = 0
      other.node.preference.total = 1
    }
    #expect(double() == 2)
    #expect(runs.load(ordering: .relaxed) == 1)
    other.node.preference.total = 2
    #expect(double() == 4)
    #expect(runs.load(ordering: .relaxed) == 2)
  }

  @Test func isReducedOnceForEachChange() {
    let leaf = Spot("leaf")
    let root = Spot("root", kids: [leaf]).withAnchor()
    leaf.node.preference.counted = Reductions()
    let counted = { root.node.preference.counted.count }
    #expect(counted() == counted())
    let before = counted()
    root.node.transaction {
      leaf.node.preference.counted = Reductions()
      root.node.preference.counted = Reductions()
      leaf.node.preference.counted = Reductions()
    }
    #expect(counted() == counted())
    #expect(counted() != before)
  }
}

/// Counts the reductions of contributions in the process, and no two reductions see the same count.
struct Reductions: Sendable {
  static let total = Atomic<Int>(0)
  var count = 0
}

extension PreferenceKeys {
  var counted: PreferenceStorage<Reductions> {
    .init(defaultValue: Reductions()) { sum, _ in
      sum.count = Reductions.total.wrappingAdd(1, ordering: .relaxed).newValue
    }
  }
}
