/// What leads from each recorded state to the next, oldest first; the oldest can be let go of at once.
///
/// An array moves all that it has when it loses its first element, which with a hundred recorded states
/// took longer than to record one.
struct DeltaList: RandomAccessCollection, MutableCollection {
  /// Those in front of `head` are gone.
  private var storage: ContiguousArray<StateDelta?> = []
  private var head = 0

  var startIndex: Int { 0 }

  var endIndex: Int { storage.count - head }

  subscript(index: Int) -> StateDelta {
    get {
      guard let delta = storage[head + index] else {
        preconditionFailure("DeltaList: \(index) of \(count) was let go of")
      }
      return delta
    }
    set { storage[head + index] = newValue }
    _modify {
      guard var delta = storage[head + index].take() else {
        preconditionFailure("DeltaList: \(index) of \(count) was let go of")
      }
      defer { storage[head + index] = delta }
      yield &delta
    }
  }

  /// Adds a delta behind all others.
  ///
  /// - Complexity: Amortised O(1).
  mutating func append(_ delta: StateDelta) {
    storage.append(delta)
  }

  /// Takes the first delta out.
  ///
  /// - Complexity: Amortised O(1).
  mutating func removeFirst() -> StateDelta {
    let first = self[0]
    storage[head] = nil
    head += 1
    if head >= 32, head * 2 >= storage.count {
      storage.removeFirst(head)
      head = 0
    }
    return first
  }

  /// Takes a delta out.
  ///
  /// - Complexity: O(number of deltas behind it).
  mutating func remove(at index: Int) {
    storage.remove(at: head + index)
  }
}

@available(*, unavailable)
extension DeltaList: Sendable {}
