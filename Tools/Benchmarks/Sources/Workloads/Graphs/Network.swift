import Measuring
import StrataConcurrency
import StrataCore

/// Sources that are written, and values that are computed from them, in one tree.
struct Network: Sendable {
  let cells: [Leaf]
  /// Counts the computations.
  let runs = Tally()
  /// Counts the notifications.
  let told = Tally()
  private let list: Listing
  private let anchor: Anchor

  /// Makes sources whose values are their own positions.
  init(cells count: Int) {
    list = Listing(count: count)
    anchor = Anchor(list.context)
    cells = list.rows
  }

  /// The source of a network that has one.
  var head: Leaf { cells[0] }

  func node<Value: Equatable & Sendable>(
    _ body: @escaping @Sendable () -> Value
  ) -> Derived<Value, Never> {
    Derived(of: list.context, at: .thisLine()) { [runs] in
      runs.add()
      return body()
    }
  }

  /// An effect, in the words of the comparisons.
  func watch<Value: Equatable & Sendable>(_ node: Derived<Value, Never>) -> Subscription {
    node.observe(at: .thisLine()) { [told] _ in told.add() }
  }

  /// Writes several sources at once.
  func transaction(_ body: () -> Void) { list.context.transaction(body) }

  /// The computations and notifications while a closure ran.
  func counts(_ body: () -> Void) -> (runs: Int, told: Int) {
    let before = (runs.number, told.number)
    body()
    return (runs.number - before.0, told.number - before.1)
  }
}

/// The input of a computation: a source, or another computation.
enum Input: Sendable {
  case cell(Leaf)
  case node(Derived<Double, Never>)

  var value: Double {
    switch self {
    case .cell(let leaf): Double(leaf.count)
    case .node(let node): node.value
    }
  }
}
