import Foundation
import StrataConcurrency
import Synchronization
import Testing

/// Eight threads and a million operations on one object each. They run one after the other, because
/// two cores are enough for one stress only.
@Suite(.serialized) struct StressTests {
  private static let threads = 8
  private static let operations = 1_000_000

  /// Runs a body on eight threads at once and waits for them.
  private func onAllThreads(
    _ body: @escaping @Sendable (_ thread: Int, _ share: Int) -> Void
  )
    async
  {
    await withCheckedContinuation { continuation in
      let countdown = Countdown(Self.threads) { continuation.resume() }
      for thread in 0..<Self.threads {
        Thread {
          body(thread, Self.operations / Self.threads)
          countdown.arrive()
        }.start()
      }
    }
  }

  @Test func aScopeKeepsCountOfEverything() async {
    let scope = CancellationScope()
    let (handled, started) = (Tally(), Tally())
    await onAllThreads { thread, share in
      for number in 0..<share {
        switch number % 8 {
        case 0: scope.onCancel { handled.add() }.cancel()
        case 1: scope.onCancel { handled.add() }.cancel(for: number % 64)
        case 2: scope.cancelAll(for: number % 64)
        case 3: scope.onCancel { handled.add() }.cancel(for: "one", cancelInFlight: true)
        case 4: scope.cancellationContext(for: thread) { _ = scope.onCancel { handled.add() } }
        case 5: scope.cancelAll(for: thread)
        case 6: scope.onCancel {}.discard()
        default:
          if number % 64 == 7 {
            started.add()
            scope.task { handled.add() }.cancelInFlight()
          }
        }
      }
    }
    scope.close()
    await scope.finished()
    let handlers = Self.operations / 8 * 4
    #expect(handled.count >= handlers)
    #expect(handled.count <= handlers + started.count)
    #expect(scope.isEmpty)
  }

  @Test func aMillionTasksLeaveNothingBehind() async {
    let scope = CancellationScope()
    let ran = Tally()
    for _ in 0..<100 {
      await onAllThreadsSharing(10_000) { thread, share in
        for number in 0..<share {
          let work = scope.task { ran.add() }
          if number.isMultiple(of: 4) { work.cancel(for: "key") }
          if number.isMultiple(of: 16) { work.cancel(for: thread, cancelInFlight: true) }
        }
      }
      while scope.runningCount > 0 { await Task.yield() }
    }
    #expect(scope.isEmpty)
    #expect(ran.count > 900_000)
  }

  @Test func restartsNeverOverlap() async {
    let scope = CancellationScope()
    let (inside, overlaps, ran) = (Tally(), Tally(), Tally())
    await onAllThreadsSharing(100_000) { _, share in
      for _ in 0..<share {
        scope.restart(for: "key") {
          if inside.add() != 1 { overlaps.add() }
          await Task.yield()
          inside.subtract()
          ran.add()
        }
      }
    }
    while scope.runningCount > 0 { await Task.yield() }
    #expect(overlaps.count == 0)
    #expect(ran.count > 0)
    #expect(scope.isEmpty)
  }

  @Test func aMulticastLosesNothing() async {
    let numbers = Multicast<Int>()
    let sequences = (0..<2).map { _ in numbers.subscribe(.unbounded) }
    async let received = withTaskGroup(of: [Int].self) { group in
      for sequence in sequences {
        group.addTask {
          var last = Array(repeating: -1, count: Self.threads)
          var counts = Array(repeating: 0, count: Self.threads)
          for await number in sequence {
            let (thread, step) = (number >> 32, number & 0xFFFF_FFFF)
            if step == last[thread] + 1 { counts[thread] += 1 }
            last[thread] = step
          }
          return counts
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    await onAllThreads { thread, share in
      for step in 0..<share { numbers.send(thread << 32 | step) }
    }
    numbers.finish()
    let all = Array(repeating: Self.operations / Self.threads, count: Self.threads)
    #expect(await received == Array(repeating: all, count: 2))
  }

  @Test func subscribersComeAndGoWhileElementsAreSent() async {
    let numbers = Multicast<Int>()
    let terminated = Tally()
    let subscribed = Tally()
    await onAllThreads { thread, share in
      for step in 0..<share / 4 {
        if thread < 4 {
          numbers.send(step)
        } else {
          subscribed.add()
          _ = numbers.subscribe(.bufferingNewest(1)) { terminated.add() }
        }
      }
    }
    #expect(numbers.subscriberCount == 0)
    #expect(terminated.count == subscribed.count)
  }

  @Test func immediateDeliveryKeepsTheOrderOfEachThread() async {
    await deliver(on: ImmediateDelivery())
  }

  @Test func serialDeliveryKeepsTheOrderOfEachThread() async {
    await deliver(on: SerialDelivery(label: "stress"))
  }

  @Test func mainDeliveryKeepsTheOrderOfEachThread() async {
    await deliver(on: MainDelivery.shared)
  }

  private func deliver(on executor: any DeliveryExecutor) async {
    // The value is not locked: the executor promises that jobs run one at a time, and the sanitizer checks it.
    let order = UnlockedOrder(threads: Self.threads)
    await onAllThreads { thread, share in
      for step in 0..<share { executor.deliver { order.note(thread, step) } }
    }
    await withCheckedContinuation { continuation in executor.deliver { continuation.resume() } }
    #expect(order.misplaced == 0)
    #expect(order.count == Self.operations)
  }

  /// The same with fewer operations.
  private func onAllThreadsSharing(
    _ operations: Int,
    _ body: @escaping @Sendable (_ thread: Int, _ share: Int) -> Void
  ) async {
    await onAllThreads { thread, _ in body(thread, operations / Self.threads) }
  }
}

private final class Tally: Sendable {
  private let value = Atomic(0)

  @discardableResult func add() -> Int { value.wrappingAdd(1, ordering: .relaxed).newValue }
  func subtract() { value.wrappingSubtract(1, ordering: .relaxed) }
  var count: Int { value.load(ordering: .relaxed) }
}

private final class Countdown: Sendable {
  private let left: Atomic<Int>
  private let done: @Sendable () -> Void

  init(_ count: Int, done: @escaping @Sendable () -> Void) {
    left = Atomic(count)
    self.done = done
  }

  func arrive() {
    if left.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue == 0 { done() }
  }
}

// SAFETY: used only from the jobs of one delivery executor, which run one at a time, and after the
// last of them.
private final class UnlockedOrder: @unchecked Sendable {
  private(set) var misplaced = 0
  private(set) var count = 0
  private var last: [Int]

  init(threads: Int) { last = Array(repeating: -1, count: threads) }

  func note(_ thread: Int, _ step: Int) {
    if step != last[thread] + 1 { misplaced += 1 }
    last[thread] = step
    count += 1
  }
}
