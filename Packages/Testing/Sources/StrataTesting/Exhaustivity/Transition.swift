import StrataConcurrency
@_spi(Strata) import StrataCore
import Synchronization

/// One write of a property, or all of one transaction.
struct Transition: Sendable {
  /// The value that it has left.
  let value: PastValue
  /// The children that were added and removed, for a property that contains children.
  let edits: StructureEdits?
  /// The cause of it.
  let cause: Cause?
  /// Its number among all writes of the test; that of all writes of one transaction.
  let order: ChangeOrder
}

/// A number in the order of all writes of a test.
typealias ChangeOrder = UInt64

/// The values that an assertion reads of properties with unmatched writes.
enum TransitionView: Sendable {
  /// The values that properties had after a write.
  case order(ChangeOrder)
  /// The value after the next write of each property; together these need not be a snapshot.
  case next

  /// The values that properties have now.
  static let present = TransitionView.order(.max)
}

/// Numbers the writes of all trees of a test in one order.
final class ChangeOrderCounter: Sendable {
  private let last = Atomic<ChangeOrder>(0)

  func next() -> ChangeOrder { last.wrappingAdd(1, ordering: .relaxed).newValue }
}

/// The transitions of one property that no assertion has matched.
struct TransitionQueue: Sendable {
  /// The value before the first; `nil` if the engine had no reason to retain it.
  private(set) var before: PastValue?
  /// In the order of the commits; never empty.
  private(set) var waiting: [Transition]

  init(_ first: Transition, before: PastValue?) {
    waiting = [first]
    self.before = before
  }

  /// How many writes an assertion matches.
  private func matchCount(in view: TransitionView) -> Int {
    switch view {
    case .order(let order): waiting.prefix { $0.order <= order }.count
    case .next: 1
    }
  }

  /// The value that an assertion reads; `nil` if that is the current one.
  func value(in view: TransitionView) -> PastValue? {
    let count = matchCount(in: view)
    guard count < waiting.count else { return nil }
    // If the earlier value was not retained, the first known one stands for it.
    return count > 0 ? waiting[count - 1].value : before ?? waiting.first?.value
  }

  mutating func append(_ transition: Transition) {
    waiting.append(transition)
  }

  /// Takes out those that an assertion has matched.
  ///
  /// - Returns: Whether any are left.
  mutating func match(in view: TransitionView) -> Bool {
    let count = matchCount(in: view)
    if count > 0 { before = waiting[count - 1].value }
    waiting.removeFirst(count)
    return !waiting.isEmpty
  }

  /// The values from the first one on, as a person would write them, as far as they are short.
  var values: [String] {
    waiting.map { SourceLiteral.approximation(of: shown($0.value.value)) ?? "…" }
  }
}
