public import Foundation
import Strata

/// A dependency, a model and its saved state, as the documentation spells them in such a module.
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

/// A container with the equality that its macro writes.
@ModelContainer nonisolated enum Pocket: Hashable, Identifiable {
  case empty
  case purse(Purse)
}

/// The main actor uses a model as any other thread does.
public final class Owner {
  private let purse = Purse(coins: 500).withAnchor()

  public init() {}

  public var coins: Int { purse.coins }

  /// Whether two pockets with the purse are one.
  public var hasOnePocket: Bool { Set([Pocket.purse(purse), .purse(purse)]).count == 1 }

  public func earn() { purse.earn() }

  /// - Throws: The error of a model's state that cannot be saved.
  public func save() throws -> Data { try purse.savedState() }

  /// - Throws: The fault in the data.
  public func restore(from data: Data) throws { try purse.restoreState(from: data) }
}
