import StrataRendering
import StrataUpdates
import Testing

private struct Row: Equatable, Sendable {
  var text = ""

  static func update(state: Row, action: String, environment: Void) -> Update<Row, String> {
    action == "load"
      ? Update(state: state, fx: .just("loaded"))
      : Update<Row, String>(state: Row(text: action)).animation(.linear)
  }
}

private struct Table: Equatable, Sendable {
  var rows: [Int: Row] = [1: Row(), 2: Row(text: "two")]

  enum Action: Equatable, Sendable {
    case row(Int, String)
    case remove(Int)
  }

  static func update(state: Table, action: Action, environment: Void) -> Update<Table, Action> {
    switch action {
    case .row(let key, let action):
      return RowCursor.update(
        with: Row.update,
        state: state,
        action: action,
        environment: environment,
        key: key
      )
    case .remove(let key):
      var table = state
      table.rows[key] = nil
      return Update(state: table)
    }
  }
}

private struct RowCursor: KeyedCursorProtocol {
  static func get(state: Table, key: Int) -> Row? { state.rows[key] }

  static func set(state: Table, inner row: Row, key: Int) -> Table {
    var table = state
    table.rows[key] = row
    return table
  }

  static func tag(action: String, key: Int) -> Table.Action { .row(key, action) }
}

@Suite struct KeyedCursorTests {
  @Test func oneOfManyPartsIsUpdated() {
    let store = Store(update: Table.update, state: Table(), environment: ())
    store.send(.row(1, "one"))
    store.send(.row(2, "load"))
    #expect(store.state.rows == [1: Row(text: "one"), 2: Row(text: "loaded")])
  }

  @Test func aPartThatIsNotThereIsNotUpdated() {
    let store = Store(update: Table.update, state: Table(), environment: ())
    store.send(.row(9, "nine"))
    #expect(store.state == Table())
  }

  /// The peer has two functions of one name that differ in their result, so a call is ambiguous.
  @Test func whetherThePartIsThereCanBeAsked() {
    let missing = RowCursor.updateIfPresent(
      with: Row.update,
      state: Table(),
      action: "x",
      environment: (),
      key: 9
    )
    #expect(missing == nil)
    let present = RowCursor.updateIfPresent(
      with: Row.update,
      state: Table(),
      action: "x",
      environment: (),
      key: 2
    )
    #expect(present?.state.rows[2]?.text == "x")
    #expect(present?.transaction?.animation == .linear)
    let plain = RowCursor.update(
      with: Row.update,
      state: Table(),
      action: "x",
      environment: (),
      key: 9
    )
    #expect(plain.state == Table())
  }

  @Test func aPartsStoreOutlivesThePart() {
    let store = Store(update: Table.update, state: Table(), environment: ())
    let row = ViewStore(store: store, cursor: RowCursor.self, key: 2)
    #expect(ViewStore(store: store, cursor: RowCursor.self, key: 9) == nil)
    row?.send("new")
    #expect(row?.state.text == "new")
    store.send(.remove(2))
    row?.send("late")
    #expect(row?.state.text == "new")
    #expect(store.state.rows == [1: Row()])
  }
}
