// swift-format-ignore-file
// The section "ViewStore" of the ObservableStore document: the part.
import StrataRendering
import StrataUpdates

enum ChildAction {
    case increment
}

struct ChildModel: Equatable {
    var count: Int = 0

    static func update(
        state: ChildModel,
        action: ChildAction,
        environment: Void
    ) -> Update<ChildModel, ChildAction> {
        switch action {
        case .increment:
            var model = state
            model.count = model.count + 1
            return Update(state: model)
        }
    }
}

struct ChildView: View {
    var store: ViewStore<ChildModel, ChildAction>

    var body: some View {
        VStack {
            Text("Count \(store.state.count)")
            Button(
                "Increment",
                action: {
                    store.send(ChildAction.increment)
                }
            )
        }
    }
}
