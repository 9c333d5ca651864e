import StrataConcurrency
import StrataModels
import Synchronization
import Testing

/// Three numbers whose sum is always zero, and two lists that have each model once.
struct Ledger: Model {
  static let modelLayout = ModelLayout<Ledger>("Ledger") {
    $0.slot("first", \.first)
    $0.slot("second", \.second)
    $0.slot("third", \.third)
    $0.slot("open", \.open)
    $0.slot("done", \.done)
  }
  var modelNode = ModelNode<Ledger>()

  var first: Int {
    get { modelNode[0] }
    nonmutating set { modelNode[0] = newValue }
  }
  var second: Int {
    get { modelNode[1] }
    nonmutating set { modelNode[1] = newValue }
  }
  var third: Int {
    get { modelNode[2] }
    nonmutating set { modelNode[2] = newValue }
  }
  var open: [Row] {
    get { modelNode[3] }
    nonmutating set { modelNode[3] = newValue }
    nonmutating _modify { yield &modelNode[3] }
  }
  var done: [Row] {
    get { modelNode[4] }
    nonmutating set { modelNode[4] = newValue }
    nonmutating _modify { yield &modelNode[4] }
  }

  var sum: Int { first + second + third }
  var rows: [Int] { (open + done).map(\.id).sorted() }

  init(rows: Int = 0) {
    modelNode.initialize(0, to: 0)
    modelNode.initialize(1, to: 0)
    modelNode.initialize(2, to: 0)
    modelNode.initialize(3, to: (0..<rows).map { Row(id: $0) })
    modelNode.initialize(4, to: [Row]())
  }

  /// Moves an amount, or a row, in one transaction.
  func step(_ number: Int) {
    node.transaction {
      let amount = 1 + number % 7
      switch number % 4 {
      case 0: (first, second) = (first - amount, second + amount)
      case 1: (second, third) = (second - amount, third + amount)
      case 2: (third, first) = (third - amount, first + amount)
      default:
        if let row = open.first {
          open.removeFirst()
          done.append(row)
        } else {
          open = done
          done = []
        }
      }
    }
  }
}

/// Undo takes back the last commit, whole.
@Suite(.serialized) struct UndoOfCommittedTests {
  private func tracked(
    _ ledger: Ledger = Ledger(),
    _ stack: ModelUndoStack = ModelUndoStack()
  ) -> (Ledger, ModelUndoStack) {
    let anchored = ledger.withAnchor { $0.undoSystem.backend = stack }
    anchored.node.trackUndo()
    return (anchored, stack)
  }

  @Test func anObserverUndoesWhatItHasJustCommitted() {
    let (ledger, stack) = tracked()
    ledger.node.transaction { (ledger.first, ledger.second) = (-1, 1) }
    let isOver = Atomic(false)
    ledger.node.onChange(of: ledger.third, initial: false) { _, _ in
      guard !isOver.exchange(true, ordering: .relaxed) else { return }
      ledger.node.transaction { (ledger.second, ledger.first) = (5, -5) }
      // Committed, and not delivered before this call returns.
      stack.undo()
      #expect([ledger.first, ledger.second, ledger.third] == [-1, 1, 9])
      stack.undo()
      #expect([ledger.first, ledger.second, ledger.third] == [-1, 1, 0])
      stack.redo()
      #expect([ledger.first, ledger.second, ledger.third] == [-1, 1, 9])
    }
    ledger.third = 9
    #expect([ledger.first, ledger.second, ledger.third] == [-1, 1, 9])
    #expect(stack.undoCount == 2)
    #expect(stack.redoCount == 1)
    stack.redo()
    #expect([ledger.first, ledger.second] == [-5, 5])
  }

  @Test func aCommitThatIsNotDeliveredClearsWhatCouldBeRedone() {
    let (ledger, stack) = tracked()
    ledger.first = 1
    stack.undo()
    let isOver = Atomic(false)
    let redone = Atomic(-1)
    let untracked = Counter().withAnchor()
    untracked.node.onChange(of: untracked.count + ledger.third, initial: false) { _, _ in
      guard !isOver.exchange(true, ordering: .relaxed) else { return }
      ledger.first = 7
      stack.redo()
      redone.store(ledger.first, ordering: .relaxed)
    }
    untracked.count = 1
    #expect(redone.load(ordering: .relaxed) == 7)
    #expect(ledger.first == 7)
  }

  @Test func theLastCommitIsThatOfAnyTreeOfTheStack() {
    let (ledger, stack) = tracked()
    let (other, _) = tracked(Ledger(), stack)
    let isOver = Atomic(false)
    ledger.node.onChange(of: ledger.third, initial: false) { _, _ in
      guard !isOver.exchange(true, ordering: .relaxed) else { return }
      other.first = 2
      // Committed, and not delivered before this call returns.
      ledger.second = 5
      stack.undo()
    }
    ledger.third = 9
    #expect([ledger.second, ledger.third, other.first] == [0, 9, 2])
    stack.undo()
    #expect([ledger.second, ledger.third, other.first] == [0, 9, 0])
    stack.undo()
    #expect(ledger.third == 0)
  }

  @Test func aRecorderRestoresWhatWasCommittedLast() {
    let ledger = Ledger().withAnchor()
    let recorder = StateRecorder(of: ledger)
    ledger.node.transaction { (ledger.first, ledger.second) = (-1, 1) }
    let isOver = Atomic(false)
    ledger.node.onChange(of: ledger.third, initial: false) { _, _ in
      guard !isOver.exchange(true, ordering: .relaxed) else { return }
      ledger.node.transaction { (ledger.second, ledger.first) = (5, -5) }
      recorder.restore(0)
      #expect([ledger.first, ledger.second, ledger.third] == [0, 0, 0])
    }
    ledger.third = 9
    #expect([ledger.first, ledger.second, ledger.third] == [0, 0, 0])
  }

  @Test func anEntryThatALaterCommitHasOvertakenRestoresNothing() {
    final class Keeper: UndoBackend {
      let entries = Locked<[UndoEntry]>([], rank: .leaf)
      var canUndo: Bool { false }
      var canRedo: Bool { false }
      func push(_ entry: UndoEntry) { entries.withLock { $0.append(entry) } }
      func undo(at callSite: CallSite) {}
      func redo(at callSite: CallSite) {}
    }
    let keeper = Keeper()
    let ledger = Ledger(rows: 2).withAnchor { $0.undoSystem.backend = keeper }
    ledger.node.trackUndo()
    ledger.node.transaction { (ledger.first, ledger.second) = (-1, 1) }
    ledger.node.transaction { (ledger.second, ledger.third) = (0, 1) }
    let entries = keeper.entries.withLock { $0 }
    #expect(entries[0].restore() == nil)
    #expect([ledger.first, ledger.second, ledger.third] == [-1, 0, 1])
    let inverse = entries[1].restore()
    #expect([ledger.first, ledger.second, ledger.third] == [-1, 1, 0])
    #expect(entries[0].restore() != nil)
    #expect([ledger.first, ledger.second, ledger.third] == [0, 0, 0])
    // The other half that it would make again no longer exists.
    #expect(inverse?.restore() == nil)
    #expect(ledger.sum == 0)
    // Rows that went from one list to the other, and a later move of another.
    ledger.step(3)
    ledger.step(7)
    let moves = keeper.entries.withLock { $0 }
    #expect(moves[2].restore() == nil)
    #expect(ledger.rows == [0, 1])
  }

  @Test func anEqualWriteDoesNotKeepAStepFromBeingUndone() {
    let (ledger, stack) = tracked()
    ledger.node.transaction { (ledger.first, ledger.second) = (-1, 1) }
    ledger.first = -1
    ledger.node.transaction { ledger.second = 1 }
    ledger.node.touch(\.first)
    #expect(reports { stack.undo() } == [])
    #expect([ledger.first, ledger.second] == [0, 0])
    #expect(reports { stack.redo() } == [])
    #expect([ledger.first, ledger.second] == [-1, 1])
  }

  /// Random steps, undos and redos beside a plain list of all states.
  @Test(arguments: 0..<20) func randomStepsAgreeWithAPlainUndoStack(seed: UInt64) {
    var random = SeededNumbers(seed: seed)
    let (ledger, stack) = tracked(Ledger(rows: 3))
    func state() -> [[Int]] {
      [
        [ledger.first, ledger.second, ledger.third], ledger.open.map(\.id), ledger.done.map(\.id),
      ]
    }
    var states = [state()]
    var position = 0
    for _ in 0..<200 {
      switch random.next(5) {
      case 0:
        stack.undo()
        position = max(0, position - 1)
      case 1:
        stack.redo()
        position = min(states.count - 1, position + 1)
      default:
        ledger.step(random.next(100))
        states.removeLast(states.count - 1 - position)
        states.append(state())
        position += 1
      }
      #expect(state() == states[position])
    }
  }

  /// Threads that transfer and move while others undo and redo: no sum is torn, and no row is lost or doubled.
  @Test(arguments: [false, true]) func noStepIsTornByUndoBesideOtherThreads(isRecorded: Bool) {
    let (ledger, stack) = tracked(Ledger(rows: 4), ModelUndoStack(limit: 500))
    let recorder = isRecorded ? StateRecorder(of: ledger, keeping: .tail(50)) : nil
    let torn = Atomic(0)
    let found = Log()
    onThreads(6) { thread in
      let messages = reports {
        var random = SeededNumbers(seed: UInt64(thread))
        for _ in 0..<400 {
          switch thread {
          case 0, 1, 2: ledger.step(random.next(100))
          case 3: if random.next(3) == 0 { stack.redo() } else { stack.undo() }
          case 4:
            if let recorder {
              if random.next(2) == 0 { recorder.stepBack() } else { recorder.stepForward() }
            } else {
              stack.undo()
            }
          default:
            let copy = ledger.frozenCopy
            if copy.sum != 0 || copy.rows != [0, 1, 2, 3] {
              torn.wrappingAdd(1, ordering: .relaxed)
            }
          }
        }
      }
      messages.forEach(found.add)
    }
    #expect(found.entries == [])
    #expect(torn.load(ordering: .relaxed) == 0)
    #expect(ledger.sum == 0)
    #expect(ledger.rows == [0, 1, 2, 3])
    while stack.canUndo {
      stack.undo()
      #expect(ledger.sum == 0)
      #expect(ledger.rows == [0, 1, 2, 3])
    }
    withExtendedLifetime(recorder) {}
  }

  /// Models whose activation writes what belongs to the step that has added them.
  ///
  /// Two steps are made by activations that run at the same time and write the same property. Neither can be
  /// taken back by itself, and that is reported.
  @Test(arguments: [1, 2]) func aStepThatIsBeingActivatedIsUndoneWholeOrNotAtAll(writers: Int) {
    let stack = ModelUndoStack()
    let (root, anchor) = Sheet(0).returningAnchor { $0.undoSystem.backend = stack }
    root.node.trackUndo()
    let found = Log()
    onThreads(4) { thread in
      let messages = reports {
        for number in 0..<200 {
          if thread < writers {
            root.sheets.append(Sheet(thread * 1_000 + number) { _ in root.draft += 1 })
          } else {
            stack.undo()
          }
        }
      }
      messages.forEach(found.add)
    }
    #expect(root.draft == root.sheets.count)
    if writers == 1 {
      #expect(found.entries == [])
      while stack.canUndo { stack.undo() }
      #expect(root.sheets.isEmpty)
    } else {
      _ = reports { while stack.canUndo { stack.undo() } }
    }
    #expect(root.draft == root.sheets.count)
    withExtendedLifetime(anchor) {}
  }

  @Test func whoUndoesWhileItActivatesIsToldThatItCannot() {
    let (sheet, stack) = undoable()
    sheet.draft = 1
    let found = reports { sheet.sheets.append(Sheet(1) { _ in stack.undo() }) }
    #expect(found.count == 1)
    #expect(found.first?.contains("are being activated") == true)
    #expect(sheet.draft == 1)
    #expect(sheet.sheets.count == 1)
    stack.undo()
    #expect(sheet.sheets.isEmpty)
  }
}

/// Numbers that a seed decides.
struct SeededNumbers: Sendable {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

  /// A number below a bound.
  mutating func next(_ bound: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state >> 33) % bound
  }
}
