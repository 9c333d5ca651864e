import StrataConcurrency

/// Releases the contents of contexts without recursion.
///
/// Contexts that were never part of a tree retain one another by their slots alone. If each released its children in
/// its `deinit`, a chain of some ten thousand would overflow the stack. The first `deinit` on a thread therefore runs a
/// loop of releases, and the later ones only add to its queue.
enum DeferredRelease {
  private final class Queue {
    var values: [Any] = []
  }

  private static let word = ThreadWord("DeferredRelease")

  /// Takes the value out of a slot and releases it, at once or in the release loop of this thread.
  static func release(
    _ operations: any SlotOperations.Type,
    _ memory: UnsafeMutableRawPointer
  ) {
    if let queue = word.object(Queue.self) {
      return unsafe queue.values.append(operations.take(memory))
    }
    drain { unsafe operations.deinitialize(memory) }
  }

  /// Takes a value out of a variable and releases it, at once or in the release loop of this thread.
  static func release<Value>(_ variable: inout Value?) {
    if let queue = word.object(Queue.self) {
      queue.values.append(variable as Any)
      variable = nil
      return
    }
    drain { variable = nil }
  }

  /// Begins a release loop on this thread.
  private static func drain(_ begin: () -> Void) {
    let queue = Queue()
    word.with(queue) {
      begin()
      while !queue.values.isEmpty {
        // Taken out of the array before its release, which may append to the array.
        let value = queue.values.removeLast()
        withExtendedLifetime(value) {}
      }
    }
  }
}
