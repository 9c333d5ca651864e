import CMachine
import Foundation
import Measuring
import StrataConcurrency
import StrataCore
import StrataEvents
import StrataModels
import StrataStores

/// The shapes of programs under load: many timers, many readers, listeners that are slower than their senders, and
/// states of many models.
enum LoadRows {
  static var all: [Workload] {
    [timers, parked, readers, burst, slowListener, saved, restored]
  }

  // MARK: Timers

  private static let timerCount = 1_000

  /// One tick of each timer, from the advance of the clock to the last body.
  private static var timers: Workload {
    Workload("1,000 timers of a model: a tick, each", count: 20, divisor: Double(timerCount)) {
      let meter = Meter().withAnchor()
      let clock = TestClock()
      let ticks = LockedTally()
      for _ in 0..<timerCount {
        let timer = TimerSequence(clock: clock, interval: .seconds(1))
        meter.node.task {
          for await _ in timer { ticks.add() }
        }
      }
      tick(clock, ticks)
      return Prepared(isRight: ticks.number == timerCount) { count in
        for _ in 0..<count { tick(clock, ticks) }
        withExtendedLifetime(meter) {}
      }
    }
    .beside(plainTimers)
  }

  /// The same with tasks and an array of sleepers, without a model.
  private static var plainTimers: Alternative {
    Alternative(.plain) {
      let clock = TestClock()
      let ticks = LockedTally()
      let tasks = (0..<timerCount).map { _ in
        Task {
          while true {
            guard (try? await clock.sleep(for: .seconds(1))) != nil else { return }
            ticks.add()
          }
        }
      }
      return { count in
        for _ in 0..<count { tick(clock, ticks) }
        withExtendedLifetime(tasks) {}
      }
    }
  }

  private static func tick(_ clock: TestClock, _ ticks: LockedTally) {
    while clock.sleeperCount < timerCount { sched_yield() }
    let end = ticks.number + timerCount
    Task { await clock.advance(by: .seconds(1)) }
    while ticks.number < end { sched_yield() }
  }

  // MARK: Parked tasks

  private static let parkedCount = 10_000

  /// Tasks that wait for an element of their own, from their start to the end of all with the tree.
  private static var parked: Workload {
    Workload(
      "10,000 tasks of a model wait and are cancelled, each",
      count: 5,
      divisor: Double(parkedCount)
    ) {
      let once = {
        let (begun, ended) = (LockedTally(), LockedTally())
        do {
          let meter = Meter().withAnchor()
          for _ in 0..<parkedCount {
            let elements = AsyncStream.makeStream(of: Int.self)
            meter.node.task {
              begun.add()
              for await element in elements.stream { keep(element) }
              ended.add()
            }
          }
          // A task that has not begun would not begin any more.
          while begun.number < parkedCount { sched_yield() }
          withExtendedLifetime(meter) {}
        }
        while ended.number < parkedCount { sched_yield() }
        return ended.number
      }
      return Prepared(isRight: once() == parkedCount) { count in
        for _ in 0..<count { keep(once()) }
      }
    }
    .beside(plainParked)
  }

  /// The same with tasks in an array behind a lock, from which each removes itself.
  private static var plainParked: Alternative {
    Alternative(.plain) {
      { count in
        for _ in 0..<count {
          let (begun, ended) = (LockedTally(), LockedTally())
          let tasks = Guarded<[Int: Task<Void, Never>]>([:])
          for number in 0..<parkedCount {
            let elements = AsyncStream.makeStream(of: Int.self)
            let task = Task {
              begun.add()
              for await element in elements.stream { keep(element) }
              tasks.with { $0[number] = nil }
              ended.add()
            }
            tasks.with { $0[number] = task }
          }
          while begun.number < parkedCount { sched_yield() }
          for task in tasks.with({ Array($0.values) }) { task.cancel() }
          while ended.number < parkedCount { sched_yield() }
        }
      }
    }
  }

  // MARK: Readers

  private static let readerCount = 100

  private struct Total: StateContainer {
    enum State: EnumState { case counting(Int) }
    var current = State.counting(0)

    var number: Int {
      switch current {
      case .counting(let number): number
      }
    }

    mutating func add() { current = .counting(number + 1) }
  }

  /// Threads that read the state of one store while another changes it.
  private static var readers: Workload {
    Workload("domain store: read by 100 threads beside a writer, a read", count: 200_000) {
      let store = Store(initialState: Total(), delivery: .immediate)
      let run: (Int) -> Void = { count in
        Crew.run(readerCount + 1) { thread in
          if thread == readerCount {
            for _ in 0..<100 { store.state.add() }
          } else {
            var sum = 0
            for _ in 0..<max(1, count / readerCount) { sum &+= store.state.number }
            keep(sum)
          }
        }
      }
      run(readerCount)
      return Prepared(isRight: store.state.number == 100, run: run)
    }
    .beside(
      Alternative(.plain) {
        let guarded = Guarded(0)
        return { count in
          Crew.run(readerCount + 1) { thread in
            if thread == readerCount {
              for _ in 0..<100 { guarded.with { $0 += 1 } }
            } else {
              var sum = 0
              for _ in 0..<max(1, count / readerCount) { sum &+= guarded.with { $0 } }
              keep(sum)
            }
          }
        }
      }
    )
  }

  // MARK: Slow listeners

  private static let burstLength = 10_000

  /// Events of which a listener takes none meanwhile; it gets all of them afterwards.
  private static var burst: Workload {
    Workload(
      "burst of 10,000 events to a slow listener, each",
      count: 20,
      divisor: Double(burstLength)
    ) {
      let meter = Meter().withAnchor()
      let once = {
        let events = meter.node.event(ofType: ReachRows.Ping.self)
        for _ in 0..<burstLength { meter.node.send(ReachRows.Ping()) }
        return events
      }
      return Prepared(isRight: areTaken(burstLength, from: once())) { count in
        for _ in 0..<count { withExtendedLifetime(once()) {} }
      }
    }
    .beside(
      Alternative(.plain) {
        { count in
          for _ in 0..<count {
            let listener = AsyncStream.makeStream(of: ReachRows.Ping.self)
            let listeners = Guarded([listener.continuation])
            for _ in 0..<burstLength {
              for listener in listeners.with({ $0 }) { listener.yield(ReachRows.Ping()) }
            }
            withExtendedLifetime(listener.stream) {}
          }
        }
      }
    )
  }

  /// The memory after many events of which a listener keeps the newest, and takes none.
  private static var slowListener: Workload {
    Workload(
      "memory: 1,000,000 events to a listener that keeps the newest 100",
      .bytes,
      budget: 65_536
    ) {
      let meter = Meter().withAnchor()
      let events = meter.node.event(ofType: ReachRows.Ping.self).keeping(.bufferingNewest(100))
      for _ in 0..<1_000 { meter.node.send(ReachRows.Ping()) }
      let before = allocated_bytes()
      for _ in 0..<1_000_000 { meter.node.send(ReachRows.Ping()) }
      let taken = Double(allocated_bytes()) - Double(before)
      return Prepared(isRight: areTaken(100, from: events), figure: max(taken, 1))
    }
  }

  /// Whether a listener that asks afterwards gets so many events; waits for them.
  private static func areTaken(_ count: Int, from events: EventStream<ReachRows.Ping>) -> Bool {
    let received = LockedTally()
    let task = Task {
      for await _ in events.prefix(count) { received.add() }
    }
    let end = ContinuousClock.now + .seconds(60)
    while received.number < count, ContinuousClock.now < end { sched_yield() }
    task.cancel()
    return received.number == count
  }

  // MARK: Saved states

  private static let rowCount = 100_000

  private static var saved: Workload {
    Workload("save 100,000 models, each", count: 1, divisor: Double(rowCount), isHeavy: true) {
      let list = SavedList(count: rowCount).withAnchor()
      return Prepared(isRight: (try? list.savedState())?.isEmpty == false) { count in
        for _ in 0..<count { keep((try? list.savedState())?.count ?? 0) }
      }
    }
    .beside(
      Alternative(.plain) {
        let rows = (0..<rowCount).map(PlainRow.init)
        return { count in
          for _ in 0..<count { keep((try? JSONEncoder().encode(rows))?.count ?? 0) }
        }
      }
    )
  }

  private static var restored: Workload {
    Workload("restore 100,000 models, each", count: 1, divisor: Double(rowCount), isHeavy: true) {
      let list = SavedList(count: rowCount).withAnchor()
      let data = (try? list.savedState()) ?? Data()
      let other = SavedList(count: 0).withAnchor()
      let report = try? other.restoreState(from: data)
      return Prepared(isRight: report?.isEmpty == true && other.rows.count == rowCount) { count in
        for _ in 0..<count { keep((try? other.restoreState(from: data))?.isEmpty == true ? 1 : 0) }
      }
    }
    .beside(
      Alternative(.plain) {
        let data = (try? JSONEncoder().encode((0..<rowCount).map(PlainRow.init))) ?? Data()
        return { count in
          for _ in 0..<count {
            keep((try? JSONDecoder().decode([PlainRow].self, from: data))?.count ?? 0)
          }
        }
      }
    )
  }
}

/// A row of a saved list without a model.
private struct PlainRow: Codable {
  var count: Int
  var title = "Row"

  init(_ count: Int) { self.count = count }
}

/// Counts on any thread.
final class LockedTally: Sendable {
  private let state = Locked(0, rank: .leaf)
  var number: Int { state.withLock { $0 } }
  func add() { state.withLock { $0 += 1 } }
}
