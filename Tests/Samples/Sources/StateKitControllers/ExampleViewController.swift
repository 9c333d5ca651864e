// swift-format-ignore-file
// The sections "ViewStore" and "ViewController (UIKit)".
import StrataRendering
import StrataStores

// The state that the document does not show.
struct ExampleViewState: ViewState {
    enum State: EnumState {
        case idle
        case error
    }

    var current: State
}

class ExampleViewControllerStore: ViewControllerStore<ExampleViewState> {
    init() {
        super.init(initialState: .init(current: .idle))
    }

	// Optional lifecycle events
    override func viewControllerDidLoad() {
        super.viewControllerDidLoad()
    }

    override func viewControllerDidDisappear() {
        super.viewControllerDidAppear()
    }
}

// Required ViewDelegate conformance. See ViewController section below.
extension ExampleViewControllerStore: ExampleViewDelegate {
    
}

// MARK: - ExampleViewDelegate

protocol ExampleViewDelegate: AnyObject {
    
}

// MARK: - ExampleViewController

class ExampleViewController: ViewController<ExampleViewState, ExampleViewControllerStore, ExampleViewDelegate> {
    override func render(state: ExampleViewState, from distinctState: ExampleViewState.State?) {
        super.render(state: state, from: distinctState)
    }
}
