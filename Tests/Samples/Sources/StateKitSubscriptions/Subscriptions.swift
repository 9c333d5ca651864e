// swift-format-ignore-file
// The section "Subscription". The document shows statements; the types around them are added.
import StrataStores

struct SomeStoreState: StateContainer {
    enum State: EnumState {
        case initial
        case counting(Int)
    }

    var current: State = .initial
}

class SomeStore: Store<SomeStoreState> {
    init() {
        super.init(initialState: .init())
    }
}

class TokenHolder: Store<SomeStoreState> {
let someStore = SomeStore()
var someStoreSubscription: StateSubscription<SomeStoreState>?

// ...

init() {
super.init(initialState: .init())
someStoreSubscription = someStore.subscribe { [weak self] state in
    
}
}
}

class Follower: Store<SomeStoreState> {
let someStore = SomeStore()

// ...

init() {
super.init(initialState: .init())
subscribe(to: someStore) { [weak self] state in
    
}
}
}
