import Measuring
import StrataConcurrency
@_spi(Strata) import StrataCore
@_spi(Strata) import StrataOneStore

/// The cost of one operation of a store's models.
enum OneStoreRows {
  static var all: [Workload] { reads + writes + views + events + wholes }

  private static func row(
    _ name: String,
    budget: Double,
    _ run: @escaping (Ledger, Int) -> Int
  ) -> Workload {
    Workload("one store: \(name)", budget: budget, count: 100_000) {
      let store = Store<Ledger>(initialState: .init())
      let model = store.model
      return Prepared(isRight: run(model, 1) >= 0) { count in
        keep(run(model, count))
        withExtendedLifetime(store) {}
      }
    }
  }

  private static var reads: [Workload] {
    [
      row("read a property, nobody tracking", budget: 5, readCount),
      row("read a property in a scope, again", budget: 7) { model, times in
        Tracker {}.track { readCount(model, times) }
      },
      row("read state.count in the model", budget: 5) { $0.sumOfCount($1) },
      row("read a computed property, unchanged", budget: 6) { model, times in
        var sum = 0
        for _ in 0..<times { sum &+= model.sum }
        return sum
      },
      row("read a computed property in a scope, unchanged", budget: 6) { model, times in
        Tracker {}.track {
          var sum = 0
          for _ in 0..<times { sum &+= model.sum }
          return sum
        }
      },
    ]
  }

  private static func readCount(_ model: Ledger, _ times: Int) -> Int {
    var sum = 0
    for _ in 0..<times { sum &+= model.count }
    return sum
  }

  private static var writes: [Workload] {
    [
      row("+= at depth 1, nobody observing", budget: 7) { model, times in
        for _ in 0..<times { model.add(1) }
        return 0
      },
      row("+= at depth 5, nobody observing", budget: 10) { model, times in
        let sheet = model.$folder.$drawer.$sheaf.$sheet
        for _ in 0..<times { sheet.add(1) }
        return 0
      },
      Workload("one store: +=, one observer at that place", budget: 14, count: 50_000) {
        let store = Store<Ledger>(initialState: .init())
        let model = store.model
        let seen = Tally()
        let tracker = Again {
          seen.add()
        } read: {
          keep(model.count)
        }
        model.add(1)
        return Prepared(isRight: seen.number == 1) { count in
          for _ in 0..<count { model.add(1) }
          withExtendedLifetime((store, tracker)) {}
        }
      },
    ]
  }

  private static var views: [Workload] {
    [
      row("make a view of a child", budget: 6) { model, times in
        for _ in 0..<times { withExtendedLifetime(model.$folder) {} }
        return 0
      },
      Workload("one store: make a view of one of 1,000 rows", budget: 10, count: 20_000) {
        let store = Ledger.of(lines: 1_000)
        let model = store.model
        return Prepared(isRight: model.$lines[500].id == 500) { count in
          for number in 0..<count { withExtendedLifetime(model.$lines[number % 1_000]) {} }
          withExtendedLifetime(store) {}
        }
      },
    ]
  }

  private static var events: [Workload] {
    [
      Workload("one store: event to an ancestor 4 levels up", budget: 9, count: 50_000) {
        let store = Store<Ledger>(initialState: .init())
        let model = store.model
        let sheet = model.$folder.$drawer.$sheaf.$sheet
        let stream = model.events(ofType: OneStorePing.self).keeping(.bufferingNewest(1))
        sheet.ping()
        // The buffer of the stream would grow, and only the listener is to be measured.
        let seen = Tally()
        let listener = EventListener<Context>.listener(to: OneStorePing.self) { _, _ in seen.add() }
        store.rootContext.addListener(listener)
        sheet.ping()
        let isRight = seen.number == 1
        return Prepared(isRight: isRight) { count in
          for _ in 0..<count { sheet.ping() }
          withExtendedLifetime((store, stream)) {}
        }
      }
    ]
  }

  private static var wholes: [Workload] {
    [
      Workload("one store: snapshot of 100,000 rows", budget: 20, count: 20_000) {
        let store = Ledger.of(lines: 100_000)
        return Prepared(isRight: store.state.lines.count == 100_000) { count in
          for _ in 0..<count { keep(store.state.count) }
        }
      },
      Workload("one store: override of 100,000 rows, set and cleared", budget: 40, count: 20) {
        let store = Ledger.of(lines: 100_000)
        let state = store.state
        store.stateOverride = state
        let isRight = store.stateOverride?.lines.count == 100_000
        store.stateOverride = nil
        return Prepared(isRight: isRight) { count in
          for _ in 0..<count {
            store.stateOverride = state
            store.stateOverride = nil
          }
        }
      },
    ]
  }
}

/// Reads again after each change of its reads, as a view does.
final class Again: Sendable {
  private let tracker: Tracker
  private let read: @Sendable () -> Void

  init(_ note: @escaping @Sendable () -> Void, read: @escaping @Sendable () -> Void) {
    let target = Locked(Target(), rank: .leaf)
    tracker = Tracker {
      note()
      target.withLock { $0.again }?.readAgain()
    }
    self.read = read
    target.withLock { $0.again = self }
    readAgain()
  }

  private func readAgain() { tracker.track(read) }

  private struct Target: Sendable {
    weak var again: Again?
  }
}
