// swift-format-ignore-file
// The section "Store": a store with a service, and its state.
import StrataStores

class ExampleStore: Store<ExampleState> {
    private let someDataService: SomeDataService
    
    init(someDataService: SomeDataService = .shared) {
        self.someDataService = someDataService
        super.init(initialState: .init())
    }
    
    func fetchSomeData() {
        state.toLoading()
        someDataService.fetchSomeData { [weak self] result in
            switch result {
            case .success(let data):
                self?.state.update(data: data)
            case .failure(let error):
                self?.state.toError(error)
            }
        }
    }
}

struct ExampleState: StateContainer {
    enum State: EnumState {
        case initial
        case loading
        case main(SomeData)
        case error(EquatableError)
    }
    
    var current: State = .initial
}

// MARK: - Queries

extension ExampleState {
    var someData: SomeData? {
        switch current {
        case .main(let data):
            return data
        case .initial, .loading, .error:
            return nil
        }
    }
    
    var error: EquatableError? {
        if case let .error(error) = current {
            return error
        }
        
        return nil
    }
}

// MARK: - Transactions

extension ExampleState {
    mutating func update(data: SomeData) {
        update { $0.current = .main(data) }
    }
    
    mutating func toLoading() {
        update { $0.current = .loading }
    }
    
    mutating func toError(_ error: EquatableError) {
        update { $0.current = .error(error) }
    }
}

// The two ways to change the state, which the document marks as both right.

extension ExampleStore {
func changeByTransaction() {
state.toLoading()
}

func changeByReplacing() {
state = .init(current: .loading)
}
}
