import Foundation
@_spi(Strata) import StrataConcurrency
import StrataSources
import Synchronization
import Testing

// SAFETY: what it adds is behind a lock.
private final class Listener: @unchecked Sendable {
  private let models = Locked<[Int]>([], rank: .leaf)
  private let onModel: @Sendable (Int) -> Void

  init(_ onModel: @escaping @Sendable (Int) -> Void = { _ in }) { self.onModel = onModel }

  func take(_ model: Int) {
    models.withLock { $0.append(model) }
    onModel(model)
  }

  var seen: [Int] { models.withLock { $0 } }
}

@Suite struct BoundedPublishingTests {
  init() { Backlog.patience.store(3_600_000, ordering: .relaxed) }

  @Test func aThreadThatPublishesWaitsWhileManyModelsDo() async {
    let owner = Plain(0)
    let (begun, gate) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let listener = Listener { model in
      guard model == 1 else { return }
      begun.signal()
      gate.wait()
    }
    owner.eraseToSource().subscribe(listener, method: Listener.take)
    let published = Locked(0, rank: .leaf)
    let count = Backlog.limit * 3
    await onThreads(3) { number in
      switch number {
      case 0: owner.model = 1
      case 1:
        begun.wait()
        for model in 2...count {
          owner.model = model
          published.withLock { $0 = model }
        }
      default:
        while published.withLock({ $0 }) < Backlog.limit { sched_yield() }
        for _ in 0..<1_000 { sched_yield() }
        // The one that fills the queue has not returned.
        #expect(published.withLock { $0 } == Backlog.limit)
        gate.signal()
      }
    }
    #expect(listener.seen == Array(0...count))
  }

  @Test func aSubscriberOnAnExecutorIsToldOfAllThatItPublishesWhileItBegins() {
    let owner = Plain(0)
    let count = Backlog.share * 2
    let listener = Listener { model in
      guard model == 0 else { return }
      for model in 1...count { owner.model = model }
    }
    owner.eraseToSource().subscribe(listener, method: Listener.take, on: .immediate)
    owner.model = count + 1
    #expect(listener.seen == Array(0...count + 1))
  }

  @Test func aSubscriberIsNotifiedOfAllThatItPublishesWhileItBegins() {
    let owner = Plain(0)
    let count = Backlog.share * 2
    let listener = Listener { model in
      guard model == 0 else { return }
      for model in 1...count { owner.model = model }
    }
    owner.eraseToSource().subscribe(listener, method: Listener.take)
    owner.model = count + 1
    #expect(listener.seen == Array(0...count + 1))
  }

  @Test func aThreadThatSubscribesAmongPublishersReturns() async {
    let owner = Plain(0)
    let source = owner.eraseToSource()
    let isOver = Locked(false, rank: .leaf)
    await onThreads(3) { number in
      guard number == 2 else {
        while !isOver.withLock({ $0 }) { owner.model += 1 }
        return
      }
      for _ in 0..<100 {
        let listener = Listener { _ in sched_yield() }
        source.subscribe(listener, method: Listener.take)
        source.unsubscribe(listener)
        let seen = listener.seen
        #expect(zip(seen, seen.dropFirst()).allSatisfy { $0 + 1 == $1 })
      }
      isOver.withLock { $0 = true }
    }
  }
}
