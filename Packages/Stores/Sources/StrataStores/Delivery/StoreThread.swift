public import StrataConcurrency

/// The state of one thread among the stores: its depth in changes, and the work that follows them.
///
/// It is stored in a thread-specific word. Nothing is delivered while the thread is inside a change or a transaction,
/// because subscribers would see a state that is being changed.
///
/// This is a pointer, not an object. An object would be counted at each change, and each access to one of its variables
/// checked for exclusivity. Both together take half of a change's time.
@safe
@frozen
@usableFromInline
struct StoreThread {
  // SAFETY: the memory is the calling thread's own and stays until the thread ends. No value of this type is passed to
  // another thread.
  @usableFromInline let memory: UnsafeMutablePointer<StoreThreadState>

  @inlinable
  init(_ memory: UnsafeMutablePointer<StoreThreadState>) {
    unsafe self.memory = unsafe memory
  }

  /// How many changes and transactions are open on this thread.
  @inlinable var depth: Int {
    get { unsafe memory.pointee.depth }
    nonmutating set { unsafe memory.pointee.depth = newValue }
  }

  /// Whether anything waits for the end of the outermost change.
  @inlinable var hasWork: Bool {
    get { unsafe memory.pointee.hasWork }
    nonmutating set { unsafe memory.pointee.hasWork = newValue }
  }

  /// Begins a change or a transaction; ``leave()`` follows on the same thread.
  @inlinable
  @inline(__always)
  func enter() {
    unsafe memory.pointee.depth &+= 1
    unsafe memory.pointee.calls.begin()
  }

  /// Ends a change or a transaction; the end of the outermost one does the deferred work.
  @inlinable
  @inline(__always)
  func leave() {
    unsafe memory.pointee.depth &-= 1
    unsafe memory.pointee.calls.endWithoutWaiting()
    if hasWork, depth == 0 { flush() }
    unsafe memory.pointee.calls.waitIfDue()
  }

  /// The calls that the thread is inside of.
  @inlinable var calls: ThreadCalls { unsafe memory.pointee.calls }

  // SAFETY: compares addresses and follows none.
  /// Whether a delivery's propagation batch is the one that this thread is running.
  @inlinable
  func isRunning(_ batch: PropagationBatch) -> Bool {
    unsafe memory.pointee.batch?.toOpaque() == Unmanaged.passUnretained(batch).toOpaque()
  }

  /// The identity of the thread.
  @inlinable var identity: UInt { unsafe UInt(bitPattern: memory) }
}

/// The memory of a ``StoreThread``.
@unsafe
@usableFromInline
struct StoreThreadState {
  @usableFromInline var depth = 0
  @usableFromInline var hasWork = false
  // SAFETY: set while the thread runs the batch of a delivery that it owns.
  @usableFromInline var batch: Unmanaged<PropagationBatch>?
  @usableFromInline let calls = ThreadCalls.current
  /// The deliveries with many waiting updates, since this thread has added one.
  @usableFromInline var crowded: [StoreDelivery] = []
  /// The deliveries that this thread has to run or to schedule, once for each entry.
  @usableFromInline var pending: [StoreDelivery] = []
  /// Other work that waits for the end of the outermost change.
  @usableFromInline var deferred: [() -> Void] = []

  init() {}
}

@available(*, unavailable)
extension StoreThread: Sendable {}

@available(*, unavailable)
extension StoreThreadState: Sendable {}

extension StoreThread {
  // SAFETY: only the word of a thread that ends is passed.
  private static let word = unsafe ThreadWord("StoreThread") { unsafe endThread($0) }

  // SAFETY: as above; `current` has allocated the memory.
  private static func endThread(_ memory: UnsafeMutableRawPointer?) {
    guard let state = unsafe memory?.assumingMemoryBound(to: StoreThreadState.self) else { return }
    unsafe state.deinitialize(count: 1)
    unsafe state.deallocate()
  }

  /// The calling thread's.
  @usableFromInline static var current: StoreThread {
    if let memory = unsafe word.address {
      return unsafe StoreThread(memory.assumingMemoryBound(to: StoreThreadState.self))
    }
    let made = UnsafeMutablePointer<StoreThreadState>.allocate(capacity: 1)
    unsafe made.initialize(to: StoreThreadState())
    unsafe word.address = UnsafeMutableRawPointer(made)
    return unsafe StoreThread(made)
  }
}
