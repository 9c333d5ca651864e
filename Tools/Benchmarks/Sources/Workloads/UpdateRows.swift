import CMachine
import Measuring
import StrataUpdates

/// A state of one number, as a program would write it.
private struct Counted: Equatable, Sendable {
  var count = 0

  static func update(
    state: Counted,
    action: Int,
    environment: Void
  ) -> Update<Counted, Int> {
    var next = state
    next.count = action
    return Update(state: next)
  }
}

/// A list that an action appends to.
private struct Listed: Equatable, Sendable {
  var rows: [Int]

  static func change(
    _ state: inout Listed,
    _ action: Int,
    _ environment: Void
  ) -> InPlaceUpdate<Int> {
    state.rows.append(action)
    state.rows.removeLast()
    return Update()
  }
}

/// The rows of stores whose state actions change.
enum UpdateRows {
  static var all: [Workload] {
    [send, sendObserved, sendEffect, read, bytes] + [100, 100_000].map(appendInPlace)
  }

  private static func makeStore() -> Store<Counted, Int, Void> {
    Store(update: Counted.update, state: Counted(), environment: ())
  }

  private static var send: Workload {
    Workload("update store: send, nobody observing", budget: 5, count: 100_000) {
      let store = makeStore()
      store.send(3)
      return Prepared(isRight: store.state.count == 3) { count in
        for number in 0..<count { store.send(number) }
      }
    }
  }

  private static var sendObserved: Workload {
    Workload("update store: action to delivered state", budget: 5, count: 100_000) {
      let store = makeStore()
      let seen = Tally()
      let token = store.observe { _ in seen.add() }
      store.send(3)
      store.send(3)
      return Prepared(isRight: seen.number == 2) { count in
        for number in 0..<count { store.send(number) }
        withExtendedLifetime(token) {}
      }
    }
  }

  private static var sendEffect: Workload {
    Workload("update store: send with an effect that is ready", count: 50_000) {
      let store = Store(
        update: { (state: Int, action: Int, _: Void) in
          Update<Int, Int>(state: action, fx: action > 0 ? .just(-action) : .empty)
        },
        state: 0,
        environment: ()
      )
      store.send(3)
      return Prepared(isRight: store.state == -3) { count in
        for number in 1...count { store.send(number) }
      }
    }
  }

  private static var read: Workload {
    Workload("update store: read the state", budget: 2.2) {
      let store = makeStore()
      return Prepared(isRight: store.state.count == 0) { count in
        var sum = 0
        for _ in 0..<count { sum &+= store.state.count }
        keep(sum)
      }
    }
  }

  private static func appendInPlace(_ size: Int) -> Workload {
    Workload("update store: change one of \(size) rows in place", count: 50_000) {
      var first = Listed(rows: Array(0..<size))
      first.rows.reserveCapacity(size * 2)
      let store = Store(changing: Listed.change, state: first, environment: ())
      store.send(3)
      return Prepared(isRight: store.state.rows.count == size) { count in
        for number in 0..<count { store.send(number) }
      }
    }
  }

  private static var bytes: Workload {
    Workload("update store: bytes that 1,000 sends leave", .bytes, budget: 0) {
      let store = makeStore()
      store.send(1)
      let before = allocated_bytes()
      for number in 0..<1_000 { store.send(number) }
      let after = allocated_bytes()
      return Prepared(isRight: true, figure: Double(after - before))
    }
  }
}
