import StrataConcurrency
import StrataCore
import StrataUpdates
import Testing

/// Observers of a store's tree, such as a recording.
@Suite struct StoreTreeObserverTests {
  private final class Observer: TreeObserver {
    let told = Recorded<String>()

    func treeWillActivate(_ root: Context, anchoredAt callSite: CallSite) {}

    func treeWillEnd(_ root: Context) {}

    func willHandle<Action>(_ action: Action, origin: String, in context: Context) {
      told.append("\(origin) \(action)")
    }
  }

  @Test func eachActionIsToldWithItsOriginWhileCausesAreRecorded() {
    Cause.startRecording()
    defer { Cause.stopRecording() }
    let observer = Observer()
    let store = withTreeObserver(observer) {
      makeStore { $0 == .increment ? .just(.add(10)) : .empty }
    }
    store.send(.increment)
    #expect(observer.told.elements == ["sent increment", "effect add(10)"])
    #expect(store.state.count == 11)
  }
}
