import StrataExtensions
import Testing

@Suite struct ValueDiffTests {
  private struct Standup {
    var id = 1
    var title = "Daily"
    var attendees: IdentifiedArrayOf<Row> = []
    var next: Destination? = nil
  }

  private func diff(_ old: Any, _ new: Any) -> String? { ValueDiff().text(from: old, to: new) }

  @Test func isNilForEqualDumps() {
    #expect(diff(Standup(), Standup()) == nil)
    #expect(diff(1, 1) == nil)
    #expect(diff([1: 2, 3: 4], [3: 4, 1: 2]) == nil)
  }

  @Test func showsBothSidesOfAValue() {
    #expect(diff(1, 2) == "- 1\n+ 2")
    #expect(diff(Int?.none as Any, 2) == "- nil\n+ 2")
  }

  @Test func showsChangedMembersAndCountsTheRest() {
    var new = Standup()
    new.title = "Weekly"
    #expect(
      diff(Standup(), new) == """
          Standup(
            id: 1
        -   title: "Daily"
        +   title: "Weekly"
            … 2 unchanged
          )
        """
    )
  }

  @Test func matchesIdentifiedElementsByID() {
    var old = Standup()
    old.attendees = [Row(1, "a"), Row(2, "b"), Row(3, "c"), Row(4, "d")]
    var new = old
    new.attendees.remove(id: 1)
    new.attendees[id: 3]?.title = "C"
    new.attendees.append(Row(5, "e"))
    #expect(
      diff(old, new) == """
          Standup(
            … 2 unchanged
            attendees: [
        -     Row(
        -       id: 1
        -       title: "a"
        -     )
              … 1 unchanged
              [id: 3]: Row(
                id: 3
        -       title: "c"
        +       title: "C"
              )
              … 1 unchanged
        +     Row(
        +       id: 5
        +       title: "e"
        +     )
            ]
            next: nil
          )
        """
    )
  }

  @Test func movesOnlyWhatHasToMove() {
    let old = rows([1, 2, 3, 4])
    var new = old
    new.move(from: 0, to: 3)
    #expect(
      diff(old, new) == """
          [
        -   Row(
        -     id: 1
        -     title: ""
        -   )
            … 3 unchanged
        +   Row(
        +     id: 1
        +     title: ""
        +   )
          ]
        """
    )
  }

  @Test func matchesByTheIDsOfTheCollection() {
    let old = IdentifiedArray(["a", "bb"], identifiedBy: \.count)
    let new = IdentifiedArray(["x", "bb"], identifiedBy: \.count)
    #expect(diff(old, new) == "  [\n-   \"a\"\n+   \"x\"\n    \"bb\"\n  ]")
  }

  @Test func changesFewestElementsOfPlainCollections() {
    #expect(
      diff([1, 2, 3, 4, 5], [1, 2, 9, 4, 5, 6]) == """
          [
            … 2 unchanged
        -   3
        +   9
            … 2 unchanged
        +   6
          ]
        """
    )
  }

  @Test func showsElementsThatOnlyWentOrOnlyCame() {
    #expect(diff([1, 2, 3], [1]) == "  [\n    1\n-   2\n-   3\n  ]")
    #expect(diff([1], [1, 2, 3]) == "  [\n    1\n+   2\n+   3\n  ]")
  }

  @Test func comparesElementsThatChangedAtOnePlace() {
    let old = [Draft(title: "a"), Draft(title: "b")]
    var new = old
    new[1].title = "B"
    #expect(
      diff(old, new) == """
          [
            … 1 unchanged
            [1]: Draft(
        -     title: "b"
        +     title: "B"
              … 2 unchanged
            )
          ]
        """
    )
  }

  @Test func matchesDictionariesByKeyAndSetsByElement() {
    #expect(
      diff(["a": [1], "b": [2], "c": [3]], ["a": [1], "b": [4], "d": [3]]) == """
          [
            … 1 unchanged
            "b": [
        -     2
        +     4
            ]
        -   "c": [
        -     3
        -   ]
        +   "d": [
        +     3
        +   ]
          ]
        """
    )
    #expect(diff(Set([1, 2, 3]), Set([2, 3, 4])) == "  [\n-   1\n    … 2 unchanged\n+   4\n  ]")
  }

  @Test func showsAnEntryThatCameWhereItStands() {
    #expect(
      diff(["a": 1, "d": 4], ["a": 1, "b": 2, "c": 3, "d": 4]) == """
          [
            "a": 1
        +   "b": 2
        +   "c": 3
            "d": 4
          ]
        """
    )
  }

  @Test func comparesTextsThatDifferInTheirLastLineAlone() {
    let dump = ValueDump().showing(Row.self) { .text("Row\n\($0.id)\n\($0.title)") }
    #expect(
      ValueDiff(dump: dump).text(from: Row(1, "a"), to: Row(1, "b"))
        == "- Row\n-   1\n- a\n+ Row\n+   1\n+ b"
    )
  }

  @Test func showsAnotherCaseAsAWhole() {
    var old = Standup()
    var new = Standup()
    old.next = .route(.open(1))
    new.next = .edit(Draft(title: ""))
    #expect(
      diff(old, new) == """
          Standup(
            … 3 unchanged
        -   next: .route(.open(1))
        +   next: .edit(Draft(
        +     title: ""
        +     notes: []
        +     route: .closed
        +   ))
          )
        """
    )
    old.next = .edit(Draft(title: "a"))
    #expect(
      diff(old, new) == """
          Standup(
            … 3 unchanged
            next: .edit(Draft(
        -     title: "a"
        +     title: ""
              … 2 unchanged
            ))
          )
        """
    )
  }

  @Test func comparesTextLineByLine() {
    #expect(
      diff("a\nb\nc\nd", "a\nb\nC\nd") == """
          \"\"\"
            … 2 unchanged
        -   c
        +   C
            d
          \"\"\"
        """
    )
  }

  @Test func boundsLines() {
    let diff = ValueDiff(maxLines: 2).text(from: [1, 2, 3], to: [4, 5, 6])
    #expect(diff == "  [\n-   1\n… 6 more lines")
  }

  @Test func endsForLargeCollectionsThatShareNothing() throws {
    let text = try #require(diff(Array(0..<20_000), Array(20_000..<40_000)))
    #expect(text.hasSuffix("more lines"))
  }

  /// Past the limit all elements between the first and the last difference count as changed.
  @Test(arguments: [(1_997, true), (1_998, false)])
  func findsWhatStaysInUpToFourMillionPairs(kept: Int, isFound: Bool) throws {
    let middle = Array(0..<kept)
    let text = try #require(diff([-1, -2] + middle + [-3], [-4] + middle + [-5, -6]))
    #expect(text.contains("… \(kept) unchanged") == isFound)
  }

  @Test func usesTheDumpItIsGiven() {
    let quiet = ValueDump().showing(Row.self) { .text("Row(\($0.id))") }
    #expect(ValueDiff(dump: quiet).text(from: Row(1, "a"), to: Row(1, "b")) == nil)
    #expect(ValueDiff(dump: quiet).text(from: Row(1), to: Row(2)) == "- Row(1)\n+ Row(2)")
  }

  @Test func comparesByPositionWhereIDsRepeat() {
    #expect(
      diff([Row(1, "a"), Row(1, "b")], [Row(1, "a"), Row(2, "b")]) == """
          [
            … 1 unchanged
            [1]: Row(
        -     id: 1
        +     id: 2
              title: "b"
            )
          ]
        """
    )
  }

  @Test func comparesByLikenessWhereIDsRepeatOrAreMissing() {
    #expect(
      diff([Row(1, "a"), Row(1, "b")], [Row(1, "b")]) == """
          [
        -   Row(
        -     id: 1
        -     title: "a"
        -   )
            … 1 unchanged
          ]
        """
    )
    #expect(
      diff([[1], Row(1)] as [Any], [[2], Row(1)] as [Any]) == """
          [
            [0]: [
        -     1
        +     2
            ]
            … 1 unchanged
          ]
        """
    )
  }
}
