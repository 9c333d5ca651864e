public import Synchronization

/// Bounds a queue that one thread empties for many, and bounds the time for which that thread works for others.
///
/// A sender that finds the queue long waits until it is short again. A delivery owner that has served others for a
/// while passes its role to a sender that waits; if none waits, to the next sender:
///
/// ```
/// owner    deliver … deliver ──share spent──▶ pass the role on ──▶ returns to its caller
/// sender   add ──queue long, or share spent──▶ wait ──▶ deliver … ──▶ returns to its caller
/// ```
///
/// Nothing is lost and the order stays, because only the role moves. A sender waits only outside of deliveries,
/// transactions and simulations that ``ThreadCalls/mayWait`` knows. It waits only for a thread that delivers.
///
/// A sender may own a resource that the delivery owner needs and Strata does not know: a recursive lock of the program,
/// or the main thread. So no wait lasts longer than a second while nothing is delivered. Then the sender goes on, and
/// more and more of the following senders do not wait until something is delivered again: 2, 4, 8, and at last 4,096
/// between two waits. So a queue in which nothing is delivered has no bound, and grows by at most 4,096 entries a second
/// for each sending thread. That is reported once for each time that nothing is delivered.
///
/// A sender may also wait for nothing but its turn to deliver, while the queue is short. If such a wait is in vain, the
/// number of senders that do not wait grows in the same way, until one takes the role or finds the owner at its end.
///
/// This is the only wait of the library that time can end. Cycles of waits that the library knows end by `WaitGraph`,
/// without time. A lock of the program is in no graph. A delivery owner that waits for such a lock looks the same as
/// one whose observer works long, because no event distinguishes them. Without an end a correct program could stop
/// permanently; without the wait a queue grows without bound. In a simulation no sender waits.
///
/// A pure machine under its owner's lock. The waiters that a function returns are woken after the lock is released.
public struct Backlog: Sendable {
  // The explorer's build has short queues, because it tries each order of what fills one.
  #if STRATA_SHORT_QUEUES
  /// How many wait in a queue when a sender has to wait.
  @inlinable public static var limit: Int { 6 }
  /// How many rounds of other threads a delivery owner delivers before it passes its role on.
  @inlinable public static var share: Int { 4 }
  #else
  /// How many wait in a queue when a sender has to wait.
  @inlinable public static var limit: Int { 1_024 }
  /// How many rounds of other threads a delivery owner delivers before it passes its role on.
  @inlinable public static var share: Int { 128 }
  #endif

  /// How many wait in a queue when the waiting senders go on.
  @inlinable public static var resumption: Int { limit / 2 }

  /// How long a sender waits while nothing is delivered, in milliseconds; tests that stop a delivery owner set it.
  @_spi(Strata) public static let patience = Atomic<Int>(1_000)

  @usableFromInline var waiters = FIFOQueue<BacklogWaiter>()
  @usableFromInline var served = 0
  @usableFromInline var progress: BacklogProgress?
  /// How many senders have not waited for room because the last wait was in vain.
  @usableFromInline var passed = 0
  /// How many senders have not waited for their turn because the last wait was in vain.
  @usableFromInline var passedTurns = 0

  /// Makes the backlog of a queue without waiting senders.
  @inlinable
  public init() {}

  /// How many senders wait.
  @inlinable public var waiterCount: Int { waiters.count }

  /// Whether a sender that has added to the queue has to wait, if it may.
  ///
  /// - Parameter count: How many wait in the queue.
  /// - Returns: Whether it has to wait.
  @inlinable
  public func isLong(_ count: Int) -> Bool {
    count >= Backlog.limit || served >= Backlog.share
  }

  /// Begins the turn of the calling thread as the delivery owner.
  @inlinable
  public mutating func beginTurn() {
    served = 0
    if !waiters.isEmpty { pointWaiters(to: .current) }
  }

  @usableFromInline
  func pointWaiters(to deliveryOwner: ThreadIdentity) {
    WaitGraph.point(waiters.all.filter(\.isWaiting).map(\.thread), to: deliveryOwner)
  }

  /// Notes that the delivery owner delivers a round that another thread has caused.
  @inlinable
  public mutating func noteServed() {
    served &+= 1
    progress?.note()
  }

  /// The next step of a sender that has added to the queue.
  public enum Room: Sendable {
    /// It goes on.
    case enough
    /// It sleeps after the lock is released.
    case wait(BacklogWaiter)
    /// It waits when it has left its outer calls: ``ThreadCalls/owe(_:_:)``.
    case owe
  }

  /// Asked by a sender that has added to the queue while another thread delivers.
  ///
  /// - Parameters:
  ///   - count: How many wait in the queue.
  ///   - thread: The sender's thread, or the one in whose name it runs.
  ///   - deliveryOwner: The thread that delivers; `nil` if it is unknown.
  ///   - takesOver: Whether the role may go to the sender.
  /// - Returns: The next step of the sender.
  public mutating func room(
    _ count: Int,
    as thread: ThreadIdentity = .current,
    for deliveryOwner: ThreadIdentity?,
    takesOver: Bool = true
  ) -> Room {
    guard thread != deliveryOwner, takesOver ? isLong(count) : count >= Backlog.limit else {
      return .enough
    }
    guard ThreadCalls.current.mayWait else {
      return count >= Backlog.limit && ThreadCalls.current.mayWaitLater ? .owe : .enough
    }
    let progress = progress ?? BacklogProgress()
    self.progress = progress
    let isForTurn = count < Backlog.limit
    guard isForTurn ? !isTurnInVain(progress) : !isInVain(progress) else { return .enough }
    let waiter = BacklogWaiter(thread, progress, isForTurn: isForTurn)
    let circle = WaitGraph.add(thread, for: deliveryOwner, at: "a long queue") {
      _ = waiter.resolve(.released)
    }
    guard circle == nil else { return .enough }
    waiters.append(waiter)
    return .wait(waiter)
  }

  /// Whether a wait for room would last as long as the last one, which was in vain.
  private mutating func isInVain(_ progress: BacklogProgress) -> Bool {
    Backlog.passes(&passed, after: progress.waitsInVain)
  }

  /// Whether a wait for the role would last as long as the last one, which was in vain.
  private mutating func isTurnInVain(_ progress: BacklogProgress) -> Bool {
    Backlog.passes(&passedTurns, after: progress.turnsInVain)
  }

  /// Whether a sender goes on because of former waits in vain.
  private static func passes(_ passed: inout Int, after count: Int) -> Bool {
    guard count > 0, passed < 1 << min(count, BacklogProgress.mostSteps) else {
      passed = 0
      return false
    }
    passed += 1
    return true
  }

  /// Asked by the delivery owner between two rounds.
  ///
  /// - Parameter count: How many wait in the queue.
  /// - Returns: The sender that delivers from now on; `nil` if the caller goes on.
  @inlinable
  public mutating func takeHeir(_ count: Int) -> BacklogWaiter? {
    if waiters.isEmpty || served < Backlog.share || count == 0 { return nil }
    return takeFirstWaiter()
  }

  @usableFromInline
  mutating func takeFirstWaiter() -> BacklogWaiter? {
    while let waiter = waiters.popFirst() {
      guard waiter.acquire() else { continue }
      WaitGraph.remove([waiter.thread])
      pointWaiters(to: waiter.thread)
      served = 0
      return waiter
    }
    return nil
  }

  /// Asked by the delivery owner between two rounds, and when it gives its role up.
  ///
  /// - Parameters:
  ///   - count: How many wait in the queue.
  ///   - isOver: Whether the delivery owner gives its role up.
  /// - Returns: The senders that go on.
  @inlinable
  public mutating func takeReleased(_ count: Int, isOver: Bool) -> [BacklogWaiter] {
    if isOver { served = 0 }
    if waiters.isEmpty || (count > Backlog.resumption && !isOver) { return [] }
    return takeAll()
  }

  @usableFromInline
  mutating func takeAll() -> [BacklogWaiter] {
    let all = waiters.popAll()
    WaitGraph.remove(all.filter(\.isWaiting).map(\.thread))
    return all
  }
}

/// The threads to wake when the owner's lock is released.
@frozen
public struct BacklogWakes: Sendable {
  /// The sender that delivers from now on.
  public let heir: BacklogWaiter?
  /// The senders that go on.
  public let released: [BacklogWaiter]

  /// Names the threads.
  @inlinable
  public init(heir: BacklogWaiter? = nil, released: [BacklogWaiter] = []) {
    self.heir = heir
    self.released = released
  }

  /// Wakes them; called without the owner's lock.
  @inlinable
  public func perform() {
    heir?.wakeHeir()
    released.release()
  }
}

/// A sender that waits for a queue to become shorter.
public final class BacklogWaiter: Sendable {
  /// How a wait ends.
  enum Outcome: UInt8, AtomicRepresentable, Sendable {
    /// It has not ended.
    case waiting
    /// The sender goes on.
    case released
    /// The sender delivers from now on.
    case delivers
    /// The sender goes on, because nothing is delivered.
    case inVain
  }

  /// The sender's thread, or the one in whose name it runs.
  public let thread: ThreadIdentity
  private let parker = Parker()
  private let outcome = Atomic<Outcome>(.waiting)
  private let progress: BacklogProgress
  /// Whether the sender has room, and waits for the role alone.
  private let isForTurn: Bool

  init(_ thread: ThreadIdentity, _ progress: BacklogProgress, isForTurn: Bool = false) {
    self.thread = thread
    self.progress = progress
    self.isForTurn = isForTurn
  }

  /// Whether the wait has not ended.
  var isWaiting: Bool { outcome.load(ordering: .acquiring) == .waiting }

  /// Sleeps until the wait has ended; called without a lock.
  ///
  /// - Returns: Whether the calling thread is the delivery owner now.
  public func park() -> Bool {
    var seen = progress.count
    while !parker.park(milliseconds: progress.patience) {
      let now = progress.count
      defer { seen = now }
      guard now == seen, resolve(.inVain) else { continue }
      WaitGraph.remove([thread])
      if isForTurn { progress.noteTurnInVain() } else { progress.noteWaitInVain() }
    }
    let outcome = outcome.load(ordering: .acquiring)
    if isForTurn, outcome != .inVain { progress.noteTurn() }
    return outcome == .delivers
  }

  /// Lets the sender go on, unless its wait has ended otherwise; called without the owner's lock.
  public func release() { _ = resolve(.released) }

  /// Wakes a sender that ``Backlog/takeHeir(_:)`` has chosen; called without the owner's lock.
  public func wakeHeir() { parker.wake() }

  /// Chooses the sender as the next delivery owner, unless its wait has ended; it sleeps until ``wakeHeir()``.
  func acquire() -> Bool {
    outcome.compareExchange(
      expected: .waiting,
      desired: .delivers,
      ordering: .acquiringAndReleasing
    ).exchanged
  }

  func resolve(_ end: Outcome) -> Bool {
    let isEnded = outcome.compareExchange(
      expected: .waiting,
      desired: end,
      ordering: .acquiringAndReleasing
    ).exchanged
    if isEnded { parker.wake() }
    return isEnded
  }
}

extension [BacklogWaiter] {
  /// Lets the senders go on; called without the owner's lock.
  @inlinable
  public func release() {
    for waiter in self { waiter.release() }
  }
}
