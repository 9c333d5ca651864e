import StrataConcurrency
import Testing

@_spi(Strata) @testable import StrataCore

/// Code that the tree has called cannot know that another thread removes its context meanwhile.
@Suite struct RemovalUnderCallbackTests {
  private let root = Cell.parent()
  private let anchor: Anchor

  init() { anchor = Anchor(root.context) }

  @Test func anObserverThatRunsWhileItsContextIsRemovedIsNotReported() {
    let below = Cell.leaf()
    let cell = Cell.parent(of: [below])
    root.cells = [cell]
    let log = Log()
    let observation = cell.context.observe(Cell.count) { _ in
      OtherThread { root.cells = [] }.join()
      cell.use()
      below.use()
      log.add("\(cell.context.phase) \(cell.count) \(below.count)")
    }
    #expect(reports { cell.count = 1 }.isEmpty)
    #expect(log.all == ["sealed 1 0"])
    withExtendedLifetime(observation) {}
  }

  /// The change was committed before, and nobody delivered it yet when another thread removed the context.
  @Test func anObserverThatIsCalledForAChangeFromBeforeTheRemovalIsNotReported() {
    let cell = Cell.leaf()
    root.cells = [cell]
    let log = Log()
    let observation = cell.context.observe(Cell.count) { change in
      cell.use()
      log.add("\(change.newValue(as: Cell.count)) \(cell.context.phase)")
    }
    let found = reports {
      cell.context.transaction(
        { cell.count = 1 },
        thenPublishing: {
          OtherThread { #expect(reports { root.cells = [] }.isEmpty) }.join()
        }
      )
    }
    #expect(found.isEmpty)
    #expect(log.all == ["1 sealed"])
    withExtendedLifetime(observation) {}
  }

  @Test func aCallbackThatRunsWhileAnyContextIsRemovedIsNotReported() {
    let cells = [Cell.leaf(), Cell.parent(of: [Cell.leaf()])]
    root.cells = cells
    let found = reports {
      CalledCode.run {
        OtherThread { root.cells = [] }.join()
        CalledCode.run { for cell in cells { cell.use() } }
        cells[1].cells.first?.use()
      }
    }
    #expect(found.isEmpty)
    #expect(!CalledCode.isRunning)
    #expect(reports { cells[0].use() }.count == 3)
  }

  @Test func aCallbackThatBeginsAfterTheRemovalIsReported() {
    let cell = Cell.leaf()
    root.cells = [cell]
    CalledCode.run { OtherThread { root.cells = [] }.join() }
    #expect(reports { CalledCode.run { cell.use() } }.count == 3)
  }

  @Test func aCallbackThatRemovesAContextItselfIsReported() {
    let cell = Cell.leaf()
    root.cells = [cell]
    let (open, over) = (Gate(), Gate())
    // The removal is recorded because of this one.
    let other = OtherThread {
      CalledCode.run {
        open.open()
        over.wait()
        #expect(reports { cell.use() }.isEmpty)
      }
    }
    open.wait()
    let found = reports {
      CalledCode.run {
        root.cells = []
        over.open()
        other.join()
        cell.use()
      }
    }
    #expect(found.count == 3)
  }

  @Test func anObserverThatRemovesAContextBesideACallbackIsReported() {
    let cell = Cell.leaf()
    root.cells = [cell]
    let observation = root.context.observe(Cell.count) { _ in
      root.cells = []
      cell.use()
    }
    CalledCode.run {
      // The value of a context whose removal is not delivered yet may be read.
      #expect(OtherThread.reports { root.count = 1 }.count == 2)
    }
    withExtendedLifetime(observation) {}
  }

  @Test(arguments: [false, true])
  func anObserverThatBeginsAfterARemovalBesideACallbackIsReported(isOfFirstValue: Bool) {
    let cell = Cell.leaf()
    root.cells = [cell]
    CalledCode.run { OtherThread { root.cells = [] }.join() }
    let observation = root.context.observe(Cell.count) { _ in cell.use() }
    let found = reports {
      if isOfFirstValue { root.context.deliverFirstValue { cell.use() } } else { root.count = 1 }
    }
    #expect(found.count == 3)
    withExtendedLifetime(observation) {}
  }

  /// Only the last removal counts.
  @Test func aCallbackThatRemovesAContextWhichOthersHaveRemovedBeforeIsReported() {
    let cell = Cell.leaf()
    root.cells = [cell]
    let found = reports {
      CalledCode.run {
        OtherThread { root.cells = [] }.join()
        OtherThread { root.cells = [cell] }.join()
        root.cells = []
        cell.use()
      }
    }
    #expect(found.count == 3)
  }

  @Test func anActivationThatUsesAnotherContextWhileThatIsRemovedIsNotReported() {
    let used = Cell.leaf()
    root.cells = [used]
    let cell = Cell.leaf { _ in
      OtherThread { root.cells = [] }.join()
      used.use()
    }
    #expect(reports { root.cells.append(cell) }.isEmpty)
  }

  @Test func anObserverThatBeginsAfterTheRemovalIsReported() {
    let cell = Cell.leaf()
    root.cells = [cell]
    let removing = root.context.observe(Cell.count) { change in
      guard change.newValue(as: Cell.count) == 1 else { return }
      OtherThread { root.cells = [] }.join()
      // Observers are told of it after the removal.
      root.count = 2
    }
    let late = root.context.observe(Cell.count) { change in
      if change.newValue(as: Cell.count) == 2 { cell.use() }
    }
    #expect(reports { root.count = 1 }.count == 3)
    withExtendedLifetime((removing, late)) {}
  }

  @Test(arguments: [true, false])
  func anActivationThatBeginsAfterTheRemovalIsReported(isUnderActivation: Bool) {
    let removed = Cell.parent { _ in
      if isUnderActivation { OtherThread { root.cells = [] }.join() }
    }
    root.cells = [removed]
    if !isUnderActivation {
      let removing = removed.context.observe(Cell.count) { _ in
        OtherThread { root.cells = [] }.join()
      }
      removed.count = 1
      withExtendedLifetime(removing) {}
    }
    #expect(removed.context.phase == .removed)
    #expect(reports { root.cells = [Cell.leaf { _ in removed.use() }] }.count == 3)
  }

  /// Both activations belong to one insertion, and each begins by itself.
  @Test func anActivationAfterAnotherOneBesideWhichTheRemovalWasIsReported() {
    let holder = Cell.parent(of: [Cell.leaf()])
    let removed = holder.cells[0]
    root.cells = [holder]
    let removing = Cell.leaf { _ in OtherThread { holder.cells = [] }.join() }
    let late = Cell.leaf { _ in removed.use() }
    #expect(reports { root.cells += [removing, late] }.count == 3)
  }

  @Test func anActivationThatRunsWhileAnotherOneRemovesItsContextIsNotReported() {
    let removed = Cell.parent { context in
      // The other thread is activating a context as well.
      OtherThread { root.cells.append(Cell.leaf { _ in root.cells = [] }) }.join()
      Cell(context: context).use()
    }
    #expect(reports { root.cells = [removed] }.isEmpty)
  }

  @Test func anActivationBelowTheContextThatIsRemovedIsNotReported() {
    let below = Cell.leaf()
    let inner = Cell.parent(of: [below]) { context in
      OtherThread { root.cells = [] }.join()
      Cell(context: context).use()
      below.use()
    }
    let outer = Cell.parent { context in Cell(context: context).cells = [inner] }
    #expect(reports { root.cells = [outer] }.isEmpty)
    #expect(inner.context.phase == .removed)
  }

  @Test func anObserverThatRemovesAContextItselfIsReported() {
    let cell = Cell.leaf()
    root.cells = [cell]
    let observation = cell.context.observe(Cell.count) { _ in
      root.cells = []
      cell.count = 2
    }
    #expect(reports { cell.count = 1 }.count == 1)
    withExtendedLifetime(observation) {}
  }

  @Test func theThreadThatRemovesAContextIsReported() {
    let cell = Cell.leaf()
    root.cells = [cell]
    let log = Log()
    let observation = cell.context.observe(Cell.count) { _ in
      OtherThread {
        log.add("\(reports { root.cells = [] }.count)")
        log.add("\(reports { cell.count = 2 }.count)")
      }.join()
    }
    #expect(reports { cell.count = 1 }.isEmpty)
    #expect(log.all == ["0", "1"])
    withExtendedLifetime(observation) {}
  }

  @Test(arguments: [true, false])
  func anActivationThatRunsWhileItsContextIsRemovedIsNotReported(isLeaf: Bool) {
    let below = Cell.leaf()
    let activation = { @Sendable (context: Context) in
      OtherThread { root.cells = [] }.join()
      Cell(context: context).use()
      if !isLeaf { below.use() }
    }
    let cell = isLeaf ? Cell.leaf(activation) : Cell.parent(of: [below], activation)
    #expect(reports { root.cells = [cell] }.isEmpty)
    #expect(cell.context.phase == .removed)
    #expect(reports { cell.use() }.count == 3)
  }

  @Test(arguments: [true, false])
  func anActivationThatRemovesItsOwnContextIsReported(isLeaf: Bool) {
    let activation = { @Sendable (context: Context) in
      root.cells = []
      Cell(context: context).count = 1
    }
    let cell = isLeaf ? Cell.leaf(activation) : Cell.parent(activation)
    #expect(reports { root.cells = [cell] }.count == 1)
  }

  @Test func aContextThatWasAddedAgainIsNotExcused() {
    let cell = Cell.leaf()
    root.cells = [cell]
    let removedByOther = cell.context.observe(Cell.count) { _ in
      OtherThread { root.cells = [] }.join()
    }
    cell.count = 1
    withExtendedLifetime(removedByOther) {}
    root.cells = [cell]
    let observation = root.context.observe(Cell.count) { _ in
      root.cells = []
      cell.count = 2
    }
    #expect(reports { root.count = 1 }.count == 1)
    withExtendedLifetime(observation) {}
  }
}

extension OtherThread {
  /// The reports that were made during a closure on another thread.
  fileprivate static func reports(during body: @escaping @Sendable () -> Void) -> [Report] {
    let found = Locked<[Report]>([], rank: .leaf)
    OtherThread {
      let made = StrataCoreTests.reports(during: body)
      found.withLock { $0 = made }
    }
    .join()
    return found.withLock { $0 }
  }
}

/// Has a number and, unless it is a leaf, more cells; without functions, so that it can be added again.
private struct Cell: ContextContainer, Sendable {
  typealias Activation = @Sendable (Context) -> Void

  private struct Hooks: ContextHooks {
    let onActivate: Activation

    func activate(_ context: Context) { onActivate(context) }
    func identity(of context: Context) -> AnyHashable? { nil }
    var keepsHandles: Bool { false }
  }

  static let count = Slot<Int>(uncheckedIndex: 0)
  static let cells = Slot<[Cell]>(uncheckedIndex: 1)
  var context: Context

  init(context: Context) { self.context = context }

  static func leaf(_ onActivate: @escaping Activation = { _ in }) -> Cell {
    Cell([.value("count", Int.self)], onActivate)
  }

  static func parent(
    of cells: [Cell] = [],
    _ onActivate: @escaping Activation = { _ in }
  ) -> Cell {
    let cell = Cell([.value("count", Int.self), .container("cells", [Cell].self)], onActivate)
    cell.context.initialize(container: Self.cells, to: cells)
    return cell
  }

  private init(_ slots: [SlotDescriptor], _ onActivate: @escaping Activation) {
    let layout = Layout(name: "Cell", slots: slots, hooks: Hooks(onActivate: onActivate))
    context = Context(layout: layout)
    context.initialize(Self.count, to: 0)
  }

  func forEachContext(_ body: (Context) -> Void) { body(context) }

  mutating func replaceContexts(_ replacement: (Context) -> Context?) {
    if let other = replacement(context) { context = other }
  }

  /// Reads, writes and sends an event, as its owner's code does.
  func use() {
    _ = count
    count += 1
    context.send(1, at: .thisLine())
  }

  var count: Int {
    get { context[Self.count] }
    nonmutating set { context[Self.count] = newValue }
  }
  var cells: [Cell] {
    get { context[container: Self.cells] }
    nonmutating set { context[container: Self.cells] = newValue }
  }
}
