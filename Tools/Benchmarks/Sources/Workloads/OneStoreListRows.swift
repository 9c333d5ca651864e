import CMachine
import Measuring
import StrataCore
import StrataOneStore

/// The cost of lists of one store, by their length.
enum OneStoreListRows {
  static var all: [Workload] {
    [10, 1_000, 100_000].flatMap { size in
      [change(size), iterate(size), keyed(size), array(size)]
    } + [bytes(isRead: false), bytes(isRead: true)]
  }

  private static func change(_ size: Int) -> Workload {
    Workload(
      "one store: change one of \(size) rows by its view, all observed",
      budget: 20,
      count: 20_000
    ) {
      let store = Ledger.of(lines: size)
      let model = store.model
      let lines = model.$lines
      let (seen, structure) = (Tally(), Tally())
      let observers = lines.map { line in
        Again {
          seen.add()
        } read: {
          keep(line.count)
        }
      }
      let list = Again {
        structure.add()
      } read: {
        keep(model.$lines.count)
      }
      lines[size / 2].add(1)
      let isRight = seen.number == 1 && structure.number == 0
      return Prepared(isRight: isRight) { count in
        for number in 0..<count { lines[number % size].add(1) }
        withExtendedLifetime((store, observers, list)) {}
      }
    }
  }

  private static func iterate(_ size: Int) -> Workload {
    Workload(
      "one store: iterate \(size) rows and read a property, a row",
      budget: 20,
      count: max(1, 100_000 / size),
      divisor: Double(size)
    ) {
      let store = Ledger.of(lines: size)
      let model = store.model
      return Prepared(isRight: model.$lines.count == size) { count in
        for _ in 0..<count {
          var sum = 0
          for line in model.$lines { sum &+= line.count }
          keep(sum)
        }
        withExtendedLifetime(store) {}
      }
    }
  }

  private static func keyed(_ size: Int) -> Workload {
    Workload(
      "one store: append to \(size) rows and remove, identified array",
      count: max(5, 200_000 / size),
      divisor: 2
    ) {
      let store = Ledger.of(lines: 0, keyed: size)
      let model = store.model
      model.appendKeyed(size)
      let isRight = store.state.keyed.count == size + 1
      model.removeLastKeyed()
      return Prepared(isRight: isRight) { count in
        for _ in 0..<count {
          model.appendKeyed(size)
          model.removeLastKeyed()
        }
        withExtendedLifetime(store) {}
      }
    }
  }

  private static func array(_ size: Int) -> Workload {
    Workload(
      "one store: append to \(size) rows and remove, array",
      .perSibling,
      budget: size < 1_000 ? nil : 5,
      count: max(5, 200_000 / size),
      divisor: Double(size) * 2
    ) {
      let store = Ledger.of(lines: size)
      let model = store.model
      model.appendLine(size)
      let isRight = store.state.lines.count == size + 1
      model.removeLastLine()
      return Prepared(isRight: isRight) { count in
        for _ in 0..<count {
          model.appendLine(size)
          model.removeLastLine()
        }
        withExtendedLifetime(store) {}
      }
    }
  }

  private static func bytes(isRead: Bool) -> Workload {
    Workload(
      "one store: memory of a row with one Int, \(isRead ? "read" : "never read")",
      .bytes,
      budget: isRead ? 250 : 48
    ) {
      let size = 10_000
      let tracker = Tracker {}
      let states = (0..<size).map { Line.State(id: $0) }
      let before = allocated_bytes()
      let store = Store<Ledger>(initialState: Ledger.State(lines: states))
      let model = store.model
      if isRead { tracker.track { for line in model.$lines { keep(line.count) } } }
      let taken = Double(allocated_bytes()) - Double(before)
      withExtendedLifetime((store, tracker)) {}
      return Prepared(isRight: taken > 0, figure: taken / Double(size))
    }
  }
}
