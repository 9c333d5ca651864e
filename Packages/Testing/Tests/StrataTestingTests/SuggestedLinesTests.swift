import StrataSources
import StrataStores
import StrataTestFindings
import StrataTesting
import StrataUpdates
import Testing

/// The suggested lines for stores and sources, fed back to the compiler.
///
/// The variable of a store of a class of its own is not known, so the reader puts it in for the placeholder.
@Suite struct SuggestedLinesTests {
  @Test func linesOfADomainStorePass() async throws {
    try await SuggestedLines.check(kinds: [.state], replacing: ["<#bankStore#>": "bank"]) {
      let bank = BankStore()
      bank.transfer(3)
      withExtendedLifetime(bank) {}
    } asserting: {
      let bank = BankStore()
      bank.transfer(3)
      await expect(bank.state.savings == 3)
    }
  }

  @Test func linesOfAnUpdateStorePass() async throws {
    try await SuggestedLines.check(kinds: [.state]) {
      let tally = Store(update: tallyUpdate, state: 0, environment: ())
      tally.send(3)
      withExtendedLifetime(tally) {}
    } asserting: {
      let tally = Store(update: tallyUpdate, state: 0, environment: ())
      tally.send(3)
      await expect(tally.state == 3)
    }
  }

  @Test func linesOfASourcePass() async throws {
    try await SuggestedLines.check(kinds: [.state], replacing: ["<#mutableSource#>": "numbers"]) {
      let numbers = MutableSource(1).eraseToSource()
      await expect(numbers.model.value == 1)
      numbers.model.set(2)
      withExtendedLifetime(numbers) {}
    } asserting: {
      let numbers = MutableSource(1).eraseToSource()
      await expect(numbers.model.value == 1)
      numbers.model.set(2)
      await expect(numbers.model.value == 2)
    }
  }
}

/// The lines for a model that cannot be compared.
@Suite struct LinesOfParts {
  @Test func linesOfASourceOfAModelWithActionsAssertItsParts() async throws {
    try await SuggestedLines.check(kinds: [.state], replacing: ["<#noteSource#>": "note"]) {
      let note = NoteSource().eraseToSource()
      note.model.add(2)
      withExtendedLifetime(note) {}
    } asserting: {
      let note = NoteSource().eraseToSource()
      note.model.add(2)
      await expect {
        note.model.number == 2
        note.model.place.zip == 3
      }
    }
  }
}

private struct Note: Sendable {
  struct Place: Equatable, Sendable { var zip = 1 }

  var number = 0
  var place = Place()
  let add: StrataSources.Action<Int>

  mutating func grow(_ number: Int) {
    self.number += number
    place.zip += number
  }
}

// SAFETY: the actions are constants, and the model is guarded by the base class.
private final class NoteSource: SourceOf<Note>, @unchecked Sendable {
  @StrataSources.Action(NoteSource.add) private var addAction
  lazy var initialModel = Note(add: addAction)

  private func add(_ number: Int) { model.grow(number) }
}

@Sendable
private func tallyUpdate(_ state: Int, _ action: Int, _: Void) -> StrataUpdates.Update<Int, Int> {
  Update(state: state + action)
}

private struct BankState: StateContainer {
  enum State: EnumState {
    case open
  }

  var current: State = .open
  var savings = 0
}

// SAFETY: a store is not changed after its initialiser.
private final class BankStore: StrataStores.Store<BankState>, @unchecked Sendable {
  init() { super.init(initialState: .init(), delivery: .immediate) }

  func transfer(_ amount: Int) { state.update { $0.savings += amount } }
}
