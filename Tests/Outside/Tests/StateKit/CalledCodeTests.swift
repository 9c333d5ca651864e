import StrataConcurrency
import StrataRendering
import StrataStores
import Testing

/// A rendered closure that changes a store does not read what the store's subscribers read.
struct CalledCodeTests {
  private let read = atOnce { DoorStore() }
  private let store = atOnce { DoorStore() }

  @Test func aSubscribersReadsAreNotThoseOfTheClosureThatChanges() {
    let observable = ObservableViewStore(read)
    let calls = Seen<Int>()
    let subscription = store.subscribe { _ in
      calls.add(1)
      _ = observable.state.current
    }
    expectOneEvaluation(calls)
    subscription.stop()
  }

  @Test func theFirstCallOfASubscriberIsNone() {
    let observable = ObservableViewStore(read)
    let calls = Seen<Int>()
    let probe = RenderProbe { [store] in
      let subscription = store.subscribe { _ in
        calls.add(1)
        _ = observable.state.current
      }
      subscription.stop()
      return 0
    }
    #expect(calls.values.count == 1)
    read.doorDidKnock()
    #expect(probe.evaluations == 1)
  }

  private func expectOneEvaluation(_ calls: Seen<Int>) {
    let before = calls.values.count
    let probe = RenderProbe { [store] in
      store.doorDidKnock()
      return 0
    }
    #expect(calls.values.count == before + 1)
    read.doorDidKnock()
    #expect(probe.evaluations == 1)
  }
}
