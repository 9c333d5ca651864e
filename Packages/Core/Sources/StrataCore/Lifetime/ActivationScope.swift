import StrataConcurrency
import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Knows whether the current thread is telling contexts of their activation, and what is to be done
/// when all have been told.
///
/// By thread, because what other threads do meanwhile has nothing to do with it.
enum ActivationScope {
  private static let pendingCount = Atomic<Int>(0)
  private static let pending = Locked<[ThreadIdentity: [@Sendable () -> Void]]>([:], rank: .leaf)

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    let failure = unsafe pthread_key_create(&key, nil)
    precondition(failure == 0, "ActivationScope: pthread_key_create failed with \(failure)")
    return key
  }()

  // SAFETY: points to what a `run` of this thread has on its stack until that returns.
  private static var innermost: UnsafeMutablePointer<Telling>? {
    get { unsafe pthread_getspecific(key)?.assumingMemoryBound(to: Telling.self) }
    set { unsafe pthread_setspecific(key, newValue) }
  }

  /// Whether the current thread is telling contexts of their activation.
  static var isOpen: Bool { unsafe innermost != nil }

  /// Runs a closure that tells contexts of their activation, then what was put off until its end.
  static func run(_ body: (Teller) -> Void) {
    var telling = unsafe Telling(outer: innermost)
    unsafe withUnsafeMutablePointer(to: &telling) { telling in
      unsafe innermost = telling
      body(unsafe Teller(telling: telling))
      unsafe innermost = telling.pointee.outer
    }
    guard pendingCount.load(ordering: .relaxed) != 0, !isOpen else { return }
    let due = pending.withLock { $0.removeValue(forKey: .current) } ?? []
    pendingCount.wrappingSubtract(due.count, ordering: .relaxed)
    for body in due { body() }
  }

  /// Runs a closure now, or when this thread has told all contexts that it is telling.
  static func afterwards(_ body: @escaping @Sendable () -> Void) {
    guard isOpen else { return body() }
    pendingCount.wrappingAdd(1, ordering: .relaxed)
    pending.withLock { $0[.current, default: []].append(body) }
  }

  /// Whether the current thread is telling a context of the activation of another life than it has now.
  ///
  /// - Parameters:
  ///   - context: The context; called with its lock held.
  ///   - life: The life that it has now.
  /// - Returns: `false` if it tells the context of this life, or not at all.
  /// - Complexity: O(number of activations inside one another).
  static func isTelling(_ context: Context, ofAnotherLifeThan life: UInt32) -> Bool {
    var next = unsafe innermost
    while let telling = unsafe next {
      if unsafe telling.pointee.context == ObjectIdentifier(context) {
        return unsafe telling.pointee.life != life
      }
      unsafe next = telling.pointee.outer
    }
    return false
  }

  /// Whom one run is telling.
  @unsafe
  struct Telling {
    let outer: UnsafeMutablePointer<Telling>?
    var context: ObjectIdentifier?
    var life: UInt32 = 0
  }

  /// Notes whom a run is telling.
  @safe
  struct Teller {
    // SAFETY: a teller does not leave the closure of the run that has made it.
    fileprivate let telling: UnsafeMutablePointer<Telling>

    /// Notes that a context is about to be told of the activation of a life.
    func willTell(_ context: Context, ofLife life: UInt32) {
      unsafe telling.pointee.context = ObjectIdentifier(context)
      unsafe telling.pointee.life = life
    }
  }
}

extension Context {
  /// Calls a closure when this thread has activated everything that it is activating, or now if it
  /// is activating nothing.
  ///
  /// For those who look at the state from inside an activation and want what the activations of
  /// children write to be part of what they see first. Closures are called in the order of the calls,
  /// outside all locks.
  public static func afterActivation(_ body: @escaping @Sendable () -> Void) {
    ActivationScope.afterwards(body)
  }
}
