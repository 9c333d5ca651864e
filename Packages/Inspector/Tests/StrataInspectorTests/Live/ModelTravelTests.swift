import Strata
import StrataCore
import Testing

@testable import StrataInspector

@Model private struct Board {
  var title = ""
  var rows: [Row] = []
  var chosen: Row?
  @Unrecorded var password = "hunter2"
}

@Model private struct Row: Identifiable {
  let id: Int
  var text = ""
}

extension Board: SavableModel {
  init(saved values: SavedValues) throws { self.init() }
}

extension Row: SavableModel {
  init(saved values: SavedValues) throws { self.init(id: try values.decode("id")) }
}

@Model private struct Plain {
  var count = 0
}

@Suite(.serialized) struct ModelTravelTests {
  private func request(_ recording: Recording, commit: Int) throws -> LiveTravel {
    let state = RecordingState(RecordingContents(recording.bytes).records, through: commit)
    return LiveTravel(tree: 1, commit: commit, nodes: try #require(state.json(of: 1).members))
  }

  private func rejections(_ records: [RecordingRecord]) -> [String] {
    records.compactMap { if case .rejected(let one) = $0 { one.message } else { nil } }
  }

  @Test(
    "Models with saved state get the state of a commit; those of the same id stay, others return"
  )
  func models() throws {
    let recording = Recording()
    let board = recording.observe { Board().withAnchor() }
    board.rows = [Row(id: 1), Row(id: 2)]
    board.rows[0].text = "one"
    board.chosen = board.rows[0]
    let there = try request(recording, commit: 3)
    let kept = board.rows[1]
    board.rows.remove(at: 0)
    board.chosen = nil
    kept.text = "changed"
    board.password = "secret"
    recording.travel(to: there)
    #expect(rejections(RecordingContents(recording.bytes).records).isEmpty)
    #expect(board.rows.map(\.id) == [1, 2] && board.rows.map(\.text) == ["one", ""])
    kept.text = "the same"
    #expect(board.rows[1].text == "the same")
    board.chosen?.text = "one model"
    #expect(board.rows[0].text == "one model")
    // It was not recorded, so it stays.
    #expect(board.password == "secret" && !recording.text.contains("secret"))
  }

  @Test("A model without saved state is rejected, and one whose state leads round in a circle")
  func rejected() throws {
    let recording = Recording()
    let plain = recording.observe { Plain().withAnchor() }
    plain.count = 1
    recording.travel(to: try request(recording, commit: 1))
    #expect(
      rejections(RecordingContents(recording.bytes).records) == [
        "Travel to commit 1 of tree 1 was rejected: Plain is no SavableModel. Make it one."
      ]
    )
    let other = Recording()
    let board = other.observe { Board().withAnchor() }
    let (root, row) = ("\(board.modelNode.context.id.rawValue)", "999")
    other.travel(
      to: LiveTravel(
        tree: 1,
        commit: 0,
        nodes: [root: ["rows": [["$ref": .string(row)]]], row: ["$id": "x"]]
      )
    )
    other.travel(
      to: LiveTravel(
        tree: 1,
        commit: 0,
        nodes: [root: ["title": ["$ref": .string(root)], "rows": []]]
      )
    )
    let found = rejections(RecordingContents(other.bytes).records)
    #expect(found.count == 2 && found[0].hasSuffix("at rows[0].id: Int is expected."), "\(found)")
    #expect(found[1].hasSuffix("at title: String is expected."), "\(found)")
    #expect(board.rows.isEmpty)
  }

  @Test("A request on the socket is followed only if the program allowed it when it connected")
  func socket() throws {
    for isAllowed in [true, false] {
      let inspector = try TestInspector()
      let recording = Recording(
        liveAt: inspector.address,
        allows: isAllowed ? [LiveAbility.travel] : [],
        patience: 0
      )
      inspector.accept()
      let board = recording.observe { Board().withAnchor() }
      board.title = "first"
      board.title = "second"
      recording.mark("ready")
      let records = inspector.lines { if case .mark = $0 { true } else { false } }
      guard case .header(let header)? = records.first else { return #expect(Bool(false)) }
      #expect(header.allows == (isAllowed ? ["travel"] : []))
      let state = RecordingState(records, through: 1).json(of: 1)
      inspector.send(#"{"type":"travel","tree":1,"commit":1,"value":\#(state)}"# + "\n")
      let answer = inspector.lines { record in
        switch record {
        case .travel, .rejected: true
        default: false
        }
      }
      if isAllowed {
        #expect(
          answer.last == .travel(RecordedTravel(time: answer.last?.time ?? 0, tree: 1, commit: 1))
        )
      } else {
        let words = "Travel to commit 1 of tree 1 was rejected: this program does not allow it."
        #expect(rejections(answer) == [words])
      }
      #expect(board.title == (isAllowed ? "first" : "second"))
      recording.stop()
    }
  }
}
