import StrataConcurrency
import StrataCore
import StrataModels
import Synchronization
import Testing

extension ModelStressTests {
  /// Values that are cached, read and observed by all threads, while others change their sources.
  ///
  /// Each evaluation reads one consistent snapshot, on every thread.
  static func stepDerived(_ ground: Ground, _ cell: Cell, _ random: inout Random) {
    let node = cell.node
    switch random.next(6) {
    case 0, 1: if cell.balance != 0 { ground.torn.wrappingAdd(1, ordering: .relaxed) }
    case 2: _ = ground.groups[random.next(10)].sum(levels: 2)
    case 3: _ = node.memoize(for: "beside") { node.environment.level + node.preference.total }
    case 4: watchBalance(ground, cell, random.next(50))
    default:
      let tracker = Tracker {}
      let isTorn = tracker.track { cell.balance != 0 }
      if isTorn { ground.torn.wrappingAdd(1, ordering: .relaxed) }
    }
  }

  private static func watchBalance(_ ground: Ground, _ cell: Cell, _ amount: Int) {
    let balance = Derived(of: cell.node.context, at: .thisLine()) { cell.debit + cell.credit }
    let census = ground.census
    let observation = balance.observe(at: .thisLine()) {
      if $0 != 0 { census.torn.wrappingAdd(1, ordering: .relaxed) }
    }
    cell.book(amount)
    observation.cancel()
  }

  /// The sum of all counts three levels deep, watched from the beginning.
  final class Total: Sendable {
    private let root: Cell
    private let last = Locked<Int?>(nil, rank: .leaf)
    private let observation: Locked<Subscription?>

    init(of ground: Ground) {
      let root = ground.root
      self.root = root
      let sum = Derived(of: root.node.context, at: .thisLine()) { root.sum(levels: 3) }
      observation = Locked(nil, rank: .leaf)
      let last = last
      let made = sum.observe(at: .thisLine()) { value in last.withLock { $0 = value } }
      observation.withLock { $0 = made }
    }

    /// Now that no thread writes, the last delivered value is the current one.
    func expectToBeUpToDate() {
      func sum(_ cell: Cell, _ levels: Int) -> Int {
        levels == 0 ? cell.count : cell.cells.reduce(cell.count) { $0 + sum($1, levels - 1) }
      }
      let now = sum(root, 3)
      #expect(root.sum(levels: 3) == now)
      #expect(last.withLock { $0 } == now)
    }
  }
}
