import Foundation
import Synchronization

/// A change of a stored value: another value, or none.
final class PersistedChange<Value: Sendable>: Sendable {
  /// Rises with each change of a source.
  let number: UInt64
  /// The new value; `nil` if it is to be forgotten.
  let value: Value?
  /// When the change was made.
  let date: Date
  private let isRejectedStorage = Atomic<Bool>(false)

  init(number: UInt64, value: Value?, date: Date) {
    self.number = number
    self.value = value
    self.date = date
  }

  /// Whether it could not be stored; read and written under the lock of the ``PersistedChanges``.
  fileprivate(set) var isRejected: Bool {
    get { isRejectedStorage.load(ordering: .relaxed) }
    set { isRejectedStorage.store(newValue, ordering: .relaxed) }
  }
}

/// The changes of a source that are still to be stored, and the one that its model shows: a pure machine.
struct PersistedChanges<Value: Sendable>: Sendable {
  private var waiting: [PersistedChange<Value>] = []
  private var last: UInt64 = 0
  /// The number of the change that the model shows, or follows from.
  private(set) var shown: UInt64 = 0

  /// Puts a change behind the others.
  mutating func append(_ value: Value?, _ date: Date) -> PersistedChange<Value> {
    last += 1
    let change = PersistedChange(number: last, value: value, date: date)
    waiting.append(change)
    return change
  }

  /// Takes the change that is to be stored next.
  mutating func next() -> PersistedChange<Value>? {
    waiting.isEmpty ? nil : waiting.removeFirst()
  }

  /// Lets the model show a change, if a condition of the change that it shows holds.
  ///
  /// - Returns: Whether it holds.
  mutating func show(_ number: UInt64, if isDue: (UInt64) -> Bool) -> Bool {
    guard isDue(shown) else { return false }
    shown = number
    return true
  }

  /// Notes that a change could not be stored; a model of it is not shown any more.
  ///
  /// - Returns: The number of the change that the model shows.
  func reject(_ change: PersistedChange<Value>) -> UInt64 {
    change.isRejected = true
    return shown
  }
}
