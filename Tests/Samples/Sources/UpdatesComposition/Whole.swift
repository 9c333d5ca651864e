// swift-format-ignore-file
// The section "ViewStore" of the ObservableStore document: the whole.
import StrataRendering
import StrataUpdates

struct AppChildCursor: CursorProtocol {
    /// Get child state from parent
    static func get(state: ParentModel) -> ChildModel {
        state.child
    }

    /// Set child state on parent
    static func set(state: ParentModel, inner child: ChildModel) -> ParentModel {
        var model = state
        model.child = child
        return model
    }

    /// Tag child action so it becomes a parent action
    static func tag(_ action: ChildAction) -> ParentAction {
        switch action {
        default:
            return .child(action)
        }
    }
}

struct ContentView: View {
    @ObservedObject private var store: Store<AppModel, AppAction, AppEnvironment>

    var body: some View {
        ChildView(
            store: ViewStore(
                store: store,
                cursor: AppChildCursor.self
            )
        )
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
        environment: AppEnvironment
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
// Declarations that the document leaves out.

typealias ParentModel = AppModel
typealias ParentAction = AppAction

struct AppEnvironment {}

extension ContentView {
    init(_ store: Store<AppModel, AppAction, AppEnvironment>) {
        self.store = store
    }
}
