/// The deliveries, transactions and executors' jobs that one thread is inside of.
///
/// There it must not wait for a queue to become shorter.
///
/// A round that never entered a queue is not noted, because that costs a fifteenth of its delivery. A thread may wait
/// in the observers of such a round; the wait graph finds the cycles that result.
///
/// This is a pointer because an object would be retained and released at each delivery.
@safe
@frozen
public struct ThreadCalls {
  // SAFETY: the memory is the calling thread's own and stays until the thread ends. No value of this type is passed to
  // another thread.
  @usableFromInline let memory: UnsafeMutablePointer<State>

  /// The memory of a thread.
  @unsafe
  @usableFromInline
  struct State {
    @usableFromInline var depth = 0
    @usableFromInline var hasDebts = false
    /// Queues that this thread has made long from inside.
    var debts: [(queue: ObjectIdentifier, wait: () -> Void)] = []

    init() {}
  }

  @inlinable
  init(_ memory: UnsafeMutablePointer<State>) {
    unsafe self.memory = unsafe memory
  }

  /// Enters a delivery, a transaction or an evaluation; ``end()`` follows on the same thread.
  @inlinable
  public func begin() {
    unsafe memory.pointee.depth &+= 1
  }

  /// Leaves the state that ``begin()`` has entered; the outermost end waits for the queues that the thread has made
  /// long meanwhile.
  ///
  /// - Precondition: The calling thread holds no lock.
  @inlinable
  public func end() {
    endWithoutWaiting()
    waitIfDue()
  }

  /// Leaves the state that ``begin()`` has entered, without waiting for queues.
  @inlinable
  public func endWithoutWaiting() {
    unsafe memory.pointee.depth &-= 1
  }

  /// Waits for the queues that the thread has made long, if it is inside of nothing any more.
  ///
  /// - Precondition: The calling thread holds no lock.
  @inlinable
  public func waitIfDue() {
    if unsafe memory.pointee.hasDebts, unsafe memory.pointee.depth == 0 { payDebts() }
  }

  /// Whether the thread is inside of nothing, so that it may wait for a queue to become shorter.
  ///
  /// A job of a simulation never waits: the jobs that it would wait for run on the same thread.
  public var mayWait: Bool {
    unsafe memory.pointee.depth == 0 && SimulatedExecutor.current == nil
  }

  /// Whether the thread may wait when it has left its outer calls.
  var mayWaitLater: Bool {
    unsafe memory.pointee.depth > 0 && SimulatedExecutor.current == nil
  }

  /// Notes a queue that this thread has made long from inside of a delivery, a transaction or a job.
  ///
  /// - Parameters:
  ///   - queue: The identity of the queue.
  ///   - wait: Waits while the queue is long; called when the thread has left everything it is inside of.
  public func owe(_ queue: AnyObject, _ wait: @escaping () -> Void) {
    let id = ObjectIdentifier(queue)
    guard unsafe !memory.pointee.debts.contains(where: { $0.queue == id }) else { return }
    unsafe memory.pointee.debts.append((id, wait))
    unsafe memory.pointee.hasDebts = true
  }

  @inline(never)
  @usableFromInline
  func payDebts() {
    while let debt = unsafe memory.pointee.debts.popLast() { debt.wait() }
    unsafe memory.pointee.hasDebts = false
  }

  // SAFETY: only the word of a thread that ends is passed.
  @usableFromInline static let word = unsafe ThreadWord("ThreadCalls") { unsafe endThread($0) }

  // SAFETY: as above; `make` has allocated the memory.
  private static func endThread(_ memory: UnsafeMutableRawPointer?) {
    guard let state = unsafe memory?.assumingMemoryBound(to: State.self) else { return }
    unsafe state.deinitialize(count: 1)
    unsafe state.deallocate()
  }

  /// The calling thread's.
  @inlinable public static var current: ThreadCalls {
    if let memory = unsafe word.address {
      return unsafe ThreadCalls(memory.assumingMemoryBound(to: State.self))
    }
    return make()
  }

  @inline(never)
  @usableFromInline
  static func make() -> ThreadCalls {
    let made = UnsafeMutablePointer<State>.allocate(capacity: 1)
    unsafe made.initialize(to: State())
    unsafe word.address = UnsafeMutableRawPointer(made)
    return unsafe ThreadCalls(made)
  }
}

@available(*, unavailable)
extension ThreadCalls: Sendable {}

@available(*, unavailable)
extension ThreadCalls.State: Sendable {}
