import BoardFile
import BoardFixtures
import BoardModels
import Foundation
import StrataOneStore
import Testing

@Suite(.timeLimit(.minutes(10))) final class BoardFileTests {
  private let folder: URL
  private var path: String { folder.appendingPathComponent("b.jsonl").path }
  private var file: BoardFile { BoardFile(path: path) }

  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("board-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private static func add(_ title: String, to file: BoardFile) throws {
    try file.change { state in
      let store = Store<DeskModel>(initialState: state)
      let card = CardModel.State(id: state.board.nextCard, column: 1, title: title)
      return ((), [try store.model.change([.addCard(card, at: .max)], .test)])
    }
  }

  private var names: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()) ?? []
  }

  @Test func changesAreAddedAndRead() throws {
    #expect(try file.load().board.cards.isEmpty)
    #expect(names.isEmpty)
    try Self.add("First", to: file)
    let first = try Data(contentsOf: URL(fileURLWithPath: path))
    try Self.add("Second", to: file)
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)).starts(with: first))
    #expect(try file.load().board.cards.values.map(\.title).sorted() == ["First", "Second"])
    #expect(names == ["b.jsonl", "b.jsonl.lock"])
  }

  @Test func aLineThatWasNeverFinishedIsReplaced() throws {
    try Self.add("First", to: file)
    try Self.add("Second", to: file)
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    for cut in [1, 2, 20] {
      try whole.dropLast(cut).write(to: URL(fileURLWithPath: path))
      let isThere = cut == 1
      #expect(try file.load().history.count == (isThere ? 2 : 1))
      try Self.add("Third", to: file)
      let state = try file.load()
      #expect(state.history.count == (isThere ? 3 : 2))
      #expect(state.board.cards.values.contains { $0.title == "Third" })
    }
  }

  @Test func manyAtOnceLoseNothing() async throws {
    let file = file
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<4 {
        group.addTask {
          for number in 0..<10 { try Self.add("\(task) \(number)", to: file) }
        }
      }
      try await group.waitForAll()
    }
    let state = try file.load()
    #expect(state.history.count == 40)
    #expect(Set(state.board.cards.values.map(\.title)).count == 40)
  }

  /// The one that waits reads the file anew: the bytes that it would cut belong to a finished line by then.
  @Test func aLeftoverIsCutOnceAlsoWhereTwoChangeAtOnce() throws {
    for cut in [2, 20] {
      try? FileManager.default.removeItem(atPath: path)
      try Self.add("First", to: file)
      try Self.add("Killed", to: file)
      let whole = try Data(contentsOf: URL(fileURLWithPath: path))
      try whole.dropLast(cut).write(to: URL(fileURLWithPath: path))
      let (file, hasMet, hasEnded) = (
        file, DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
      )
      try file.change { state in
        Thread.detachNewThread {
          _ = try? file.change(onWait: { hasMet.signal() }) { state in
            let store = Store<DeskModel>(initialState: state)
            let card = CardModel.State(id: state.board.nextCard, column: 1, title: "Other")
            return ((), [try store.model.change([.addCard(card, at: .max)], .test)])
          }
          // Without a lock it has not waited, and has changed the file already.
          hasMet.signal()
          hasEnded.signal()
        }
        hasMet.wait()
        let store = Store<DeskModel>(initialState: state)
        let card = CardModel.State(id: state.board.nextCard, column: 1, title: "One")
        return ((), [try store.model.change([.addCard(card, at: .max)], .test)])
      }
      hasEnded.wait()
      #expect(
        try file.load().board.cards.values.map(\.title).sorted() == ["First", "One", "Other"]
      )
    }
  }

  @Test func aLinkStaysOne() throws {
    let target = folder.appendingPathComponent("real.jsonl").path
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
    try Self.add("First", to: file)
    try Self.add("Second", to: file)
    try file.replace { ((), try $0.folding(keeping: 1)) }
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path) == target)
    #expect(try BoardFile(path: target).load().board.cards.count == 2)
  }

  @Test func aDamagedFileIsLeftAsItIs() throws {
    let bytes = Data(
      "{\"format\":\"strata-board\",\"version\":1,\"title\":\"x\"}\nnonsense\n\n".utf8
    )
    try bytes.write(to: URL(fileURLWithPath: path))
    #expect(throws: FileFailure.self) { try Self.add("First", to: file) }
    do {
      _ = try file.load()
    } catch {
      #expect("\(error)".contains("line 2"))
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == bytes)
  }

  @Test func whatIsNoFileIsRefused() throws {
    #expect(throws: FileFailure.self) { try BoardFile(path: folder.path).load() }
    #expect(throws: FileFailure.self) { try BoardFile(path: "/dev/full").load() }
    #expect(throws: FileFailure.self) {
      try Self.add("First", to: BoardFile(path: "/proc/none/b.jsonl"))
    }
  }

  @Test func foldingMakesTheFileSmaller() throws {
    for number in 0..<10 { try Self.add("\(number)", to: file) }
    try file.change { state in
      let store = Store<DeskModel>(initialState: state)
      return ((), try (1...9).map { try store.model.change([.removeCard(id: $0)], .test) })
    }
    let before = try Data(contentsOf: URL(fileURLWithPath: path)).count
    let board = try file.load().board
    try file.replace { ((), try $0.folding(keeping: 0)) }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)).count < before / 3)
    #expect(try file.load().board == board)
    try Self.add("Next", to: file)
    #expect(try file.load().board.cards.keys.sorted() == [10, 11])
  }
}
