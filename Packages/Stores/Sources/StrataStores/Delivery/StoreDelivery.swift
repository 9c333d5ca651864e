public import StrataConcurrency
@_spi(Strata) import StrataCore

/// Decides on which thread and in which order stores notify their subscribers.
///
/// All stores of one delivery share its propagation batches. An update of one store runs through everything that
/// subscribes to it, directly or through other stores, before the next update is delivered. Inside a batch, stores are
/// notified in the order of their height in the graph of subscriptions. Each store handles all that has reached it in
/// one transaction. Closures and views are notified when all stores are idle. So a store that subscribes to two others,
/// which subscribe to the same third one, is updated once, never with one half of the news.
///
/// Stores that subscribe to one another should share a delivery. Between deliveries the order of each subscription
/// stays, but a batch ends at the border.
///
/// No thread delivers for others without end: after a bounded number of updates it passes the role to the next thread
/// that changes a store. While more than `Backlog.limit` updates wait, a thread that changes a store waits at the end
/// of its change. It does not wait inside a delivery, a transaction or a simulation.
///
/// A store takes its delivery when it is made: the one it is given, else ``Settings/delivery``.
///
/// The lock has rank `LockRank.leaf` and is not held while a subscriber runs.
public final class StoreDelivery: Sendable {
  /// The ways in which propagation batches get onto a thread.
  enum Route: Sendable {
    /// The thread that has made the update runs them.
    case inline
    case executor(any DeliveryExecutor)
  }

  @usableFromInline let lock = Lock(rank: .leaf)
  let route: Route
  @usableFromInline let isInline: Bool
  /// The role of the delivery owner; used only by the inline route, because executors run one job at a time.
  @usableFromInline let role = DeliveryRole()
  private let waiting = Waiting()
  @usableFromInline let batch = PropagationBatch()

  // SAFETY: touched only while the delivery's lock is held.
  /// The stores with an update that waits for its propagation batch, once for each update.
  private final class Waiting: @unchecked Sendable {
    @safe @exclusivity(unchecked) var nodes = UpdateQueue<any StoreNode>()
    /// The threads that wait because many updates do.
    @safe @exclusivity(unchecked) var backlog = Backlog()
    /// The thread that works the queue off, unless it is still at an update that has not entered it.
    @safe @exclusivity(unchecked) var deliveryOwner: ThreadIdentity?
  }

  private init(route: Route) {
    self.route = route
    if case .inline = route { isInline = true } else { isInline = false }
  }

  /// Makes a delivery that runs propagation batches as jobs of an executor.
  ///
  /// The executor is the delivery's own thread of events: other jobs may run between two batches, never inside one.
  public convenience init(_ executor: any DeliveryExecutor) {
    self.init(route: .executor(executor))
  }

  /// The delivery on the main queue, where user interfaces run: that of a program that sets no other.
  ///
  /// A change on the main queue is delivered before the change returns; changes of other threads are delivered later,
  /// in order. The main queue has to be served.
  public static let main = StoreDelivery(MainDelivery.shared)

  /// A new delivery that notifies subscribers on the thread that makes the change, before the change returns.
  ///
  /// Two exceptions preserve the order and rule out recursion. A change by a subscriber, and a change while another
  /// thread delivers, is delivered by the thread that delivers. Each use makes a delivery of its own: share one between
  /// stores that subscribe to one another.
  public static var immediate: StoreDelivery { StoreDelivery(route: .inline) }

  /// A new delivery with a queue of its own.
  ///
  /// - Parameter label: The queue's name in debuggers.
  /// - Returns: The delivery.
  public static func serial(_ label: String) -> StoreDelivery {
    StoreDelivery(SerialDelivery(label: label))
  }

  /// How many updates wait, and how many threads for room.
  var counts: (updates: Int, senders: Int) {
    lock.withLock { (waiting.nodes.count, waiting.backlog.waiterCount) }
  }

  /// The next step of a thread that has queued an update.
  enum Turn {
    /// It calls ``perform(_:)`` once it is in no change.
    case pending
    /// It calls ``waitForRoom(_:)`` once it is in no change.
    case crowded
    /// Nothing: another thread is at it.
    case left
  }

  /// Queues one update of a store; called with the lock held.
  func enqueue(_ node: any StoreNode) -> Turn {
    waiting.nodes.append(node)
    guard isInline, !role.noteQueued() else { return .pending }
    return waiting.backlog.isLong(waiting.nodes.count) ? .crowded : .left
  }

  /// Delivers the pending updates of a thread.
  func perform(_ thread: StoreThread) {
    switch route {
    case .inline: drain(thread)
    case .executor(let executor): executor.deliver { self.performOne(.current) }
    }
  }

  private func performOne(_ thread: StoreThread) {
    guard let node = lock.withLock({ waiting.nodes.popFirst() }) else { return }
    suspendingTracking { runBatch(of: node, thread) }
  }

  /// Distributes a store's next update, and does the work that follows from it.
  private func runBatch(of node: any StoreNode, _ thread: StoreThread) {
    let outer = unsafe beginBatch(thread)
    node.distribute(onlyFirst: true)
    unsafe endBatch(thread, outer)
  }

  /// Whether a tracking scope may be open on this thread.
  @usableFromInline static var isTracked: Bool { isAnyTrackingScopeOpen }

  /// Runs subscribers.
  ///
  /// What they read is no read of the run that has changed the store.
  @usableFromInline
  func suspendingTracking(_ body: () -> Void) { withSuspendedTracking(body) }

  /// Notes that a thread runs this delivery's propagation batch.
  ///
  /// - Returns: The outer batch, for ``endBatch(_:_:)``.
  // SAFETY: the batch is this delivery's, which outlives the calls of this and of `endBatch`.
  @inlinable
  func beginBatch(_ thread: StoreThread) -> Unmanaged<PropagationBatch>? {
    let outer = unsafe thread.memory.pointee.batch
    unsafe thread.memory.pointee.batch = unsafe Unmanaged.passUnretained(batch)
    return unsafe outer
  }

  // SAFETY: `outer` is the result of `beginBatch`, and its delivery is still further down the stack.
  /// Finishes this delivery's propagation batch.
  @inlinable
  func endBatch(_ thread: StoreThread, _ outer: Unmanaged<PropagationBatch>?) {
    while batch.isPending { batch.run() }
    unsafe thread.memory.pointee.batch = unsafe outer
  }

  /// Runs batches until nothing waits, then releases the role of the delivery owner or passes it on; called by the
  /// thread that has the role.
  func drain(_ thread: StoreThread) {
    lock.withLock {
      waiting.deliveryOwner = .current
      waiting.backlog.beginTurn()
    }
    work(thread)
  }

  private func work(_ thread: StoreThread) {
    thread.calls.begin()
    suspendingTracking {
      while let node = takeNext() { runBatch(of: node, thread) }
    }
    thread.calls.end()
  }

  /// Takes the next store with an update.
  ///
  /// - Returns: The store; `nil` when this thread has the role no more.
  private func takeNext() -> (any StoreNode)? {
    let (node, wakes) = lock.withLock { () -> ((any StoreNode)?, BacklogWakes) in
      let count = waiting.nodes.count
      if let heir = waiting.backlog.takeHeir(count) {
        waiting.deliveryOwner = heir.thread
        return (nil, BacklogWakes(heir: heir))
      }
      let node = waiting.nodes.popFirst()
      if node == nil {
        waiting.deliveryOwner = nil
        role.finish()
      } else {
        waiting.backlog.noteServed()
      }
      return (
        node,
        BacklogWakes(
          released: waiting.backlog.takeReleased(waiting.nodes.count, isOver: node == nil)
        )
      )
    }
    wakes.perform()
    return node
  }

  /// Waits while many updates wait and another thread delivers them; may deliver them itself in the end.
  func waitForRoom(_ thread: StoreThread) {
    lock.lock()
    // While the queue is long a thread has the role, because it gives the role up only with an empty queue.
    guard waiting.backlog.isLong(waiting.nodes.count) else { return lock.unlock() }
    let room = waiting.backlog.room(waiting.nodes.count, for: waiting.deliveryOwner)
    lock.unlock()
    switch room {
    case .wait(let waiter): if waiter.park() { work(thread) }
    case .owe: thread.calls.owe(self) { self.waitForRoom(.current) }
    case .enough: return
    }
  }
}
