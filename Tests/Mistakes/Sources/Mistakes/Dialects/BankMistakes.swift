import StrataStores
import StrataTesting

extension DialectMistake {
  private static let texts = [
    "State not exhausted: 1 property changed", "bankStore.state", "These lines would pass:\n  ",
    "<#bankStore#>.state.savings == ",
  ]

  static var ofDomainStores: [DialectMistake] {
    [
      DialectMistake(.domainStore, "state at once", .state, texts) {
        let bank = BankStore()
        bank.transfer(3)
      },
      DialectMistake(.domainStore, "state after an assertion", .state, texts) {
        let bank = BankStore()
        bank.transfer(3)
        await expect(bank.state.savings == 3)
        bank.transfer(4)
      },
      DialectMistake(.domainStore, "state in a last task", .state, texts) {
        let bank = BankStore()
        Task { bank.transfer(3) }
      },
      DialectMistake(.domainStore, "state in a last detached task", .state, texts) {
        let bank = BankStore()
        Task.detached { bank.transfer(3) }
      },
      DialectMistake(.domainStore, "state before a last task", .state, texts) {
        let bank = BankStore()
        bank.transfer(3)
        Task { _ = bank }
      },
      DialectMistake(
        .domainStore,
        "probe in a last task",
        .probes,
        ["Probes not exhausted: onTransfer", "onTransfer(3)", "onTransfer.wasCalled(with: 3)"]
      ) {
        let onTransfer = TestProbe("onTransfer")
        let bank = BankStore(onTransfer: onTransfer.call)
        Task { bank.transfer(3) }
        await expect(bank.state.savings == 3)
      },
    ]
  }
}

private struct BankState: StateContainer {
  enum State: EnumState {
    case open
  }

  var current: State = .open
  var checking = 10
  var savings = 0

  mutating func transfer(_ amount: Int) {
    update {
      $0.checking -= amount
      $0.savings += amount
    }
  }
}

// SAFETY: adds a constant.
private final class BankStore: Store<BankState>, @unchecked Sendable {
  private let onTransfer: @Sendable (Int) -> Void

  init(onTransfer: @escaping @Sendable (Int) -> Void = { _ in }) {
    self.onTransfer = onTransfer
    super.init(initialState: .init(), delivery: .immediate)
  }

  func transfer(_ amount: Int) {
    state.transfer(amount)
    onTransfer(amount)
  }
}
