import Observation
import StrataModels
import Synchronization
import Testing

@Suite struct ObservationBridgeTests {
  private final class Count: Sendable {
    private let value = Atomic<Int>(0)
    var now: Int { value.load(ordering: .relaxed) }
    func add() { value.wrappingAdd(1, ordering: .relaxed) }
  }

  @Test func swiftsTrackingSeesReadsOfProperties() {
    let model = Counter().withAnchor()
    let changes = Count()
    withObservationTracking {
      _ = model.count
    } onChange: {
      changes.add()
    }
    #expect(changes.now == 0)
    model.count = 1
    #expect(changes.now == 1)
  }

  @Test func doesNotTellOfWhatWasNotRead() {
    let log = Log()
    let root = Logged("p", log, child: Logged("c", log)).withAnchor()
    let changes = Count()
    withObservationTracking {
      _ = root.children
    } onChange: {
      changes.add()
    }
    root.child = nil
    #expect(changes.now == 0)
    root.children.append(Logged("d", log))
    #expect(changes.now == 1)
  }

  @Test func anEqualWriteTellsNoOne() {
    let model = Counter(count: 3).withAnchor()
    let changes = Count()
    withObservationTracking {
      _ = model.count
    } onChange: {
      changes.add()
    }
    model.count = 3
    #expect(changes.now == 0)
  }

  @Test func aTransactionTellsOnce() {
    let model = Counter().withAnchor()
    let changes = Count()
    withObservationTracking {
      _ = model.count
    } onChange: {
      changes.add()
    }
    model.node.transaction {
      model.count = 1
      #expect(changes.now == 0)
      model.count = 2
    }
    #expect(changes.now == 1)
  }
}
