import StrataConcurrency
import StrataModels
import Testing

/// An observer gets a handle, which shows the current state, or a frozen copy with the earlier state.
@Suite struct LiveAndFrozenTests {
  @Test func anElementWithAModelShowsWhatIsWhenItIsLookedAt() async {
    let board = Board(main: Card(points: 1), cards: []).withAnchor()
    var live = board.change(of: \.cards, initial: false).makeAsyncIterator()
    var frozen = board.change(of: \.cards, initial: false, freezeValues: true).makeAsyncIterator()
    board.cards = [Card(points: 2)]
    board.cards[0].points = 3
    #expect(await live.next()?.map(\.points) == [3])
    #expect(await frozen.next()?.map(\.points) == [2])
  }

  @Test func aRecursiveObserverIsToldOfEachChangeAndLiveElementsAllShowTheLast() async {
    let board = Board(main: Card(points: 1), cards: []).withAnchor()
    var live = board.change(of: \.main, recursive: true).makeAsyncIterator()
    var frozen = board.change(of: \.main, recursive: true, freezeValues: true).makeAsyncIterator()
    board.main.points = 2
    board.main.points = 3
    var (shown, kept): ([Int?], [Int?]) = ([], [])
    for _ in 0..<3 {
      shown.append(await live.next()?.points)
      kept.append(await frozen.next()?.points)
    }
    #expect(shown == [3, 3, 3])
    #expect(kept == [1, 2, 3])
  }

  /// Plain values are copies in any case.
  @Test func plainValuesKeepWhatWas() async {
    let board = Board(main: Card(points: 1), cards: []).withAnchor()
    var points = board.change(of: \.main.points).makeAsyncIterator()
    board.main.points = 2
    #expect(await points.next() == 1)
    #expect(await points.next() == 2)
  }

  @Test func oldAndNewModelsOfAChangeAreBothLive() {
    let told = Locked<[([Search], [Search])]>([], rank: .leaf)
    let model = Search { model in
      model.node.onChange(of: model.rows, initial: false) { old, new in
        told.withLock { $0.append((old, new)) }
      }
    }
    .withAnchor()
    model.rows = [Search("a")]
    model.rows.append(Search("b"))
    model.rows[0].query = "changed"
    let (old, new) = told.withLock { $0[1] }
    #expect(old.map(\.query) == ["changed"])
    #expect(new.map(\.query) == ["changed", "b"])
    old[0].query = "by the old one"
    #expect(model.rows[0].query == "by the old one")
    let kept = model.rows.frozenCopy
    model.rows[0].query = "again"
    #expect(kept.map(\.query) == ["by the old one", "b"])
  }
}
