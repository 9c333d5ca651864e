// swift-format-ignore-file
// The section "SwiftUI".
import StrataRendering
import StrataStores

typealias ExampleViewController = HostingController<ExampleViewState, ExampleViewControllerStore, ExampleView>

// MARK: - ExampleViewDelegate

protocol ExampleViewDelegate: AnyObject {
    
}

// MARK: - ExampleView

struct ExampleView: StateView {
    var state: ExampleViewState
    weak var delegate: ExampleViewDelegate?
    
    init(state: ExampleViewState) {
        self.state = state
    }
    
    var body: some View {
        switch state.current {
        case .idle:
            Text(state.greetingLocalizedString)
            
        case .error:
            Text(state.errorLocalizedString)
        }
    }
}

// MARK: - ExampleView Previews

struct ExampleView_Previews: PreviewProvider {
    static var previews: some View {
        PreviewViewController {
            ExampleViewController(viewStore: .init())
        }
    }
}
