import StrataRendering
import StrataUpdates

enum CompositionArticle {
  struct AppChildCursor: CursorProtocol {
    static func get(state: AppModel) -> ChildModel { state.child }

    static func set(state: AppModel, inner child: ChildModel) -> AppModel {
      var model = state
      model.child = child
      return model
    }

    static func tag(_ action: ChildAction) -> AppAction { .child(action) }
  }

  enum ChildAction {
    case increment
  }

  struct ChildModel: Equatable {
    var count = 0

    static func update(
      state: ChildModel,
      action: ChildAction,
      environment: Void
    ) -> Update<ChildModel, ChildAction> {
      Update(state: ChildModel(count: state.count + 1))
    }
  }

  enum AppAction {
    case child(ChildAction)
  }

  struct AppModel: Equatable {
    var child = ChildModel()

    static func update(
      state: AppModel,
      action: AppAction,
      environment: Void
    ) -> Update<AppModel, AppAction> {
      switch action {
      case .child(let action):
        return AppChildCursor.update(
          with: ChildModel.update,
          state: state,
          action: action,
          environment: ()
        )
      }
    }
  }

  struct ChildView: View {
    var store: ViewStore<ChildModel, ChildAction>

    var body: some View { Button("\(store.state.count)") { store.send(.increment) } }
  }

  struct AppView: View {
    let store: Store<AppModel, AppAction, Void>

    var body: some View {
      ChildView(store: ViewStore(store: store, cursor: AppChildCursor.self))
    }
  }

  enum RowAction {
    case increment
  }

  struct Row: Equatable {
    var count = 0

    static func change(
      _ state: inout Row,
      _ action: RowAction,
      _ environment: Void
    ) -> InPlaceUpdate<RowAction> {
      state.count += 1
      return InPlaceUpdate()
    }
  }

  enum TableAction {
    case row(Int, RowAction)
  }

  struct Table: Equatable {
    var rows = [Row(), Row()]

    static func change(
      _ state: inout Table,
      _ action: TableAction,
      _ environment: Void
    ) -> InPlaceUpdate<TableAction> {
      switch action {
      case .row(let id, let action):
        return Row.change(&state.rows[id], action, environment).tag { .row(id, $0) }
      }
    }
  }

  static func run() {
    let store = Store(update: AppModel.update, state: AppModel(), environment: ())
    let view = AppView(store: store)
    view.press("0")
    precondition(view.lines == ["[1]"])
    let table = Store(changing: Table.change, state: Table(), environment: ())
    table.send(.row(1, .increment))
    precondition(table.state.rows == [Row(), Row(count: 1)])
  }
}

@Sendable func composition() { CompositionArticle.run() }
