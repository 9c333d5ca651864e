import StrataConcurrency
import Synchronization
import Testing

@testable import StrataSources

@Suite struct SubscriberReferenceTests {
  /// Notes its end.
  private final class Object: Sendable {
    static let ended = Atomic<Int>(0)
    private let onEnd: @Sendable () -> Void

    init(onEnd: @escaping @Sendable () -> Void = {}) { self.onEnd = onEnd }

    deinit { onEnd() }
  }

  @Test func objectIsThereAsLongAsSomeoneElseHoldsIt() {
    let isEnded = Locked(false, rank: .leaf)
    var object: Object? = Object { isEnded.withLock { $0 = true } }
    let reference = object.map { SubscriberReference($0) }
    #expect(reference?.object === object)
    #expect(object != nil)
    object = nil
    // It ended at once: the reference has retained the memory, not the object.
    #expect(isEnded.withLock { $0 })
    #expect(reference?.object == nil)
  }

  @Test func useKeepsTheObjectForAsLongAsItLasts() {
    let isEnded = Locked(false, rank: .leaf)
    var object: Object? = Object { isEnded.withLock { $0 = true } }
    let reference = object.map { SubscriberReference($0) }
    let isNotified = reference?.notify(3) { held, model in
      object = nil
      #expect(!isEnded.withLock { $0 })
      withExtendedLifetime(held) {}
    }
    #expect(isNotified == true)
    #expect(isEnded.withLock { $0 })
    #expect(reference?.notify(4) { _, _ in Issue.record("told an object that is gone") } == false)
  }

  @Test func objectThatIsGoingIsNotGivenOutAgain() {
    // The deinitializer asks for the very object: it must not be brought back.
    let found = Locked<Bool?>(nil, rank: .leaf)
    let holder = Locked<SubscriberReference<Object>?>(nil, rank: .leaf)
    var object: Object? = Object {
      let reference = holder.withLock { $0 }
      let isFound = reference?.object != nil
      found.withLock { $0 = isFound }
    }
    let reference = object.map { SubscriberReference($0) }
    holder.withLock { $0 = reference }
    object = nil
    #expect(found.withLock { $0 } == false)
    holder.withLock { $0 = nil }
  }

  @Test func subscribersThatGoWhileOthersPublishAreToldOrNot() async {
    // Four threads: two publish, two let subscribers come and go. Only live objects are notified.
    final class Listener: Sendable {
      let mark = Atomic<Int>(7)
      deinit { mark.store(0, ordering: .relaxed) }
      func take(_ model: Int) { #expect(mark.load(ordering: .relaxed) == 7) }
    }
    let plain = Plain(0)
    await onThreads(4) { index in
      for _ in 0..<1_000 {
        if index < 2 {
          plain.model += 1
        } else {
          let listener = Listener()
          plain.eraseToSource().subscribe(listener, method: Listener.take)
          withExtendedLifetime(listener) {}
        }
      }
    }
    #expect(plain.model == 2_000)
  }
}
