public import StrataConcurrency

/// Where and in which order stores tell their subscribers.
///
/// All stores of one delivery share its waves: an update of one store runs through everything that
/// subscribes to it, directly or through other stores, before the next update is delivered. Inside a
/// wave, stores are told in the order of their height in the graph of subscriptions, each store
/// handles all that has reached it in one transaction, and closures and views are told when all
/// stores are quiet. So a store that subscribes to two others which subscribe to the same third one
/// is updated once, never with one half of the news.
///
/// Stores that subscribe to one another should share a delivery; between deliveries order is kept for
/// each subscription, but a wave ends at the border.
///
/// A store takes its delivery when it is made: the one it is given, else ``Settings/delivery``.
///
/// The lock has rank `LockRank.leaf` and is not held while a subscriber runs.
public final class StoreDelivery: Sendable {
  /// How waves get onto a thread.
  enum Route: Sendable {
    /// The thread that has made the update runs them.
    case inline
    case executor(any DeliveryExecutor)
  }

  @usableFromInline let lock = Lock(rank: .leaf)
  let route: Route
  @usableFromInline let isInline: Bool
  /// Who delivers; used only by the inline route, since executors run one job at a time.
  @usableFromInline let role = DelivererRole()
  private let waiting = Waiting()
  @usableFromInline let wave = Wave()

  // SAFETY: touched only while the delivery's lock is held.
  /// The stores with an update that waits for its wave, once for each update.
  private final class Waiting: @unchecked Sendable {
    @safe @exclusivity(unchecked) var nodes = UpdateQueue<any StoreNode>()
  }

  private init(route: Route) {
    self.route = route
    if case .inline = route { isInline = true } else { isInline = false }
  }

  /// Makes a delivery that runs waves as jobs of an executor.
  ///
  /// The executor is the delivery's own thread of events: other jobs may run between two waves, never
  /// inside one.
  public convenience init(_ executor: any DeliveryExecutor) {
    self.init(route: .executor(executor))
  }

  /// The main queue, where user interfaces live: the delivery of a program that sets no other.
  ///
  /// What the main queue does to a store is delivered before the change returns; what other threads
  /// do is delivered later, in order. The main queue has to be served.
  public static let main = StoreDelivery(MainDelivery.shared)

  /// A new delivery that tells subscribers on the thread that makes the change, before the change
  /// returns.
  ///
  /// Two exceptions keep the order and rule out recursion: what a subscriber changes, and what is
  /// changed while another thread delivers, is told by the thread that delivers. Each use makes a
  /// delivery of its own: share one between stores that subscribe to one another.
  public static var immediate: StoreDelivery { StoreDelivery(route: .inline) }

  /// A new delivery with a queue of its own beside all others.
  ///
  /// - Parameter label: The queue's name in debuggers.
  /// - Returns: The delivery.
  public static func serial(_ label: String) -> StoreDelivery {
    StoreDelivery(SerialDelivery(label: label))
  }

  /// Queues one update of a store; called with the lock held.
  ///
  /// - Returns: Whether the calling thread has to call ``perform(_:)`` once it is in no change.
  func enqueue(_ node: any StoreNode) -> Bool {
    waiting.nodes.append(node)
    guard isInline else { return true }
    return role.noteQueued()
  }

  /// Delivers what a thread owes.
  func perform(_ thread: StoreThread) {
    switch route {
    case .inline: drain(thread)
    case .executor(let executor): executor.deliver { self.performOne(.current) }
    }
  }

  private func performOne(_ thread: StoreThread) {
    guard let node = lock.withLock({ waiting.nodes.popFirst() }) else { return }
    let outer = unsafe beginWave(thread)
    node.distribute(onlyFirst: true)
    unsafe endWave(thread, outer)
  }

  /// Marks that a thread runs this delivery's wave.
  ///
  /// - Returns: The wave inside which it does, which ``endWave(_:_:)`` takes.
  // SAFETY: the wave is this delivery's, which outlives the calls of this and of `endWave`.
  @inlinable
  func beginWave(_ thread: StoreThread) -> Unmanaged<Wave>? {
    let outer = unsafe thread.memory.pointee.wave
    unsafe thread.memory.pointee.wave = unsafe Unmanaged.passUnretained(wave)
    return unsafe outer
  }

  // SAFETY: `outer` is what `beginWave` gave, and its delivery is still further down the stack.
  /// Finishes this delivery's wave.
  @inlinable
  func endWave(_ thread: StoreThread, _ outer: Unmanaged<Wave>?) {
    while wave.isPending { wave.run() }
    unsafe thread.memory.pointee.wave = unsafe outer
  }

  /// Runs waves until nothing waits, then gives the deliverer's role back.
  func drain(_ thread: StoreThread) {
    while true {
      let next = lock.withLock { () -> (any StoreNode)? in
        let node = waiting.nodes.popFirst()
        if node == nil { role.finish() }
        return node
      }
      guard let next else { return }
      let outer = unsafe beginWave(thread)
      next.distribute(onlyFirst: true)
      unsafe endWave(thread, outer)
    }
  }
}
