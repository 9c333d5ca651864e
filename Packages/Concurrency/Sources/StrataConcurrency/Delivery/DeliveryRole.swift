public import Synchronization

/// The role of delivering the jobs of a queue: one thread has it at a time.
///
/// The queue has a lock, this has none. A thread that finds the role free may deliver one job that never enters the
/// queue. It takes no lock to release the role:
///
///     idle ──claim──▶ running ──giveBack──▶ idle
///       │                │
///       └──noteQueued────┴──noteQueued──▶ queued ──finish──▶ idle
///
/// A job that is queued while the role is taken is left to the thread that has the role. Either that thread sees in
/// ``giveBack()`` that more jobs wait, or the sender sees in ``noteQueued()`` that the role is free. Each step is one
/// atomic access or is made under the queue's lock, so no job is missed.
public struct DeliveryRole: ~Copyable, Sendable {
  @usableFromInline let word = Atomic<UInt32>(RoleSteps.idle)

  /// Makes a role that is free.
  @inlinable
  public init() {}

  /// Whether the role is free; another thread may take it at any time.
  @inlinable public var isIdle: Bool { word.loadRelaxed() == RoleSteps.idle }

  /// Takes the role, if it is free, to deliver a job that does not enter the queue.
  ///
  /// - Returns: Whether the calling thread has the role now. It ends with ``giveBack()``.
  @inlinable
  public func acquire() -> Bool { RoleSteps.acquire(word) }

  /// Notes that a job was added to the queue; called with the queue's lock held.
  ///
  /// - Returns: Whether the calling thread has the role now, and has to work the queue off.
  @inlinable
  public func noteQueued() -> Bool { RoleSteps.noteQueued(word) }

  /// Releases the role after ``acquire()``, unless a job was queued meanwhile.
  ///
  /// - Returns: Whether the role was released. If not, the calling thread has to work the queue off.
  @inlinable
  public func giveBack() -> Bool { RoleSteps.giveBack(word) }

  /// Releases the role; called with the queue's lock held by the thread that has found the queue empty.
  @inlinable
  public func finish() { RoleSteps.finish(word) }
}

/// The steps of a ``DeliveryRole``, on any word, so that tests can look between two accesses.
@usableFromInline
enum RoleSteps: Sendable {
  /// The role is free, nothing waits.
  @inlinable static var idle: UInt32 { 0 }
  /// A thread has the role, nothing waits.
  @inlinable static var running: UInt32 { 1 }
  /// A thread has the role, and more may wait in the queue.
  @inlinable static var queued: UInt32 { 2 }

  @inlinable
  static func acquire<Word: RoleWord & ~Copyable>(_ word: borrowing Word) -> Bool {
    word.replace(idle, by: running)
  }

  @inlinable
  static func noteQueued<Word: RoleWord & ~Copyable>(_ word: borrowing Word) -> Bool {
    word.exchange(queued) == idle
  }

  @inlinable
  static func giveBack<Word: RoleWord & ~Copyable>(_ word: borrowing Word) -> Bool {
    word.replace(running, by: idle)
  }

  @inlinable
  static func finish<Word: RoleWord & ~Copyable>(_ word: borrowing Word) {
    word.storeReleasing(idle)
  }
}

/// An atomic word, with the operations that a role needs.
///
/// They have no parameters for orders, because Swift wants those to be constants.
@usableFromInline
protocol RoleWord: ~Copyable, Sendable {
  func loadRelaxed() -> UInt32
  func storeReleasing(_ value: UInt32)
  /// - Returns: The value before; acquiring and releasing.
  func exchange(_ value: UInt32) -> UInt32
  /// - Returns: Whether the value was the expected one and has been replaced; acquiring and releasing.
  func replace(_ expected: UInt32, by value: UInt32) -> Bool
}

extension Atomic: RoleWord where Value == UInt32 {
  @inlinable
  func loadRelaxed() -> UInt32 { load(ordering: .relaxed) }

  @inlinable
  func storeReleasing(_ value: UInt32) { store(value, ordering: .releasing) }

  @inlinable
  func exchange(_ value: UInt32) -> UInt32 {
    exchange(value, ordering: .acquiringAndReleasing)
  }

  @inlinable
  func replace(_ expected: UInt32, by value: UInt32) -> Bool {
    compareExchange(
      expected: expected,
      desired: value,
      ordering: .acquiringAndReleasing
    ).exchanged
  }
}
