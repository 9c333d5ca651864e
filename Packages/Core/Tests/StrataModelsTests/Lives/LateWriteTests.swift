import StrataConcurrency
import StrataModels
import Testing

/// Writes to models that have left their tree, for each kind of reference to them.
@Suite struct LateWriteTests {
  @Test(arguments: Holding.allCases)
  func aWriteIsReportedAlikeWhereverTheModelWasHeld(holding: Holding) {
    let holder = LateHolder().withAnchor()
    let counter = Counter()
    holding.put(counter, into: holder)
    counter.count = 1
    holding.clear(holder)
    let found = Locked<[Report]>([], rank: .leaf)
    ReportSink.withHandler { report in
      found.withLock { $0.append(report) }
    } operation: {
      counter.count = 2
      counter.count = 3
    }
    let reports = found.withLock { $0 }
    #expect(counter.count == 1)
    #expect(reports.count == 1)
    #expect(reports.first?.message.hasPrefix("Counter.count (declared at ") == true)
    #expect(reports.first?.message.contains(") was written after its owner had left") == true)
    #expect("\(reports.first?.callSite.fileID ?? "")" == "StrataModelsTests/Fixtures.swift")
  }

  /// A body that goes on is named by the line of its task, also if causes are not recorded.
  @Test(arguments: Holding.allCases)
  func aWriteOfATaskIsReportedAtTheLineOfTheTask(holding: Holding) async throws {
    let found = Locked<[Report]>([], rank: .leaf)
    let line = try await withSimulation(seed: 1) { simulation in
      let holder = LateHolder().withAnchor()
      let counter = Counter()
      holding.put(counter, into: holder)
      return await ReportSink.withHandler { report in
        found.withLock { $0.append(report) }
      } operation: {
        let line: UInt = #line + 1
        counter.node.task {
          for number in 1...3 {
            try? await simulation.clock.sleep(for: .seconds(1))
            counter.count = number
            await Task.yield()
          }
        }
        await simulation.waitUntilIdle()
        holding.clear(holder)
        await simulation.waitUntilIdle()
        return line
      }
    }
    #expect(found.withLock { $0.map(\.callSite.line) } == [line.value])
  }

  /// A commit closes the work of what it removes, and cancels it a little later: parents before children, and without
  /// the lock. A task that writes in between has no way to know.
  @Test func aTaskThatWritesBeforeItIsCancelledIsNotReported() async {
    let found = Locked<[Report]>([], rank: .leaf)
    await ReportSink.withHandler { report in
      found.withLock { $0.append(report) }
    } operation: {
      let (begun, removed, written) = (Parker(), Parker(), Parker())
      let inner = Sheet(2) { sheet in
        sheet.node.task {
          begun.wake()
          removed.park()
          sheet.draft = 5
          written.wake()
        }
      }
      let outer = Sheet(1, sheets: [inner]) { sheet in
        sheet.node.onCancel {
          removed.wake()
          written.park()
        }
      }
      let root = Sheet(0, sheets: [outer]).withAnchor()
      begun.park()
      root.sheets = []
      await Task.yield()
    }
    #expect(found.withLock { $0.map(\.message) } == [])
  }

  enum Holding: CaseIterable, Sendable {
    case row, optional, payload

    fileprivate func put(_ counter: Counter, into holder: LateHolder) {
      switch self {
      case .row: holder.rows = [Counter(), counter]
      case .optional: holder.one = counter
      case .payload: holder.place = .item(counter)
      }
    }

    fileprivate func clear(_ holder: LateHolder) {
      switch self {
      case .row: holder.rows.removeLast()
      case .optional: holder.one = nil
      case .payload: holder.place = .empty
      }
    }
  }
}

/// A model that contains others in three ways.
private struct LateHolder: Model {
  enum Place: ModelContainer {
    case empty
    case item(Counter)

    mutating func visitModels(_ visitor: inout some ModelVisitor) {
      guard case .item(var counter) = self else { return }
      if visitor.visit(&counter) { self = .item(counter) }
    }
  }

  static let modelLayout = ModelLayout<LateHolder>("LateHolder") {
    $0.slot("rows", \.rows)
    $0.slot("one", \.one)
    $0.slot("place", \.place)
  }
  var modelNode = ModelNode<LateHolder>()

  var rows: [Counter] {
    get { modelNode[0] }
    nonmutating set { modelNode[0] = newValue }
  }
  var one: Counter? {
    get { modelNode[1] }
    nonmutating set { modelNode[1] = newValue }
  }
  var place: Place {
    get { modelNode[2] }
    nonmutating set { modelNode[2] = newValue }
  }

  init() {
    modelNode.initialize(0, to: [] as [Counter])
    modelNode.initialize(1, to: nil as Counter?)
    modelNode.initialize(2, to: Place.empty)
  }
}
