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

  // A thread-specific value is a pointer; the count travels as its bit pattern, never dereferenced.
  private static var depth: UInt {
    get { unsafe UInt(bitPattern: pthread_getspecific(key)) }
    set { unsafe pthread_setspecific(key, UnsafeRawPointer(bitPattern: newValue)) }
  }

  /// Whether the current thread is telling contexts of their activation.
  static var isOpen: Bool { depth > 0 }

  /// Runs a closure that tells contexts of their activation, then what was put off until its end.
  static func run(_ body: () -> Void) {
    depth += 1
    body()
    depth -= 1
    guard pendingCount.load(ordering: .relaxed) != 0, depth == 0 else { return }
    let due = pending.withLock { $0.removeValue(forKey: .current) } ?? []
    pendingCount.wrappingSubtract(due.count, ordering: .relaxed)
    for body in due { body() }
  }

  /// Runs a closure now, or when this thread has told all contexts that it is telling.
  static func afterwards(_ body: @escaping @Sendable () -> Void) {
    guard depth > 0 else { return body() }
    pendingCount.wrappingAdd(1, ordering: .relaxed)
    pending.withLock { $0[.current, default: []].append(body) }
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
