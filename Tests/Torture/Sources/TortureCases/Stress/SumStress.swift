import StrataModels

/// Eight threads that transfer between groups, and read memoized sums outside of a transaction.
///
/// A transfer keeps the sum, so each value that a reader is given is the same.
struct SumStress {
  let seed: UInt64

  func run(until isOver: @escaping @Sendable () -> Bool) throws {
    let house = House(groups: (0..<4).map { _ in Group(accounts: (0..<4).map { _ in Purse() }) })
      .withAnchor()
    let role: @Sendable (inout SeededGenerator) throws -> Void = { random in
      house.transfer(&random)
      try house.check()
    }
    try runThreads(Array(repeating: role, count: 8), seed: seed, until: isOver)
    try house.check()
  }
}

private struct House: Model {
  static let modelLayout = ModelLayout<House>("House") { $0.slot("groups", \.groups) }
  var modelNode = ModelNode<House>()

  var groups: [Group] {
    get { modelNode[0] }
    nonmutating set { modelNode[0] = newValue }
  }
  /// The memoized sum of memoized sums.
  var total: Int { node.memoize(for: "total") { groups.reduce(0) { $0 + $1.sum } } }
  /// The same, of the accounts themselves.
  var flatTotal: Int {
    node.memoize(for: "flat") { groups.flatMap(\.accounts).reduce(0) { $0 + $1.balance } }
  }

  init(groups: [Group]) { modelNode.initialize(0, to: groups) }

  /// Moves money between two groups as one transaction, or an account with its money.
  func transfer(_ random: inout SeededGenerator) {
    let (from, to) = (
      Int.random(in: 0..<4, using: &random), Int.random(in: 0..<4, using: &random)
    )
    let amount = Int.random(in: 1...9, using: &random)
    let movesAnAccount = random.oneIn(8)
    node.transaction {
      if movesAnAccount, groups[from].accounts.count > 1 {
        let account = groups[from].accounts[0]
        groups[from].accounts.removeFirst()
        groups[to].accounts.append(account)
      } else {
        groups[from].accounts[0].balance -= amount
        groups[to].accounts[0].balance += amount
      }
    }
  }

  func check() throws(TortureFault) {
    let (total, flat) = (total, flatTotal)
    try hold(total == 0, "the sum over groups is \(total)")
    try hold(flat == 0, "the sum over accounts is \(flat)")
  }
}

private struct Group: Model {
  static let modelLayout = ModelLayout<Group>("Group") { $0.slot("accounts", \.accounts) }
  var modelNode = ModelNode<Group>()

  var accounts: [Purse] {
    get { modelNode[0] }
    nonmutating set { modelNode[0] = newValue }
    nonmutating _modify { yield &modelNode[0] }
  }
  var sum: Int { node.memoize(for: "sum") { accounts.reduce(0) { $0 + $1.balance } } }

  init(accounts: [Purse]) { modelNode.initialize(0, to: accounts) }
}

private struct Purse: Model {
  static let modelLayout = ModelLayout<Purse>("Purse") { $0.slot("balance", \.balance) }
  var modelNode = ModelNode<Purse>()

  var balance: Int {
    get { modelNode[0] }
    nonmutating set { modelNode[0] = newValue }
    nonmutating _modify { yield &modelNode[0] }
  }

  init() { modelNode.initialize(0, to: 0) }
}
