import StrataUpdates
import SwiftUI

struct TallyState: Equatable {
  var count = 0

  static func update(
    state: TallyState,
    action: TallyAction,
    environment: Void
  ) -> Update<TallyState, TallyAction> {
    switch action {
    case .set(let count): Update(state: TallyState(count: count))
    case .increment: Update(state: TallyState(count: state.count + 1))
    }
  }
}

enum TallyAction {
  case set(Int)
  case increment
}

// A view follows the parts of the store's state that its body reads.
struct TallyView: View {
  let store: Store<TallyState, TallyAction, Void>

  var body: some View {
    Stepper(value: Binding(store: store, get: \.count, tag: TallyAction.set)) {
      Text("\(store.state.count)")
    }
    PartView(store: store.viewStore(get: \.count, tag: TallyAction.set))
    Button("+") { store.send(.increment) }
  }
}

struct PartView: View {
  let store: ViewStore<Int, Int>

  var body: some View {
    Stepper(value: Binding(store: store, get: { $0 }, tag: { $0 })) { Text("\(store.state)") }
  }
}
