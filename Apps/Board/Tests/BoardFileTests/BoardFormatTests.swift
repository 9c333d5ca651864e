import BoardFile
import BoardFixtures
import BoardModels
import Foundation
import StrataOneStore
import Testing

@Suite(.timeLimit(.minutes(10))) struct BoardFormatTests {
  static func makeState(seed: Int, changes: Int) -> DeskModel.State {
    let store = Store<DeskModel>(initialState: DeskModel.State())
    let desk = store.model
    var numbers = Numbers(seed: UInt64(seed))
    while store.state.history.count < changes {
      let note = Note(
        moment: Moment(seconds: numbers.next(2_000_000_000)),
        user: "ad\"a",
        command: numbers.next(2) == 0 ? "board add \\ \u{1F600}" : nil,
        reason: numbers.next(2) == 0 ? "because" : nil
      )
      switch numbers.next(6) {
      case 0: _ = try? desk.undo(1, note)
      case 1: _ = try? desk.redo(1, note)
      default: _ = try? desk.change([store.state.board.anyOperation(&numbers)], note)
      }
    }
    return store.state
  }

  @Test(arguments: 0..<5) func whatIsWrittenIsRead(seed: Int) throws {
    let state = Self.makeState(seed: seed, changes: 150)
    let bytes = BoardFormat.write(state.history.record)
    let content = try BoardFormat.read(bytes)
    #expect(content.state == state)
    #expect(content.length == bytes.count)
    #expect(!content.needsNewline)
    let folded = try state.history.folding(keeping: 20)
    let second = try BoardFormat.read(BoardFormat.write(folded))
    #expect(second.state.board == state.board)
    #expect(second.state.history.record == folded)
  }

  @Test func aFileThatEndsAnywhereHoldsTheChangesThatWereFinished() throws {
    let state = Self.makeState(seed: 3, changes: 25)
    let bytes = BoardFormat.write(state.history.record)
    let base = BoardFormat.write(History(base: state.history.base).record).count
    for length in base...bytes.count {
      let part = Array(bytes[..<length])
      let content = try BoardFormat.read(part)
      // A line without its end of line is also whole.
      let rest = bytes[length...].first == 0x0A || length == bytes.count
      let lines = part.count { $0 == 0x0A } - 4
      let count = rest && part.last != 0x0A ? lines + 1 : lines
      #expect(content.state.history.count == count)
      #expect(content.state.board == (try state.history.board(at: count)))
      #expect(content.needsNewline == (count > lines))
    }
  }

  @Test func damageIsFoundOrHarmless() {
    let bytes = BoardFormat.write(Self.makeState(seed: 4, changes: 25).history.record)
    var numbers = Numbers(seed: 1)
    var faults = 0
    for _ in 0..<3_000 {
      var damaged = bytes
      for _ in 0...numbers.next(3) {
        damaged[numbers.next(damaged.count)] = UInt8(numbers.next(256))
      }
      do {
        _ = try BoardFormat.read(damaged)
      } catch {
        faults += 1
        #expect((1...damaged.count).contains(error.line))
      }
    }
    #expect(faults > 1_000)
  }

  @Test(arguments: [
    ("{}\n", 1, "no board"),
    ("[1]\n", 1, "no board"),
    ("hello\n", 1, "no board"),
    (#"{"format":"other","version":1,"title":"x"}"# + "\n", 1, "no board"),
    (#"{"format":"strata-board","version":2,"title":"x"}"# + "\n", 1, "newer"),
    (
      #"{"format":"strata-board","version":1,"title":"x"}"# + "\n{\"card\":{\"id\":1}}\n\n", 2,
      "needs"
    ),
    (
      #"{"format":"strata-board","version":1,"title":"x"}"#
        + "\n{\"change\":1,\"time\":1,\"do\":[{\"removeCard\":{\"id\":9}}]}\n", 2, "no card #9"
    ),
    (
      #"{"format":"strata-board","version":1,"title":"x"}"#
        + "\n{\"change\":2,\"time\":1,\"do\":[]}\n", 2, "instead of 1"
    ),
    (
      #"{"format":"strata-board","version":1,"title":"x"}"#
        + "\n{\"change\":1,\"time\":1,\"undo\":1}\n", 2, "nothing"
    ),
    (
      #"{"format":"strata-board","version":1,"title":"x"}"#
        + "\n{\"change\":1,\"time\":1,\"do\":[{\"renameBoard\":{\"title\":\"a\\u001bb\"}}]}\n", 2,
      "control"
    ),
    (
      #"{"format":"strata-board","version":1,"title":"x"}"#
        + "\n{\"change\":99999999999999999999,\"time\":1}\n", 2, "too large"
    ),
  ])
  func whatIsWrongIsSaidWithItsLine(text: String, line: Int, words: String) {
    do {
      _ = try BoardFormat.read(Array(text.utf8))
      Issue.record("It was read: \(text)")
    } catch {
      #expect(error.line == line)
      #expect(error.message.contains(words), "\(error)")
    }
  }

  @Test(arguments: [#"{"card":{"KEY":1}}"#, #"{"KEY":1}"#, #"{"change":1,"do":[{"KEY":{}}]}"#])
  func aMessageIsShortAlsoWhereACharacterIsLong(line: String) {
    let long = "e" + String(repeating: "\u{301}", count: 100_000)
    let text =
      #"{"format":"strata-board","version":1,"title":"x"}"# + "\n"
      + line.replacingOccurrences(of: "KEY", with: long) + "\n"
    let fault = #expect(throws: BoardFormat.Fault.self) {
      try BoardFormat.read(Array(text.utf8))
    }
    #expect((fault?.message.utf8.count ?? 0) < 300)
  }

  @Test func deepBracketsAreRefused() {
    let deep = String(repeating: "[", count: 100_000)
    let text = #"{"format":"strata-board","version":1,"title":"x"}"# + "\n{\"do\":" + deep + "\n"
    #expect(throws: BoardFormat.Fault.self) { try BoardFormat.read(Array(text.utf8)) }
  }
}
