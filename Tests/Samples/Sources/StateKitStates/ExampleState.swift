// swift-format-ignore-file
// The sections "Storage", "Queries" and "Transactions" of the StateKit document.
import StrataStores

// 1
struct ExampleState: StateContainer {
	// 2
	enum State: EnumState {
		case loading
		case main(firstName: String, lastName: String)
		case error(EquatableError)
	}
	
	// 3
	var current: State
}

// MARK: - Queries

extension ExampleState {
    private var fullName: String? {
        switch current {
        case let .main(firstName, lastName):
            return "\(firstName) \(lastName)"
            
        case .loading, .error:
            return nil
        }
    }
    
    var titleText: String {
        if let fullName = fullName {
            return "Hello, \(fullName)"
        }
        
        return "Hello!"
    }
    
    var error: Error? {
        if case let .error(error) = current {
            return error.error
        }
        
        return nil
    }
}

extension ExampleState {
var showError: Bool { error != nil }
}

// MARK: - Transactions

extension ExampleState {
   mutating func toMain(firstName: String, lastName: String) {
       update { $0.current = .main(firstName: firstName, lastName: lastName) }
   }
   
   mutating func to(error: Error) {
       update { $0.current = .error(.init(error)) }
   }
}
