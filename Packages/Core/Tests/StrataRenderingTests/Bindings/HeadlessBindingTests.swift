import StrataConcurrency
import StrataRendering
import Testing

private struct Person: Sendable, Equatable {
  var name = "Ada"
  var age = 36
}

@Suite struct HeadlessBindingTests {
  private let storage = Locked(Person(), rank: .leaf)
  private let transactions = Locked<[RecordedTransaction]>([], rank: .leaf)

  private var binding: HeadlessBinding<Person> {
    HeadlessBinding(
      get: { [storage] in storage.withLock { $0 } },
      set: { [storage, transactions] person, transaction in
        storage.withLock { $0 = person }
        transactions.withLock { $0.append(transaction) }
      }
    )
  }

  @Test func readsAndWritesWhatSomeoneElseKeeps() {
    binding.wrappedValue.age += 1
    #expect(storage.withLock { $0.age } == 37)
    #expect(binding.projectedValue.wrappedValue.age == 37)
  }

  @Test func leadsToProperties() {
    binding.name.wrappedValue = "Grace"
    #expect(storage.withLock { $0 } == Person(name: "Grace", age: 36))
  }

  @Test func constantIgnoresWrites() {
    let binding = HeadlessBinding.constant(1)
    binding.wrappedValue = 2
    #expect(binding.wrappedValue == 1)
  }

  @Test func writesCarryTheirTransaction() {
    binding.animation(.easeIn).name.wrappedValue = "a"
    withRecordedAnimation(.linear) { binding.age.wrappedValue = 1 }
    binding.age.wrappedValue = 2
    #expect(transactions.withLock { $0.map(\.animation) } == [.easeIn, .linear, nil])
  }

  @Test func unwrapsAnOptionalThatHasAValue() {
    let optional = Locked<Int?>(1, rank: .leaf)
    let base = HeadlessBinding<Int?>(
      get: { optional.withLock { $0 } },
      set: { value in optional.withLock { $0 = value } }
    )
    let unwrapped = HeadlessBinding(base)
    unwrapped?.wrappedValue = 2
    #expect(optional.withLock { $0 } == 2)
    base.wrappedValue = nil
    unwrapped?.wrappedValue = 3
    #expect(optional.withLock { $0 } == nil)
    #expect(unwrapped?.wrappedValue == 1)
    #expect(HeadlessBinding(base)?.wrappedValue == nil)
  }
}
