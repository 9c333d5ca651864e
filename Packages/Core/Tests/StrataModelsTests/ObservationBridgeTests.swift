import Observation
import StrataModels
import Synchronization
import Testing

@testable import StrataCore

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

  /// Whether a write still looks for observers.
  private func isObserved(_ model: Counter) -> Bool {
    model.node.context.facets?.isWatched(0) ?? false
  }

  private func track(_ model: Counter, _ changes: Count) {
    withObservationTracking {
      _ = model.count
    } onChange: {
      changes.add()
    }
  }

  @Test func writesCostWhatTheyCostBeforeOnceNobodyWaits() {
    let model = Counter().withAnchor()
    let changes = Count()
    track(model, changes)
    #expect(isObserved(model))
    model.count = 1
    model.count = 2
    #expect(changes.now == 1)
    #expect(!isObserved(model))
    track(model, changes)
    #expect(isObserved(model))
    model.count = 3
    #expect(changes.now == 2)
  }

  @Test func aScopeThatIsOpenDuringWritesIsToldOfTheNextWrite() {
    let model = Counter().withAnchor()
    let changes = Count()
    withObservationTracking {
      _ = model.count
      onThreads(1) { _ in
        model.count = 1
        model.count = 2
      }
    } onChange: {
      changes.add()
    }
    #expect(changes.now == 0)
    model.count = 3
    #expect(changes.now == 1)
  }

  @Test func aReaderOfTwoModelsIsToldOnceAndLeavesBoth() {
    let first = Counter().withAnchor()
    let second = Counter().withAnchor()
    let changes = Count()
    withObservationTracking {
      _ = first.count + second.count
    } onChange: {
      changes.add()
    }
    first.count = 1
    second.count = 1
    first.count = 2
    #expect(changes.now == 1)
    #expect(!isObserved(first))
    #expect(!isObserved(second))
  }

  @Test func readersThatComeAndGoBesideAWriterAreAllToldInTheEnd() {
    let model = Counter().withAnchor()
    let changes = (0..<1_500).map { _ in Count() }
    onThreads(4) { thread in
      for round in 0..<500 {
        if thread == 0 {
          model.count = round
        } else {
          track(model, changes[(thread - 1) * 500 + round])
        }
      }
    }
    model.count = -1
    #expect(changes.allSatisfy { $0.now > 0 })
    model.count = -2
    // A scope of Swift 6.3 that is notified while it registers stays registered, with any observable object. It is
    // notified again by each change. Without such a scope nobody is left.
    if changes.allSatisfy({ $0.now == 1 }) { #expect(!isObserved(model)) }
  }
}
