#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Releases what contexts hold without recursion.
///
/// Contexts that were never part of a tree hold one another by their slots alone. Were each to
/// release its children from its `deinit`, a chain of some ten thousand would overflow the stack.
/// So the first `deinit` on a thread releases, one after the other, what those that follow from it
/// only put aside.
enum DeferredRelease {
  private final class Queue {
    var values: [Any] = []
  }

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    let failure = unsafe pthread_key_create(&key, nil)
    precondition(failure == 0, "DeferredRelease: pthread_key_create failed with \(failure)")
    return key
  }()

  /// Takes the value out of a slot and releases it, now or when the release that is running on this
  /// thread comes to it.
  static func release(
    _ operations: any SlotOperations.Type,
    _ memory: UnsafeMutableRawPointer
  ) {
    if let running = unsafe pthread_getspecific(key) {
      // SAFETY: the loop below holds the queue while the word points to it.
      let queue = unsafe Unmanaged<Queue>.fromOpaque(running).takeUnretainedValue()
      return unsafe queue.values.append(operations.take(memory))
    }
    drain { _ in unsafe operations.deinitialize(memory) }
  }

  /// Takes a value out of a variable and releases it, now or when the release that is running on this
  /// thread comes to it.
  static func release<Value>(_ variable: inout Value?) {
    if let running = unsafe pthread_getspecific(key) {
      // SAFETY: the loop below holds the queue while the word points to it.
      let queue = unsafe Unmanaged<Queue>.fromOpaque(running).takeUnretainedValue()
      queue.values.append(variable as Any)
      variable = nil
      return
    }
    drain { queue in
      queue.values.append(variable as Any)
      variable = nil
    }
  }

  /// Begins a release on this thread, and releases what follows from it.
  private static func drain(_ begin: (Queue) -> Void) {
    let queue = Queue()
    // SAFETY: held until the end of this function, which resets the word.
    unsafe pthread_setspecific(key, Unmanaged.passUnretained(queue).toOpaque())
    begin(queue)
    while !queue.values.isEmpty {
      // Taken out of the array before it goes, for it may append to the array.
      let value = queue.values.removeLast()
      withExtendedLifetime(value) {}
    }
    pthread_setspecific(key, nil)
    withExtendedLifetime(queue) {}
  }
}
