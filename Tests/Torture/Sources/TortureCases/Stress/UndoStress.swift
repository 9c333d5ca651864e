import StrataExtensions
import StrataModels

/// Threads that transfer in transactions, one that undoes and redoes, and one that looks.
struct UndoStress {
  let seed: UInt64

  func run(until isOver: @escaping @Sendable () -> Bool) throws {
    let stack = ModelUndoStack(limit: 50)
    let bank = Bank().withAnchor { $0.undoSystem.backend = stack }
    bank.node.trackUndo()
    let transfer: @Sendable (inout SeededGenerator) -> Void = { bank.transfer(&$0) }
    try runThreads(
      [
        transfer, transfer, transfer,
        { if $0.oneIn(3) { stack.redo() } else { stack.undo() } },
        { _ in try bank.node.transaction { try bank.check() } },
        { _ in try bank.frozenCopy.check() },
      ],
      seed: seed,
      until: isOver
    )
    try bank.check()
  }
}

private struct Bank: Model {
  static let modelLayout = ModelLayout<Bank>("Bank") {
    $0.slot("reserve", \.reserve)
    $0.slot("left", \.left)
    $0.slot("right", \.right)
  }
  var modelNode = ModelNode<Bank>()

  var reserve: Int {
    get { modelNode[0] }
    nonmutating set { modelNode[0] = newValue }
  }
  var left: IdentifiedArrayOf<Account> {
    get { modelNode[1] }
    nonmutating set { modelNode[1] = newValue }
    nonmutating _modify { yield &modelNode[1] }
  }
  var right: IdentifiedArrayOf<Account> {
    get { modelNode[2] }
    nonmutating set { modelNode[2] = newValue }
    nonmutating _modify { yield &modelNode[2] }
  }

  init() {
    modelNode.initialize(0, to: 0)
    modelNode.initialize(
      1,
      to: IdentifiedArrayOf<Account>(uniqueElements: (0..<4).map { Account(id: $0) })
    )
    modelNode.initialize(2, to: IdentifiedArrayOf<Account>())
  }

  /// Moves money, or an account from one side to the other, as one transaction.
  func transfer(_ random: inout SeededGenerator) {
    let amount = Int.random(in: 1...9, using: &random)
    let way = Int.random(in: 0..<4, using: &random)
    node.transaction {
      let accounts = left.elements + right.elements
      guard let first = accounts.first, let last = accounts.last else { return }
      switch way {
      case 0:
        first.balance += amount
        last.balance -= amount
      case 1:
        first.balance -= amount
        reserve += amount
      case 2: if !left.isEmpty { right.append(left.remove(at: left.startIndex)) }
      default: if !right.isEmpty { left.append(right.remove(at: right.startIndex)) }
      }
    }
  }

  /// Money and accounts are neither made nor lost.
  func check() throws(TortureFault) {
    let (left, right) = (self.left.elements, self.right.elements)
    let sum = (left + right).reduce(reserve) { $0 + $1.balance }
    try hold(sum == 0, "a transfer is torn: the sum is \(sum)")
    let ids = (left + right).map(\.id).sorted()
    try hold(ids == [0, 1, 2, 3], "a move is torn: the accounts are \(ids)")
  }
}

private struct Account: Model {
  static let modelLayout = ModelLayout<Account>("Account") { $0.slot("balance", \.balance) }
  var modelNode = ModelNode<Account>()
  let id: Int

  var balance: Int {
    get { modelNode[0] }
    nonmutating set { modelNode[0] = newValue }
    nonmutating _modify { yield &modelNode[0] }
  }

  init(id: Int) {
    self.id = id
    modelNode.initialize(0, to: 0)
  }
}
