public import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// What a lock does whose owner sees to it that one thread at a time uses what it guards.
///
/// Such a lock is never taken: it asks whether the thread is the one that has entered, and ends the
/// program if it is another. That costs two loads and a comparison, while a lock pair costs its locked
/// instructions also when nobody else is there. Who enters is decided by a value that cannot be sent
/// (`ConfinedTree`, in the layer of models): the compiler proves that no two threads enter at once,
/// and what is checked here is that nobody goes past that value.
///
/// The idea is that of confinement as a discipline of its own beside locking (Doug Lea, *Concurrent
/// Programming in Java*), and of biased locks, which reserve a lock for one thread, too, but have to be
/// able to take it back.
///
/// The memory belongs to the lock.
@safe
public struct Confinement: Sendable {
  @safe
  @usableFromInline
  struct Body: ~Copyable, Sendable {
    /// The thread inside, or ``nobody``, or ``everybody``.
    @usableFromInline let owner: Atomic<UInt>
    let place: CallSite
  }

  /// No thread is inside, and none may use what is guarded.
  private static var nobody: UInt { 1 }
  /// The confinement is over: the lock locks.
  @usableFromInline static var everybody: UInt { @inlinable @inline(__always) get { 0 } }

  // SAFETY: the pointee has a fixed address for the whole life of the lock; what changes in it is atomic.
  @usableFromInline nonisolated(unsafe) let body: UnsafeMutablePointer<Body>

  @inlinable
  @inline(__always)
  init?(bitPattern: UInt) {
    // SAFETY: not zero, it is the address of a live body.
    guard let body = unsafe UnsafeMutablePointer<Body>(bitPattern: bitPattern) else { return nil }
    unsafe self.body = unsafe body
  }

  /// Confines what a lock guards; the calling thread is inside.
  ///
  /// - Parameters:
  ///   - lock: A lock that nobody else knows yet.
  ///   - place: The place to name when a thread uses what is guarded and is not inside.
  public init(of lock: LockReference, at place: CallSite) {
    unsafe body = .allocate(capacity: 1)
    unsafe body.initialize(to: Body(owner: Atomic(ThreadIdentity.current.rawValue), place: place))
    unsafe lock.body.pointee.confinement.store(UInt(bitPattern: body), ordering: .relaxed)
  }

  func deallocate() {
    unsafe body.deinitialize(count: 1)
    unsafe body.deallocate()
  }

  // MARK: Entering

  /// What has become of an attempt to enter.
  public enum Entry: Sendable {
    /// The thread is inside now, and has to leave.
    case entered
    /// The thread is inside already, or everybody is since the confinement is over: not to be left.
    case wasInside
    /// Another thread is inside.
    case occupied
  }

  /// Lets the calling thread in, unless another thread is inside.
  public func tryEnter() -> Entry {
    let thread = ThreadIdentity.current.rawValue
    let (hasEntered, owner) = unsafe body.pointee.owner.compareExchange(
      expected: Self.nobody,
      desired: thread,
      ordering: .sequentiallyConsistent
    )
    if hasEntered { return .entered }
    return owner == thread || owner == Self.everybody ? .wasInside : .occupied
  }

  /// Lets the calling thread in; waits while another one is inside.
  ///
  /// Nobody is, as a rule, for the value that enters cannot be shared. But work that runs inside on behalf of
  /// an actor may not be over when the value is handed on to another.
  ///
  /// - Returns: Whether the thread has to leave: it was not inside before.
  public func enter() -> Bool {
    while true {
      switch tryEnter() {
      case .entered: return true
      case .wasInside: return false
      case .occupied: sched_yield()
      }
    }
  }

  /// Lets the calling thread out, which has entered.
  ///
  /// Ordered before what it loads afterwards, so that either it sees what was left to be done for it, or who
  /// left it sees that nobody is inside.
  public func leave() {
    // Unless the confinement has ended meanwhile.
    _ = unsafe body.pointee.owner.compareExchange(
      expected: ThreadIdentity.current.rawValue,
      desired: Self.nobody,
      ordering: .sequentiallyConsistent
    )
  }

  /// Ends the confinement: from now on the lock locks.
  ///
  /// - Precondition: The calling thread is inside, and has not taken the lock.
  public func end() {
    unsafe body.pointee.owner.store(Self.everybody, ordering: .releasing)
  }

  // MARK: Checking

  /// Whether the lock is not to lock.
  @inlinable
  var isInUse: Bool {
    @inline(__always) get {
      unsafe body.pointee.owner.load(ordering: .relaxed) != Self.everybody
    }
  }

  /// Ends the program unless the calling thread is inside.
  @inlinable
  @inline(__always)
  func check() {
    let owner = unsafe body.pointee.owner.load(ordering: .relaxed)
    if owner != ThreadIdentity.current.rawValue { refuse(owner) }
  }

  @usableFromInline
  @inline(never)
  func refuse(_ owner: UInt) {
    let inside =
      owner == Self.nobody ? "while nobody was inside" : "while another thread was inside"
    unsafe fatalError(
      """
      A tree that is confined, made at \(body.pointee.place), was used from outside, \(inside). Use its \
      models only in the closures to which the confined tree gives its root, and in work that they have \
      started.
      """
    )
  }
}
