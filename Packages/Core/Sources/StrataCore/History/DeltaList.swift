/// The steps between recorded states, oldest first; the oldest can be released at once.
///
/// An array moves all its elements when it loses the first one. With a hundred recorded states that took longer than
/// recording one.
struct DeltaList: RandomAccessCollection, MutableCollection {
  /// The elements before `head` are released.
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

  /// Appends a delta.
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
  /// - Complexity: O(number of deltas after it).
  mutating func remove(at index: Int) {
    storage.remove(at: head + index)
  }
}

@available(*, unavailable)
extension DeltaList: Sendable {}
