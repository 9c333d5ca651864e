import StrataConcurrency
public import Synchronization

/// The tracker, if any, that records the reads of the current thread.
///
/// It is a thread-specific word behind a process-wide count of open scopes. While no scope is open anywhere, a read
/// pays one load of a word that is rarely written.
@usableFromInline
enum TrackingScope: Sendable {
  @usableFromInline static let openCount = Atomic<Int>(0)

  // SAFETY: only the word of a thread that ends is passed.
  private static let word = unsafe ThreadWord("TrackingScope") { unsafe Word($0).deallocate() }

  /// The word of one thread, which only that thread accesses.
  ///
  /// In memory of its own, so that a traversal of derived values, which changes it for each one, looks it up once.
  @safe
  struct Word {
    // SAFETY: the memory is freed when the thread ends.
    private let memory: UnsafeMutablePointer<UnsafeMutableRawPointer?>

    init(_ address: UnsafeMutableRawPointer?) {
      unsafe memory = address.unsafelyUnwrapped.assumingMemoryBound(
        to: UnsafeMutableRawPointer?.self
      )
    }

    /// The word of this thread.
    @inline(__always)
    static var current: Word {
      if let address = unsafe word.address { return unsafe Word(address) }
      return made()
    }

    @inline(never)
    private static func made() -> Word {
      let memory = UnsafeMutablePointer<UnsafeMutableRawPointer?>.allocate(capacity: 1)
      unsafe memory.initialize(to: nil)
      unsafe word.address = UnsafeMutableRawPointer(memory)
      return unsafe Word(memory)
    }

    /// The scope, as the address of a ``ReadScope``; nil without one.
    var scope: UnsafeMutableRawPointer? {
      @inline(__always) get { unsafe memory.pointee }
      @inline(__always) nonmutating set { unsafe memory.pointee = newValue }
    }

    fileprivate func deallocate() { unsafe memory.deallocate() }
  }

  /// The scope of this thread.
  @inline(__always)
  private static var scope: UnsafeMutableRawPointer? {
    guard let address = unsafe word.address else { return nil }
    return unsafe Word(address).scope
  }

  /// Whether a scope may be open on this thread.
  @inlinable
  static var isAnyOpen: Bool {
    @inline(__always) get { openCount.load(ordering: .relaxed) != 0 }
  }

  /// Reports a read to this thread's tracker, if there is one; called with the context's lock held.
  @usableFromInline
  static func note(_ context: Context, _ slot: Int) {
    guard let pointer = unsafe scope else { return }
    // SAFETY: `run` retains the tracker while the word points to it. It is not counted here, because that would cost as
    // much as the read's lock.
    unsafe Unmanaged<ReadScope>.fromOpaque(pointer)._withUnsafeGuaranteedRef {
      $0.note(context, slot)
    }
  }

  /// Reports a read of a computed value, as ``note(_:_:)`` does; called with its lock held.
  @usableFromInline
  static func note(_ node: DependentNode) {
    guard let pointer = unsafe scope else { return }
    // SAFETY: as above.
    unsafe Unmanaged<ReadScope>.fromOpaque(pointer)._withUnsafeGuaranteedRef { $0.note(node) }
  }

  /// Whether this thread's scope, if there is one, needs no record of a read; callable without the lock.
  @usableFromInline
  static func knows(_ context: Context, _ slot: Int) -> Bool {
    guard let pointer = unsafe scope else { return true }
    // SAFETY: as in `note`.
    return unsafe Unmanaged<ReadScope>.fromOpaque(pointer)._withUnsafeGuaranteedRef {
      $0.knows(context, slot)
    }
  }

  /// Whether this thread's computation will be restarted, or its result dropped, because a source has changed.
  ///
  /// - Parameter heldLock: The lock that the thread holds, as `LockReference.bitPattern`.
  /// - Returns: Whether that is known.
  static func isSuperseded(_ heldLock: UInt) -> Bool {
    guard isAnyOpen, let pointer = unsafe scope else { return false }
    // SAFETY: as in `note`.
    return unsafe Unmanaged<ReadScope>.fromOpaque(pointer)._withUnsafeGuaranteedRef {
      $0.isSuperseded(heldLock)
    }
  }

  /// Reports to this thread's scope, if there is one, that the thread received the result of a private evaluation.
  static func notePrivateValue(_ snapshots: [ReadSnapshot], isOwnDoing: Bool) {
    guard isAnyOpen, let pointer = unsafe scope else { return }
    // SAFETY: as in `note`.
    unsafe Unmanaged<ReadScope>.fromOpaque(pointer)._withUnsafeGuaranteedRef {
      $0.notePrivateValue(snapshots, isOwnDoing: isOwnDoing)
    }
  }

  /// Whether a scope is open on this thread.
  static var isOpenHere: Bool {
    guard isAnyOpen else { return false }
    return unsafe scope != nil
  }

  /// Whether this thread's reads are hidden from Swift's own observation.
  static var hidesReads: Bool {
    guard isAnyOpen, let pointer = unsafe scope else { return false }
    // SAFETY: as in `note`.
    return unsafe Unmanaged<ReadScope>.fromOpaque(pointer)._withUnsafeGuaranteedRef {
      $0.hidesReads
    }
  }

  /// Whether this thread's reads are those of an observer.
  static var isOfObserver: Bool {
    guard isAnyOpen, let pointer = unsafe scope else { return false }
    // SAFETY: as in `note`.
    return unsafe Unmanaged<ReadScope>.fromOpaque(pointer)._withUnsafeGuaranteedRef {
      $0.isOfObserver
    }
  }

  /// The word of this thread, for callers that set and restore it themselves.
  static var current: UnsafeMutableRawPointer? {
    get { unsafe scope }
    set { unsafe Word.current.scope = newValue }
  }

  /// Takes the scope of this thread away, before code runs that the engine calls of its own accord.
  ///
  /// Such code is an observer, an activation, a last handler, a listener or an identity. The run that happens to cause
  /// the call does not depend on what that code reads. An ``UntrackedScope`` would also hide the reads from the code's
  /// own observation by Swift's means.
  ///
  /// - Returns: The scope for ``resume(_:)``, or `nil` if the thread has none.
  // SAFETY: the code that has set the scope retains it until the calls that it causes have returned.
  @usableFromInline
  @inline(__always)
  static func suspend() -> UnsafeMutableRawPointer? {
    guard isAnyOpen, let outer = unsafe scope else { return nil }
    unsafe Word.current.scope = nil
    return unsafe outer
  }

  // SAFETY: as in `suspend`.
  /// Gives the thread the scope back that ``suspend()`` has returned.
  @usableFromInline
  @inline(__always)
  static func resume(_ outer: UnsafeMutableRawPointer?) {
    if let outer = unsafe outer { unsafe current = outer }
  }

  /// Runs a closure between ``suspend()`` and ``resume(_:)``.
  @usableFromInline
  @inline(__always)
  static func suspended(_ body: () -> Void) {
    let outer = unsafe suspend()
    body()
    unsafe resume(outer)
  }

  /// Runs a closure whose reads a scope records, or, with `nil`, no scope.
  static func run<Result, Failure: Error>(
    _ tracker: ReadScope?,
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let word = Word.current
    let outer = unsafe word.scope
    openCount.wrappingAdd(1, ordering: .relaxed)
    defer {
      openCount.wrappingSubtract(1, ordering: .relaxed)
      unsafe word.scope = outer
    }
    let tracker = tracker ?? UntrackedScope.shared
    // SAFETY: `tracker` is retained until this returns and the word is restored.
    unsafe word.scope = Unmanaged.passUnretained(tracker).toOpaque()
    defer { withExtendedLifetime(tracker) {} }
    return try body()
  }
}

/// Whether any thread has a tracking scope, so that ``withSuspendedTracking(_:)`` may have an effect.
@_spi(Strata) public var isAnyTrackingScopeOpen: Bool { TrackingScope.isAnyOpen }

/// Runs code that the library calls of its own accord, such as an observer or a handler.
///
/// No tracking scope records its reads, because the run that happens to cause the call does not depend on them. Unlike
/// in ``withoutTracking(_:)``, Swift's own observation receives the reads.
@_spi(Strata)
public func withSuspendedTracking(_ body: () -> Void) { TrackingScope.suspended(body) }

/// Runs a closure whose reads no tracking scope records.
///
/// - Returns: The result of `body`.
/// - Throws: Any error that `body` throws.
public func withoutTracking<Result, Failure: Error>(
  _ body: () throws(Failure) -> Result
) throws(Failure) -> Result {
  try TrackingScope.run(nil, body)
}
