import Strata
import StrataCore
import Testing

@testable import StrataInspector

@Model private struct Row: Identifiable {
  let id: Int
  var text = ""
}

@Model private struct Bare {}

@Model private struct Safe {
  @Unrecorded var code = "hunter2"
  var bare = Bare()
  @Unrecorded var hidden = Bare()
}

@Model private struct Table {
  var rows: [Row] = []
}

extension LocalKeys {
  fileprivate var isExpanded: LocalStorage<Bool> { .init(defaultValue: false) }
}

@Suite struct LocalValueTests {
  @Test("A local value is a node of its own, which is removed with the model that it belongs to")
  func removal() {
    let recording = Recording()
    let table = recording.observe { Table(rows: [Row(id: 1), Row(id: 2)]).withAnchor() }
    table.rows[0].node.local.isExpanded = true
    table.rows[1].node.local.isExpanded = true
    func nodes() -> [JSONValue] {
      let state = RecordingState(RecordingContents(recording.bytes).records)
      return state.trees[1].map { Array($0.nodes.values) } ?? []
    }
    #expect(nodes().count == 5 && nodes().count { $0["isExpanded"] == true } == 2)
    table.rows.removeFirst()
    #expect(nodes().count == 3 && nodes().count { $0["isExpanded"] == true } == 1)
    recording.stop()
  }

  @Test("A local value is recorded whatever properties its model has, unless the model is private")
  func privateProperties() {
    let recording = Recording()
    let safe = recording.observe { Safe().withAnchor() }
    safe.node.local.isExpanded = true
    safe.bare.node.local.isExpanded = true
    safe.hidden.node.local.isExpanded = true
    recording.stop()
    let state = RecordingState(RecordingContents(recording.bytes).records)
    let nodes = state.trees[1].map { Array($0.nodes.values) } ?? []
    #expect(nodes.count { $0["isExpanded"] == true } == 2)
  }
}
