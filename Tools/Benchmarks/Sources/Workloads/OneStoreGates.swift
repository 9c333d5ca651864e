import Measuring
import StrataCore
import StrataOneStore

/// The promises of one store about work that can be counted.
enum OneStoreGates {
  static var all: [Gate] { reads + events + changes + children + lists }

  private static var reads: [Gate] {
    [
      Gate("one store, read: instructions", .instructions(atMost: 492)) { _ in
        operation { keep($0.count) }
      },
      Gate("one store, read: allocations", .allocations(atMost: 0)) { _ in
        operation { keep($0.count) }
      },
      Gate("one store, read again in a scope: instructions", .instructions(atMost: 1_000)) { _ in
        inScope { keep($0.count) }
      },
      Gate("one store, computed, again in a scope: instructions", .instructions(atMost: 1_150)) {
        _ in inScope { keep($0.sum) }
      },
    ]
  }

  private static var events: [Gate] {
    [
      Gate("one store, event to a loop 4 levels up: instructions", .instructions(atMost: 3_110)) {
        _ in
        let store = Store<Ledger>(initialState: .init())
        let model = store.model
        let sheet = model.$folder.$drawer.$sheaf.$sheet
        // What waits for the loop is bounded, so that an event costs the same as the one before.
        let stream = model.events(ofType: OneStorePing.self).keeping(.bufferingNewest(1))
        return Gate.Operation { count in
          for _ in 0..<count { sheet.ping() }
          withExtendedLifetime((store, stream)) {}
        }
      }
    ]
  }

  private static var changes: [Gate] {
    [
      Gate("one store, += : instructions", .instructions(atMost: 1_190)) { _ in
        operation { $0.add(1) }
      },
      Gate("one store, += : allocations", .allocations(atMost: 0)) { _ in operation { $0.add(1) } },
      Gate("one store, += at depth 5: instructions", .instructions(atMost: 618)) { _ in
        let store = Store<Ledger>(initialState: .init())
        let sheet = store.model.$folder.$drawer.$sheaf.$sheet
        return Gate.Operation { count in
          for _ in 0..<count { sheet.add(1) }
          withExtendedLifetime(store) {}
        }
      },
      Gate("one store, += with an observer: instructions", .instructions(atMost: 6_200)) { _ in
        let store = Store<Ledger>(initialState: .init())
        let model = store.model
        let observer = Again {
        } read: {
          keep(model.count)
        }
        return Gate.Operation { count in
          for _ in 0..<count { model.add(1) }
          withExtendedLifetime((store, observer)) {}
        }
      },
    ]
  }

  private static var children: [Gate] {
    [
      Gate("one store, view of a child: instructions", .instructions(atMost: 619)) { _ in
        operation { withExtendedLifetime($0.$folder) {} }
      },
      Gate("one store, view of a child: allocations", .allocations(atMost: 0)) { _ in
        operation { withExtendedLifetime($0.$folder) {} }
      },
    ]
  }

  private static var lists: [Gate] {
    [
      Gate(
        "one store, change one of N observed rows: instructions",
        .flat(atMost: 1.1),
        sizes: [10, 1_000],
        prepare: observedRows
      ),
      Gate(
        "one store, append to 10 rows and remove: instructions",
        .instructions(atMost: 103_000)
      ) { _ in appended(10) },
      Gate(
        "one store, append to N rows and remove: instructions",
        .flat(atMost: 1.46),
        sizes: [10, 1_000],
        prepare: appended
      ),
      Gate(
        "one store, override of N rows: instructions",
        .flat(atMost: 1.1),
        sizes: [10, 1_000],
        prepare: overridden
      ),
    ]
  }

  private static func appended(_ size: Int) -> Gate.Operation {
    let store = Ledger.of(lines: 0, keyed: size)
    let model = store.model
    return Gate.Operation { count in
      for _ in 0..<count {
        model.appendKeyed(size)
        model.removeLastKeyed()
      }
      withExtendedLifetime(store) {}
    }
  }

  private static func overridden(_ size: Int) -> Gate.Operation {
    let store = Ledger.of(lines: size)
    let model = store.model
    let state = store.state
    return Gate.Operation { count in
      for _ in 0..<count {
        store.stateOverride = state
        store.stateOverride = nil
      }
      withExtendedLifetime(model) {}
    }
  }

  private static func operation(_ body: @escaping (Ledger) -> Void) -> Gate.Operation {
    let store = Store<Ledger>(initialState: .init())
    let model = store.model
    return Gate.Operation { count in
      for _ in 0..<count { body(model) }
      withExtendedLifetime(store) {}
    }
  }

  private static func inScope(_ body: @escaping (Ledger) -> Void) -> Gate.Operation {
    let store = Store<Ledger>(initialState: .init())
    let model = store.model
    let tracker = Tracker {}
    tracker.track { body(model) }
    return Gate.Operation { count in
      tracker.track {
        for _ in 0..<count { body(model) }
      }
      withExtendedLifetime(store) {}
    }
  }

  private static func observedRows(_ size: Int) -> Gate.Operation {
    let store = Ledger.of(lines: size)
    let model = store.model
    let lines = model.$lines
    let observers = lines.map { line in
      Again {
      } read: {
        keep(line.count)
      }
    }
    let list = Again {
    } read: {
      keep(model.$lines.count)
    }
    return Gate.Operation { count in
      for number in 0..<count { lines[number % size].add(1) }
      withExtendedLifetime((store, observers, list)) {}
    }
  }
}
