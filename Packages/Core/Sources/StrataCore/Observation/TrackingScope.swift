public import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The tracker, if any, that records the reads of the current thread.
///
/// It is a thread-specific word behind a process-wide count of open scopes. While no scope is open anywhere, a read
/// pays one load of a word that is rarely written.
@usableFromInline
enum TrackingScope: Sendable {
  @usableFromInline static let openCount = Atomic<Int>(0)

  private static let madeKey: pthread_key_t = {
    var key = pthread_key_t()
    let failure = unsafe pthread_key_create(&key, nil)
    precondition(failure == 0, "TrackingScope: pthread_key_create failed with \(failure)")
    return key
  }()

  // Each access to a lazily initialized global is a call that checks for its initialization. A computation of a derived
  // value would make six of them.
  /// One more than the key, or zero before it was made.
  private static let keyWord = Atomic<UInt>(0)

  private static var key: pthread_key_t {
    @inline(__always) get {
      let word = keyWord.load(ordering: .acquiring)
      return word == 0 ? makeKey() : pthread_key_t(truncatingIfNeeded: word &- 1)
    }
  }

  @inline(never)
  private static func makeKey() -> pthread_key_t {
    keyWord.store(UInt(madeKey) &+ 1, ordering: .releasing)
    return madeKey
  }

  /// Whether a scope may be open on this thread.
  @inlinable
  static var isAnyOpen: Bool {
    @inline(__always) get { openCount.load(ordering: .relaxed) != 0 }
  }

  /// Reports a read to this thread's tracker, if there is one; called with the context's lock held.
  @usableFromInline
  static func note(_ context: Context, _ slot: Int) {
    guard let pointer = unsafe pthread_getspecific(key) else { return }
    // SAFETY: `run` retains the tracker while the word points to it. It is not counted here, because that would cost as
    // much as the read's lock.
    unsafe Unmanaged<ReadScope>.fromOpaque(pointer)._withUnsafeGuaranteedRef {
      $0.note(context, slot)
    }
  }

  /// Whether this thread's scope, if there is one, needs no record of a read; callable without the lock.
  @usableFromInline
  static func knows(_ context: Context, _ slot: Int) -> Bool {
    guard let pointer = unsafe pthread_getspecific(key) else { return true }
    // SAFETY: as in `note`.
    return unsafe Unmanaged<ReadScope>.fromOpaque(pointer)._withUnsafeGuaranteedRef {
      $0.knows(context, slot)
    }
  }

  /// Reports to this thread's scope, if there is one, that the thread received the result of a private evaluation.
  static func noteValueApart(_ moments: [ReadMoment], isOwnDoing: Bool) {
    guard isAnyOpen, let pointer = unsafe pthread_getspecific(key) else { return }
    // SAFETY: as in `note`.
    unsafe Unmanaged<ReadScope>.fromOpaque(pointer)._withUnsafeGuaranteedRef {
      $0.noteValueApart(moments, isOwnDoing: isOwnDoing)
    }
  }

  /// Whether a scope is open on this thread.
  static var isOpenHere: Bool {
    guard isAnyOpen else { return false }
    return unsafe pthread_getspecific(key) != nil
  }

  /// Whether this thread's reads are hidden from Swift's own observation.
  static var hidesReads: Bool {
    guard isAnyOpen, let pointer = unsafe pthread_getspecific(key) else { return false }
    // SAFETY: as in `note`.
    return unsafe Unmanaged<ReadScope>.fromOpaque(pointer)._withUnsafeGuaranteedRef {
      $0.hidesReads
    }
  }

  /// The word of this thread, for callers that set and restore it themselves.
  static var current: UnsafeMutableRawPointer? {
    get { unsafe pthread_getspecific(key) }
    set { unsafe pthread_setspecific(key, newValue) }
  }

  /// Runs a closure whose reads a scope records, or, with `nil`, no scope.
  static func run<Result, Failure: Error>(
    _ tracker: ReadScope?,
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let outer = unsafe pthread_getspecific(key)
    openCount.wrappingAdd(1, ordering: .relaxed)
    defer {
      openCount.wrappingSubtract(1, ordering: .relaxed)
      unsafe pthread_setspecific(key, outer)
    }
    let tracker = tracker ?? UntrackedScope.shared
    // SAFETY: `tracker` is retained until this returns and the word is restored.
    unsafe pthread_setspecific(key, Unmanaged.passUnretained(tracker).toOpaque())
    defer { withExtendedLifetime(tracker) {} }
    return try body()
  }
}

/// Runs a closure whose reads no tracking scope records.
///
/// - Returns: The result of `body`.
/// - Throws: Any error that `body` throws.
public func withUntrackedReads<Result, Failure: Error>(
  _ body: () throws(Failure) -> Result
) throws(Failure) -> Result {
  try TrackingScope.run(nil, body)
}
