import Measuring
import StrataCore
import StrataOneStore

/// The promises of one store about work that can be counted.
enum OneStoreGates {
  static var all: [Gate] {
    [
      Gate("one store, read: instructions", .instructions(atMost: 1_380)) { _ in
        operation { keep($0.count) }
      },
      Gate("one store, read: allocations", .allocations(atMost: 0)) { _ in
        operation { keep($0.count) }
      },
      Gate("one store, += : instructions", .instructions(atMost: 5_020)) { _ in
        operation { $0.add(1) }
      },
      Gate("one store, += : allocations", .allocations(atMost: 1)) { _ in operation { $0.add(1) } },
      Gate("one store, += at depth 5: instructions", .instructions(atMost: 4_650)) { _ in
        let store = Store<Ledger>(initialState: .init())
        let sheet = store.model.$folder.$drawer.$sheaf.$sheet
        return Gate.Operation { count in
          for _ in 0..<count { sheet.add(1) }
          withExtendedLifetime(store) {}
        }
      },
      Gate("one store, += with an observer: instructions", .instructions(atMost: 27_500)) { _ in
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
      Gate("one store, view of a child: instructions", .instructions(atMost: 1_690)) { _ in
        operation { withExtendedLifetime($0.$folder) {} }
      },
      Gate("one store, view of a child: allocations", .allocations(atMost: 0)) { _ in
        operation { withExtendedLifetime($0.$folder) {} }
      },
      Gate(
        "one store, change one of N observed rows: instructions",
        .flat(atMost: 1.1),
        sizes: [10, 1_000],
        prepare: observedRows
      ),
      Gate(
        "one store, append to N rows and remove: instructions",
        .flat(atMost: 1.43),
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
