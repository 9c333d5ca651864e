// swift-format-ignore-file
// The section "Store", up to its services.
import StrataStores

// An earlier declaration of the document, with a first state that has no payload.
struct ExampleState: StateContainer {
    enum State: EnumState {
        case loading
        case main(firstName: String, lastName: String)
    }

    var current: State = .loading
}

class ExampleStore: Store<ExampleState> {
    init() {
        super.init(initialState: .init())
    }
}
