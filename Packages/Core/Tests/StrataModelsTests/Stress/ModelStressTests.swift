import Foundation
import StrataConcurrency
import StrataModels
import Synchronization
import Testing

/// Eight threads on one tree of a thousand models: everything at once, and nothing is left.
///
/// `STRATA_STRESS_ROUNDS` says how many steps each thread makes; 100,000 take about a minute.
@Suite(.serialized) struct ModelStressTests {
  static let threads = 8
  private static let rounds =
    ProcessInfo.processInfo.environment["STRATA_STRESS_ROUNDS"].flatMap { Int($0) } ?? 3_000

  /// The objects that all threads share.
  final class Ground: Sendable {
    let census = Census()
    let root: Cell
    let groups: [Cell]
    let anchor: Locked<ModelAnchor?>
    let torn = Atomic<Int>(0)
    let sent = Atomic<Int>(0)
    let added = Atomic<Int>(0)
    let lastKey = Atomic<Int>(100_000)
    /// Whether steps start tasks, whose writes come at any time.
    let hasTasks: Bool

    init(undo stack: ModelUndoStack? = nil) {
      hasTasks = stack == nil
      let census = census
      let groups = (0..<10).map { group in
        let shelves = (0..<10).map { shelf in
          let cells = (0..<9).map {
            Cell(key: 1_000 + group * 100 + shelf * 10 + $0, census: census)
          }
          return Cell(key: 100 + group * 10 + shelf, census: census, cells: cells)
        }
        return Cell(key: 1 + group, census: census, cells: shelves)
      }
      let (root, anchor) = Cell(key: 0, census: census, cells: groups).returningAnchor {
        if let stack { $0.undoSystem.backend = stack }
      }
      (self.root, self.groups) = (root, groups)
      self.anchor = Locked(anchor, rank: .leaf)
    }

    /// Releases the anchor.
    func end() {
      let anchor = anchor.withLock { $0.take() }
      withExtendedLifetime(anchor) {}
    }

    func makeCell() -> Cell {
      Cell(key: lastKey.wrappingAdd(1, ordering: .relaxed).newValue, census: census)
    }

    /// A random model of the tree.
    func someCell(_ random: inout Random) -> Cell {
      let group = groups[random.next(10)]
      let shelves = group.cells
      guard !shelves.isEmpty else { return group }
      let shelf = shelves[random.next(shelves.count)]
      let cells = shelf.cells
      return cells.isEmpty || random.next(3) == 0 ? shelf : cells[random.next(cells.count)]
    }
  }

  /// Cheap random numbers, of each thread its own.
  struct Random {
    var state: UInt64
    mutating func next(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(limit))
    }
  }

  /// One step of one thread.
  static func step(_ ground: Ground, _ random: inout Random) {
    let cell = ground.someCell(&random)
    switch random.next(20) {
    case 0, 1: cell.text = "\(random.next(100))"
    case 2, 3: _ = (cell.text, cell.count, cell.cells.count)
    case 4:
      ground.groups[random.next(10)].count += 1
      ground.added.wrappingAdd(1, ordering: .relaxed)
    case 5: cell.book(random.next(50))
    case 6:
      let isTorn = cell.node.transaction { cell.debit + cell.credit != 0 }
      if isTorn { ground.torn.wrappingAdd(1, ordering: .relaxed) }
    case 7, 8: changeStructure(ground, cell, &random)
    case 9: move(ground, &random)
    case 10:
      ground.groups[random.next(10)].node.send(.ping(1))
      ground.sent.wrappingAdd(1, ordering: .relaxed)
    case 11: cell.node.send(.ping(0), to: random.next(2) == 0 ? .descendants : .self)
    case 12:
      let copy = cell.frozenCopy
      ground.torn.wrappingAdd(copy.unbalanced, ordering: .relaxed)
    case 13 where ground.hasTasks:
      cell.node.task { cell.text += "t" }.cancel(for: "text", cancelInFlight: true)
    case 14:
      let own = Cell(key: -1, census: Census(), cells: [ground.makeCell()]).withAnchor()
      own.cells[0].count += 1
      own.cells.removeAll()
    case 15, 16: stepBeside(ground, cell, &random)
    case 17, 18: stepDerived(ground, cell, &random)
    default:
      let tracker = Tracker {}
      _ = tracker.track { cell.cells.reduce(cell.count) { $0 + $1.count } }
    }
  }

  /// Values that models have beside their properties, read with and without a tracker.
  private static func stepBeside(_ ground: Ground, _ cell: Cell, _ random: inout Random) {
    let node = cell.node
    switch random.next(9) {
    case 0: node.local.isExpanded.toggle()
    case 1: node.environment.level = random.next(5)
    case 2: node.removeEnvironment(\.level)
    case 3: node.preference.total = random.next(5)
    case 4: node.removePreference(\.total)
    case 5: node.spot.name = "\(random.next(9))"
    case 6: _ = (node.environment.level, ground.root.node.preference.total, node.local.isExpanded)
    case 7:
      let tracker = Tracker {}
      _ = tracker.track { node.environment.level + node.preference.total }
    default:
      let tracker = Tracker {}
      _ = tracker.track {
        node.mapHierarchy(for: [.ancestors, .children]) { ($0 as? Cell)?.count }
      }
    }
  }

  private static func changeStructure(_ ground: Ground, _ cell: Cell, _ random: inout Random) {
    switch random.next(8) {
    case 0, 1: if cell.cells.count < 10 { cell.cells.append(ground.makeCell()) }
    case 2: _ = cell.cells.popLast()
    case 3: cell.cells.reverse()
    case 4: cell.chosen = random.next(2) == 0 ? ground.makeCell() : nil
    case 5:
      if cell.table.count < 4 {
        cell.table.append(ground.makeCell())
      } else {
        cell.table.removeAll()
      }
    case 6: swapFirstTwo(&cell.table)
    default:
      cell.node.transaction {
        let last = cell.cells.popLast()
        cell.cells.insert(ground.makeCell(), at: 0)
        cell.chosen = last
      }
    }
  }

  /// Looks and acts in one change in place: between two, another thread might empty the table.
  private static func swapFirstTwo(_ table: inout IdentifiedArrayOf<Cell>) {
    if table.count > 1 { table.swapAt(0, 1) }
  }

  /// Moves a model from one shelf to another, in one step or in two, which begins a new incarnation.
  private static func move(_ ground: Ground, _ random: inout Random) {
    let (from, to) = (ground.someCell(&random), ground.someCell(&random))
    if random.next(2) == 0 {
      ground.root.node.transaction {
        if let cell = from.cells.popLast(), to.cells.count < 12 { to.cells.append(cell) }
      }
    } else if let cell = from.cells.popLast(), to.cells.count < 12 {
      to.cells.append(cell)
    }
  }

  /// An observer of one counter that only grows.
  private final class Monotone: Sendable {
    let last = Locked(0, rank: .leaf)
    let violations = Atomic<Int>(0)
    func see(_ count: Int) {
      let isHigher = last.withLock { last in
        defer { last = count }
        return count > last
      }
      if !isHigher { violations.wrappingAdd(1, ordering: .relaxed) }
    }
  }

  static func run(_ ground: Ground, _ number: Int, _ body: (inout Random) -> Void) {
    let ignore: ReportSink.Handler = { _ in }
    ReportSink.withHandler(ignore) {
      var random = Random(state: UInt64(number) &* 7_919 &+ 17)
      for _ in 0..<rounds { body(&random) }
    }
  }

  @Test func everythingAtOnceKeepsItsInvariantsAndLeavesNothing() async {
    let census: Census
    do {
      let ground = Ground()
      census = ground.census
      #expect(census.living.count == 1_011)
      let pings = ground.root.node.event(fromType: Cell.self)
      let monotone = Monotone()
      let count = Slot<Int>(uncheckedIndex: 0)
      let observation = ground.groups[0].node.context.observe(count) { change in
        monotone.see(change.newValue(as: count))
      }
      let total = Total(of: ground)
      onThreads(Self.threads) { number in
        Self.run(ground, number) { Self.step(ground, &$0) }
      }
      let sum = ground.groups.reduce(0) { $0 + $1.count }
      #expect(sum == ground.added.load(ordering: .relaxed))
      #expect(monotone.violations.load(ordering: .relaxed) == 0)
      #expect(ground.torn.load(ordering: .relaxed) == 0)
      #expect(ground.root.frozenCopy.unbalanced == 0)
      total.expectToBeUpToDate()
      // A model that was rejected, because it had released its children, is a value that is not active.
      #expect(Set(ground.root.livingKeys).symmetricDifference(census.living).sorted() == [])
      await expectPings(pings, ground)
      // The anchor goes while all threads are at it.
      onThreads(Self.threads) { number in
        Self.run(ground, number) { random in
          if number == 0, random.next(max(Self.rounds / 2, 1)) == 0 {
            ground.end()
          }
          Self.step(ground, &random)
        }
      }
      ground.end()
      #expect(!ground.root.node.context.isLive)
      withExtendedLifetime((observation, total)) {}
    }
    // Tasks release their last objects after they have been cancelled.
    for _ in 0..<2_000_000 {
      guard census.objects > 0 else { break }
      await Task.yield()
    }
    #expect(census.living.isEmpty)
    #expect(census.objects == 0)
    #expect(census.torn.load(ordering: .relaxed) == 0)
  }

  /// Every event that a member of the fixed part sent has come to the root, once.
  private func expectPings(
    _ pings: EventStream<(event: Cell.Event, model: Cell)>,
    _ ground: Ground
  ) async {
    let sent = ground.sent.load(ordering: .relaxed)
    ground.root.node.send(.ping(-1))
    var received = 0
    for await (event, _) in pings {
      if event == .ping(-1) { break }
      if event == .ping(1) { received += 1 }
    }
    #expect(received == sent)
  }
}
