import StrataModels
import Testing

/// Writes of a model that is moved while a log records them.
@Suite struct MovedWriteTests {
  @Test func aRecordHasThePlaceAtWhichTheModelIsWritten() {
    let row = Row(id: 7)
    let grid = Grid(columns: [Column(id: 1, rows: [row]), Column(id: 2)]).withAnchor()
    let log = grid.recordWrites()
    row.title = "a"
    row.title = "b"
    grid.columns[1].rows = [row]
    grid.columns[0].rows = []
    row.title = "c"
    let places = log.records.filter { $0.property == "title" }
      .map { $0.description.prefix { $0 != ":" }.drop { $0 != " " } }
    #expect(
      places == [
        " Grid.columns[1].rows[7].title", " Grid.columns[1].rows[7].title",
        " Grid.columns[2].rows[7].title",
      ]
    )
  }
}

/// A model with columns.
private struct Grid: Model {
  static let modelLayout = ModelLayout<Grid>("Grid") { $0.slot("columns", \.columns) }
  var modelNode = ModelNode<Grid>()

  var columns: [Column] { modelNode[0] }

  init(columns: [Column]) { modelNode.initialize(0, to: columns) }
}

/// A model with rows and an identity of its own.
private struct Column: Model {
  static let modelLayout = ModelLayout<Column>("Column") { $0.slot("rows", \.rows) }
  var modelNode = ModelNode<Column>()
  let id: Int

  var rows: [Row] {
    get { modelNode[0] }
    nonmutating set { modelNode[0] = newValue }
  }

  init(id: Int, rows: [Row] = []) {
    self.id = id
    modelNode.initialize(0, to: rows)
  }
}
