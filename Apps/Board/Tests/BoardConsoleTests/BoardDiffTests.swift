import BoardFixtures
import BoardModels
import StrataExtensions
import Testing

@testable import BoardConsole

@Suite struct BoardDiffTests {
  /// Boards after random changes, each from the one before.
  private func boards(seed: Int) -> [BoardModel.State] {
    var numbers = Numbers(seed: UInt64(seed))
    var boards = [BoardModel.State.new]
    while boards.count < 60 {
      var board = boards[boards.count - 1]
      if (try? board.apply(board.anyOperation(&numbers))) != nil { boards.append(board) }
    }
    return boards
  }

  private func areSeenEqual(_ a: BoardModel.State, _ b: BoardModel.State) -> Bool {
    a.title == b.title && a.columns == b.columns && a.cards == b.cards
  }

  @Test(arguments: 0..<3) func somethingIsSaidIfAndOnlyIfSomethingDiffers(seed: Int) {
    let boards = boards(seed: seed)
    for (index, old) in boards.enumerated() {
      for new in [old] + boards[max(0, index - 3)..<min(boards.count, index + 4)] {
        let diff = BoardDiff(from: old, to: new)
        #expect(diff.lines.isEmpty == areSeenEqual(old, new))
        let back = BoardDiff(from: new, to: old)
        for (there, here) in [(BoardDiff.Kind.added, BoardDiff.Kind.removed), (.moved, .moved)] {
          let cards = Set(diff.lines.filter { $0.kind == there }.compactMap(\.card))
          #expect(cards == Set(back.lines.filter { $0.kind == here }.compactMap(\.card)))
        }
      }
    }
  }
}
