import ReactiveGraphs
import StrataConcurrency

/// A computed number that is made after those which read it.
final class Later: Sendable {
  private let node = Locked<Computed?>(nil, rank: .leaf)

  func set(_ computed: Computed) { node.withLock { $0 = computed } }

  var value: Int { node.withLock { $0 }?.value ?? 0 }
}
