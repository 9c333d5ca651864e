import ArticleOutput
import Strata

@Model struct Meter {
  let name: String
  var value = 0
}

extension Meter {
  init(doubling value: Int) { self.init(name: "double", value: 2 * value) }
}

@Model struct Volume {
  var level = 0 {
    didSet {
      if level > 10 { level = 10 }
      print("\(oldValue) to \(level)")
    }
  }
}

@Model struct Point: Equatable {
  var x: Int
  var y: Int
}

nonisolated struct Bank: Sendable {
  var interest: @Sendable (Int) -> Int
}

nonisolated extension Bank: DependencyKey {
  static let liveValue = Bank { $0 / 100 }
}

nonisolated extension DependencyValues {
  var bank: Bank {
    get { self[Bank.self] }
    set { self[Bank.self] = newValue }
  }
}

@Model nonisolated struct Purse {
  @ModelDependency var bank: Bank
  var coins = 0

  func earn() { coins += bank.interest(coins) }
}

nonisolated extension Purse: SavableModel {
  init(saved values: SavedValues) throws { self.init() }
}

@Sendable func whatTheMacrosWrite() async throws {
  let meter = Meter(doubling: 4)
  print(meter.name, meter.value)  // double 8

  let volume = Volume().withAnchor()
  volume.level = 7
  volume.level += 7

  let point = Point(x: 1, y: 2)
  let twin = Point(x: 1, y: 2)
  print(point == twin)  // true
  print(point.isSameModel(as: twin))  // false

  let purse = Purse(coins: 500).withAnchor()
  purse.earn()
  let saved = try purse.savedState()
  let restored = Purse().withAnchor { $0.bank = Bank { _ in 1 } }
  try restored.restoreState(from: saved)
  restored.earn()
  print(purse.coins, restored.coins)  // 505 506
}
