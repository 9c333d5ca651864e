import StrataConcurrency
import StrataCore
import Synchronization

/// Gives a stream each value of a property that differs from the one before.
///
/// It is given the values of the live state, in the order of the changes, whatever views see.
// SAFETY: `last` is touched by the thread that changes the store alone.
final class ChangeReader<State, Value: Sendable>: Reader, @unchecked Sendable {
  private let read: (State) -> Value
  private let isSame: (Value, Value) -> Bool
  private let multicast: Multicast<TimedElement<Value>>
  private var last: Value?

  init(
    _ read: @escaping (State) -> Value,
    isSame: @escaping (Value, Value) -> Bool,
    to multicast: Multicast<TimedElement<Value>>
  ) {
    self.read = read
    self.isSame = isSame
    self.multicast = multicast
  }

  override var isLive: Bool { true }

  /// Notes the first value.
  func begin(_ state: State, sends: Bool) {
    let value = read(state)
    last = value
    if sends { multicast.send(TimedElement(value)) }
  }

  @unsafe
  override func update(_ state: UnsafeRawPointer) -> Bool {
    let value = unsafe read(state.assumingMemoryBound(to: State.self).pointee)
    if let last, isSame(last, value) { return false }
    last = value
    multicast.send(TimedElement(value))
    return false
  }

  override func finish() { multicast.finish() }
}

extension Place {
  /// Makes a stream of the values that a property has from now on.
  ///
  /// - Parameters:
  ///   - range: The bytes of the state that the values depend on; `nil` for all.
  ///   - startsNow: Whether the present value comes first.
  ///   - isSame: Whether two values are alike, so that the later one is left out.
  ///   - read: Takes the value out of the state.
  /// - Returns: The values.
  final func values<Value: Sendable>(
    range: Range<Int>?,
    startsNow: Bool,
    isSame: @escaping (Value, Value) -> Bool,
    _ read: @escaping (State) -> Value
  ) -> ModelStream<Value> {
    let multicast = Multicast<TimedElement<Value>>()
    let reader = ChangeReader(read, isSame: isSame, to: multicast)
    reader.range = range
    let sequence = multicast.subscribe { [weak self, weak reader] in
      if let reader { self?.remove(reader) }
    }
    // No change is between the first value and those that follow.
    let isThere = unsafe store.isolated { root in
      var isThere = false
      _ = unsafe withMemory(in: root) { memory in
        reader.begin(unsafe memory.assumingMemoryBound(to: State.self).pointee, sends: startsNow)
        isThere = !hasEnded.load(ordering: .relaxed)
      }
      if isThere { add(reader) }
      return isThere
    }
    if !isThere { multicast.finish() }
    return ModelStream(timed: sequence)
  }
}

extension AnyPlace {
  /// Adds a reader that is no view's.
  final func add(_ reader: Reader) {
    lock.lock()
    readers.append(reader)
    readerCount.store(readers.count, ordering: .releasing)
    lock.unlock()
  }

  /// Removes a reader of which no view takes note.
  final func drop(_ reader: Reader) {
    remove(reader)
    reader.drop()
  }

  /// Removes a reader.
  final func remove(_ reader: Reader) {
    lock.lock()
    let former = readers
    readers.removeAll { $0 === reader }
    readerCount.store(readers.count, ordering: .releasing)
    lock.unlock()
    withExtendedLifetime(former) {}
  }
}
