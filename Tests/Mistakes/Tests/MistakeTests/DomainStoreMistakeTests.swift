import StrataStores
import StrataTesting
import Testing

/// The omissions of a test of domain stores.
@Suite struct DomainStoreMistakeTests {
  @Test func whatATaskChangesLastIsFound() async {
    for isDetached in [false, true] {
      let findings = await Findings.of {
        let bank = BankStore()
        if isDetached { Task.detached { bank.transfer(3) } } else { Task { bank.transfer(3) } }
      }
      #expect(findings.kinds == [.state], "detached: \(isDetached)")
    }
  }

  @Test func itIsShownInTheStoresOwnTerms() async {
    let findings = await Findings.of {
      let bank = BankStore()
      bank.transfer(3)
    }
    let message = findings.messages.first ?? ""
    #expect(findings.kinds == [.state])
    #expect(message.contains("bankStore.state"))
    #expect(!message.contains("VersionedValue"))
    #expect(message.contains("- ") && message.contains("savings: 3"))
  }

  @Test(.simulated()) func aReadOfTheStateAssertsIt() async {
    let bank = BankStore()
    bank.transfer(3)
    await expect(bank.state.savings == 3)
    Task { _ = bank }
  }

  @Test(.simulated()) func aStateThatIsAgainWhatItWasIsNoChange() async {
    let bank = BankStore()
    bank.transfer(3)
    bank.transfer(-3)
    withExtendedLifetime(bank) {}
  }

  @Test func aStoreThatIsKeptIsNamedWithoutAPlaceInTheLibrary() async {
    let findings = await Findings.of {
      let bank = BankStore()
      bank.itself = bank
    }
    #expect(findings.kinds == [.lifetime])
    #expect(findings.messages.first?.hasPrefix("BankStore lives on after the test: ") == true)
  }
}

struct BankState: StateContainer {
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

// SAFETY: `itself` is written by one test, before anything else could read it.
final class BankStore: Store<BankState>, @unchecked Sendable {
  var itself: BankStore?

  init() {
    super.init(initialState: .init(), delivery: .immediate)
  }

  func transfer(_ amount: Int) { state.transfer(amount) }
}
