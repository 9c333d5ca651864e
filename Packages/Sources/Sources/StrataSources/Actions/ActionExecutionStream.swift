public import StrataConcurrency
import Synchronization

/// Executions of actions as they happen, in one order for all observers.
///
/// Loop over it, or subscribe with a method; neither receives earlier executions.
public struct ActionExecutionStream: AsyncSequence, Sendable {
  /// One execution after the other.
  public typealias AsyncIterator = MulticastSequence<ActionExecution>.Iterator

  private let hub: ActionExecutionHub

  static let all = ActionExecutionStream(hub: ActionExecutionHub())
  static let rejected = ActionExecutionStream(hub: ActionExecutionHub())

  var isObserved: Bool { hub.isObserved }

  func send(_ execution: ActionExecution) { hub.send(execution) }

  /// Begins to follow, now.
  public func makeAsyncIterator() -> AsyncIterator { hub.multicast.subscribe().makeAsyncIterator() }

  /// Follows the executions from now on, until the result is released.
  public func values() -> MulticastSequence<ActionExecution> { hub.multicast.subscribe() }

  /// Begins to follow, now, with another policy for executions that arrive before they are asked for.
  ///
  /// - Parameter policy: The rule for waiting elements.
  /// - Returns: The executions from now on, until the result is released.
  public func keeping(_ policy: BufferingPolicy) -> MulticastSequence<ActionExecution> {
    hub.multicast.subscribe(policy)
  }

  /// Calls a method with each execution, on the thread that executes, until the subscriber is gone.
  ///
  /// - Parameters:
  ///   - subscriber: The object whose method is called; it is not retained.
  ///   - method: The method.
  public func subscribe<Subscriber: AnyObject & Sendable>(
    _ subscriber: Subscriber,
    method: @escaping @Sendable (Subscriber) -> (ActionExecution) -> Void
  ) {
    hub.add { [weak subscriber] execution in
      guard let subscriber else { return false }
      if let execution { method(subscriber)(execution) }
      return true
    }
  }
}

/// Notifies the observers of executions, one execution at a time.
final class ActionExecutionHub: Sendable {
  /// Returns whether the subscriber is still there; without an execution only that is asked.
  typealias Notify = @Sendable (ActionExecution?) -> Bool

  let multicast = Multicast<ActionExecution>()
  private let subscribers = Locked<[UInt64: Notify]>([:], rank: .leaf)
  /// How many there are, so that an execution need not look when there are none.
  private let subscriberCount = Atomic<Int>(0)
  private let lastID = Atomic<UInt64>(0)
  private let order = ImmediateDelivery()

  var isObserved: Bool {
    if multicast.subscriberCount > 0 { return true }
    if subscriberCount.load(ordering: .acquiring) == 0 { return false }
    return subscribers.withLock { $0 }.values.contains { $0(nil) }
  }

  func add(_ notify: @escaping Notify) {
    let gone = subscribers.withLock { $0 }.filter { !$0.value(nil) }.keys
    let id = lastID.wrappingAdd(1, ordering: .relaxed).newValue
    subscribers.withLock { subscribers in
      for id in gone { subscribers[id] = nil }
      subscribers[id] = notify
      subscriberCount.store(subscribers.count, ordering: .releasing)
    }
  }

  func send(_ execution: ActionExecution) {
    order.deliver {
      let subscribers = self.subscribers.withLock { $0 }
      for id in subscribers.keys.sorted() { _ = subscribers[id]?(execution) }
      self.multicast.send(execution)
    }
  }
}
